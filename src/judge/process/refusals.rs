//! What the kernel refuses to a program in a sandbox, by seccomp: system calls that make memory which belongs to no
//! process and is not counted, that talk to others, or that few programs use and many attacks do.

use std::io;

use libc::*;

/// The numbers that system calls have for one kind of machine code, which the kernel knows by the first number.
type Abi = (u32, &'static [c_long]);

#[cfg(target_arch = "x86_64")]
const ABIS: &[Abi] = &[
    (0xC000_003E, NATIVE),
    // Of 32 bits: the same, and the two calls that have all of them for sockets and for shared memory.
    (
        0x4000_0003,
        &[
            356, 447, 316, 425, 374, 357, 336, 286, 287, 288, 359, 360, 395, 399, 102, 117,
        ],
    ),
];
#[cfg(target_arch = "aarch64")]
const ABIS: &[Abi] = &[(0xC000_00B7, NATIVE)];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ABIS: &[Abi] = &[];

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
    SYS_socket,
    SYS_socketpair,
    SYS_shmget,
    SYS_msgget,
];

/// Calls with these numbers and above are for x32, which nothing uses.
const X32: u32 = 0x4000_0000;

/// A program for the kernel that refuses them.
pub(super) fn program() -> Vec<sock_filter> {
    let step = |code: u32, k: u32, jt: u8, jf: u8| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let refuse = step(BPF_RET, SECCOMP_RET_ERRNO | EPERM as u32, 0, 0);
    let mut steps = Vec::new();
    for &(machine, calls) in ABIS {
        // Bytes 4 to 7 of what is asked are the machine, and bytes 0 to 3 the call.
        steps.push(step(BPF_LD | BPF_W | BPF_ABS, 4, 0, 0));
        let len = 2 * calls.len() as u8 + 4;
        steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, len));
        steps.push(step(BPF_LD | BPF_W | BPF_ABS, 0, 0, 0));
        steps.push(step(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1));
        steps.push(refuse);
        for &call in calls {
            steps.push(step(BPF_JMP | BPF_JEQ | BPF_K, call as u32, 0, 1));
            steps.push(refuse);
        }
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
    match unsafe {
        syscall(
            SYS_seccomp,
            SECCOMP_SET_MODE_FILTER,
            flags,
            &raw const program,
        )
    } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
