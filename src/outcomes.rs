//! Short answers, which are copied without looking at their length: who wins, as one of two words and four cases at a
//! time, and numbers.

/// The longest word, `Rabbit Win!`, has 12 bytes with its newline.
const LINE: usize = 16;

/// The maximum number of words that are copied at once.
const AT_ONCE: u32 = 4;

/// Some lines. All bytes are copied, however many of them are used: a copy of a fixed size is a few instructions, any
/// other one a call.
///
/// Aligned, so that no copy crosses the end of a cache line: 3 % on cases of 1 to 20 piles.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lines<const SIZE: usize> {
    bytes: [u8; SIZE],
    len: usize,
}

impl<const SIZE: usize> Lines<SIZE> {
    const NONE: Self = Self {
        bytes: [b'\n'; SIZE],
        len: 0,
    };

    /// These lines, and one more.
    const fn and(mut self, line: &[u8]) -> Self {
        let mut i = 0;
        while i < line.len() {
            self.bytes[self.len + i] = line[i];
            i += 1;
        }
        self.len += line.len() + 1;
        self
    }
}

/// The numbers below 100.
static NUMBERS: [Lines<LINE>; 100] = {
    let mut lines = [Lines::NONE; 100];
    let mut i = 0;
    while i < 100 {
        let digits = [b'0' + i as u8 / 10, b'0' + i as u8 % 10];
        lines[i] = match digits {
            [b'0', one] => Lines::NONE.and(&[one]),
            two => Lines::NONE.and(&two),
        };
        i += 1;
    }
    lines
};

/// Two words, and all sequences of up to four lines made of them.
///
/// Who wins is unpredictable, so a branch on it would be mispredicted half of the time; here the outcomes of four cases
/// are an index: binary digits, 0 for the first word and 1 for the second, after a leading 1.
#[derive(Debug)]
pub(crate) struct OutcomeWords(Box<[Lines<{ LINE * AT_ONCE as usize }>; 2 << AT_ONCE]>);

impl OutcomeWords {
    /// The words if the first player wins, and if not. `None` if one has more than 15 bytes.
    pub(crate) fn new(words: [&str; 2]) -> Option<Self> {
        if words.iter().any(|word| word.len() >= LINE) {
            return None;
        }
        let mut sequences = Box::new([Lines::NONE; 2 << AT_ONCE]);
        for index in 2..sequences.len() {
            // The sequence without its last word, and that word.
            sequences[index] = sequences[index / 2].and(words[index % 2].as_bytes());
        }
        Some(Self(sequences))
    }
}

/// Room for short lines, which are added one by one.
pub(crate) struct ShortLines<'a> {
    room: &'a mut [u8],
    /// The number of bytes that all lines take.
    pub len: usize,
}

impl<'a> ShortLines<'a> {
    /// The number of bytes that `count` lines need.
    pub(crate) fn bytes_for(count: usize) -> usize {
        (count + AT_ONCE as usize) * LINE
    }

    /// An empty `room`.
    #[inline(always)]
    pub(crate) fn new(room: &'a mut [u8]) -> Self {
        Self { room, len: 0 }
    }

    /// Adds `number` and a newline.
    ///
    /// Small numbers are precomputed lines, so that nothing branches on whether they have one digit or two, and no
    /// branch is mispredicted.
    ///
    /// # Panics
    /// If there is no room left, or `number` has more digits than a line can hold.
    #[inline(always)]
    pub(crate) fn number(&mut self, number: u64) {
        if let Some(line) = NUMBERS.get(number.min(100) as usize) {
            self.copy(line);
        } else {
            let mut digits = itoa::Buffer::new();
            self.copy(&Lines::<LINE>::NONE.and(digits.format(number).as_bytes()));
        }
    }

    #[inline(always)]
    fn copy<const SIZE: usize>(&mut self, lines: &Lines<SIZE>) {
        let room = self.room[self.len..].first_chunk_mut();
        *room.expect("there is room") = lines.bytes;
        self.len += lines.len;
    }
}

/// Who wins some cases, in order, as the words that say so: the one thing that games hand to answers while they are
/// read. Writing the answers to some overlaps with deciding the next ones: a call for every 4 or 16 cases, or a list of
/// outcomes, takes 5 to 20 % more time.
pub struct Outcomes<'a> {
    words: &'a OutcomeWords,
    lines: ShortLines<'a>,
    /// The answers that are not copied yet, as an index of [`OutcomeWords`].
    waiting: usize,
}

impl<'a> Outcomes<'a> {
    /// No outcomes yet, which go to `lines`.
    #[inline(always)]
    pub(crate) fn new(words: &'a OutcomeWords, lines: ShortLines<'a>) -> Self {
        Self {
            words,
            lines,
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
        // Made here and now: the compiler put the bits together after it had looked whether there is room, in the
        // register of `len`, so that each copy waited for the one before.
        self.waiting = std::hint::black_box(first_wins.into_iter().fold(1, index));
        self.copy();
    }

    #[inline(always)]
    fn copy(&mut self) {
        self.lines.copy(&self.words.0[self.waiting % (2 << AT_ONCE)]);
        self.waiting = 1;
    }

    /// The number of bytes that all answers take.
    ///
    /// # Panics
    /// If there is no room left.
    #[inline(always)]
    pub(crate) fn finish(mut self) -> usize {
        self.copy();
        self.lines.len
    }
}
