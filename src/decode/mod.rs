//! Turns bytes into integers.
//!
//! A *block* is a [`Chunk`] of input that no number crosses: it starts outside a number and ends with a
//! byte that is not a digit. So blocks can be decoded in any order, by any thread, and tested alone. A
//! [`Decoder`] walks a block in small steps, and decodes each step by the fastest of these methods that
//! can handle it:
//!
//! 1. *narrow*: every number has at most 8 digits and becomes a `u32`;
//! 2. *wide*: every number fits a `u64`;
//! 3. *exact*: anything, including bad input, whose first error it locates.
//!
//! The first two belong to a [`Kernel`], written for an instruction set. They only report whether they
//! could decode the step; all kernels share the exact method, and so agree on every error.

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod exact;
mod fold;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod groups;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::ops::Range;

#[cfg(target_arch = "aarch64")]
use aarch64::neon;
pub use fold::Number;
pub(crate) use fold::{having, xor_or};
#[cfg(target_arch = "x86_64")]
use x86_64::{avx2, avx512};

use crate::error::InputError;

/// The number of bytes after a block that must be readable, whatever their values.
pub const PADDING: usize = 128;

/// Bytes per step. The numbers of a step are folded while they are in a near cache. Shorter steps would
/// keep them in the nearest one, but every step has a start-up cost: with 16 KiB a whole run takes 3 %
/// longer.
pub const STEP: usize = 64 * 1024;

/// The number of elements beyond the last number that a kernel may write or ask for.
const SLACK: usize = 68;

/// The number of steps for which no faster method is tried after one needed a slower method: at first,
/// and when a faster one has failed again and again.
const MIN_PATIENCE: u32 = 16;
const MAX_PATIENCE: u32 = 1024;

/// A piece of an input, followed by at least [`PADDING`] bytes that can be read.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    padded: &'a [u8],
    len: usize,
}

impl<'a> Chunk<'a> {
    /// The first `len` bytes of `padded`.
    ///
    /// # Panics
    /// If fewer than [`PADDING`] bytes follow them.
    pub fn new(padded: &'a [u8], len: usize) -> Self {
        assert!(len + PADDING <= padded.len(), "a chunk needs padding");
        Self { padded, len }
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
        Self::new(&self.padded[range.start..], range.len())
    }

    /// The range from its first to its last byte that is not a digit. If there is none, an empty range
    /// at the end: then all of the chunk belongs to one open number.
    pub(crate) fn body(&self) -> Range<usize> {
        let is_other = |byte: &u8| !byte.is_ascii_digit();
        let start = self.bytes().iter().position(is_other);
        let last = self.bytes().iter().rposition(is_other);
        start.unwrap_or(self.len)..last.map_or(self.len, |last| last + 1)
    }

    /// Cuts a block after about [`STEP`] bytes. The first part is longer only if a single number
    /// (with many leading zeros) is longer than that.
    fn split_step(self) -> (Self, Self) {
        let bytes = self.bytes();
        let is_other = |byte: &u8| !byte.is_ascii_digit();
        let mut mid = self.len;
        if let Some((step, rest)) = bytes.split_at_checked(STEP) {
            let last = step.iter().rposition(is_other);
            let last = last.or_else(|| rest.iter().position(is_other).map(|i| STEP + i));
            mid = last.map_or(self.len, |last| last + 1);
        }
        (self.part(0..mid), self.part(mid..self.len))
    }
}

/// The integers of a block, in order: runs of `u32` and runs of `u64`.
#[derive(Default)]
pub struct Numbers {
    narrow: Vec<u32>,
    narrow_len: usize,
    wide: Vec<u64>,
    wide_len: usize,
    runs: Vec<RunLen>,
}

/// The length of a run of numbers of the same width.
#[derive(Clone, Copy)]
enum RunLen {
    Narrow(usize),
    Wide(usize),
}

