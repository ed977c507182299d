//! Turns bytes into integers.
//!
//! A *block* is a [`Chunk`] of input that no number crosses: it starts outside a number and ends with a
//! byte that is not a digit. So blocks can be decoded in any order, by any thread, and tested alone. A
//! [`Decoder`] walks a block in small steps, and decodes each step by the fastest of these methods that
//! can handle it:
//!
//! 1. *narrow*: every number has at most 4 digits, or at most 8, and becomes a `u32`;
//! 2. *wide*: every number fits a `u64`;
//! 3. *exact*: anything, including bad input, whose first error it locates.
//!
//! The first two belong to a [`Kernel`], written for an instruction set. They only report whether they could decode the
//! step; all kernels share the exact method, and so agree on every error.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod exact;
mod fold;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod groups;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

use std::ops::Range;

pub(crate) use fold::Number;
pub(crate) use fold::{Vector, in_each, in_rounds, xor_of, zeros};

use crate::error::InputError;

/// The number of bytes after a block that must be readable, whatever their values.
pub const PADDING: usize = 128;

/// Bytes per step. The numbers of a step are folded while they are in a near cache. Shorter steps would keep them in
/// the nearest one, but every step has a start-up cost: with 16 KiB a whole run takes 3 % longer.
pub const STEP: usize = 64 * 1024;

/// The number of elements beyond the last number that a kernel may write or ask for.
const SLACK: usize = 64;

/// The number of steps for which no faster method is tried after one has failed, which takes as long as a step.
const PATIENCE: u32 = 256;

/// A piece of an input, followed by at least [`PADDING`] bytes that can be read.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    padded: &'a [u8],
    len: usize,
    /// The distance from a byte that is decoded to the one that is fetched into the cache meanwhile.
    ahead: isize,
}

/// Which files have their next chunk fetched into the cache while one is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fetched {
    /// None.
    None,
    /// Those that the page cache has in large pages, so that they are mapped in no time.
    OfLargePages,
    /// All.
    All,
}

impl<'a> Chunk<'a> {
    /// The first `len` bytes of `padded`.
    ///
    /// # Panics
    /// If fewer than [`PADDING`] bytes follow them.
    pub fn new(padded: &'a [u8], len: usize) -> Self {
        assert!(len + PADDING <= padded.len(), "a chunk needs padding");
        Self { padded, len, ahead: 0 }
    }

    /// The same chunk. While a byte of it is decoded, the one at this distance is fetched into the cache, if its kernel
    /// [gains](Kernel::gains_by_fetching) by that.
    #[must_use]
    pub(crate) fn fetching(self, ahead: isize) -> Self {
        Self { ahead, ..self }
    }

    /// Fetches into the cache what should be there once the byte `at` has been decoded.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn fetch(&self, at: usize) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let byte = self.padded.as_ptr().wrapping_add(at);
        let address = byte.wrapping_offset(self.ahead);
        // SAFETY: each of these processors has the instruction, which ignores an address that is not mapped.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }

    /// Its length.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Its bytes, without the padding.
    pub fn bytes(&self) -> &'a [u8] {
        &self.padded[..self.len]
    }

    /// A part of it.
    #[must_use]
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        Self::new(&self.padded[range.start..], range.len()).fetching(self.ahead)
    }

    /// The range from its first to its last byte that is not a digit. If there is none, an empty range at the end: then
    /// all of the chunk belongs to one open number.
    pub(crate) fn body(&self) -> Range<usize> {
        let is_other = |byte: &u8| !byte.is_ascii_digit();
        let start = self.bytes().iter().position(is_other);
        let last = self.bytes().iter().rposition(is_other);
        start.unwrap_or(self.len)..last.map_or(self.len, |last| last + 1)
    }

    /// Cuts a block after about [`STEP`] bytes. The first part is longer only if a single number (with many leading
    /// zeros) is longer than that.
    fn split_step(self) -> (Self, Self) {
        let bytes = self.bytes();
        let is_other = |byte: &u8| !byte.is_ascii_digit();
        let mut mid = self.len;
        if let Some((step, rest)) = bytes.split_at_checked(STEP) {
            let last = step
                .iter()
                .rposition(is_other)
                .or_else(|| rest.iter().position(is_other).map(|i| STEP + i));
            mid = last.map_or(self.len, |last| last + 1);
        }
        (self.part(0..mid), self.part(mid..self.len))
    }
}

