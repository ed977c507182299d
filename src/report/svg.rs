//! Pictures of positions and of Grundy values, as SVG.
//!
//! A position of Nim is drawn as its binary digits: each pile is a row, each digit 1 a block of as many stones as it
//! stands for, and blocks of the same size are below each other. So the nim-sum can be seen: it has the columns in
//! which a block has no partner. Below, the same position is drawn after the first winning move, where all blocks
//! have partners.
//!
//! Nothing is told by color alone, and all text has the color of the page, light or dark. Stones, piles and cells
//! have classes and `data-` attributes for a page that lets somebody choose them.

use std::fmt::Write as _;

use crate::game::rule::Rules;
use crate::game::subtraction_set::Period;
use crate::game::{Move, Play, Reason, after};
use crate::problem::statement::Language;
use crate::text::wrap;

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

/// The words of a picture.
struct Words {
    first: &'static str,
    second: &'static str,
    after: &'static str,
    odd: &'static str,
    not_a_multiple: &'static str,
    all_even: &'static str,
    can_be_even: &'static str,
    more: &'static str,
    period: &'static str,
    from: &'static str,
    no_period: &'static str,
    values: &'static str,
}

const ENGLISH: Words = Words {
    first: "First player wins",
    second: "Second player wins",
    after: "After the winning move",
    odd: "odd: a block has no partner",
    not_a_multiple: "this many are too many",
    all_even: "Every column is even: each block has a partner. Whatever a move changes, some column becomes odd, and \
               the reply makes all columns even again. So the second player also takes the last stone.",
    can_be_even: "The winning move makes every column even. Whatever the opponent does then makes some column odd, \
                  and the next reply repairs it, until no stone is left.",
    more: "more piles",
    period: "period",
    from: "from",
    no_period: "no period is known",
    values: "Grundy values by pile size",
};

const CHINESE: Words = Words {
    first: "先手胜",
    second: "后手胜",
    after: "走完必胜着之后",
    odd: "奇数：有一块配不成对",
    not_a_multiple: "这一列多出的块数",
    all_even: "每一列都是偶数：每一块都能配成对。无论怎么走，总有某一列变成奇数，而对手又能让所有列恢复成偶数。因此最后一颗石子由后手取走。",
    can_be_even: "必胜着让每一列都变成偶数。此后对手无论怎么走，总有某一列变成奇数，你再把它恢复成偶数，直到石子取完。",
    more: "堆未画出",
    period: "周期",
    from: "起点",
    no_period: "没有已知的周期",
    values: "各种大小的一堆的 Grundy 值",
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    }
}

/// Draws a position, and the one after the first winning move.
pub fn position(rules: &Rules, piles: &[u64], language: Language) -> String {
    let words = words(language);
    let wins = rules.first_wins(piles);
    let reason = rules.reason(piles);
    let turn = rules.winning(piles).next();
    let mut drawing = Drawing::default();
    let winner = if wins { words.first } else { words.second };
    let mut description = reason.sentence.clone();
    drawing.paragraph(winner, " font-size=\"16\" font-weight=\"bold\"");
    drawing.paragraph(&reason.sentence, "");
    drawing.state(rules, piles, &reason, turn.as_deref(), words, true);
    let shown = drawing.y;
    // Pairs are the whole truth in normal play only, and in misère play no longer at the end.
    let by_parity = reason.name == "xor"
        && wins == reason.bottom.contains(&1)
        && rules.play() == Play::Normal
        && rules.has_piles();
    if by_parity && !wins && piles.iter().any(|&pile| pile > 0) {
        drawing.paragraph(words.all_even, "");
    }
    drawing.body += "<g class=\"solution\">";
    if let Some(turn) = &turn {
        let step = rules.describe(piles, turn, 20);
        drawing.paragraph(&step, " font-weight=\"bold\"");
        let _ = write!(description, "; {step}");
        if by_parity {
            drawing.paragraph(words.can_be_even, "");
        }
        drawing.paragraph(words.after, "");
        let after = after(piles, turn);
        let mut rules = rules.clone();
        // Smaller piles are covered, unless the game is about to say otherwise.
        if after.iter().all(|&pile| rules.cover(pile).is_ok()) {
            let reason = rules.reason(&after);
            drawing.state(&rules, &after, &reason, None, words, false);
        }
    }
    drawing.body += "</g>";
    drawing.finish(winner, &description, shown)
}

