//! Reading what the user names: programs and policies, never more than could be of use.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use mikoshi_sandbox::{Isolation, Limits, Policy, Sandbox};
use mikoshi_types::names::nearest;

use crate::args::World;
use crate::failure::Failure;

/// The most that is read of a program: one byte more than the largest `code_bytes` there can be.
const PROGRAM_CAP: u64 = (16 << 20) + 1;
/// The most that is read of a policy file.
const POLICY_CAP: u64 = 1 << 20;

/// A program as it was read.
pub(crate) struct Source {
    /// What to call it in reports.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Whether the user names standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        if is_standard(path) {
            let bytes =
                read_capped(io::stdin().lock(), PROGRAM_CAP).map_err(|e| Failure::io("read", "standard input", &e))?;
            return Ok(Self { name: "<stdin>".to_owned(), bytes });
        }
        let name = path.display().to_string();
        let bytes =
            File::open(path).and_then(|f| read_capped(f, PROGRAM_CAP)).map_err(|e| Failure::io("read", &name, &e))?;
        Ok(Self { name, bytes })
    }

    /// The text for reports; where it is not UTF-8 the reports have no place in it.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap_or("")
    }
}

fn read_capped(from: impl Read, cap: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(cap).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl World {
    /// The policy that `--policy` names.
    pub(crate) fn policy(&self) -> Result<Policy, Failure> {
        let name = &self.policy;
        if let Some(policy) = Policy::named(name) {
            return Ok(policy);
        }
        let path = Path::new(name);
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        let parse = match extension.as_deref().and_then(OsStr::to_str) {
            Some("toml") => Policy::from_toml,
            Some("json") => Policy::from_json,
            _ => {
                let hint = match nearest(name, ["default", "extended"]) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "it must be `default`, `extended`, or a file whose name ends in .toml or .json".to_owned(),
                };
                return Err(Failure::new(format!("there is no policy `{name}`: {hint}")));
            }
        };
        let bytes = File::open(path)
            .and_then(|f| read_capped(f, POLICY_CAP + 1))
            .map_err(|e| Failure::io("read the policy", name, &e))?;
        if bytes.len() as u64 > POLICY_CAP {
            return Err(Failure::new(format!("the policy {name} is longer than {POLICY_CAP} bytes")));
        }
        let text = String::from_utf8(bytes).map_err(|_| Failure::new(format!("the policy {name} is not UTF-8")))?;
        parse(&text).map_err(|e| Failure::new(format!("the policy {name} cannot be used: {e}")))
    }

    /// The policy's limits with those of the flags in their place.
    pub(crate) fn limits(&self, policy: &Policy) -> Result<Limits, Failure> {
        let mut limits = policy.limits();
        let bytes_of = |mib: u64| mib.saturating_mul(1 << 20);
        limits.timeout_ms = self.timeout_ms.unwrap_or(limits.timeout_ms);
        limits.memory_bytes = self.memory_mib.map_or(limits.memory_bytes, bytes_of);
        limits.code_bytes = self.code_bytes.unwrap_or(limits.code_bytes);
        limits.stack_frames = self.stack_frames.unwrap_or(limits.stack_frames);
        limits.output_bytes = self.output_bytes.unwrap_or(limits.output_bytes);
        limits.ticks = self.ticks.or(limits.ticks);
        limits.validate().map_err(|e| Failure::new(format!("a limit cannot be used: {}", e.in_mebibytes())))?;
        Ok(limits)
    }

    /// The layers that must hold.
    pub(crate) fn isolation(&self) -> Isolation {
        self.waive.iter().fold(Isolation::required(), |isolation, layer| isolation.waive(*layer))
    }

    /// A sandbox of `workers` workers in this world.
    pub(crate) fn sandbox(&self, workers: usize) -> Result<Sandbox, Failure> {
        let policy = self.policy()?;
        let limits = self.limits(&policy)?;
        let builder = Sandbox::builder().policy(policy).limits(limits).isolation(self.isolation());
        Ok(builder.workers(workers).build()?)
    }
}