/// Numbers of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice<'a> {
    /// Numbers below 10^8.
    Narrow(&'a [u32]),
    /// Any numbers.
    Wide(&'a [u64]),
}

impl<'a> Slice<'a> {
    /// The numbers.
    pub(crate) fn iter(self) -> impl Iterator<Item = u64> + 'a {
        let (narrow, wide): (&[u32], &[u64]) = match self {
            Self::Narrow(numbers) => (numbers, &[]),
            Self::Wide(numbers) => (&[], numbers),
        };
        let narrow = narrow.iter().map(|&number| number.into());
        narrow.chain(wide.iter().copied())
    }

    /// The first `len` numbers.
    pub(crate) fn first(self, len: usize) -> Self {
        match self {
            Self::Narrow(numbers) => Self::Narrow(&numbers[..len]),
            Self::Wide(numbers) => Self::Wide(&numbers[..len]),
        }
    }

    /// Copies those from the index `at` on.
    pub(crate) fn copy(self, at: usize, to: &mut [u64]) {
        match self {
            Self::Narrow(numbers) => {
                let from = &numbers[at..at + to.len()];
                to.iter_mut().zip(from).for_each(|(to, &from)| *to = from.into());
            }
            Self::Wide(numbers) => to.copy_from_slice(&numbers[at..at + to.len()]),
        }
    }

    /// Whether one of them is 0.
    pub(crate) fn has_zero(self) -> bool {
        fn any<N: Number>(numbers: &[N]) -> bool {
            // Without an end before the last, so that it becomes a loop over whole vectors.
            let is_zero = |number: &N| (*number).into() == 0;
            numbers.iter().fold(false, |any, number| any | is_zero(number))
        }
        match self {
            Self::Narrow(numbers) => any(numbers),
            Self::Wide(numbers) => any(numbers),
        }
    }

    /// Passes the numbers to `work`.
    #[inline(always)]
    pub(crate) fn pass_to<W: Work>(self, work: W) -> W::Result {
        match self {
            Self::Narrow(numbers) => work.on(numbers),
            Self::Wide(numbers) => work.on(numbers),
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }
}

/// A closure over numbers of any type, since closures cannot be generic.
pub trait Work {
    /// The type of the result.
    type Result;

    /// Does the work. Must be `#[inline(always)]`, to become part of a caller that is compiled for an instruction set.
    fn on<N: Number>(self, numbers: &[N]) -> Self::Result;
}

/// An instruction set that this machine supports. [`Kernel::available`] asks the processor, and [`Kernel::PORTABLE`] is
/// for every machine; nothing else makes one, so the safe functions that take one are sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Isa);

/// The instruction sets for which there is a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Isa {
    /// Any 64-bit machine: eight bytes at a time in ordinary registers.
    Portable,
    /// x86-64 with AVX2 (Intel since Haswell, AMD since Zen).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 VBMI2 (Intel since Ice Lake, AMD since Zen 4).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Little-endian AArch64, all of which have NEON.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// A function that writes the numbers of a block, and returns how many there are, if it could decode them. It may need
/// instructions that not every processor has.
type Decode<T> = unsafe fn(Chunk<'_>, &mut [T]) -> Option<usize>;

/// How a kernel decodes.
struct Methods {
    /// The name on the command line.
    name: &'static str,
    /// Numbers of at most 4 digits.
    four: Decode<u32>,
    /// Numbers of at most 8 digits.
    eight: Decode<u32>,
    /// Any numbers.
    wide: Decode<u64>,
}

impl Isa {
    /// Those for this machine's architecture, the best one last.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "aarch64")]
        Self::Neon,
    ];

    /// Whether the processor has all of it that is used.
    fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let has_avx2 = || {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        };
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                has_avx2()
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("neon"),
        }
    }

    fn methods(self) -> &'static Methods {
        match self {
            Self::Portable => &Methods {
                name: "portable",
                // It is no faster at these.
                four: |_, _| None,
                eight: portable::narrow,
                wide: portable::wide,
            },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => &Methods {
                name: "avx2",
                four: avx2::four_digits,
                eight: avx2::eight_digits,
                wide: avx2::wide,
            },
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => &Methods {
                name: "avx512",
                four: avx512::narrow::<4>,
                eight: avx512::narrow::<8>,
                wide: avx512::wide,
            },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => &Methods {
                name: "neon",
                four: neon::narrow::<4>,
                eight: neon::narrow::<8>,
                wide: neon::wide,
            },
        }
    }
}

impl Kernel {
    /// The kernel that every machine has.
    pub(crate) const PORTABLE: Self = Self(Isa::Portable);