/// Draws the Grundy values of piles of `from` stones and more, with the period in bands.
pub fn table(from: u64, values: &[u64], period: Option<Period>, language: Language) -> String {
    const HEIGHT: u64 = 150;
    const LEFT: u64 = 34;
    let words = words(language);
    let mut drawing = Drawing::default();
    drawing.paragraph(words.values, " font-size=\"16\" font-weight=\"bold\"");
    let known = match period {
        Some(Period { start, len }) => format!("{} {len}, {} {start}", words.period, words.from),
        None => words.no_period.to_owned(),
    };
    drawing.paragraph(&known, "");
    let top = drawing.y + 4;
    let bottom = top + HEIGHT;
    let most = values.iter().max().copied().unwrap_or(0).max(1);
    let count = values.len().max(1) as f64;
    let step = (WIDTH - LEFT - 4) as f64 / count;
    let x = |index: u64| LEFT as f64 + step * index as f64;
    let y = |value: u64| bottom as f64 - (HEIGHT - 10) as f64 * (value as f64 / most as f64);
    if let Some(Period { start, len }) = period {
        let first = from.saturating_sub(start) / len;
        let bands = (first..).map(|n| start.saturating_add(n.saturating_mul(len)));
        let end = from.saturating_add(values.len() as u64);
        for (n, at) in bands.take_while(|&at| at < end).enumerate() {
            let low = x(at.max(from) - from);
            let high = x(at.saturating_add(len).min(end) - from);
            let opacity = if (first as usize + n) % 2 == 0 {
                "0.22"
            } else {
                "0.1"
            };
            let _ = write!(
                drawing.body,
                "<rect class=\"period\" x=\"{low:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"{HEIGHT}\" \
                 fill=\"{MARK}\" fill-opacity=\"{opacity}\"/><path d=\"M{low:.1} {top}V{bottom}\" \
                 stroke=\"{MARK}\" stroke-dasharray=\"3 2\"/>",
                (high - low).max(0.0)
            );
        }
    }
    let _ = write!(
        drawing.body,
        "<path d=\"M{LEFT} {top}V{bottom}H{WIDTH}\" fill=\"none\" stroke=\"currentColor\"/>"
    );
    for value in [0, most] {
        drawing.text(LEFT - 6, y(value) as u64 + 4, "end", "", &value.to_string());
    }
    for (index, &value) in values.iter().enumerate() {
        let width = (step * 0.8).clamp(0.6, 14.0);
        let height = (bottom as f64 - y(value)).max(1.5);
        let _ = write!(
            drawing.body,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"><title>{}: {value}</title></rect>",
            x(index as u64),
            bottom as f64 - height,
            from + index as u64
        );
    }
    drawing.y = bottom;
    let last = (values.len() as u64).saturating_sub(1);
    for (index, anchor) in [(0, "start"), (last / 2, "middle"), (last, "end")] {
        let size = (from + index).to_string();
        drawing.text(x(index) as u64, bottom + 14, anchor, "", &size);
    }
    drawing.y += LINE;
    let listed: Vec<_> = values.iter().take(60).map(u64::to_string).collect();
    let description = format!("{known}: {}", listed.join(" "));
    let height = drawing.y;
    drawing.finish(words.values, &description, height)
}

/// A picture that grows downwards.
#[derive(Default)]
struct Drawing {
    body: String,
    width: u64,
    y: u64,
}

