//! Starts a child in a job, waits for it, says what it uses, and ends it with all that it left.
//!
//! A job is a set of processes: what one of them starts belongs to it too, and none can leave it. The job counts CPU
//! time and memory, and kills all its processes when we end it, or are killed.

use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::process::{self, Command};
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{FALSE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX, SetErrorMode,
};
use windows_sys::Win32::System::JobObjects::*;
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, GetExitCodeProcess, WaitForSingleObject,
};

use super::{RunLimits, Start, State, Termination, Usage};

/// How long we wait until all processes of a job that was ended are gone.
const GONE: Duration = Duration::from_secs(5);

/// The maximum number of processes in a job. A Java virtual machine is one, whatever its threads.
const PROCESSES: u32 = 64;

/// A running program, and the job that it is in with all that it starts.
pub(super) struct Child {
    process: process::Child,
    job: OwnedHandle,
}

impl Child {
    /// Starts a program.
    pub(super) fn start(start: Start<'_>) -> io::Result<Self> {
        let mut command = Command::new(&start.words[0]);
        command.args(&start.words[1..]);
        start.prepare(&mut command);
        // Children inherit this: no dialog waits for a click when one crashes.
        // SAFETY: the call changes a number of this process.
        unsafe { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX) };
        let job = job()?;
        // With a console of its own, which nobody sees, it cannot ask questions on ours; Ctrl-C there is for us.
        command.creation_flags(CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP);
        let mut process = command.spawn()?;
        // SAFETY: both handles are open.
        let added = unsafe { AssignProcessToJobObject(job.as_raw_handle(), process.as_raw_handle()) };
        if added == FALSE {
            let error = io::Error::last_os_error();
            let _ = process.kill();
            return Err(error);
        }
        Ok(Self { process, job })
    }

    /// Waits for its end for as long as this, and returns whether it has ended.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let process = self.process.as_raw_handle();
        // SAFETY: the handle is open during the call.
        unsafe { WaitForSingleObject(process, time.as_millis() as u32) == WAIT_OBJECT_0 }
    }

    /// What it has used so far, with the processes that have ended. Windows does not report whether it is runnable, so
    /// it counts as sleeping while its CPU time does not grow.
    pub(super) fn usage(&mut self, _limits: &RunLimits) -> Usage {
        self.used()
    }

    fn used(&self) -> Usage {
        let counts = self.counts();
        let ticks = (counts.TotalUserTime + counts.TotalKernelTime).cast_unsigned();
        // SAFETY: this is the structure of the class.
        let memory: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = unsafe { self.get(JobObjectExtendedLimitInformation) };
        Usage {
            cpu: Duration::from_micros(ticks / 10),
            busy: None,
            peak_memory: Some(memory.PeakProcessMemoryUsed as u64),
            state: State::Sleeping,
            are_too_many: false,
        }
    }

    /// Ends it with all that it left, and waits until that is gone. Returns how it ended by itself, if it had, and what
    /// it used.
    pub(super) fn end(self, _seen: Usage) -> io::Result<(Termination, Usage)> {
        let mut code = 0;
        // SAFETY: the handles are open, and `code` is ours. If the job cannot be ended, closing it will do the same.
        unsafe {
            GetExitCodeProcess(self.process.as_raw_handle(), &raw mut code);
            TerminateJobObject(self.job.as_raw_handle(), 1)
        };
        let start = Instant::now();
        while self.counts().ActiveProcesses > 0 && start.elapsed() < GONE {
            std::thread::sleep(Duration::from_millis(1));
        }
        let end = if is_exception(code) {
            Termination::Signal(code as i32)
        } else {
            Termination::Exited(code as i32)
        };
        Ok((end, self.used()))
    }

    fn counts(&self) -> JOBOBJECT_BASIC_ACCOUNTING_INFORMATION {
        // SAFETY: this is the structure of the class.
        unsafe { self.get(JobObjectBasicAccountingInformation) }
    }

    /// What the system says of the job: all 0 if it does not.
    ///
    /// # Safety
    /// `T` must be the structure of the class: numbers, and pointers that nobody follows.
    unsafe fn get<T: Default>(&self, class: JOBOBJECTINFOCLASS) -> T {
        let mut information = T::default();
        let to = (&raw mut information).cast::<c_void>();
        let (job, len) = (self.job.as_raw_handle(), size_of::<T>() as u32);
        // SAFETY: the handle is open; the structure is ours, and as large as is given. The caller has chosen it for the
        // class; all bit patterns are valid in it.
        unsafe { QueryInformationJobObject(job, class, to, len, null_mut()) };
        information
    }
}

/// A job without processes.
fn job() -> io::Result<OwnedHandle> {
    // SAFETY: nulls stand for the defaults: no name, and handles that children do not inherit.
    let job = unsafe { CreateJobObjectW(null(), null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just made, and nobody else uses it.
    let job = unsafe { OwnedHandle::from_raw_handle(job) };
    let mut rules = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    rules.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
        | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
    rules.BasicLimitInformation.ActiveProcessLimit = PROCESSES;
    let from = (&raw const rules).cast::<c_void>();
    let len = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
    let class = JobObjectExtendedLimitInformation;
    // SAFETY: the handle is open, and the structure is that of its class, and as large as is given.
    match unsafe { SetInformationJobObject(job.as_raw_handle(), class, from, len) } {
        FALSE => Err(io::Error::last_os_error()),
        _ => Ok(job),
    }
}

/// The exceptions that end programs most often, as exit codes.
const EXCEPTIONS: [(u32, &str); 7] = [
    (0x4000_0015, "abort"),
    (0xC000_0005, "access violation"),
    (0xC000_008C, "array bounds exceeded"),
    (0xC000_0094, "integer division by zero"),
    (0xC000_00FD, "stack overflow"),
    (0xC000_0374, "heap corruption"),
    (0xC000_0409, "stack buffer overrun or abort"),
];

/// Whether a program with this exit code was ended by an exception. No program chooses such a code itself.
fn is_exception(code: u32) -> bool {
    code >= 0xC000_0000 || EXCEPTIONS.iter().any(|&(known, _)| known == code)
}

/// How the exception `code` ends a program.
pub(super) fn ended_by(code: i32) -> String {
    let code = code.cast_unsigned();
    match EXCEPTIONS.iter().find(|&&(known, _)| known == code) {
        Some((_, name)) => format!("{name} (0x{code:08X})"),
        None => format!("exception 0x{code:08X}"),
    }
}