/// A run of numbers of the same width.
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

    /// Passes the numbers to `work`.
    #[inline(always)]
    fn pass_to<W: Work>(self, work: W) -> W::Result {
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

impl Numbers {
    /// Makes room for the numbers in `bytes` more bytes of input.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        // A number takes at least two bytes, with its separator. Every step may add one number more than
        // half its bytes, and the kernels' slack.
        let more = bytes / 2 + bytes / STEP + 1 + SLACK;
        if self.narrow.len() < self.narrow_len + more {
            self.narrow.resize(self.narrow_len + more, 0);
        }
        if self.wide.len() < self.wide_len + more {
            self.wide.resize(self.wide_len + more, 0);
        }
    }

    /// Removes all numbers, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.narrow_len = 0;
        self.wide_len = 0;
        self.runs.clear();
    }

    /// The numbers, in order.
    pub fn slices(&self) -> impl Iterator<Item = Slice<'_>> {
        let (mut narrow, mut wide) = (&self.narrow[..], &self.wide[..]);
        self.runs.iter().map(move |run| match *run {
            RunLen::Narrow(len) => Slice::Narrow(take(&mut narrow, len)),
            RunLen::Wide(len) => Slice::Wide(take(&mut wide, len)),
        })
    }

    fn add_narrow(&mut self, len: usize) {
        self.narrow_len += len;
        self.runs.push(RunLen::Narrow(len));
    }

    fn add_wide(&mut self, len: usize) {
        self.wide_len += len;
        self.runs.push(RunLen::Wide(len));
    }
}

/// Removes the first `len` items from `slice` and returns them.
fn take<'a, T>(slice: &mut &'a [T], len: usize) -> &'a [T] {
    let (first, rest) = slice.split_at(len);
    *slice = rest;
    first
}

/// A closure over numbers of any type, since closures cannot be generic.
pub(crate) trait Work {
    /// The type of the result.
    type Result;

    /// Does the work. Must be `#[inline(always)]`, to become part of a caller that is compiled for an
    /// instruction set.
    fn on<N: Number>(self, numbers: &[N]) -> Self::Result;
}

/// An instruction set that this machine supports. Only the functions below create one, and they ask the
/// processor; so the safe functions that take one are sound.
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

impl Kernel {
    /// The kernel that every machine has.
    pub(crate) const PORTABLE: Self = Self(Isa::Portable);

