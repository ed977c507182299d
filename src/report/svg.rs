//! Pictures of positions and of Grundy values, as SVG.
//!
//! A position of Nim is drawn as its binary digits: each pile is a row, each digit 1 a block of as many stones as it
//! stands for, and blocks of the same size are below each other. So the nim-sum can be seen: it has the columns in
//! which a block has no partner. Below, the same position is drawn after the first winning move, where all blocks
//! have partners.
//!
//! No information is given by color alone, and all text has the color of the page, light or dark. Stones, piles and cells
//! have classes and `data-` attributes for a page that lets somebody choose them.

#![expect(clippy::format_push_string, reason = "pictures are small")]

use crate::game::period::Period;
use crate::game::rule::Rules;
use crate::game::{Move, Play, Reason, after};
use crate::text::wrap;
use crate::words::Language;

/// Attributes of text.
const BOLD: &str = " font-weight='bold'";
const SOFT: &str = " fill-opacity='0.8'";
const TITLE: &str = " font-size='16' font-weight='bold'";
const KING: &str = " class='king' fill='#fff' stroke='#000' stroke-width='3' paint-order='stroke'";
/// The least width of a picture: that of a small phone, less its margins.
const WIDTH: u64 = 320;
/// The height of a line of text, and its columns.
const LINE: u64 = 18;
const TEXT: usize = 42;
/// The most stones of a pile that are drawn, and the most piles.
const MAX_STONES: u64 = 127;
const MAX_PILES: usize = 40;
/// The most cells of a strip.
const MAX_CELLS: u64 = 480;
/// The color of marks, which can be seen on white and on black.
const MARK: &str = "#e8590c";

/// The words of a picture, in English and in Chinese.
const FIRST: [&str; 2] = ["First player wins", "先手胜"];
const SECOND: [&str; 2] = ["Second player wins", "后手胜"];
const AFTER: [&str; 2] = ["After the winning move", "走完必胜着之后"];
const ODD: [&str; 2] = ["odd: a 1 has no partner", "奇数：有一个 1 配不成对"];
const BLOCKS: [&str; 2] = ["Piles in blocks of 1, 2, 4, 8 …", "每堆拆成 1、2、4、8……块"];
const NIM_PILES: [&str; 2] = ["As Nim piles of so many stones:", "相当于 Nim 中的这些堆："];
const REST: [&str; 2] = ["this many are too many", "这一列多出的块数"];
const MORE: [&str; 2] = ["more piles", "堆未画出"];
const PERIOD: [&str; 2] = ["period", "周期"];
const NO_PERIOD: [&str; 2] = ["no period is known", "没有已知的周期"];
const VALUES: [&str; 2] = ["Grundy values by pile size", "各种大小的一堆的 Grundy 值"];
const ALL_EVEN: [&str; 2] = [
    "Every column is even: each 1 has a partner. Whatever a move changes, some column becomes odd, and the reply \
     makes all columns even again. So the second player also takes the last stone.",
    "每一列都是偶数：每个 1 都能配成对。无论怎么走，总有某一列变成奇数，而对手又能让所有列恢复成偶数。因此最后一颗石子由后手取走。",
];
const CAN_BE_EVEN: [&str; 2] = [
    "The winning move makes every column even. Whatever the opponent does then makes some column odd, and the next \
     reply repairs it, until no stone is left.",
    "必胜着让每一列都变成偶数。此后对手无论怎么走，总有某一列变成奇数，你再把它恢复成偶数，直到石子取完。",
];

