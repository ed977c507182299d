//! Every problem is answered alike by one thread or several, from a file, memory or a pipe, cut anywhere, and lists of
//! piles as by the naive implementation.

use bouton::internals::decode::Kernel;
use bouton::internals::engine::RunOptions;
use bouton::internals::error::Error;
use bouton::internals::input::Input;
use bouton::internals::problem::Problem;

use super::answering::{answer_chunks, answer_input, answer_parallel, answer_stream, file};
use super::{kernel, naive, problem, takes_long};

/// The bytes: the problem, the kernel, how many threads, the size of their chunks, how often the text is repeated and
/// whether it is mapped, then the text.
pub fn check(data: &[u8]) {
    let Some(([which, kernel_byte, threads, size, times], text)) = data.split_first_chunk() else {
        return;
    };
    let (problem, kernel) = (problem(*which), kernel(*kernel_byte));
    let threads = 1 + usize::from(*threads) % 4;
    let size = match usize::from(*size) {
        small @ 0..128 => small + 1,
        large => (large - 127) * 32,
    };
    let input = text.repeat(1 + usize::from(*times) % 24);
    if !takes_long(problem, &input) {
        check_input(problem, kernel, &input, size, threads, times & 0x80 > 0);
    }
}

/// The same with threads that take chunks of `size` bytes from a file that is mapped or not.
pub fn check_input(problem: &Problem, kernel: Kernel, input: &[u8], size: usize, threads: usize, map: bool) {
    let shown = String::from_utf8_lossy(input);
    let id = &problem.id;
    let parallel = answer_parallel(kernel, problem, &file(input), size, threads, map);
    let in_chunks = answer_chunks(kernel, problem, input.chunks(size));
    assert_eq!(parallel, in_chunks, "{kernel:?} {id} {shown:?}");
    if let Some(mut input) = pipe(input) {
        let streamed = answer_stream(kernel, problem, &mut input, size);
        assert_eq!(streamed, in_chunks, "{kernel:?} {id} {shown:?}");
    }
    if let Some(expected) = naive::run(id, input) {
        assert_eq!(in_chunks, expected, "{kernel:?} {id} {shown:?}");
    }

    // As in the program, with line and column.
    let (answers, trouble) = in_chunks;
    let place = trouble.map(|(offset, message, case)| {
        let before = &input[..offset as usize];
        let lines = before.split(|&byte| byte == b'\n');
        let column = lines.clone().next_back().unwrap().len() + 1;
        let marks: [(&[u8], &str); 3] = [
            (b"\xef\xbb\xbf", "found a UTF-8 byte-order mark"),
            (b"\xff\xfe", "found a UTF-16 byte-order mark"),
            (b"\xfe\xff", "found a UTF-16 byte-order mark"),
        ];
        let mut marks = marks.iter().filter(|(bytes, _)| input.starts_with(bytes));
        let mark = marks.next().filter(|_| offset == 0);
        let message = match (mark, character(&input[offset as usize..])) {
            (Some((_, mark)), _) => (*mark).to_owned(),
            (None, Some(found)) => format!("expected a number, found {found}"),
            (None, None) => message,
        };
        format!("input:{}:{column}: {message} (case {case})", lines.count())
    });
    let options = RunOptions {
        kernel: Some(kernel),
        ..RunOptions::one_thread()
    };
    let memory = Input::from_bytes("input".to_owned(), input.to_vec());
    let inputs = [Some(file(input)), Some(memory), pipe(input)];
    for mut input in inputs.into_iter().flatten() {
        let (text, result) = answer_input(problem, &mut input, options);
        let error = result.err().as_ref().map(Error::to_string);
        let expected = (&answers, &place);
        assert_eq!((&text, &error), expected, "{kernel:?} {id} {shown:?}");
    }
}

/// The character of more than one byte with which `text` starts, as messages show it, if it can be seen.
fn character(text: &[u8]) -> Option<String> {
    let found = |len| str::from_utf8(text.get(..len)?).ok()?.chars().next();
    match (2..=4).find_map(found).filter(|c| !c.is_ascii())? {
        c @ '！'..='～' => {
            let half = char::from_u32(c as u32 - '！' as u32 + '!' as u32)?;
            Some(format!("'{c}', a full-width '{half}'"))
        }
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => None,
        c if c.is_control() || c.is_whitespace() => None,
        c => Some(format!("'{c}'")),
    }
}

/// A pipe with these bytes, if it can hold all of them.
#[cfg(unix)]
fn pipe(bytes: &[u8]) -> Option<Input> {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::OwnedFd;
    if bytes.len() > 4096 {
        return None;
    }
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(bytes).unwrap();
    let file = File::from(OwnedFd::from(reader));
    Some(Input::new("input".to_owned(), file))
}

#[cfg(not(unix))]
fn pipe(_: &[u8]) -> Option<Input> {
    None
}