impl Drawing {
    fn text(&mut self, x: u64, y: u64, anchor: &str, attributes: &str, text: &str) {
        let text = escape(text);
        let _ = write!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{attributes}>{text}</text>"
        );
    }

    fn paragraph(&mut self, text: &str, attributes: &str) {
        for line in wrap(text, TEXT) {
            self.y += LINE;
            self.text(4, self.y, "start", attributes, line);
        }
        self.y += 4;
    }

    fn stone(&mut self, x: u64, y: u64, radius: u64, left: u64, is_taken: bool) {
        let _ = write!(
            self.body,
            "<circle class=\"stone\" data-left=\"{left}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
        if is_taken {
            // A cross on a ring, over the stone: whoever hides the solution sees the stone.
            let (low, high) = (radius - 1, 2 * (radius - 1));
            let _ = write!(
                self.body,
                "<g class=\"solution\" pointer-events=\"none\"><circle class=\"taken\" cx=\"{x}\" cy=\"{y}\" \
                 r=\"{radius}\" fill=\"#fff\" stroke=\"{MARK}\"/><path d=\"M{} {}l{high} {high}m0 -{high}l-{high} \
                 {high}\" stroke=\"{MARK}\"/></g>",
                x - low,
                y - low
            );
        }
    }

    /// Draws a position; that in which somebody may choose `is_live`.
    fn state(
        &mut self,
        rules: &Rules,
        piles: &[u64],
        reason: &Reason,
        turn: Option<&[Move]>,
        words: &Words,
        is_live: bool,
    ) {
        let sizes = reason.rows.iter().map(|(_, number)| number);
        let largest = piles.iter().max().copied().unwrap_or(0);
        let live = if is_live { "live" } else { "shown" };
        let _ = write!(self.body, "<g class=\"{live}\">");
        let steps = |index: usize| {
            let turn = turn.unwrap_or_default();
            turn.iter().find(move |step| step.pile == index)
        };
        if let Some(king) = rules.king() {
            self.strip(piles, king, turn);
            self.columns(reason, &[], 0, words, &|_| None);
        } else if sizes.eq(piles) && largest <= MAX_STONES {
            let bits = reason.bottom.len() as u64;
            let blocks: u64 = (0..bits as u32).map(|bit| 1 << bit.div_ceil(2)).sum();
            let room = (WIDTH - 50 - 6 * bits).checked_div(blocks).unwrap_or(14);
            self.columns(reason, piles, room.clamp(6, 14), words, &steps);
        } else {
            for (index, &pile) in piles.iter().enumerate().take(MAX_PILES) {
                self.heap(index, pile, steps(index));
            }
            self.others(piles.len(), words);
            self.columns(reason, &[], 0, words, &|_| None);
        }
        self.body += "</g>";
    }

    fn others(&mut self, count: usize, words: &Words) {
        if count > MAX_PILES {
            self.paragraph(&format!("+ {} {}", count - MAX_PILES, words.more), "");
        }
    }

    /// Draws a pile as stones in rows, in groups of five.
    fn heap(&mut self, index: usize, pile: u64, step: Option<&Move>) {
        const IN_ROW: u64 = 20;
        const STEP: u64 = 11;
        self.open_pile(index, pile);
        let top = self.y + 6;
        self.text(
            44,
            top + 9,
            "end",
            " font-weight=\"bold\"",
            &pile.to_string(),
        );
        let rows = if pile <= MAX_STONES {
            pile.div_ceil(IN_ROW).max(1)
        } else {
            1
        };
        let kept = step.map_or(pile, |step| step.left);
        for n in 0..if pile <= MAX_STONES { pile } else { 0 } {
            let (row, column) = (n / IN_ROW, n % IN_ROW);
            let x = 60 + column * STEP + column / 5 * 6;
            let is_taken = step.is_some_and(|step| (kept..kept + step.take).contains(&n));
            self.stone(x, top + 5 + row * STEP, 4, n, is_taken);
        }
        if let Some(right) = step.and_then(|step| step.right)
            && pile <= MAX_STONES
            && right > 0
            && kept > 0
        {
            let x = 60 + kept % IN_ROW * STEP + kept % IN_ROW / 5 * 6 - 6;
            let y = top - 2 + kept / IN_ROW * STEP;
            let _ = write!(
                self.body,
                "<path class=\"solution\" d=\"M{x} {y}v13\" stroke=\"{MARK}\" stroke-width=\"2\"/>"
            );
        }
        self.y = top + rows * STEP + 2;
        self.body += "</g>";
    }

    fn open_pile(&mut self, index: usize, pile: u64) {
        let _ = write!(
            self.body,
            "<g class=\"pile\" data-pile=\"{}\" data-size=\"{pile}\">",
            index + 1
        );
    }

    /// Draws the rows of a reason in binary: with blocks of stones at distances of `pitch` if the rows are `piles`, or
    /// else as digits.
    fn columns<'m>(
        &mut self,
        reason: &Reason,
        piles: &[u64],
        pitch: u64,
        words: &Words,
        step: &dyn Fn(usize) -> Option<&'m Move>,
    ) {
        let bits = reason.bottom.len() as u32;
        if bits == 0 {
            return;
        }
        // A column is as wide as its blocks are: twice as wide for every second bit.
        let wide = |bit: u32| (1 << bit.div_ceil(2)) * pitch;
        let high = |bit: u32| (1 << (bit / 2)) * pitch;
        let blocks = pitch > 0;
        let cell = |bit: u32| if blocks { wide(bit).max(12) } else { 14 } + 6;
        let labels = reason
            .rows
            .iter()
            .take(MAX_PILES)
            .map(|(label, _)| label.len());
        let label = labels.max().unwrap_or(0).max(reason.name.len()) as u64;
        // In digits, a long label has a line of its own.
        let is_above = !blocks && label > 20;
        let left = if is_above { 40 } else { label.max(3) * 8 + 16 };
        let lefts: Vec<u64> = (0..bits)
            .map(|bit| left + (bit + 1..bits).map(cell).sum::<u64>())
            .collect();
        self.width = self.width.max(lefts[0] + cell(0));
        let top = self.y;
        let rows_at = self.body.len();
        for (index, (label, number)) in reason.rows.iter().take(MAX_PILES).enumerate() {
            if blocks {
                self.open_pile(index, *number);
            }
            if is_above {
                self.y += LINE;
                self.text(4, self.y, "start", "", label);
            }
            let height = if blocks {
                high(bits - 1) + LINE + 4
            } else {
                LINE
            };
            let line = self.y + height - 4;
            let step = step(index);
            if !is_above {
                let x = left - 10;
                self.text(x, line, "end", " font-weight=\"bold\"", label);
            }
            if let Some(step) = step {
                let text = format!("\u{2212}{}", step.take);
                let style = " class=\"solution\"";
                self.text(left - 10, line - 15, "end", style, &text);
            }
            let mut drawn = 0;
            for bit in (0..bits).rev() {
                let is_set = number >> bit & 1 == 1;
                let (x, center) = (lefts[bit as usize], lefts[bit as usize] + cell(bit) / 2);
                let style = if is_set {
                    " font-weight=\"bold\""
                } else {
                    " fill-opacity=\"0.65\""
                };
                self.text(
                    center,
                    line,
                    "middle",
                    style,
                    if is_set { "1" } else { "0" },
                );
                if !is_set || !blocks {
                    continue;
                }
                let across = 1_u64 << bit.div_ceil(2);
                let start = x + (cell(bit) - wide(bit)) / 2 + pitch / 2;
                for n in 0..1_u64 << bit {
                    let left = drawn + n;
                    let y = line - 14 - high(bit) + pitch / 2 + n / across * pitch;
                    let is_taken = step.is_some_and(|step| left >= step.left);
                    let x = start + n % across * pitch;
                    self.stone(
                        x,
                        y,
                        (pitch / 2).saturating_sub(1).clamp(2, 6),
                        left,
                        is_taken,
                    );
                }
                drawn += 1 << bit;
            }
            self.y += height;
            if blocks {
                self.body += "</g>";
            }
        }
        if piles.len() > MAX_PILES {
            self.others(piles.len(), words);
        }
        self.bottom(reason, &lefts, &cell, top, rows_at, left, words);
    }

    /// Draws the last row, and the bands behind the columns that it marks.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the geometry of the columns above"
    )]
    fn bottom(
        &mut self,
        reason: &Reason,
        lefts: &[u64],
        cell: &dyn Fn(u32) -> u64,
        top: u64,
        rows_at: usize,
        left: u64,
        words: &Words,
    ) {
        let right = lefts[0] + cell(0);
        let line = self.y + 4;
        let _ = write!(
            self.body,
            "<path d=\"M4 {line}H{right}\" stroke=\"currentColor\"/>"
        );
        self.y += LINE + 2;
        self.text(left - 10, self.y, "end", "", &reason.name);
        let mut bands = String::new();
        for (bit, &count) in (0..lefts.len()).rev().zip(&reason.bottom) {
            let center = lefts[bit] + cell(bit as u32) / 2;
            let style = if count > 0 {
                " font-weight=\"bold\""
            } else {
                ""
            };
            self.text(center, self.y, "middle", style, &count.to_string());
            if count > 0 {
                let (x, width) = (lefts[bit] + 1, cell(bit as u32) - 2);
                let height = self.y + 18 - top;
                let _ = write!(
                    bands,
                    "<rect class=\"odd\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"3\" \
                     fill=\"{MARK}\" fill-opacity=\"0.16\" stroke=\"{MARK}\" stroke-dasharray=\"4 2\"/>"
                );
                self.text(center, self.y + 14, "middle", "", "\u{25b2}");
            }
        }
        self.body.insert_str(rows_at, &bands);
        self.y += 20;
        if reason.bottom.iter().any(|&count| count > 0) {
            let meaning = if reason.name == "xor" {
                words.odd
            } else {
                words.not_a_multiple
            };
            self.paragraph(&format!("\u{25b2} {meaning}"), "");
        }
    }

    /// Draws the cells of a hill from the top on, the persons on it, and where the first of the turn goes.
    fn strip(&mut self, positions: &[u64], king: u64, turn: Option<&[Move]>) {
        const IN_ROW: u64 = 16;
        const CELL: u64 = 20;
        let last = positions.last().copied().unwrap_or(0);
        if last >= MAX_CELLS {
            return;
        }
        let top = self.y + 6;
        let at = |cell: u64| (6 + cell % IN_ROW * CELL, top + cell / IN_ROW * 36);
        for cell in 0..=last {
            let (x, y) = at(cell);
            let _ = write!(
                self.body,
                "<rect class=\"cell\" data-left=\"{cell}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
                 fill=\"#888\" fill-opacity=\"{}\" stroke=\"currentColor\"/>",
                if cell == 0 { "0.5" } else { "0.08" }
            );
            self.text(
                x + CELL / 2,
                y + CELL + 10,
                "middle",
                " font-size=\"9\"",
                &cell.to_string(),
            );
        }
        for (index, &cell) in positions.iter().enumerate() {
            let (x, y) = at(cell);
            self.open_pile(index, cell);
            let _ = write!(
                self.body,
                "<circle class=\"stone\" data-left=\"{cell}\" cx=\"{}\" cy=\"{}\" r=\"7\"/>",
                x + 10,
                y + 10
            );
            if index as u64 + 1 == king {
                let _ = write!(
                    self.body,
                    "<path class=\"king\" d=\"M{} {}l2 6h6l2 -6l-3 3l-2 -4l-2 4z\" fill=\"#fff\" stroke=\"{MARK}\" pointer-events=\"none\"/>",
                    x + 5,
                    y + 7
                );
            }
            self.body += "</g>";
        }
        if let Some([step, ..]) = turn {
            let ((from_x, from_y), (x, y)) = (at(step.take + step.left), at(step.left));
            let _ = write!(
                self.body,
                "<g class=\"solution\" fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2\" pointer-events=\"none\"><circle cx=\"{}\" cy=\"{}\" r=\"8\" \
                 stroke-dasharray=\"3 2\"/><path d=\"M{} {}L{} {}\"/></g>",
                x + 10,
                y + 10,
                from_x + 10,
                from_y + 2,
                x + 10,
                y + 2
            );
        }
        self.y = top + (last / IN_ROW + 1) * 36;
    }

    /// The whole picture; without its solution it is `shown` high.
    fn finish(self, title: &str, description: &str, shown: u64) -> String {
        let (width, height, short) = (self.width.max(WIDTH), self.y + 8, shown + 8);
        let (title, description) = (escape(title), escape(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" data-short=\"{short}\" role=\"img\" color=\"#1f2328\" fill=\"currentColor\" \
             font-family=\"system-ui, sans-serif\" font-size=\"13\">\
             <style>@media (prefers-color-scheme: dark) {{ svg {{ color: #e6edf3 }} }}</style>\
             <title>{title}</title><desc>{description}</desc>{}</svg>\n",
            self.body
        )
    }
}

/// `text` as the text of an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
