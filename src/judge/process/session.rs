//! The processes in a session, and what `/proc` says of them: nothing, where there is none.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

use super::Usage;

/// What is in a folder, as far as it is there.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

/// What the session of `leader` has used. To ask each process of the system for its session takes 0.3 µs; to read its
/// state in `/proc`, 50 times as long.
pub(super) fn usage(leader: Pid) -> Usage {
    let leader = leader.as_raw_nonzero().get();
    let (mut all, mut is_any_awake) = (Usage::default(), false);
    for folder in entries("/proc".as_ref()) {
        let id = folder
            .file_name()
            .and_then(|name| name.to_str()?.parse().ok());
        // SAFETY: the call takes a number and touches no memory.
        let session = id.map(|id| unsafe { libc::getsid(id) });
        let is_member = session == Some(leader);
        // It may be gone by now.
        let Some((_, cpu)) = is_member.then(|| stat(&folder)).flatten() else {
            continue;
        };
        all.cpu += cpu;
        all.peak_memory = all.peak_memory.max(peak_memory(&folder));
        let mut threads = entries(&folder.join("task")).filter_map(|thread| stat(&thread));
        is_any_awake |= threads.any(|(state, _)| matches!(state, 'R' | 'D'));
        // Where nothing can be seen, nothing is known.
        all.is_sleeping = !is_any_awake;
    }
    all
}

/// The state of a process or a thread, and its CPU time with that of the children that it waited for.
fn stat(folder: &Path) -> Option<(char, Duration)> {
    let text = fs::read(folder.join("stat")).ok()?;
    let text = String::from_utf8_lossy(&text);
    // Its name stands before, in parentheses, and may have some itself.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let times = fields.skip(10).take(4).map(str::parse::<u64>);
    let ticks: u64 = times.sum::<Result<_, _>>().ok()?;
    let cpu = Duration::from_millis(ticks * 1000 / clock_ticks_per_second());
    Some((state, cpu))
}

/// The most memory that a process had at once, in bytes. One that has ended has none.
fn peak_memory(folder: &Path) -> Option<u64> {
    let status = fs::read(folder.join("status")).ok()?;
    let status = String::from_utf8_lossy(&status);
    let mut lines = status.lines();
    let kibibytes = lines.find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"))?;
    Some(kibibytes.trim().parse::<u64>().ok()? * 1024)
}
