//! What Linux shows of processes in `/proc`: what a program uses, and what is left of its session.

use std::io;
use std::time::Duration;

use procfs::process::Process;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, getppid, kill_process, pidfd_open,
    set_parent_process_death_signal,
};

use super::Usage;

/// Waits until `child` has ended, or for this time; or less, where that cannot be waited for (before Linux 5.3).
pub(super) fn wait(child: Pid, time: Duration) {
    if let Ok(handle) = pidfd_open(child, PidfdFlags::empty()) {
        let timeout = Timespec::try_from(time).ok();
        let _ = poll(&mut [PollFd::new(&handle, PollFlags::IN)], timeout.as_ref());
    } else {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Lets this process, a new child of `parent`, die with the thread that started it, and waits for it. It is called
/// between fork and exec.
pub(super) fn die_with(parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died just before. Nobody would receive an error, so the process ends itself.
    if getppid() != Some(parent) {
        kill_process(getpid(), Signal::KILL)?;
    }
    Ok(())
}

/// The processes in the session of `leader`, itself included. To ask each process of the system for its session takes
/// 0.3 µs; to read its state in `/proc`, 50 times as long.
fn session(leader: Pid) -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(Pid::from_raw).filter(move |id| {
        // SAFETY: the call takes a number and touches no memory.
        let session = unsafe { libc::getsid(id.as_raw_nonzero().get()) };
        session == leader.as_raw_nonzero().get()
    })
}

/// Kills what is left in the session of `leader`, which has not been waited for, so that no other process has its id.
/// Most of it, as a rule all, is its process group, which has been killed.
pub(super) fn kill_session(leader: Pid) {
    let mut killed = vec![leader];
    loop {
        let before = killed.len();
        for id in session(leader) {
            if !killed.contains(&id) {
                // What has gained the rights of another user cannot be killed.
                let _ = kill_process(id, Signal::KILL);
                killed.push(id);
            }
        }
        // One of them may have started another before it was killed.
        if killed.len() == before {
            return;
        }
    }
}

/// What the session of `program` has used.
pub(super) fn usage(program: Pid) -> Usage {
    let (mut all, mut is_any_awake) = (Usage::default(), false);
    for id in session(program) {
        // It may be gone by now.
        let process = Process::new(id.as_raw_nonzero().get());
        let read = process.and_then(|process| Ok((process.stat()?, process.status()?, process)));
        let Ok((stat, status, process)) = read else {
            continue;
        };
        // Also of the children that it waited for.
        let children = (stat.cutime + stat.cstime).cast_unsigned();
        let ticks = stat.utime + stat.stime + children;
        all.cpu += Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
        // A process that has ended has no memory.
        let peak = status.vmhwm.map(|most| most * 1024);
        all.peak_memory = all.peak_memory.max(peak);
        let mut threads = process.tasks().into_iter().flatten().flatten();
        is_any_awake |= threads.any(|thread| {
            let stat = thread.stat();
            stat.is_ok_and(|stat| matches!(stat.state, 'R' | 'D'))
        });
        // Where nothing can be seen, nothing is known.
        all.is_sleeping = !is_any_awake;
    }
    all
}
