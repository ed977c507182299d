//! Texts for people that several reports need.

/// So many, in words: `1 case`, `2 cases`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `text` on one line, and harmless: what a terminal would not show but do is written as Rust writes it,
/// `\n` or `\u{1b}`.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\t' {
            printable.extend(c.escape_default());
        } else {
            printable.push(c);
        }
    }
    printable
}

/// The last `count` lines of what a program wrote, made [`printable`].
pub fn last_lines(text: &str, count: usize) -> Vec<String> {
    let lines: Vec<_> = text.trim_end().lines().collect();
    let last = &lines[lines.len().saturating_sub(count)..];
    last.iter().map(|line| printable(line.trim_end())).collect()
}
