//! A Landlock domain in which nothing is allowed.

use landlock::{ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetStatus, Scope};

/// The newest ABI that the crate knows; older kernels enforce what they know of it.
const NEWEST: ABI = ABI::V10;

/// Enters the domain: no file can be opened, no TCP port bound or reached, no abstract socket or signal leaves it.
///
/// # Errors
/// Why there is no domain.
pub(crate) fn enter() -> Result<String, String> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|r| r.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|r| r.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(|e| format!("the kernel refused the Landlock domain: {e}"))?;
    match (status.ruleset, status.landlock) {
        (
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced,
            LandlockStatus::Available { effective_abi, .. },
        ) => Ok(format!("Landlock ABI {}, nothing allowed", effective_abi as i32)),
        (_, LandlockStatus::NotEnabled) => Err("Landlock is built into this kernel but not enabled at boot".to_owned()),
        _ => Err("this kernel has no Landlock (it came with Linux 5.13)".to_owned()),
    }
}
