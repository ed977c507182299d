//! The input in a statement: its lines, and a table of what stands in them.

use std::ops::Range;

use super::{in_mathematics, limit, lines, piles_of, sums, what_is};
use crate::layout::{Group, Item, Layout, Limit, Named, NumberItem, Parameter, Repeat, Role};
use crate::problem::Problem;
use crate::words::t;

/// What introduces one line, and what introduces several.
type Intro = [String; 2];

/// Everything on the input, as `LaTeX`.
pub(super) fn input(problem: &Problem) -> String {
    let layout = &problem.layout;
    let mut tex = String::new();
    if let Some(repeat) = layout.cases() {
        let count = repeat.times().map(|times| variable(layout, times));
        let is_count_alone = matches!(&layout.head[..], [Item::Line(line)] if line.len() == 1);
        if let Some(count) = count.as_ref().filter(|_| is_count_alone) {
            let follow = t!(
                "the first line contains {count}, and {count} cases follow",
                count
            );
            tex += &lines([follow]);
        } else {
            let start = [
                t!("the input starts with this line:"),
                t!("the input starts with these lines:"),
            ];
            add_lines(&mut tex, layout, &layout.head, start.map(str::to_owned));
            tex += &lines([cases(repeat, count)]);
        }
        let each = [
            t!("each case is one line:"),
            t!("each case has these lines:"),
        ];
        add_lines(&mut tex, layout, &layout.case, each.map(str::to_owned));
        if layout.zeros() > 0 {
            let zeros = vec!["0"; layout.zeros()].join(" ");
            tex += &lines([t!(
                "a line with {zeros} ends the input",
                zeros = format!("\\texttt{{{zeros}}}")
            )]);
        }
    } else {
        let whole = [
            t!("the input is one line:"),
            t!("the input has these lines:"),
        ];
        add_lines(&mut tex, layout, &layout.case, whole.map(str::to_owned));
    }
    (tex + &lines(remarks(problem))).trim_end().to_owned() + "\n"
}

/// What each number means, and its limits, as `LaTeX`.
pub(super) fn limits(problem: &Problem) -> String {
    table("lp{0.5\\linewidth}l", numbers(problem))
}

/// How many cases there are.
fn cases(repeat: Repeat, count: Option<String>) -> String {
    match (repeat, count) {
        (Repeat::Times(_), Some(count)) => t!("{count} cases follow", count),
        (Repeat::ToEndWithBlankLines, _) => {
            t!("there are several cases, up to the end of the input, with an empty line between two cases").to_owned()
        }
        (Repeat::ToEnd, _) => t!("there are several cases, up to the end of the input").to_owned(),
        (Repeat::ToZero | Repeat::Times(_), _) => t!("there are several cases").to_owned(),
    }
}

/// Adds the lines of these parts of the input. What repeats as one line stands among the others, as the first and the
/// last such line; other groups are described apart.
fn add_lines(tex: &mut String, layout: &Layout, items: &[Item], mut intro: Intro) {
    let mut rows = Vec::new();
    for item in items {
        match item {
            Item::Line(line) => rows.push(row(layout, line, "")),
            Item::Group(group) if let Some(line) = only_line(layout, group) => {
                let last = in_mathematics(&layout.numbers[group.times].name);
                rows.extend([
                    row(layout, line, "1"),
                    "$\\dots$".to_owned(),
                    row(layout, line, &last),
                ]);
            }
            Item::Group(group) => {
                add_rows(tex, &mut rows, intro);
                let count = variable(layout, group.times);
                let each = if layout.positions() {
                    [
                        t!("{count} positions follow, each on one line:", count),
                        t!("{count} positions follow, each on these lines:", count),
                    ]
                } else {
                    [
                        t!("{count} lines follow, each like this:", count),
                        t!("{count} blocks of lines follow, each like this:", count),
                    ]
                };
                add_lines(tex, layout, &group.items, each);
                intro = [
                    t!("after them comes this line:"),
                    t!("after them come these lines:"),
                ]
                .map(str::to_owned);
            }
        }
    }
    add_rows(tex, &mut rows, intro);
}

fn add_rows(tex: &mut String, rows: &mut Vec<String>, [one, several]: Intro) {
    if !rows.is_empty() {
        let intro = if rows.len() == 1 { one } else { several };
        tex.extend([&lines([intro]), "\n", &table("l", rows.drain(..)), "\n"]);
    }
}

fn table(columns: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = rows.into_iter().map(|row| row + " \\\\\n").collect();
    format!("\\begin{{tabular}}{{{columns}}}\n{rows}\\end{{tabular}}\n")
}