/// Draws a position, and the one after the first winning move.
pub(crate) fn position(rules: &Rules, piles: &[u64], language: Language) -> String {
    let wins = rules.first_wins(piles);
    let reason = rules.reason(piles);
    let turn = rules.winning(piles).next();
    let mut drawing = Drawing::new(language, if wins { &FIRST } else { &SECOND });
    let mut description = reason.sentence.clone();
    drawing.paragraph(&reason.sentence, "");
    drawing.bits = reason.bottom.len() as u64;
    // Blocks show why a move wins where the Grundy value of a pile is its number of stones.
    let mut rows = reason.rows.iter();
    let is_nim = rows.all(|(label, number)| *label == number.to_string());
    if is_nim && drawing.bits > 0 && piles.iter().all(|&pile| pile <= MAX_STONES) {
        let blocks: u64 = (0..drawing.bits).map(across).sum();
        drawing.pitch = ((WIDTH - 50 - 6 * drawing.bits) / blocks).clamp(6, 14);
        drawing.paragraph(drawing.say(&BLOCKS), "");
    }
    drawing.body += "<g class='live'>";
    drawing.state(rules, piles, &reason, turn.as_deref().unwrap_or_default());
    drawing.body += "</g>";
    // Pairs decide in normal play; in misère play, only as long as there is a larger pile.
    let by_parity = reason.name == "xor" && rules.play() == Play::Normal && rules.has_piles();
    if by_parity && !wins && piles.iter().any(|&pile| pile > 0) {
        drawing.paragraph(drawing.say(&ALL_EVEN), "");
    }
    let shown = drawing.y;
    if let Some(turn) = &turn {
        drawing.body += "<g class='solution'>";
        let step = rules.describe(piles, turn, 20);
        drawing.paragraph(&step, BOLD);
        description = format!("{description}; {step}");
        if by_parity {
            drawing.paragraph(drawing.say(&CAN_BE_EVEN), "");
        }
        drawing.paragraph(drawing.say(&AFTER), "");
        let after = after(piles, turn);
        drawing.state(rules, &after, &rules.reason(&after), &[]);
        drawing.body += "</g>";
    }
    drawing.finish(&description, shown)
}

/// Draws the Grundy values of piles of `from` stones and more, with the period in bands.
pub(crate) fn table(
    from: u64,
    values: &[u64],
    period: Option<Period>,
    language: Language,
) -> String {
    const LEFT: u64 = 34;
    let mut drawing = Drawing::new(language, &VALUES);
    let [repeats, unknown] = [&PERIOD, &NO_PERIOD].map(|words| drawing.say(words));
    let known = period.map(|Period { start, len }| format!("{repeats} {len} (n \u{2265} {start})"));
    let known = known.unwrap_or_else(|| unknown.to_owned());
    drawing.paragraph(&known, "");
    let (count, width, height) = (values.len().max(1) as u64, WIDTH - LEFT, 140);
    let (top, bottom) = (drawing.y + 12, drawing.y + 12 + height);
    let most = values.iter().max().copied().unwrap_or(0).max(1);
    // Within, a pile size is one unit wide, and 1 is one unit high.
    drawing.body += &format!(
        "<svg x='{LEFT}' y='{top}' width='{width}' height='{height}' viewBox='0 0 {count} {most}' \
         preserveAspectRatio='none'>"
    );
    let end = from.saturating_add(count);
    let Period { start, len } = period.unwrap_or(Period { start: end, len: 1 });
    let first = from.saturating_sub(start) / len;
    let bands = (first..).map(|n| (n, start.saturating_add(n.saturating_mul(len))));
    for (n, at) in bands.take_while(|&(_, at)| at < end) {
        let low = at.max(from) - from;
        let width = at.saturating_add(len).min(end) - from - low;
        let opacity = [0.22, 0.08][n as usize % 2];
        drawing.body += &format!(
            "<rect class='period' x='{low}' width='{width}' height='{most}' fill='{MARK}' fill-opacity='{opacity}'/>\
             <path d='M{low} 0v{most}' stroke='{MARK}' stroke-dasharray='3 2' vector-effect='non-scaling-stroke'/>"
        );
    }
    for (index, &value) in values.iter().enumerate() {
        let (size, y) = (from + index as u64, most - value);
        drawing.body += &format!(
            "<rect x='{index}.1' y='{y}' width='0.8' height='{value}'><title>{size}: {value}</title></rect>"
        );
    }
    drawing.body += &format!(
        "</svg><path d='M{LEFT} {top}V{bottom}H{WIDTH}' fill='none' stroke='currentColor'/>"
    );
    for (value, y) in [(most, top), (0, bottom)] {
        drawing.text(LEFT - 6, y + 4, "end", "", &value.to_string());
    }
    for (index, anchor) in [(0, "start"), (count / 2, "middle"), (count - 1, "end")] {
        let x = LEFT + width * (2 * index + 1) / (2 * count);
        drawing.text(x, bottom + 14, anchor, "", &(from + index).to_string());
    }
    drawing.y = bottom + LINE;
    let listed: Vec<_> = values.iter().take(60).map(u64::to_string).collect();
    drawing.finish(&format!("{known}: {}", listed.join(" ")), 0)
}

