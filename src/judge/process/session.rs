//! The processes in a session, and what `/proc` says of them: nothing, where there is none.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, kill_process};

use super::Usage;

/// What is in a folder, as far as it is there.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

/// The processes in the session of `leader`, itself included, and their folders. To ask each process of the system for its
/// session takes 0.3 µs; to read its state in `/proc`, 50 times as long.
fn members(leader: Pid) -> impl Iterator<Item = (Pid, PathBuf)> {
    let all = entries("/proc".as_ref()).filter_map(|folder| {
        let id = folder.file_name()?.to_str()?.parse().ok()?;
        Some((Pid::from_raw(id)?, folder))
    });
    all.filter(move |(id, _)| {
        // SAFETY: the call takes a number and touches no memory.
        let session = unsafe { libc::getsid(id.as_raw_nonzero().get()) };
        session == leader.as_raw_nonzero().get()
    })
}

/// Kills what is left in the session of `leader`, which has not been waited for, so that no other process has its id.
/// Most of it, as a rule all, is its process group, which has been killed.
pub(super) fn kill(leader: Pid) {
    let (mut killed, mut before) = (HashSet::from([leader]), 0);
    // One of them may have started another before it was killed.
    while killed.len() > before {
        before = killed.len();
        for (id, _) in members(leader) {
            if killed.insert(id) {
                // What has gained the rights of another user cannot be killed.
                let _ = kill_process(id, Signal::KILL);
            }
        }
    }
}

/// What the session of `leader` has used.
pub(super) fn usage(leader: Pid) -> Usage {
    let (mut all, mut is_any_awake) = (Usage::default(), false);
    for (_, folder) in members(leader) {
        let Some((_, cpu)) = stat(&folder) else {
            // It is gone by now.
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
