//! Everything that is generated is valid, and every kernel answers it as the naive implementation does.

use std::io;

use bouton::internals::decode::Kernel;
use bouton::internals::error::Error;
use bouton::internals::input::Count;
use bouton::internals::testdata::{
    Bounds, CaseShape,
    generate::{self, GenerateOptions},
};

use super::answering::{answer_chunks, check_text};
use super::{has_set, naive, problem};

/// Longer inputs are skipped.
const LONGEST: usize = 30_000;

/// The bytes: the problem, the shape, how many cases, what is asked for, how many piles (two bytes), how long the
/// chunks are, the seed, the largest pile.
pub fn check(data: &[u8]) {
    let Some(([which, shape, cases, asked, few, more, size], rest)) = data.split_first_chunk() else {
        return;
    };
    let mut numbers = rest.chunks(8).map(|bytes| {
        let mut number = [0; 8];
        number[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(number)
    });
    let problem = problem(*which);
    let name = &problem.name;
    let seed = numbers.next().unwrap_or(0);
    // The Grundy values of all piles are computed for each case.
    let has_subtraction_set = has_set(problem);
    let largest = numbers.next().filter(|_| asked & 1 > 0);
    let piles = Bounds {
        low: u64::from(*few),
        high: u64::from(*few) + u64::from(*more % 16),
    };
    let options = GenerateOptions {
        seed,
        cases: if has_subtraction_set {
            Some(1)
        } else {
            (asked & 2 > 0).then_some(u64::from(*cases))
        },
        shape: CaseShape::all().cycle().nth(usize::from(*shape)).unwrap(),
        piles: (asked & 4 > 0).then_some(piles),
        largest: largest.map(|largest| if has_subtraction_set { largest % 3000 } else { largest }),
        ..GenerateOptions::default()
    };
    let mut text = Bounded(Vec::new());
    match generate::run(problem, options, &mut text, &Count::default()) {
        // Impossible requests are refused before anything is written.
        Err(Error::Usage(_)) => {
            assert!(text.0.is_empty(), "{name} {options:?}");
            return;
        }
        Err(_) => return,
        Ok(()) => {}
    }
    let text = text.0;
    let shown = String::from_utf8_lossy(&text);
    let count = check_text(&problem.layout, &text).unwrap();
    assert_eq!(count, options.cases.unwrap_or(count), "{name} {options:?}");

    let whole = answer_chunks(Kernel::best(), problem, [&text[..]]);
    assert_eq!(whole.1, None, "{name} {options:?} {shown}");
    for kernel in Kernel::available() {
        let size = 1 + usize::from(*size) * usize::from(*size);
        let in_chunks = answer_chunks(kernel, problem, text.chunks(size));
        assert_eq!(in_chunks, whole, "{kernel:?} {name} {options:?} {shown}");
    }
    // More would take the naive implementation too long.
    if text.len() < 5000
        && let Some(expected) = naive::run(&problem.id, &text)
    {
        assert_eq!(whole, expected, "{name} {options:?} {shown}");
    }
}

/// A writer that fails where the text becomes too long.
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
