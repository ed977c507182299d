//! Text for people: messages, colors, widths, and making any text safe to print.

use std::fmt::Display;
use std::io::Write;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// `text`, which the page leaves out, since it shows no help and writes no C++.
pub(crate) const fn unless_page(text: &'static str) -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { text }
}

/// What stands before each sentence of help until it is printed: its lines start where it does. Of texts, only rows of
/// their own have it.
pub(crate) const MARK: char = '\u{2060}';

/// The style of `bouton:` before a message.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Writes the line `bouton: MESSAGE` to standard error.
pub(crate) fn say(message: &str) {
    // In one piece, so that it is a line whatever else is written there. If it cannot be written, the exit code
    // remains.
    let line = format!("{ERROR}bouton:{ERROR:#} {}\n", printable(message));
    let line = in_colors(&line, AutoStream::choice(&std::io::stderr()));
    let _ = std::io::stderr().write_all(&line);
}

/// `text` with its colors, if those of standard output are on.
pub(crate) fn colored(text: &str) -> Vec<u8> {
    in_colors(text, AutoStream::choice(&std::io::stdout()))
}

fn in_colors(text: &str, choice: ColorChoice) -> Vec<u8> {
    let mut bytes = AutoStream::new(Vec::new(), choice);
    // Memory can always be written.
    let _ = bytes.write_all(text.as_bytes());
    bytes.into_inner()
}

/// The width of what people read, in columns.
pub(crate) const WIDTH: usize = 80;

/// Breaks `text` into lines of at most `width` columns, as far as it can be broken: at spaces, and between East Asian
/// characters, but not before closing punctuation or after opening punctuation.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<&str> {
    let after = text.char_indices().skip(1);
    let breaks = text
        .chars()
        .zip(after)
        .filter(|&(before, (_, after))| may_break(before, after));
    let (mut lines, mut start, mut end) = (Vec::new(), 0, 0);
    for next in breaks.map(|(_, (at, _))| at).chain([text.len()]) {
        if columns(text[start..next].trim_end_matches(' ')) > width && end > start {
            lines.push(text[start..end].trim_end_matches(' '));
            start = end;
        }
        end = next;
    }
    lines.push(text[start..].trim_end_matches(' '));
    lines
}

/// Whether a line may be broken between two characters.
fn may_break(before: char, after: char) -> bool {
    match (before, after) {
        (_, ' ') => false,
        (' ', _) => true,
        _ => {
            (is_wide(before) || is_wide(after))
                && !"（《「“".contains(before)
                && !"，。；：、？！）》」”".contains(after)
        }
    }
}

/// The number that `text` says as `1e9` or `10^9`.
pub(crate) fn power(text: &str) -> Option<u64> {
    let (factor, base, exponent) = if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        (factor.parse().ok()?, 10, exponent)
    } else {
        let (base, exponent) = text.split_once('^')?;
        (1_u64, base.parse().ok()?, exponent)
    };
    let power = u64::checked_pow(base, exponent.parse().ok()?)?;
    factor.checked_mul(power).filter(|&power| power > 0)
}

/// How many lines end in `text`.
pub(crate) fn line_ends(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// How many columns of a terminal `text` takes: East Asian characters take two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

/// Whether `c` takes two columns.
pub(crate) fn is_wide(c: char) -> bool {
    c >= '\u{2e80}'
}

/// The first `most` of `words`, and dots if there are more.
pub(crate) fn beginning(words: &[impl Display], most: usize) -> String {
    let shown: Vec<_> = words.iter().take(most).map(ToString::to_string).collect();
    let dots = if words.len() > most { " ..." } else { "" };
    shown.join(" ") + dots
}

/// Makes `text` one line that is safe to print: characters that a terminal would not show, or would interpret, are
/// escaped as in Rust, `\n` or `\u{1b}`.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        // Zero-width characters, and those that set the direction of text.
        let is_invisible = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        let is_space = c.is_whitespace() && c != ' ';
        if c != '\t' && (c.is_control() || is_space || is_invisible) {
            printable.extend(c.escape_default());
        } else {
            printable.push(c);
        }
    }
    printable
}

/// The last `count` lines of a program's output, indented, each made [`printable`].
pub(crate) fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.trim_end().lines().collect();
    let last = &lines[lines.len().saturating_sub(count)..];
    let indented = |line: &&str| format!("  {}\n", printable(line.trim_end()));
    last.iter().map(indented).collect()
}
