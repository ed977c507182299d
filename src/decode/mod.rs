//! Bytes become integers.
//!
//! A [`Block`] is a piece of input that no number crosses: it starts outside a number and ends
//! with a byte that is no digit. So blocks can be decoded in any order, by any thread, and tested
//! alone. A [`Decoder`] walks a block in small steps, and tries for each step the fastest way that
//! can do it:
//!
//! 1. *narrow*: every number has at most 8 digits and becomes a `u32`;
//! 2. *wide*: every number fits a `u64`;
//! 3. *exact*: anything, also bad input, and where the first error is.
//!
//! The first two are a [`Kernel`]'s, written for an instruction set. They only say whether they
//! could do the step; all kernels share the exact way, and so agree on every error.

mod exact;
mod fold;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use fold::Number;
#[cfg(target_arch = "x86_64")]
use x86_64::{avx2, avx512};

use crate::error::InputError;

/// How many bytes beyond the end of a block can be read, whatever their values.
pub const PADDING: usize = 128;

/// Bytes per step. The numbers of a step are folded while they are in a near cache. Shorter steps
/// would keep them in the nearest one, but every step starts anew: with 16 KiB all of the work takes
/// 3 % longer.
pub const STEP: usize = 64 * 1024;

/// How many numbers beyond the last one a kernel may write.
const SLACK: usize = 64;

/// After a step that needed a slower way, so many steps are not tried a faster way: at first, and
/// when that was in vain again and again.
const MIN_PATIENCE: u32 = 16;
const MAX_PATIENCE: u32 = 1024;

/// A piece of input that no number crosses: it starts outside a number, and its last byte is not a
/// digit. At least [`PADDING`] more bytes can be read behind it.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    padded: &'a [u8],
    len: usize,
}

impl<'a> Block<'a> {
    /// The first `len` of the bytes `padded`, unless they end with a digit.
    ///
    /// # Panics
    /// If fewer than [`PADDING`] bytes follow them.
    pub fn new(padded: &'a [u8], len: usize) -> Option<Self> {
        assert!(len + PADDING <= padded.len(), "a block needs padding");
        let block = Self { padded, len };
        let ends_in_a_number = block.bytes().last().is_some_and(u8::is_ascii_digit);
        (!ends_in_a_number).then_some(block)
    }

    /// The bytes of the block, without the padding.
    pub fn bytes(&self) -> &'a [u8] {
        &self.padded[..self.len]
    }

    /// Cuts the block after about [`STEP`] bytes. The first part is longer only if a single number
    /// (with many leading zeros) is longer than that.
    fn split_step(self) -> (Self, Self) {
        let bytes = self.bytes();
        if bytes.len() <= STEP {
            return (
                self,
                Self {
                    padded: &self.padded[self.len..],
                    len: 0,
                },
            );
        }
        let last = bytes[..STEP].iter().rposition(|b| !b.is_ascii_digit());
        let last = last.or_else(|| {
            bytes[STEP..]
                .iter()
                .position(|b| !b.is_ascii_digit())
                .map(|i| STEP + i)
        });
        // A block ends with a byte that is no digit, so there is one.
        let mid = last.map_or(self.len, |last| last + 1);
        (
            Self {
                padded: self.padded,
                len: mid,
            },
            Self {
                padded: &self.padded[mid..],
                len: self.len - mid,
            },
        )
    }
}

/// The integers of a block, in order: runs of `u32` and runs of `u64`.
pub struct Numbers {
    narrow: Vec<u32>,
    narrow_len: usize,
    wide: Vec<u64>,
    wide_len: usize,
    runs: Vec<Run>,
}

/// A run of numbers of the same width: how many.
#[derive(Clone, Copy)]
enum Run {
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
    pub fn iter(self) -> impl Iterator<Item = u64> + 'a {
        let (narrow, wide): (&[u32], &[u64]) = match self {
            Self::Narrow(numbers) => (numbers, &[]),
            Self::Wide(numbers) => (&[], numbers),
        };
        let narrow = narrow.iter().map(|&number| number.into());
        narrow.chain(wide.iter().copied())
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    /// The same numbers in slices of at most `len`.
    pub fn chunks(self, len: usize) -> impl Iterator<Item = Self> {
        let (narrow, wide): (&[u32], &[u64]) = match self {
            Self::Narrow(numbers) => (numbers, &[]),
            Self::Wide(numbers) => (&[], numbers),
        };
        narrow
            .chunks(len)
            .map(Self::Narrow)
            .chain(wide.chunks(len).map(Self::Wide))
    }
}

