//! Who wins, case by case: answers that are one of two words each, copied four at a time.

/// The longest line, `Rabbit Win!` and its newline, has 12 bytes.
const LINE: usize = 16;

/// The maximum number of answers that are copied at once.
const AT_ONCE: u32 = 4;

/// The number of bytes that are copied, however many of them are used: a copy of a fixed size is a few
/// instructions, any other one a call.
const COPIED: usize = LINE * AT_ONCE as usize;

/// Two words, and all sequences of up to four lines made of them.
///
/// Who wins is unpredictable, so a branch on it would be mispredicted half of the time; here the outcomes
/// of four cases are an index.
#[derive(Debug)]
pub(crate) struct OutcomeWords {
    /// Indexed by the sequence as binary digits, 0 for the first word and 1 for the second, after a
    /// leading 1.
    sequences: Box<[Sequence; 2 << AT_ONCE]>,
}

/// Aligned, so that no copy crosses the end of a cache line: 3 % on cases of 1 to 20 piles.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sequence {
    bytes: [u8; COPIED],
    len: usize,
}

impl OutcomeWords {
    /// The words if the first player wins, and if not. `None` if one has more than 15 bytes.
    pub(crate) fn new(words: [&str; 2]) -> Option<Self> {
        if words.iter().any(|word| word.len() >= LINE) {
            return None;
        }
        let empty = Sequence {
            bytes: [b'\n'; COPIED],
            len: 0,
        };
        let mut sequences = Box::new([empty; 2 << AT_ONCE]);
        for index in 2..sequences.len() {
            // The sequence without its last word, and that word.
            let mut sequence = sequences[index / 2];
            let word = words[index % 2].as_bytes();
            sequence.bytes[sequence.len..][..word.len()].copy_from_slice(word);
            sequence.len += word.len() + 1;
            sequences[index] = sequence;
        }
        Some(Self { sequences })
    }
}

/// Who wins some cases, in order, as the words that say so: the one thing that games hand to answers while they are read.
/// Writing the answers to some overlaps with deciding the next ones: a call for every 4 or 16 cases, or a list of outcomes,
/// takes 5 to 20 % more time.
pub struct Outcomes<'a> {
    words: &'a OutcomeWords,
    room: &'a mut [u8],
    len: usize,
    /// The answers that are not copied yet, as an index of [`OutcomeWords::sequences`].
    waiting: usize,
}

impl<'a> Outcomes<'a> {
    /// The number of bytes that `count` answers need.
    pub(crate) fn bytes_for(count: usize) -> usize {
        count * LINE + COPIED
    }

    /// An empty `room`.
    #[inline(always)]
    pub(crate) fn new(words: &'a OutcomeWords, room: &'a mut [u8]) -> Self {
        Self {
            words,
            room,
            len: 0,
            waiting: 1,
        }
    }

    /// Adds the answer to a case.
    ///
    /// # Panics
    /// If there is no room left.
    #[inline(always)]
    pub(crate) fn add(&mut self, first_wins: bool) {
        self.waiting = self.waiting << 1 | usize::from(!first_wins);
        if self.waiting >> AT_ONCE != 0 {
            self.copy();
        }
    }

    /// Adds the answers to four cases, before any are added one by one.
    ///
    /// # Panics
    /// If there is no room left.
    #[inline(always)]
    pub(crate) fn add_four(&mut self, first_wins: [bool; AT_ONCE as usize]) {
        debug_assert_eq!(self.waiting, 1);
        let index = |index, wins: bool| index << 1 | usize::from(!wins);
        // Made here and now: the compiler put the bits together after it had looked whether there is room, in the register
        // of `len`, so that each copy waited for the one before.
        self.waiting = std::hint::black_box(first_wins.into_iter().fold(1, index));
        self.copy();
    }

    #[inline(always)]
    fn copy(&mut self) {
        let sequence = &self.words.sequences[self.waiting % (2 << AT_ONCE)];
        let room = self.room[self.len..].first_chunk_mut();
        *room.expect("there is room") = sequence.bytes;
        self.len += sequence.len;
        self.waiting = 1;
    }

    /// The number of bytes that all answers take.
    ///
    /// # Panics
    /// If there is no room left.
    #[inline(always)]
    pub(crate) fn finish(mut self) -> usize {
        self.copy();
        self.len
    }
}
