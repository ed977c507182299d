//! Pictures of positions and of Grundy values, as SVG.
//!
//! A position of Nim is drawn as its binary digits: each pile is a row, each digit 1 a block of as many stones as it
//! stands for, and blocks of the same size are below each other. So the nim-sum can be seen: it has the columns in
//! which a block has no partner. Below, the same position is drawn after the first winning move, where all blocks
//! have partners.
//!
//! No information is given by color alone, and all text has the color of the page, light or dark. Stones, piles and cells
//! have classes and `data-` attributes for a page that lets somebody choose them.

#![expect(
    clippy::cast_precision_loss,
    reason = "a picture needs no more than some digits"
)]

use std::fmt::Write as _;

use crate::game::rule::Rules;
use crate::game::subtraction_set::Period;
use crate::game::{Move, Play, Reason, after};
use crate::problem::statement::Language;
use crate::text::wrap;

/// Attributes of text.
const BOLD: &str = " font-weight='bold'";
const TITLE: &str = " font-size='16' font-weight='bold'";
const KING: &str = " class='king' fill='#fff' stroke='#000' stroke-width='3' paint-order='stroke'";
/// The least width of a picture: that of a small phone, less its margins.
const WIDTH: u64 = 320;
/// The height of a line of text.
const LINE: u64 = 18;
/// The columns of text in a line.
const TEXT: usize = 44;
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
const ODD: [&str; 2] = ["odd: a block has no partner", "奇数：有一块配不成对"];
const REST: [&str; 2] = ["this many are too many", "这一列多出的块数"];
const MORE: [&str; 2] = ["more piles", "堆未画出"];
const PERIOD: [&str; 2] = ["period", "周期"];
const FROM: [&str; 2] = ["from", "起点"];
const NO_PERIOD: [&str; 2] = ["no period is known", "没有已知的周期"];
const VALUES: [&str; 2] = ["Grundy values by pile size", "各种大小的一堆的 Grundy 值"];
const ALL_EVEN: [&str; 2] = [
    "Every column is even: each block has a partner. Whatever a move changes, some column becomes odd, and the reply \
     makes all columns even again. So the second player also takes the last stone.",
    "每一列都是偶数：每一块都能配成对。无论怎么走，总有某一列变成奇数，而对手又能让所有列恢复成偶数。因此最后一颗石子由后手取走。",
];
const CAN_BE_EVEN: [&str; 2] = [
    "The winning move makes every column even. Whatever the opponent does then makes some column odd, and the next \
     reply repairs it, until no stone is left.",
    "必胜着让每一列都变成偶数。此后对手无论怎么走，总有某一列变成奇数，你再把它恢复成偶数，直到石子取完。",
];

/// Draws a position, and the one after the first winning move.
pub fn position(rules: &Rules, piles: &[u64], language: Language) -> String {
    let wins = rules.first_wins(piles);
    let reason = rules.reason(piles);
    let turn = rules.winning(piles).next();
    let mut drawing = Drawing::new(language);
    let winner = if wins { &FIRST } else { &SECOND };
    let mut description = reason.sentence.clone();
    drawing.paragraph(drawing.say(winner), TITLE);
    drawing.paragraph(&reason.sentence, "");
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
    drawing.finish(winner, &description, shown)
}

/// Draws the Grundy values of piles of `from` stones and more, with the period in bands.
pub fn table(from: u64, values: &[u64], period: Option<Period>, language: Language) -> String {
    const HEIGHT: f64 = 140.0;
    const LEFT: f64 = 34.0;
    let mut drawing = Drawing::new(language);
    let known = match period {
        Some(Period { start, len }) => {
            format!(
                "{} {len}, {} {start}",
                drawing.say(&PERIOD),
                drawing.say(&FROM)
            )
        }
        None => drawing.say(&NO_PERIOD).to_owned(),
    };
    drawing.paragraph(drawing.say(&VALUES), TITLE);
    drawing.paragraph(&known, "");
    let top = (drawing.y + 12) as f64;
    let bottom = top + HEIGHT;
    let most = values.iter().max().copied().unwrap_or(0).max(1);
    let step = (WIDTH as f64 - LEFT) / values.len().max(1) as f64;
    let x = |index: u64| LEFT + step * index as f64;
    let end = from.saturating_add(values.len() as u64);
    let Period { start, len } = period.unwrap_or(Period { start: end, len: 1 });
    let first = from.saturating_sub(start) / len;
    let bands = (first..).map(|n| (n, start.saturating_add(n.saturating_mul(len))));
    for (n, at) in bands.take_while(|&(_, at)| at < end) {
        let low = x(at.max(from) - from);
        let width = x(at.saturating_add(len).min(end) - from) - low;
        let opacity = [0.22, 0.08][n as usize % 2];
        drawing.put(&format!(
            "<rect class='period' x='{low:.1}' y='{top}' width='{width:.1}' height='{HEIGHT}' fill='{MARK}' \
             fill-opacity='{opacity}'/><path d='M{low:.1} {top}V{bottom}' stroke='{MARK}' stroke-dasharray='3 2'/>"
        ));
    }
    for (size, &value) in (from..).zip(values) {
        let width = (step * 0.8).clamp(0.6, 14.0);
        let height = (HEIGHT * value as f64 / most as f64).max(1.5);
        let (x, y) = (x(size - from), bottom - height);
        drawing.put(&format!(
            "<rect x='{x:.1}' y='{y:.1}' width='{width:.1}' height='{height:.1}'><title>{size}: {value}</title></rect>"
        ));
    }
    drawing.put(&format!(
        "<path d='M{LEFT} {top}V{bottom}H{WIDTH}' fill='none' stroke='currentColor'/>"
    ));
    for (value, y) in [(most, top), (0, bottom)] {
        drawing.text(LEFT as u64 - 6, y as u64 + 4, "end", "", &value.to_string());
    }
    drawing.y = bottom as u64 + LINE;
    let last = (values.len() as u64).saturating_sub(1);
    for (index, anchor) in [(0, "start"), (last / 2, "middle"), (last, "end")] {
        let size = (from + index).to_string();
        drawing.text(x(index) as u64, bottom as u64 + 14, anchor, "", &size);
    }
    let listed: Vec<_> = values.iter().take(60).map(u64::to_string).collect();
    let description = format!("{known}: {}", listed.join(" "));
    let height = drawing.y;
    drawing.finish(&VALUES, &description, height)
}

