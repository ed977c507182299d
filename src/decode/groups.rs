//! What the kernels that scan groups of 64 bytes share: the groups of a block, and the ends of numbers in
//! them.

use super::Block;

/// The number of bytes before a group that can be read: three words.
pub(super) const BEFORE: usize = 24;

/// A group of 64 bytes and the bytes before it.
pub(super) type Group = [u8; BEFORE + 64];

/// The groups of a block.
pub(super) struct Groups<'a> {
    bytes: &'a [u8],
    /// The first group, preceded by spaces, since nothing before a block can be read.
    head: Group,
    /// The last group if it is not the first one, followed by spaces.
    tail: Group,
    pub(super) count: usize,
}

impl<'a> Groups<'a> {
    pub(super) fn new(block: Block<'a>) -> Self {
        let bytes = block.bytes();
        let count = bytes.len().div_ceil(64);
        let mut head = [b' '; BEFORE + 64];
        let first = &bytes[..bytes.len().min(64)];
        head[BEFORE..][..first.len()].copy_from_slice(first);
        let mut tail = [b' '; BEFORE + 64];
        if count > 1 {
            let last = &bytes[64 * (count - 1) - BEFORE..];
            tail[..last.len()].copy_from_slice(last);
        }
        Self {
            bytes,
            head,
            tail,
            count,
        }
    }

    /// Returns group `i`; beyond the end, the last group or spaces.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &Group {
        if i == 0 {
            return &self.head;
        }
        self.bytes
            .get(64 * i - BEFORE..)
            .and_then(|bytes| bytes.first_chunk())
            .unwrap_or(&self.tail)
    }
}

/// The end of the group before.
#[derive(Default)]
pub(super) struct Scan {
    /// 1 if it ended with a digit.
    open: u64,
    /// How many digits it ended with.
    ending: u64,
}

impl Scan {
    /// Finds the ends in the next group. Bit `i` of `digits` is set if byte `i` of it is a digit.
    #[inline(always)]
    pub(super) fn next(&mut self, digits: u64) -> Found {
        let found = Found {
            digits,
            ending_before: self.ending,
            ends: !digits & (digits << 1 | self.open),
        };
        self.open = digits >> 63;
        self.ending = u64::from((!digits).leading_zeros());
        found
    }
}

/// The result of scanning a group.
pub(super) struct Found {
    /// One bit per byte: whether it is a digit.
    digits: u64,
    /// How many digits the group before ended with.
    ending_before: u64,
    /// One bit per byte: whether a number ended just before it.
    pub(super) ends: u64,
}

impl Found {
    /// Nonzero if a number that reaches into the group, or ends at its start, has more than `limit` (4 or
    /// 8) digits.
    #[inline(always)]
    pub(super) fn longer_than(&self, limit: usize) -> u64 {
        let digits = self.digits;
        // Bit `i` is set if that many digits start at byte `i`.
        let two = digits & digits >> 1;
        let four = two & two >> 2;
        let too_many = if limit == 4 {
            four & digits >> 4
        } else {
            four & four >> 4 & digits >> 8
        };
        // Across the border: digits at the end of one group and at the start of the next. The difference
        // is negative if there are too many.
        let starting = u64::from((!digits).trailing_zeros());
        too_many | (limit as u64).wrapping_sub(self.ending_before + starting) >> 63
    }
}

/// The `LEN` bytes of `group` before `end` (at most 64), skipping the last `skip`. Both are at most
/// [`BEFORE`] together.
#[inline(always)]
pub(super) fn word<const LEN: usize>(group: &Group, end: usize, skip: usize) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    bytes.copy_from_slice(&group[BEFORE - LEN - skip + end..][..LEN]);
    bytes
}