    /// The names of all kernels, whatever the machine.
    pub(crate) const NAMES: [&'static str; 4] = ["portable", "avx2", "avx512", "neon"];

    /// The kernels that this machine can run, the best one last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [
            Some(Self::PORTABLE),
            #[cfg(target_arch = "x86_64")]
            Self::avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::avx512(),
            #[cfg(target_arch = "aarch64")]
            Self::neon(),
        ]
        .into_iter()
        .flatten()
    }

    /// The best kernel that this machine can run.
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::PORTABLE)
    }

    /// The kernel with this name, if it exists and this machine can run it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::available().find(|kernel| kernel.name() == name)
    }

    /// AVX2, if this machine has it.
    #[cfg(target_arch = "x86_64")]
    fn avx2() -> Option<Self> {
        let available = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        available.then_some(Self(Isa::Avx2))
    }

    /// AVX-512, if this machine has all the parts of it that are used.
    #[cfg(target_arch = "x86_64")]
    fn avx512() -> Option<Self> {
        let available = is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        available.then_some(Self(Isa::Avx512))
    }

    /// NEON, if this machine has it.
    #[cfg(target_arch = "aarch64")]
    fn neon() -> Option<Self> {
        let available =
            cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("neon");
        available.then_some(Self(Isa::Neon))
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self.0 {
            Isa::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => "neon",
        }
    }

    /// Passes `numbers` to `work` as the type that this kernel folds.
    #[inline(always)]
    pub(crate) fn fold<W: Work>(self, numbers: Slice<'_>, work: W) -> W::Result {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel checked that the processor has all its features.
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

    /// The fastest method of this kernel.
    fn fastest(self) -> Method {
        match self.0 {
            Isa::Portable => Method::Eight,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 | Isa::Avx512 => Method::Four,
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => Method::Four,
        }
    }

    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        allow(unused_variables)
    )]
    fn narrow<const DIGITS: usize>(self, block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel checked that the processor has all its features.
            Isa::Avx2 if DIGITS == 4 => unsafe { avx2::four_digits(block, out) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { avx2::eight_digits(block, out) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx512 => unsafe { avx512::narrow::<DIGITS>(block, out) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Isa::Neon => unsafe { neon::narrow::<DIGITS>(block, out) },
            Isa::Portable => portable::narrow(block, out),
        }
    }

    fn wide(self, block: Chunk<'_>, out: &mut [u64]) -> Option<usize> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel checked that the processor has all its features.
            Isa::Avx512 => unsafe { avx512::wide(block, out) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { avx2::wide(block, out) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Isa::Neon => unsafe { neon::wide(block, out) },
            Isa::Portable => portable::wide(block, out),
        }
    }
}

/// How the numbers of a step are decoded: each method is slower than the one before, and handles more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Method {
    /// Numbers of at most 4 digits. Not every kernel is faster at these.
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
    /// The last value that `stay` was set to. It doubles with each failed attempt.
    patience: u32,
}

impl Decoder {
    /// A decoder that uses `kernel`.
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            method: kernel.fastest(),
            stay: 0,
            patience: MIN_PATIENCE,
        }
    }

    /// Decodes about the first [`STEP`] bytes of `block`, adds their numbers to `out`, and returns the
    /// rest of the block.
    ///
    /// # Errors
    /// The first error of the step, at an offset from the start of `block`. The numbers before it have
    /// been added.
    pub fn step<'a>(
        &mut self,
        block: Chunk<'a>,
        out: &mut Numbers,
    ) -> Result<Chunk<'a>, InputError<u64>> {
        let (step, rest) = block.split_step();
        out.reserve(step.len);
        // A block does not end with a digit, but the bytes of a mapped file may be overwritten.
        let is_whole = step
            .bytes()
            .last()
            .is_none_or(|byte| !byte.is_ascii_digit());
        if step.len <= STEP && is_whole && self.fast(step, out) {
            return Ok(rest);
        }
        exact::decode(step, out).map(|()| rest)
    }

    /// Returns whether the kernel could decode `step`.
    fn fast(&mut self, step: Chunk<'_>, out: &mut Numbers) -> bool {
        let usual = self.method;
        if self.stay > 0 {
            self.stay -= 1;
        } else {
            let faster = match self.method {
                Method::Four | Method::Eight => Method::Four,
                Method::Wide => Method::Eight,
            };
            self.method = faster.max(self.kernel.fastest());
        }
        loop {
            let narrow = &mut out.narrow[out.narrow_len..];
            let (decoded, harder) = match self.method {
                Method::Four => (self.kernel.narrow::<4>(step, narrow), Method::Eight),
                Method::Eight => (self.kernel.narrow::<8>(step, narrow), Method::Wide),
                Method::Wide => {
                    let decoded = self.kernel.wide(step, &mut out.wide[out.wide_len..]);
                    if let Some(len) = decoded {
                        out.add_wide(len);
                    }
                    return decoded.is_some();
                }
            };
            if let Some(len) = decoded {
                out.add_narrow(len);
                return true;
            }
            self.method = harder;
            let failed_again = harder == usual;
            self.patience = if failed_again {
                MAX_PATIENCE.min(2 * self.patience)
            } else {
                MIN_PATIENCE
            };
            self.stay = self.patience;
        }
    }
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

/// A run of digits that may be a part of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digits {
    count: u64,
    /// `None` if it is larger than 2^64 - 1.
    value: Option<u64>,
}

impl Digits {
    /// The run `digits`, of any length.
    pub(crate) fn new(digits: &[u8]) -> Self {
        let value = digits.iter().try_fold(0u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit & 0x0f))
        });
        Self {
            count: digits.len() as u64,
            value,
        }
    }

    /// Whether there is no digit.
    pub(crate) fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The number, if these are all its digits. `None` if it is larger than 2^64 - 1.
    pub(crate) fn value(self) -> Option<u64> {
        self.value
    }

    /// These digits followed by `more`.
    #[must_use]
    pub(crate) fn then(self, more: Self) -> Self {
        let shifted = |value: u64| {
            if value == 0 {
                return Some(0);
            }
            u32::try_from(more.count)
                .ok()
                .and_then(|count| value.checked_mul(10u64.checked_pow(count)?))
        };
        let value = self.value.and_then(shifted).zip(more.value);
        Self {
            count: self.count + more.count,
            value: value.and_then(|(high, low)| high.checked_add(low)),
        }
    }
}