/// The line of a group that stands in its place: one of single numbers, or of one number.
fn only_line<'g>(layout: &Layout, group: &'g Group) -> Option<&'g Range<usize>> {
    let [Item::Line(line)] = &group.items[..] else {
        return None;
    };
    let are_single = layout.numbers[line.clone()]
        .iter()
        .all(|number| number.times().is_none());
    are_single.then_some(line)
}

/// A line with these numbers; those that are no lists are the ones at a `place`.
fn row(layout: &Layout, line: &Range<usize>, place: &str) -> String {
    let numbers = layout.numbers[line.clone()].iter().map(|number| {
        let name = in_mathematics(&number.name);
        match number.times() {
            None if place.is_empty() => format!("${name}$"),
            None => format!("${name}_{{{place}}}$"),
            Some(times) => {
                let factor = Some(number.factor).filter(|&factor| factor > 1);
                let factor = factor.map_or_else(String::new, |factor| factor.to_string());
                let last = in_mathematics(&layout.numbers[times].name);
                format!("${name}_1$ $\\dots$ ${name}_{{{factor}{last}}}$")
            }
        }
    });
    match &numbers.collect::<Vec<_>>()[..] {
        [] => t!("(an empty line)").to_owned(),
        numbers => numbers.join(" "),
    }
}

/// The name of a number, with `i` where there are several of it.
pub(super) fn name(layout: &Layout, number: &NumberItem) -> String {
    let is_in_place = |item: &Item| match item {
        Item::Group(group) => group.has(number) && only_line(layout, group).is_some(),
        Item::Line(_) => false,
    };
    let is_repeated =
        number.length.is_some() || layout.head.iter().chain(&layout.case).any(is_in_place);
    in_mathematics(&number.name) + if is_repeated { "_i" } else { "" }
}

fn variable(layout: &Layout, index: usize) -> String {
    format!("${}$", name(layout, &layout.numbers[index]))
}

/// All numbers, those that mean the same on one row: names, meaning, limits.
fn numbers(problem: &Problem) -> impl Iterator<Item = String> {
    let role = |number: &NumberItem| match number.role {
        Role::SecondCell => Role::FirstCell,
        Role::Parameter(Parameter::Taken(_)) => Role::Parameter(Parameter::Taken(0)),
        role => role,
    };
    let kind = move |number: &NumberItem| {
        let order = (number.ascending, number.may_repeat, number.distinct);
        let limits = (number.low.clone(), number.high.clone());
        (role(number), number.length, order, limits)
    };
    let layout = &problem.layout;
    let are_alike = move |one: &NumberItem, next: &NumberItem| {
        let is_pair = !one.role.is_count() && one.length.is_none();
        is_pair
            && kind(one) == kind(next)
            && layout.times_of_group(one) == layout.times_of_group(next)
    };
    layout.numbers.chunk_by(are_alike).map(move |run| {
        let first = &run[0];
        let names: Vec<_> = run.iter().map(|number| name(layout, number)).collect();
        let what = what_is(problem, first, run.len() > 1 || first.length.is_some());
        let is_once = first.length.is_none() && layout.times_of_group(first).is_none();
        let what = match (first.ascending, first.distinct) {
            _ if is_once => what.to_owned(),
            (true, _) if first.may_repeat => t!("{what}, none smaller than the one before", what),
            (true, _) => t!("{what}, each larger than the one before", what),
            (false, true) => t!("{what}, no two of them equal", what),
            (false, false) => what.to_owned(),
        };
        let bound = |of: &Limit| {
            let name = |named: Named| name(layout, &layout.numbers[named.index]);
            of.written(limit, name, " \\cdot ")
        };
        let (low, high) = (bound(&first.low), bound(&first.high));
        let all = names.iter().map(|name| format!("${name}$"));
        format!(
            "{} & {what} & ${low} \\le {} \\le {high}$",
            all.collect::<Vec<_>>().join(", "),
            names.join(", ")
        )
    })
}

/// What follows from the numbers, and what holds for all of them.
fn remarks(problem: &Problem) -> Vec<String> {
    let layout = &problem.layout;
    let order = layout.order.as_ref().map(|order| {
        let names = order.names.iter().map(|&name| variable(layout, name));
        let names = names.collect::<Vec<_>>().join(t!(", "));
        t!("the piles are in this order: {names}", names)
    });
    let positions = layout
        .positions()
        .then(|| t!("each position is a game of its own").to_owned());
    let mut remarks: Vec<_> = piles_of(problem)
        .into_iter()
        .chain(order)
        .chain(positions)
        .collect();
    remarks.extend(sums(layout));
    remarks
}