impl Numbers {
    /// An empty list that can hold the numbers of `bytes` bytes of input.
    pub fn for_bytes(bytes: usize) -> Self {
        // A number and the byte behind it take two bytes. Every step may add one number more than
        // half its bytes, and the kernels' slack. Zeroed memory that is never touched costs nothing.
        let capacity = bytes / 2 + bytes / STEP + 1 + SLACK;
        Self {
            narrow: vec![0; capacity],
            narrow_len: 0,
            wide: vec![0; capacity],
            wide_len: 0,
            runs: Vec::new(),
        }
    }

    /// Forgets all numbers, keeps the memory.
    pub fn clear(&mut self) {
        self.narrow_len = 0;
        self.wide_len = 0;
        self.runs.clear();
    }

    /// The numbers, in order.
    pub fn slices(&self) -> impl Iterator<Item = Slice<'_>> {
        let (mut narrow, mut wide) = (&self.narrow[..], &self.wide[..]);
        self.runs.iter().map(move |run| match *run {
            Run::Narrow(len) => Slice::Narrow(take(&mut narrow, len)),
            Run::Wide(len) => Slice::Wide(take(&mut wide, len)),
        })
    }

    fn add_narrow(&mut self, len: usize) {
        self.narrow_len += len;
        self.runs.push(Run::Narrow(len));
    }

    fn add_wide(&mut self, len: usize) {
        self.wide_len += len;
        self.runs.push(Run::Wide(len));
    }
}

/// Cuts the first `len` items off `slice`.
fn take<'a, T>(slice: &mut &'a [T], len: usize) -> &'a [T] {
    let (first, rest) = slice.split_at(len);
    *slice = rest;
    first
}

/// What is done with numbers of whatever type: a closure, if closures could be generic.
pub trait Work {
    /// What comes of it.
    type Result;

    /// Does it. Must become part of its caller, which is made for an instruction set:
    /// `#[inline(always)]`.
    fn on<N: Number>(self, numbers: &[N]) -> Self::Result;
}

/// An instruction set that decodes, and that this machine has: there is no other way to get one than
/// the functions below, which ask the processor. So the safe functions that take one are sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Isa);

/// The instruction sets for which there is code.
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
}

impl Kernel {
    /// The kernel that every machine has.
    pub const PORTABLE: Self = Self(Isa::Portable);

    /// The names of all kernels, whatever the machine.
    pub const NAMES: [&'static str; 3] = ["portable", "avx2", "avx512"];

    /// The kernels that this machine can run, the best one last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [Some(Self::PORTABLE), Self::avx2(), Self::avx512()]
            .into_iter()
            .flatten()
    }

