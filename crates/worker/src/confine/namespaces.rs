//! Namespaces, where the kernel grants them.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getgid, getuid};

use crate::Layer;

/// What became of each namespace: what it gives, or why it was refused.
pub(crate) type Outcome = (Layer, Result<String, String>);

/// Moves this process into namespaces of its own. The process namespace holds for its children only.
pub(crate) fn enter(left_out: &[Layer]) -> Vec<Outcome> {
    let rows = [
        (Layer::UserNamespace, CloneFlags::CLONE_NEWUSER, "one user, without rights outside"),
        (Layer::PidNamespace, CloneFlags::CLONE_NEWPID, "no other process can be named"),
        (Layer::NetNamespace, CloneFlags::CLONE_NEWNET, "no network interface"),
        (Layer::IpcNamespace, CloneFlags::CLONE_NEWIPC, "no shared queues or memory"),
    ];
    rows.into_iter()
        .map(|(layer, flag, gives)| {
            if left_out.contains(&layer) {
                return (layer, Err("left out".to_owned()));
            }
            (layer, enter_one(layer, flag).map(|()| gives.to_owned()))
        })
        .collect()
}

fn enter_one(layer: Layer, flag: CloneFlags) -> Result<(), String> {
    let (user, group) = (getuid(), getgid());
    unshare(flag).map_err(|e| format!("the kernel refuses it: {e}"))?;
    if layer == Layer::UserNamespace {
        // Without a map we would be the overflow user, which works too; with one, what we are is certain. An ordinary user
        // may write a group map only after giving up setgroups.
        let write =
            |file: &str, text: String| fs::write(file, text).map_err(|e| format!("{file} cannot be written: {e}"));
        write("/proc/self/setgroups", "deny".to_owned())?;
        write("/proc/self/uid_map", format!("65534 {user} 1"))?;
        write("/proc/self/gid_map", format!("65534 {group} 1"))?;
    }
    Ok(())
}