/// A picture that grows downwards.
struct Drawing {
    language: Language,
    title: &'static [&'static str; 2],
    body: String,
    width: u64,
    y: u64,
    /// The distance of stones in blocks, 0 if there are none, and the number of columns, the same before and after
    /// the move.
    pitch: u64,
    bits: u64,
}

impl Drawing {
    fn new(language: Language, title: &'static [&'static str; 2]) -> Self {
        let mut drawing = Self {
            language,
            title,
            body: String::new(),
            width: WIDTH,
            y: 0,
            pitch: 0,
            bits: 0,
        };
        drawing.paragraph(drawing.say(title), TITLE);
        drawing
    }

    fn say(&self, words: &[&'static str; 2]) -> &'static str {
        self.language.choose(*words)
    }

    fn text(&mut self, x: u64, y: u64, anchor: &str, attributes: &str, text: &str) {
        let text = escape(text);
        self.body +=
            &format!("<text x='{x}' y='{y}' text-anchor='{anchor}'{attributes}>{text}</text>");
    }

    fn paragraph(&mut self, text: &str, attributes: &str) {
        for line in wrap(text, TEXT) {
            self.y += LINE;
            self.text(4, self.y, "start", attributes, line);
        }
        self.y += 4;
    }

    /// Starts what belongs to a pile.
    fn open_pile(&mut self, index: usize, size: u64) {
        let pile = format!("data-pile='{}' data-size='{size}'", index + 1);
        self.body += &format!("<g class='pile' {pile}>");
    }

    /// Draws a stone; if it and those after it are taken, `left` stones are left.
    fn stone(&mut self, [x, y, r]: [u64; 3], left: u64, is_taken: bool) {
        self.body +=
            &format!("<circle class='stone' data-left='{left}' cx='{x}' cy='{y}' r='{r}'/>");
        if is_taken {
            // A cross on a ring, over the stone: whoever hides the solution sees the stone.
            let (left, top, size) = (x - r + 1, y - r + 1, 2 * (r - 1));
            self.body += &format!(
                "<g class='solution' pointer-events='none' stroke='{MARK}'><circle cx='{x}' cy='{y}' r='{r}' \
                 fill='#fff'/><path d='M{left} {top}l{size} {size}m0 -{size}l-{size} {size}'/></g>"
            );
        }
    }

    /// Draws a position, and what a turn takes.
    fn state(&mut self, rules: &Rules, piles: &[u64], reason: &Reason, turn: &[Move]) {
        if !rules.has_piles() {
            self.strip(piles, rules.king(), turn);
        } else if self.pitch == 0 {
            for (index, &pile) in piles.iter().enumerate().take(MAX_PILES) {
                self.heap(index, pile, turn.iter().find(|step| step.pile == index));
            }
            if reason.name == "xor" {
                self.paragraph(self.say(&NIM_PILES), "");
            }
        }
        if !reason.bottom.is_empty() {
            self.columns(reason, turn);
        }
    }

    /// Draws a pile as stones in rows, in groups of five.
    fn heap(&mut self, index: usize, pile: u64, step: Option<&Move>) {
        const IN_ROW: u64 = 20;
        const STEP: u64 = 11;
        let top = self.y + 6;
        let at = |n: u64| 52 + n % IN_ROW * STEP + n % IN_ROW / 5 * 6;
        self.open_pile(index, pile);
        self.text(4, top + 9, "start", BOLD, &pile.to_string());
        let drawn = if pile <= MAX_STONES { pile } else { 0 };
        let kept = step.map_or(pile, |step| step.left);
        for n in 0..drawn {
            let is_taken = step.is_some_and(|step| n >= kept && n - kept < step.take);
            self.stone([at(n), top + 5 + n / IN_ROW * STEP, 4], n, is_taken);
        }
        if step.and_then(|step| step.right).is_some() && (1..drawn).contains(&kept) {
            let (x, y) = (at(kept) - 6, top - 2 + kept / IN_ROW * STEP);
            self.body += &format!(
                "<path class='solution' d='M{x} {y}v13' stroke='{MARK}' stroke-width='2'/>"
            );
        }
        self.y = top + drawn.div_ceil(IN_ROW).max(1) * STEP + 2;
        self.body += "</g>";
    }

    /// Draws the rows of a reason in binary: with blocks of stones above the digits if they have a distance.
    fn columns(&mut self, reason: &Reason, turn: &[Move]) {
        let (bits, pitch, blocks) = (self.bits, self.pitch, self.pitch > 0);
        let rows = reason.rows.iter().take(MAX_PILES);
        let label =
            (rows.clone()).fold(reason.name.len(), |most, (label, _)| label.len().max(most)) as u64;
        let left = if blocks { label * 9 + 10 } else { 4 };
        let cell = |bit: u64| (across(bit) * pitch + 6).max(14);
        let at = |bit: u64| left + (bit + 1..bits).map(cell).sum::<u64>();
        let right = at(0) + cell(0);
        // A number is in front of its blocks, and a long label behind its digits.
        let (beside, anchor) = if blocks {
            (left - 10, "end")
        } else {
            (right + 8, "start")
        };
        self.width = self.width.max(right + if blocks { 0 } else { label * 7 });
        let top = self.y;
        for bit in (0..bits).filter(|_| blocks) {
            let size = (1 << bit).to_string();
            self.text(at(bit) + cell(bit) / 2, top + 14, "middle", SOFT, &size);
        }
        self.y += if blocks { LINE } else { 0 };
        for (index, (label, number)) in rows.enumerate() {
            let step = turn.iter().find(|step| step.pile == index && blocks);
            if blocks {
                self.open_pile(index, *number);
                self.y += (1 << (number.checked_ilog2().unwrap_or(0) / 2)) * pitch + 4;
            }
            self.y += LINE;
            let line = self.y - 4;
            self.text(beside, line, anchor, if blocks { BOLD } else { "" }, label);
            if let Some(step) = step {
                let taken = format!("\u{2212}{}", step.take);
                self.text(beside, line - 15, "end", " class='solution'", &taken);
            }
            let mut drawn = 0;
            for bit in (0..bits).rev() {
                let is_set = number >> bit & 1 == 1;
                let (digit, style) = if is_set { ("1", BOLD) } else { ("0", SOFT) };
                self.text(at(bit) + cell(bit) / 2, line, "middle", style, digit);
                let start = at(bit) + (cell(bit) - across(bit) * pitch) / 2 + pitch / 2;
                for n in 0..if is_set && blocks { 1 << bit } else { 0 } {
                    let x = start + n % across(bit) * pitch;
                    let y = line - 14 - pitch / 2 - ((1 << bit) - 1 - n) / across(bit) * pitch;
                    let is_taken = step.is_some_and(|step| drawn >= step.left);
                    self.stone([x, y, (pitch / 2 - 1).min(6)], drawn, is_taken);
                    drawn += 1;
                }
            }
            self.body += if blocks { "</g>" } else { "" };
        }
        if let Some(more @ 1..) = reason.rows.len().checked_sub(MAX_PILES) {
            self.paragraph(&format!("+ {more} {}", self.say(&MORE)), "");
        }
        let line = self.y + 4;
        self.body += &format!("<path d='M4 {line}H{right}' stroke='currentColor'/>");
        self.y += LINE + 2;
        self.text(beside, self.y, anchor, "", &reason.name);
        for (bit, &count) in (0..bits).zip(reason.bottom.iter().rev().chain(&[0; 64])) {
            let center = at(bit) + cell(bit) / 2;
            let style = if count > 0 { BOLD } else { "" };
            self.text(center, self.y, "middle", style, &count.to_string());
            if count > 0 {
                self.text(center, self.y + 14, "middle", "", "\u{25b2}");
                let (x, width, height) = (at(bit) + 1, cell(bit) - 2, self.y + 18 - top);
                self.body += &format!(
                    "<rect class='odd' x='{x}' y='{top}' width='{width}' height='{height}' rx='3' fill='{MARK}' \
                     fill-opacity='0.16' stroke='{MARK}' stroke-dasharray='4 2' pointer-events='none'/>"
                );
            }
        }
        self.y += 18;
        if reason.bottom.iter().any(|&count| count > 0) {
            let meaning = self.say(if reason.name == "xor" { &ODD } else { &REST });
            self.paragraph(&format!("\u{25b2} {meaning}"), "");
        }
    }

    /// Draws the cells of a hill from the top on, the persons on it, and where the first step of the turn leads.
    fn strip(&mut self, positions: &[u64], king: Option<u64>, turn: &[Move]) {
        const IN_ROW: u64 = 16;
        const CELL: u64 = 19;
        let last = positions.iter().max().copied().unwrap_or(0);
        if last >= MAX_CELLS {
            return;
        }
        let top = self.y + 6;
        let at = |cell: u64| (14 + cell % IN_ROW * CELL, top + 10 + cell / IN_ROW * 36);
        // Only a hill has a top.
        for cell in u64::from(king.is_none())..=last {
            let (x, y) = at(cell);
            let (left, upper, opacity) = (x - 9, y - 9, if cell == 0 { 0.5 } else { 0.08 });
            self.body += &format!(
                "<rect class='cell' data-left='{cell}' x='{left}' y='{upper}' width='{CELL}' height='{CELL}' \
                 fill='#888' fill-opacity='{opacity}' stroke='currentColor'/>"
            );
            self.text(x, y + 20, "middle", " font-size='9'", &cell.to_string());
        }
        for (index, &cell) in positions.iter().enumerate() {
            let (x, y) = at(cell);
            self.open_pile(index, cell);
            self.stone([x, y, 7], cell, false);
            if king == Some(index as u64 + 1) {
                self.text(x, y + 5, "middle", KING, "K");
            }
            self.body += "</g>";
        }
        if let [step, ..] = turn {
            let ((from, high), (x, y)) = (at(step.take + step.left), at(step.left));
            self.body += &format!(
                "<g class='solution' fill='none' stroke='{MARK}' stroke-width='2' pointer-events='none'>\
                 <circle cx='{x}' cy='{y}' r='8' stroke-dasharray='3 2'/><path d='M{from} {high}L{x} {y}'/></g>"
            );
        }
        self.y = top + (last / IN_ROW + 1) * 36;
    }

    /// The whole picture; without its solution it is `shown` high.
    fn finish(self, description: &str, shown: u64) -> String {
        let (width, height, short) = (self.width, self.y + 8, shown + 8);
        let (title, description) = (escape(self.say(self.title)), escape(description));
        let body = self.body;
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' \
             data-short='{short}' role='img' color='#1f2328' fill='currentColor' font-family='system-ui, sans-serif' \
             font-size='13'><style>@media (prefers-color-scheme: dark) {{ svg {{ color: #e6edf3 }} }}</style>\
             <title>{title}</title><desc>{description}</desc>{body}</svg>\n"
        )
    }
}

/// How many stones of the block of a bit are beside each other: twice as many for every second bit.
fn across(bit: u64) -> u64 {
    1 << bit.div_ceil(2)
}

/// `text` as the text of an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