    /// The best kernel that this machine can run.
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::PORTABLE)
    }

    /// The kernel with this name, if there is one and this machine can run it.
    pub fn named(name: &str) -> Option<Self> {
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

    /// AVX-512, if this machine has all parts of it that are used.
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

    #[cfg(not(target_arch = "x86_64"))]
    fn avx2() -> Option<Self> {
        None
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx512() -> Option<Self> {
        None
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self.0 {
            Isa::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => "avx512",
        }
    }

    /// Hands `numbers` to `work` in the form in which this kernel folds them.
    #[inline(always)]
    pub fn fold<W: Work>(self, numbers: Slice<'_>, work: W) -> W::Result {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel has asked the processor for all its features.
            Isa::Avx2 => unsafe { avx2::fold(numbers, work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx512 => unsafe { avx512::fold(numbers, work) },
            Isa::Portable => match numbers {
                Slice::Narrow(numbers) => work.on(numbers),
                Slice::Wide(numbers) => work.on(numbers),
            },
        }
    }

    /// The fastest way that it has.
    fn fastest_way(self) -> Way {
        match self.0 {
            Isa::Portable => Way::Eight,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 | Isa::Avx512 => Way::Four,
        }
    }

    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    fn narrow(self, four: bool, block: Block<'_>, out: &mut [u32]) -> Option<usize> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel has asked the processor for all its features.
            Isa::Avx2 => unsafe {
                if four {
                    avx2::narrow::<4>(block, out)
                } else {
                    avx2::narrow::<8>(block, out)
                }
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx512 => unsafe {
                if four {
                    avx512::narrow::<4>(block, out)
                } else {
                    avx512::narrow::<8>(block, out)
                }
            },
            Isa::Portable => portable::narrow(block, out),
        }
    }

    fn wide(self, block: Block<'_>, out: &mut [u64]) -> Option<usize> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the constructor of this kernel has asked the processor for all its features.
            Isa::Avx512 => unsafe { avx512::wide(block, out) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { avx2::wide(block, out) },
            Isa::Portable => portable::wide(block, out),
        }
    }
}

/// How the numbers of a step are decoded: each way is slower than the one before it, and can do
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Numbers of at most 4 digits. Not every kernel gains by it.
    Four,
    /// Numbers of at most 8 digits.
    Eight,
    /// Any numbers.
    Wide,
}

/// Decodes blocks, and remembers which way worked for the last ones.
pub struct Decoder {
    kernel: Kernel,
    /// The way that is tried first.
    way: Way,
    /// After so many steps a faster way is tried again.
    stay: u32,
    /// How many that were the last time. Each time in vain, they double.
    patience: u32,
}

impl Decoder {
    /// A decoder that uses `kernel`.
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            way: kernel.fastest_way(),
            stay: 0,
            patience: MIN_PATIENCE,
        }
    }

    /// Decodes the first [`STEP`] bytes or so of `block`, adds its numbers to `out`, and returns
    /// the rest of the block.
    ///
    /// # Errors
    /// The first error of the step, its offset counted from the start of `block`. The numbers before
    /// it have been added.
    ///
    /// # Panics
    /// If `out` was made for fewer bytes.
    pub fn step<'a>(
        &mut self,
        block: Block<'a>,
        out: &mut Numbers,
    ) -> Result<Block<'a>, InputError> {
        let (step, rest) = block.split_step();
        if step.len <= STEP && self.fast(step, out) {
            return Ok(rest);
        }
        exact::decode(step, out).map(|()| rest)
    }

    /// Whether the kernel could decode `step`.
    fn fast(&mut self, step: Block<'_>, out: &mut Numbers) -> bool {
        let usual = self.way;
        if self.stay > 0 {
            self.stay -= 1;
        } else {
            let faster = match self.way {
                Way::Four | Way::Eight => Way::Four,
                Way::Wide => Way::Eight,
            };
            self.way = faster.max(self.kernel.fastest_way());
        }
        loop {
            let narrow = &mut out.narrow[out.narrow_len..];
            let (decoded, harder) = match self.way {
                Way::Four => (self.kernel.narrow(true, step, narrow), Way::Eight),
                Way::Eight => (self.kernel.narrow(false, step, narrow), Way::Wide),
                Way::Wide => {
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
            self.way = harder;
            let in_vain = harder == usual;
            self.patience = if in_vain {
                MAX_PATIENCE.min(2 * self.patience)
            } else {
                MIN_PATIENCE
            };
            self.stay = self.patience;
        }
    }
}

/// A byte that separates numbers: space, tab, LF, VT, FF or CR.
pub fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Some digits of a number, of which there may be more before and behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digits {
    count: u64,
    /// `None` if it is larger than 2^64 - 1.
    value: Option<u64>,
}

impl Digits {
    /// The digits `digits`, of which there may be any number.
    pub fn new(digits: &[u8]) -> Self {
        let value = digits.iter().try_fold(0u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit & 0x0f))
        });
        Self {
            count: digits.len() as u64,
            value,
        }
    }

    /// Whether there is no digit.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The number that they are, if they are all of it. `None` if it is larger than 2^64 - 1.
    pub fn value(self) -> Option<u64> {
        self.value
    }

    /// These digits and then `more`.
    #[must_use]
    pub fn then(self, more: Self) -> Self {
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
