//! Starts a child in a job, waits for it, says what it uses, and ends it with all that it left.
//!
//! A job is a set of processes: what one of them starts belongs to it too, and none can leave it. The
//! child is suspended when it starts, so it does nothing before it is in its job. The job counts CPU time
//! and memory, refuses more than the limits, and kills all its processes when we end it, or are killed.

use std::ffi::c_void;
use std::fmt;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle};
use std::os::windows::process::CommandExt;
use std::process::{self, Command};
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    FALSE, FILETIME, HANDLE, INVALID_HANDLE_VALUE, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX, SetErrorMode,
};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::IO::{CreateIoCompletionPort, GetQueuedCompletionStatus};
use windows_sys::Win32::System::JobObjects::*;
use windows_sys::Win32::System::SystemServices::JOB_OBJECT_MSG_PROCESS_MEMORY_LIMIT;
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, GetExitCodeProcess,
    GetSystemTimes, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME, WaitForSingleObject,
};

use super::{End, Limits, Usage};

/// How long we wait until all processes of a job that was ended are gone.
const GONE: Duration = Duration::from_secs(5);

/// The maximum number of processes in a job. A Java virtual machine is one, whatever its threads.
const PROCESSES: u32 = 64;

/// A running program, and the job that it is in with all that it starts.
pub(super) struct Child {
    process: process::Child,
    job: Job,
    /// When it was looked at last, and how long the processors had been idle then.
    last_look: (Instant, Duration),
    /// The limit of memory.
    memory: Option<u64>,
}

impl Child {
    /// Starts `command`.
    pub(super) fn start(mut command: Command, limits: &Limits) -> io::Result<Self> {
        // Children inherit this: no dialog waits for a click when one crashes.
        // SAFETY: the call changes a number of this process.
        unsafe {
            SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX)
        };
        let job = Job::new(limits)?;
        // With a console of its own, which nobody sees, it cannot ask questions on ours; Ctrl-C there is for us.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP);
        let mut process = command.spawn()?;
        if let Err(error) = job.add(&process).and_then(|()| resume(&process)) {
            // It may not be in the job, and has not run yet.
            let _ = process.kill();
            return Err(error);
        }
        Ok(Self {
            process,
            job,
            last_look: (Instant::now(), idle_time()),
            memory: limits.memory,
        })
    }

    /// Waits for its end for as long as this, and returns whether it has ended.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let process = self.process.as_raw_handle();
        // SAFETY: the handle is open during the call.
        unsafe { WaitForSingleObject(process, time.as_millis() as u32) == WAIT_OBJECT_0 }
    }

    /// What it has used so far.
    pub(super) fn usage(&mut self) -> Option<Usage> {
        let now = (Instant::now(), idle_time());
        let last = std::mem::replace(&mut self.last_look, now);
        Some(Usage {
            // A program that could run would have, had a processor been idle.
            is_sleeping: now.1.saturating_sub(last.1) > (now.0 - last.0) / 2,
            ..self.job.usage()
        })
    }

    /// Ends it with all that it left. Returns how it ended by itself, if it had, and what it used.
    pub(super) fn end(self) -> io::Result<(End, Usage)> {
        let mut code = 0;
        // SAFETY: the handle is open, and `code` is ours.
        check(unsafe { GetExitCodeProcess(self.process.as_raw_handle(), &raw mut code) })?;
        self.job.end();
        let used = self.job.usage();
        let is_over = self.memory.is_some() && used.peak_memory > self.memory;
        let end = if is_over || self.job.has_refused_memory() {
            End::TooMuchMemory
        } else if is_exception(code) {
            End::Signal(code as i32)
        } else {
            End::Exited(code as i32)
        };
        Ok((end, used))
    }
}