    /// The kernels that this machine can run, the best one last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        let available = Isa::ALL.iter().filter(|isa| isa.is_available());
        available.map(|isa| Self(*isa))
    }

    /// The best kernel that this machine can run.
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::PORTABLE)
    }

    /// The kernel with this name, if it exists and this machine can run it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::available().find(|kernel| kernel.name() == name)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.0.methods().name
    }

    /// Of which files a single thread gains by fetching the next chunk into the cache while this kernel decodes one. CPU
    /// time with it, relative to that without, of files in the page cache (2026-11-26 and 29; on Intel, that of the
    /// program which had it, at 459ab8d, relative to that of one which did not):
    ///
    /// | processor | kernel | pages | F1 | F2 | F3 | F4 | F5 |
    /// |---|---|---|---|---|---|---|---|
    /// | Intel Xeon (model 207) | avx512 | any | 0.68 | 0.86 | 0.81 | 0.69 | 0.81 |
    /// | AMD EPYC (Zen 5) | avx512 | small | 1.17 | 1.03 | 1.02 | 1.13 | 1.04 |
    /// | AMD EPYC (Zen 5) | avx512 | large | 0.90 | 0.90 | 0.92 | 0.91 | 0.92 |
    pub(crate) fn gains_by_fetching(self) -> Fetched {
        #[cfg(target_arch = "x86_64")]
        if self.0 == Isa::Avx512 {
            let vendor = std::arch::x86_64::__cpuid(0);
            let is_intel = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat() == b"GenuineIntel";
            return if is_intel { Fetched::All } else { Fetched::OfLargePages };
        }
        Fetched::None
    }

    /// Passes `numbers` to `work` as the type that this kernel folds.
    #[inline(always)]
    pub(crate) fn fold<W: Work>(self, numbers: Slice<'_>, work: W) -> W::Result {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has all that this kernel uses, as was checked when it was made.
            Isa::Avx512 => unsafe { avx512::fold(numbers, work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { avx2::fold(numbers, work) },
            // The compiler always uses NEON.
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => numbers.pass_to(work),
            Isa::Portable => numbers.pass_to(work),
        }
    }
}

/// How the numbers of a step are decoded: each method is slower than the one before, and handles more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Numbers of at most 4 digits.
    Four,
    /// Numbers of at most 8 digits.
    Eight,
    /// Any numbers.
    Wide,
}

/// Decodes blocks, and remembers which method worked last.
pub struct Decoder {
    kernel: Kernel,
    /// The method to try first.
    method: Method,
    /// The number of steps before a faster method is tried again.
    stay: u32,
    /// Room for the numbers of a step.
    narrow: Vec<u32>,
    wide: Vec<u64>,
}

impl Decoder {
    /// A decoder that uses `kernel`.
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            method: Method::Four,
            stay: 0,
            narrow: Vec::new(),
            wide: Vec::new(),
        }
    }

    /// Decodes about the first [`STEP`] bytes of `block`. Returns their numbers and the rest of the block. On an error,
    /// returns the numbers before it and the error, at an offset from the start of `block`.
    pub fn step<'a>(&mut self, block: Chunk<'a>) -> (Slice<'_>, Result<Chunk<'a>, InputError<u64>>) {
        let (step, rest) = block.split_step();
        // A block does not end with a digit, but the bytes of a mapped file may be overwritten.
        let is_whole = step.bytes().last().is_none_or(|byte| !byte.is_ascii_digit());
        if step.len <= STEP
            && is_whole
            && let Some(len) = self.fast(step)
        {
            let numbers = match self.method {
                Method::Four | Method::Eight => Slice::Narrow(&self.narrow[..len]),
                Method::Wide => Slice::Wide(&self.wide[..len]),
            };
            return (numbers, Ok(rest));
        }
        let (len, result) = exact::decode(step, room(&mut self.wide, step.len));
        (Slice::Wide(&self.wide[..len]), result.map(|()| rest))
    }

    /// Decodes `step` with the kernel, and returns how many numbers it has; `self.method` is the method that worked.
    /// `None` if none did.
    fn fast(&mut self, step: Chunk<'_>) -> Option<usize> {
        if self.stay > 0 {
            self.stay -= 1;
        } else {
            self.method = match self.method {
                Method::Four | Method::Eight => Method::Four,
                Method::Wide => Method::Eight,
            };
        }
        let methods = self.kernel.0.methods();
        loop {
            let narrow = room(&mut self.narrow, step.len);
            // SAFETY: the processor has all that the kernel uses, as was checked when it was made.
            let (decoded, harder) = unsafe {
                match self.method {
                    Method::Four => ((methods.four)(step, narrow), Method::Eight),
                    Method::Eight => ((methods.eight)(step, narrow), Method::Wide),
                    Method::Wide => return (methods.wide)(step, room(&mut self.wide, step.len)),
                }
            };
            if decoded.is_some() {
                return decoded;
            }
            self.method = harder;
            self.stay = PATIENCE;
        }
    }
}

/// Room for the numbers of a step of so many bytes, and for what kernels may write or ask for beyond them.
fn room<T: Copy + Default>(numbers: &mut Vec<T>, bytes: usize) -> &mut [T] {
    // A number takes at least two bytes, with its separator.
    let len = bytes / 2 + 1 + SLACK;
    if numbers.len() < len {
        numbers.resize(len, T::default());
    }
    numbers
}

/// Returns whether `byte` separates numbers: space, tab, LF, VT, FF or CR.
pub(crate) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The words of a text, which white space separates.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|&byte| is_white_space(byte));
    words.filter(|word| !word.is_empty())
}
