//! Every kernel decodes as the naive reader does, however the input is cut and whatever follows it.

use bouton::internals::decode::Kernel;

use super::answering::{answer_filled, decode};
use super::naive;

/// The length of a long input: some steps of a decoder.
const LONG: usize = 200_000;

/// The bytes: the problem, how long the chunks are (four bytes, used in turn), how often the text is repeated, what
/// follows it in memory, then the text.
pub fn check(data: &[u8]) {
    let Some(([which, cuts @ .., times, filler], text)) = data.split_first_chunk::<7>() else {
        return;
    };
    let ids: Vec<_> = naive::plain_ids().collect();
    let id = ids[usize::from(*which) % ids.len()];
    let problem = super::embedded(id).unwrap();
    let times = match times {
        // Mostly short inputs: they are many times faster.
        0..240 => 1,
        _ => usize::from(times - 239) * 37,
    };
    let mut input = text.repeat(times.min(LONG / text.len().max(1)).max(1));
    if which & 0x80 > 0 {
        // One case with all the numbers, so that there are long ones.
        let is_white_space = |byte: &u8| matches!(byte, b' ' | 9..=13);
        let numbers = input.split(is_white_space).filter(|word| !word.is_empty());
        let count = format!("{} ", numbers.count());
        input.splice(..0, count.into_bytes());
    }
    let shown = String::from_utf8_lossy(&input);

    let expected = naive::run(id, &input);
    for kernel in Kernel::available() {
        let mut cuts = cuts.iter().cycle();
        let mut rest = &input[..];
        // A chunk of each length in turn: up to 63 as it is, from there on growing faster.
        let chunks = std::iter::from_fn(|| {
            let cut = usize::from(*cuts.next()?);
            let len = if cut < 64 { 1 + cut } else { cut * cut };
            let (chunk, behind) = rest.split_at(len.min(rest.len()));
            rest = behind;
            (!chunk.is_empty()).then_some(chunk)
        });
        let in_chunks = answer_filled(kernel, problem, chunks, *filler);
        let whole = answer_filled(kernel, problem, [&input[..]], *filler);
        assert_eq!(in_chunks, whole, "{kernel:?} {id} {shown:?}");
        assert_eq!(Some(whole), expected, "{kernel:?} {id} {shown:?}");
    }

    let end = input.iter().rposition(|byte| !byte.is_ascii_digit());
    let block = &input[..end.map_or(0, |last| last + 1)];
    let expected = naive::values(block);
    for kernel in Kernel::available() {
        let decoded = decode(kernel, block, *filler);
        assert_eq!(decoded, expected, "{kernel:?} {shown:?}");
    }
}