/// Lets the first thread of `child` run, the only one that a process has when it starts.
fn resume(child: &process::Child) -> io::Result<()> {
    // SAFETY: the result is checked, and then owned by nobody else. Threads of all processes are listed.
    let threads = unsafe {
        let threads = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
        if threads == INVALID_HANDLE_VALUE {
            return Err(io::Error::last_os_error());
        }
        OwnedHandle::from_raw_handle(threads)
    };
    let mut entry = THREADENTRY32 {
        dwSize: size_of::<THREADENTRY32>() as u32,
        ..THREADENTRY32::default()
    };
    // SAFETY: the handle is open, and the entry ours, with its size in it.
    let mut more = unsafe { Thread32First(threads.as_raw_handle(), &raw mut entry) };
    while more != FALSE {
        if entry.th32OwnerProcessID == child.id() {
            // SAFETY: the thread belongs to a suspended process, whose handle we have, so its id is not reused.
            let thread =
                owned(unsafe { OpenThread(THREAD_SUSPEND_RESUME, FALSE, entry.th32ThreadID) })?;
            // SAFETY: the handle is open.
            return match unsafe { ResumeThread(thread.as_raw_handle()) } {
                u32::MAX => Err(io::Error::last_os_error()),
                _ => Ok(()),
            };
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(threads.as_raw_handle(), &raw mut entry) };
    }
    Err(io::Error::other("it has no thread"))
}

/// A job.
struct Job {
    handle: OwnedHandle,
    /// Where the job reports that it refused memory.
    messages: OwnedHandle,
}

impl Job {
    /// A job without processes.
    fn new(limits: &Limits) -> io::Result<Self> {
        // SAFETY: nulls stand for the defaults: no name, and handles that children do not inherit.
        let handle = owned(unsafe { CreateJobObjectW(null(), null()) })?;
        // SAFETY: without a file this makes a new port.
        let messages =
            owned(unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, 1) })?;
        let job = Self { handle, messages };
        let mut rules = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        rules.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
        rules.BasicLimitInformation.ActiveProcessLimit = PROCESSES;
        if let Some(most) = limits.memory {
            rules.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
            rules.ProcessMemoryLimit = usize::try_from(most).unwrap_or(usize::MAX);
        }
        job.set(&rules)?;
        let port = JOBOBJECT_ASSOCIATE_COMPLETION_PORT {
            CompletionKey: null_mut(),
            CompletionPort: job.messages.as_raw_handle(),
        };
        job.set(&port)?;
        Ok(job)
    }

    /// Adds `child`, and with it all that it will start.
    fn add(&self, child: &process::Child) -> io::Result<()> {
        // SAFETY: both handles are open.
        check(unsafe { AssignProcessToJobObject(self.handle(), child.as_raw_handle()) })
    }

    /// Ends all its processes, and waits until they are gone.
    fn end(&self) {
        // SAFETY: the handle is open. If this fails, closing it will do the same.
        unsafe { TerminateJobObject(self.handle(), 1) };
        let start = Instant::now();
        let is_any_left = || {
            let job: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = self.get();
            job.ActiveProcesses > 0
        };
        while is_any_left() && start.elapsed() < GONE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What its processes have used, those that have ended included.
    fn usage(&self) -> Usage {
        let job: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = self.get();
        let ticks = (job.TotalUserTime + job.TotalKernelTime).cast_unsigned();
        let memory: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = self.get();
        Usage {
            cpu: Duration::from_micros(ticks / 10),
            peak_memory: Some(memory.PeakProcessMemoryUsed as u64),
            is_sleeping: false,
        }
    }

    /// Returns whether a process of it asked for more memory than it may have.
    fn has_refused_memory(&self) -> bool {
        loop {
            let (mut message, mut key, mut process) = (0, 0, null_mut());
            // SAFETY: the handle is open, and the rest ours. A job passes no pointers, but process ids.
            let got = unsafe {
                GetQueuedCompletionStatus(
                    self.messages.as_raw_handle(),
                    &raw mut message,
                    &raw mut key,
                    &raw mut process,
                    0,
                )
            };
            if got == FALSE || message == JOB_OBJECT_MSG_PROCESS_MEMORY_LIMIT {
                return got != FALSE;
            }
        }
    }

    fn handle(&self) -> HANDLE {
        self.handle.as_raw_handle()
    }

    fn set<T: JobInformation>(&self, information: &T) -> io::Result<()> {
        let from = std::ptr::from_ref(information).cast::<c_void>();
        // SAFETY: the handle is open, and the structure is that of its class, and as large as is given.
        check(unsafe {
            SetInformationJobObject(self.handle(), T::CLASS, from, size_of::<T>() as u32)
        })
    }

    /// All 0 if the system does not say.
    fn get<T: JobInformation>(&self) -> T {
        let mut information = T::default();
        let to = (&raw mut information).cast::<c_void>();
        let len = size_of::<T>() as u32;
        // SAFETY: the handle is open; the structure is ours, that of its class, and as large as is given. It
        // consists of numbers, for which all bit patterns are valid.
        unsafe { QueryInformationJobObject(self.handle(), T::CLASS, to, len, null_mut()) };
        information
    }
}

