//! Where processes cannot be looked at as on Linux: what leaves the session's first group is lost to init.

use std::io;
use std::os::fd::OwnedFd;

use rustix::process::Pid;

use super::Usage;

pub(super) fn handle(_child: Pid) -> Option<OwnedFd> {
    None
}

pub(super) fn die_with(_parent: Pid) -> io::Result<()> {
    Ok(())
}

pub(super) fn kill_session(_leader: Pid) {}

pub(super) fn usage(_program: Pid) -> Option<Usage> {
    None
}

pub(super) fn inherited_memory() -> u64 {
    0
}