/// A picture that grows downwards.
struct Drawing {
    language: Language,
    body: String,
    width: u64,
    y: u64,
    /// The distance of stones in blocks, the same in the whole picture.
    pitch: Option<u64>,
}

impl Drawing {
    fn new(language: Language) -> Self {
        let (body, width, y, pitch) = (String::new(), WIDTH, 0, None);
        Self {
            language,
            body,
            width,
            y,
            pitch,
        }
    }

    fn say(&self, words: &[&'static str; 2]) -> &'static str {
        words[usize::from(self.language == Language::Chinese)]
    }

    fn put(&mut self, element: &str) {
        self.body += element;
    }

    fn text(&mut self, x: u64, y: u64, anchor: &str, attributes: &str, text: &str) {
        let text = escape(text);
        self.put(&format!(
            "<text x='{x}' y='{y}' text-anchor='{anchor}'{attributes}>{text}</text>"
        ));
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
        self.put(&format!("<g class='pile' {pile}>"));
    }

    /// Draws a stone; if it and those after it are taken, `left` stones are left.
    fn stone(&mut self, [x, y, r]: [u64; 3], left: u64, is_taken: bool) {
        self.put(&format!(
            "<circle class='stone' data-left='{left}' cx='{x}' cy='{y}' r='{r}'/>"
        ));
        if is_taken {
            // A cross on a ring, over the stone: whoever hides the solution sees the stone.
            let (left, top, size) = (x - r + 1, y - r + 1, 2 * (r - 1));
            self.put(&format!(
                "<g class='solution' pointer-events='none' stroke='{MARK}'><circle cx='{x}' cy='{y}' r='{r}' \
                 fill='#fff'/><path d='M{left} {top}l{size} {size}m0 -{size}l-{size} {size}'/></g>"
            ));
        }
    }

    /// Draws a position, and what a turn takes.
    fn state(&mut self, rules: &Rules, piles: &[u64], reason: &Reason, turn: &[Move]) {
        let sizes = reason.rows.iter().map(|(_, number)| number);
        let largest = piles.iter().max().copied().unwrap_or(0);
        if rules.has_piles() && sizes.eq(piles) && largest <= MAX_STONES {
            let blocks: u64 = (0..reason.bottom.len() as u64).map(across).sum();
            let room = WIDTH - 50 - 6 * reason.bottom.len() as u64;
            let pitch = (room / blocks.max(1)).clamp(6, 14);
            let pitch = *self.pitch.get_or_insert(pitch);
            return self.columns(reason, pitch, turn);
        }
        if rules.has_piles() {
            for (index, &pile) in piles.iter().enumerate().take(MAX_PILES) {
                let step = turn.iter().find(|step| step.pile == index);
                self.heap(index, pile, step);
            }
        } else {
            self.strip(piles, rules.king(), turn);
        }
        self.columns(reason, 0, &[]);
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
            self.put(&format!(
                "<path class='solution' d='M{x} {y}v13' stroke='{MARK}' stroke-width='2'/>"
            ));
        }
        self.y = top + drawn.div_ceil(IN_ROW).max(1) * STEP + 2;
        self.body += "</g>";
    }

    /// Draws the rows of a reason in binary: with blocks of stones at distances of `pitch`, or as digits if that is 0.
    fn columns(&mut self, reason: &Reason, pitch: u64, turn: &[Move]) {
        let bits = reason.bottom.len() as u64;
        if bits == 0 {
            return;
        }
        let blocks = pitch > 0;
        let cell = |bit: u64| {
            6 + if blocks {
                (across(bit) * pitch).max(12)
            } else {
                14
            }
        };
        let rows = reason.rows.iter().take(MAX_PILES);
        let label = rows.clone().map(|(label, _)| label.len()).max();
        let label = label.unwrap_or(0).max(reason.name.len()) as u64;
        // Without blocks, a long label has a line of its own.
        let is_above = !blocks && label * 8 + 20 * bits > WIDTH && bits < 8;
        let left = if is_above { 40 } else { label.max(3) * 9 + 10 };
        let at = |bit: u64| left + (bit + 1..bits).map(cell).sum::<u64>();
        let right = at(0) + cell(0);
        self.width = self.width.max(right);
        let (top, before) = (self.y, self.body.len());
        for (index, (label, number)) in rows.enumerate() {
            let step = turn.iter().find(|step| step.pile == index);
            if blocks {
                self.open_pile(index, *number);
                self.y += (1 << ((bits - 1) / 2)) * pitch + 4;
            }
            if is_above {
                self.y += LINE;
                self.text(4, self.y, "start", "", label);
            }
            self.y += LINE;
            let line = self.y - 4;
            if !is_above {
                self.text(left - 10, line, "end", BOLD, label);
            }
            if let Some(step) = step {
                let taken = format!("\u{2212}{}", step.take);
                self.text(left - 10, line - 15, "end", " class='solution'", &taken);
            }
            let mut drawn = 0;
            for bit in (0..bits).rev() {
                let is_set = number >> bit & 1 == 1;
                let style = if is_set { BOLD } else { " fill-opacity='0.65'" };
                let digit = if is_set { "1" } else { "0" };
                self.text(at(bit) + cell(bit) / 2, line, "middle", style, digit);
                if !is_set || !blocks {
                    continue;
                }
                let start = at(bit) + (cell(bit) - across(bit) * pitch) / 2 + pitch / 2;
                for n in 0..1 << bit {
                    let x = start + n % across(bit) * pitch;
                    let y = line - 14 - pitch / 2 - ((1 << bit) - 1 - n) / across(bit) * pitch;
                    let is_taken = step.is_some_and(|step| drawn >= step.left);
                    self.stone([x, y, (pitch / 2 - 1).min(6)], drawn, is_taken);
                    drawn += 1;
                }
            }
            if blocks {
                self.body += "</g>";
            }
        }
        if let Some(more @ 1..) = reason.rows.len().checked_sub(MAX_PILES) {
            self.paragraph(&format!("+ {more} {}", self.say(&MORE)), "");
        }
        let line = self.y + 4;
        self.put(&format!(
            "<path d='M4 {line}H{right}' stroke='currentColor'/>"
        ));
        self.y += LINE + 2;
        self.text(left - 10, self.y, "end", "", &reason.name);
        // Behind the digits, columns that have an odd number of them.
        let mut bands = String::new();
        for (bit, &count) in (0..bits).rev().zip(&reason.bottom) {
            let center = at(bit) + cell(bit) / 2;
            let style = if count > 0 { BOLD } else { "" };
            self.text(center, self.y, "middle", style, &count.to_string());
            if count > 0 {
                self.text(center, self.y + 14, "middle", "", "\u{25b2}");
                let (x, width, height) = (at(bit) + 1, cell(bit) - 2, self.y + 18 - top);
                let _ = write!(
                    bands,
                    "<rect class='odd' x='{x}' y='{top}' width='{width}' height='{height}' rx='3' fill='{MARK}' \
                     fill-opacity='0.16' stroke='{MARK}' stroke-dasharray='4 2'/>"
                );
            }
        }
        self.body.insert_str(before, &bands);
        self.y += 18;
        if !bands.is_empty() {
            let meaning = if reason.name == "xor" { &ODD } else { &REST };
            self.paragraph(&format!("\u{25b2} {}", self.say(meaning)), "");
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
            self.put(&format!(
                "<rect class='cell' data-left='{cell}' x='{left}' y='{upper}' width='{CELL}' height='{CELL}' \
                 fill='#888' fill-opacity='{opacity}' stroke='currentColor'/>"
            ));
            self.text(x, y + 20, "middle", " font-size='9'", &cell.to_string());
        }
        for (index, &cell) in positions.iter().enumerate() {
            let (x, y) = at(cell);
            self.open_pile(index, cell);
            self.stone([x, y, 7], cell, false);
            if Some(index as u64 + 1) == king {
                self.text(x, y + 5, "middle", KING, "K");
            }
            self.body += "</g>";
        }
        if let [step, ..] = turn {
            let ((from, high), (x, y)) = (at(step.take + step.left), at(step.left));
            self.put(&format!(
                "<g class='solution' fill='none' stroke='{MARK}' stroke-width='2' pointer-events='none'>\
                 <circle cx='{x}' cy='{y}' r='8' stroke-dasharray='3 2'/><path d='M{from} {high}L{x} {y}'/></g>"
            ));
        }
        self.y = top + (last / IN_ROW + 1) * 36;
    }

    /// The whole picture; without its solution it is `shown` high.
    fn finish(self, title: &[&'static str; 2], description: &str, shown: u64) -> String {
        let (width, height, short) = (self.width, self.y + 8, shown + 8);
        let (title, description) = (escape(self.say(title)), escape(description));
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