/// A structure about a job: numbers, and pointers that nobody follows.
trait JobInformation: Default {
    /// Its number.
    const CLASS: JOBOBJECTINFOCLASS;
}

impl JobInformation for JOBOBJECT_BASIC_ACCOUNTING_INFORMATION {
    const CLASS: JOBOBJECTINFOCLASS = JobObjectBasicAccountingInformation;
}

impl JobInformation for JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
    const CLASS: JOBOBJECTINFOCLASS = JobObjectExtendedLimitInformation;
}

impl JobInformation for JOBOBJECT_ASSOCIATE_COMPLETION_PORT {
    const CLASS: JOBOBJECTINFOCLASS = JobObjectAssociateCompletionPortInformation;
}

/// How long the processors have been idle, all together.
fn idle_time() -> Duration {
    let mut idle = FILETIME::default();
    // SAFETY: the structure is ours; nulls stand for what is not asked.
    unsafe { GetSystemTimes(&raw mut idle, null_mut(), null_mut()) };
    let ticks = u64::from(idle.dwHighDateTime) << 32 | u64::from(idle.dwLowDateTime);
    Duration::from_micros(ticks / 10)
}

/// The error of the last call if its result says that it failed.
fn check(result: i32) -> io::Result<()> {
    if result == FALSE {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Takes over a handle that was just made, or the error if it is null.
fn owned(handle: RawHandle) -> io::Result<OwnedHandle> {
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the caller made it, and does not use it otherwise.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// The exceptions that end programs, as exit codes.
const EXCEPTIONS: [(u32, &str); 16] = [
    (0x4000_0015, "abort"),
    (0x8000_0003, "breakpoint"),
    (0xC000_0005, "access violation"),
    (0xC000_0017, "out of memory"),
    (0xC000_001D, "illegal instruction"),
    (0xC000_0025, "exception that cannot be continued"),
    (0xC000_008C, "array bounds exceeded"),
    (0xC000_008E, "floating-point division by zero"),
    (0xC000_0094, "integer division by zero"),
    (0xC000_0095, "integer overflow"),
    (0xC000_0096, "privileged instruction"),
    (0xC000_00FD, "stack overflow"),
    (0xC000_0135, "a DLL is missing"),
    (0xC000_013A, "Ctrl-C"),
    (0xC000_0374, "heap corruption"),
    (0xC000_0409, "stack buffer overrun or abort"),
];

/// Whether a program with this exit code was ended by an exception. No program chooses such a code itself.
fn is_exception(code: u32) -> bool {
    code >= 0xC000_0000 || EXCEPTIONS.iter().any(|&(known, _)| known == code)
}

/// Writes how the exception `code` ends a program.
pub(super) fn write_signal(code: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let code = code.cast_unsigned();
    match EXCEPTIONS.iter().find(|&&(known, _)| known == code) {
        Some((_, name)) => write!(f, "{name} (0x{code:08X})"),
        None => write!(f, "exception 0x{code:08X}"),
    }
}
