//! What the kernel refuses to a program in a sandbox, by seccomp: system calls that make memory which belongs to no
//! process and is not counted, that talk to others or change them, that few programs use and many attacks do, or that
//! limit the keeper.

use std::io;

use libc::*;

/// The numbers that system calls have for one kind of machine code: that by which the kernel knows it, what is refused
/// if it is done to the keeper, and what is refused at all.
type Abi = (u32, &'static [c_long], &'static [c_long]);

#[cfg(target_arch = "x86_64")]
const ABIS: &[Abi] = &[
    (0xC000_003E, TO_KEEPER, NATIVE),
    // Of 32 bits: the same, and the two calls that have all of them for sockets and for shared memory.
    (
        0x4000_0003,
        &[340, 241],
        &[
            356, 447, 316, 425, 374, 357, 336, 286, 287, 288, 97, 154, 156, 289, 351, 359, 360, 393, 395, 399, 102,
            117, 26, 348, 438,
        ],
    ),
];
#[cfg(target_arch = "aarch64")]
const ABIS: &[Abi] = &[(0xC000_00B7, TO_KEEPER, NATIVE)];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ABIS: &[Abi] = &[];

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const TO_KEEPER: &[c_long] = &[SYS_prlimit64, SYS_sched_setaffinity];

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const NATIVE: &[c_long] = &[
    SYS_memfd_create,
    SYS_memfd_secret,
    SYS_vmsplice,
    SYS_io_uring_setup,
    SYS_userfaultfd,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_setpriority,
    SYS_sched_setparam,
    SYS_sched_setscheduler,
    SYS_ioprio_set,
    SYS_sched_setattr,
    SYS_socket,
    SYS_socketpair,
    SYS_semget,
    SYS_shmget,
    SYS_msgget,
    SYS_ptrace,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
];

/// The number of the keeper in a sandbox.
const KEEPER: u32 = 1;

/// Calls with these numbers and above are for x32, which nothing uses.
const X32: u32 = 0x4000_0000;

/// A program for the kernel that refuses them, but pairs of sockets if there are to be some.
pub(super) fn program(has_pairs: bool) -> Vec<sock_filter> {
    let step = |code: u32, k: u32, jt: u8, jf: u8| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let refuse = step(BPF_RET, SECCOMP_RET_ERRNO | EPERM as u32, 0, 0);
    let mut steps = Vec::new();
    for &(machine, to_keeper, calls) in ABIS {
        let mut calls = calls.to_vec();
        calls.retain(|&call| !has_pairs || call != SYS_socketpair);
        // Bytes 4 to 7 of what is asked are the machine, bytes 0 to 3 the call, and from 16 on its first argument.
        steps.push(step(BPF_LD | BPF_W | BPF_ABS, 4, 0, 0));
        let len = (2 * calls.len() + to_keeper.len()) as u8 + 8;
        steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, len));
        steps.push(step(BPF_LD | BPF_W | BPF_ABS, 0, 0, 0));
        steps.push(step(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1));
        steps.push(refuse);
        for call in calls {
            steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, call as u32, 0, 1));
            steps.push(refuse);
        }
        for (call, later) in to_keeper.iter().zip((0..to_keeper.len() as u8).rev()) {
            steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, *call as u32, later + 1, 0));
        }
        steps.push(step(BPF_RET, SECCOMP_RET_ALLOW, 0, 0));
        steps.push(step(BPF_LD | BPF_W | BPF_ABS, 16, 0, 0));
        steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, KEEPER, 0, 1));
        steps.push(refuse);
        steps.push(step(BPF_RET, SECCOMP_RET_ALLOW, 0, 0));
    }
    steps.push(if ABIS.is_empty() {
        step(BPF_RET, SECCOMP_RET_ALLOW, 0, 0)
    } else {
        refuse
    });
    steps
}

/// Has the kernel run this program for each system call of this process and of all that it starts from now on. Needs no
/// memory.
pub(super) fn install(steps: &mut [sock_filter]) -> io::Result<()> {
    let program = sock_fprog {
        len: steps.len() as u16,
        filter: steps.as_mut_ptr(),
    };
    // Otherwise, kernels before 5.16 would make programs slower.
    let flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    // SAFETY: the kernel copies the steps, which are there during the call. Bubblewrap has set that no rights are
    // gained, without which it fails.
    match unsafe { syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &raw const program) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
