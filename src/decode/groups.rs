//! What the kernels that scan 64 bytes at a time share: the groups of a block, and the words in them.

use super::Chunk;

/// The number of bytes before a group that can be read: three words.
pub(super) const BEFORE: usize = 24;

/// A group of 64 bytes and the bytes before it.
pub(super) type GroupBytes = [u8; BEFORE + 64];

/// The groups of a block.
pub(super) struct Groups<'a> {
    block: Chunk<'a>,
    /// The first group, preceded by spaces, since nothing before a block can be read.
    pub(super) head: GroupBytes,
    /// The last group, which is not full, followed by spaces.
    pub(super) tail: GroupBytes,
    pub(super) count: usize,
}

impl<'a> Groups<'a> {
    pub(super) fn new(block: Chunk<'a>) -> Self {
        let bytes = block.bytes();
        let count = bytes.len() / 64 + 1;
        let mut head = [b' '; BEFORE + 64];
        let first = &bytes[..bytes.len().min(64)];
        head[BEFORE..][..first.len()].copy_from_slice(first);
        let mut tail = [b' '; BEFORE + 64];
        let start = 64 * (count - 1);
        let before = start.min(BEFORE);
        let last = &bytes[start - before..];
        tail[BEFORE - before..][..last.len()].copy_from_slice(last);
        Self {
            block,
            head,
            tail,
            count,
        }
    }

    /// Returns group `i`; beyond the end, the last group.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &GroupBytes {
        if i == 0 {
            &self.head
        } else if i < self.count - 1 {
            let start = self.block.bytes().as_ptr().wrapping_add(64 * i - BEFORE);
            // SAFETY: group `i` is neither the first one nor the last one. So it is in the block, as a whole, and as
            // many bytes before it.
            unsafe { &*start.cast() }
        } else {
            self.last()
        }
    }

    /// Returns the 64 bytes of group `i` alone, and fetches those ahead of them. To cut them from [`get`](Self::get)
    /// took a sixth longer with AVX-512.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn bytes(&self, i: usize) -> &[u8; 64] {
        self.block.fetch(64 * i);
        let groups = self.block.bytes().as_chunks().0;
        groups
            .get(i)
            .unwrap_or_else(|| self.last().last_chunk().expect("a group is longer"))
    }

    /// Cold, so that a branch is predicted, and nothing waits for a choice of addresses.
    #[cold]
    fn last(&self) -> &GroupBytes {
        &self.tail
    }
}

/// The `LEN` bytes of `group` before `end` (at most 64), skipping the last `skip`. Both are at most
/// [`BEFORE`] together.
#[inline(always)]
pub(super) fn word<const LEN: usize>(group: &GroupBytes, end: usize, skip: usize) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    bytes.copy_from_slice(&group[BEFORE - LEN - skip + end..][..LEN]);
    bytes
}

/// Finds where numbers end, group by group, and whether one has more than `LIMIT` digits. Only limits of 4 and 8 are
/// checked.
#[derive(Default)]
pub(super) struct Runs<const LIMIT: usize> {
    /// What goes on into the next group.
    open: [u64; 3],
    /// Nonzero if a number was too long.
    too_long: u64,
}

impl<const LIMIT: usize> Runs<LIMIT> {
    /// Takes one bit per byte of the next group: whether it is a digit. Returns whether a number ends before it.
    #[inline(always)]
    pub(super) fn ends(&mut self, digits: u64) -> u64 {
        let before = digits << 1 | self.open[0];
        self.open[0] = digits >> 63;
        if LIMIT == 4 {
            // Bit `i` is set if byte `i` is the last of that many digits.
            let two = digits & before;
            let four = two & shifted::<2>(two, &mut self.open[1]);
            self.too_long |= four & shifted::<1>(four, &mut self.open[2]);
        } else if LIMIT == 8 {
            // Bit `i` is set if that many digits start at byte `i`. Counting them across the border takes fewer
            // registers, which would run short.
            let two = digits & digits >> 1;
            let four = two & two >> 2;
            let nine = four & four >> 4 & digits >> 8;
            let across = self.open[1] + u64::from((!digits).trailing_zeros());
            // The difference is negative if there are too many.
            self.too_long |= nine | (LIMIT as u64).wrapping_sub(across) >> 63;
            self.open[1] = u64::from((!digits).leading_zeros());
        }
        !digits & before
    }

    /// Whether none so far had.
    #[inline(always)]
    pub(super) fn are_short(&self) -> bool {
        self.too_long == 0
    }
}

/// `bits` shifted up, after the highest ones of the group before, which are `open`.
#[inline(always)]
fn shifted<const BY: u32>(bits: u64, open: &mut u64) -> u64 {
    (bits << BY) + std::mem::replace(open, top_bits::<BY>(bits))
}

/// The highest `COUNT` bits, as the lowest. In assembly, since the compiler would merge this shift and the one that it
/// is combined with into one `shld`, which is slower than both.
#[inline(always)]
pub(super) fn top_bits<const COUNT: u32>(mut bits: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction changes only its register and the flags.
    unsafe {
        std::arch::asm!("shr {0}, {1}", inout(reg) bits, const 64 - COUNT, options(pure, nomem, nostack));
    };
    #[cfg(not(target_arch = "x86_64"))]
    {
        bits >>= 64 - COUNT;
    }
    bits
}
