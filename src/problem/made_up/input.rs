//! The input in a statement: its lines, and a table of what stands in them.

use std::ops::Range;

use super::{has_one_pile, lines, wording};
use crate::layout::{
    CountOf, Group, Item, Layout, Limit, Named, NumberItem, Parameter, PileOf, Repeat, Role,
};
use crate::problem::Problem;
use crate::problem::statement::{in_mathematics, limit};
use crate::words::wording::Wording;
use crate::words::{t, word};

/// Everything on the input, as `LaTeX`.
pub(super) fn input(problem: &Problem) -> String {
    let (layout, wording) = (&problem.layout, wording(problem));
    let mut tex = String::new();
    if let Some(repeat) = layout.cases() {
        let is_alone = repeat.times().is_some()
            && matches!(&layout.head[..], [Item::Line(line)] if line.len() == 1);
        let count = repeat.times().map(|times| variable(layout, times));
        if !is_alone {
            add_lines(&mut tex, &wording, layout, &layout.head, "head");
        }
        let cases = wording
            .clone()
            .with("count", count.unwrap_or_default())
            .and("alone", is_alone);
        let cases = cases
            .and("numbered", repeat.times().is_some())
            .and("to-end", repeat == Repeat::ToEnd);
        tex += &lines([cases
            .and("blank-lines", repeat == Repeat::ToEndWithBlankLines)
            .say("cases")]);
        add_lines(&mut tex, &wording, layout, &layout.case, "case");
        if layout.zeros() > 0 {
            let zeros = format!("\\texttt{{{}}}", vec!["0"; layout.zeros()].join(" "));
            tex += &lines([wording.clone().with("zeros", zeros).say("zeros")]);
        }
    } else {
        add_lines(&mut tex, &wording, layout, &layout.case, "whole");
    }
    (tex + &lines(remarks(problem, &wording)))
        .trim_end()
        .to_owned()
        + "\n"
}

/// What each number means, and its limits, as `LaTeX`.
pub(super) fn limits(problem: &Problem) -> String {
    table("lp{0.5\\linewidth}l", numbers(problem))
}

/// Adds the lines of a part of the input. What repeats as one line stands among the others, as the first and the last
/// such line; other groups are described apart.
fn add_lines(
    tex: &mut String,
    wording: &Wording,
    layout: &Layout,
    items: &[Item],
    mut part: &'static str,
) {
    let mut rows = Vec::new();
    let add = |tex: &mut String, rows: &mut Vec<String>, part| {
        if !rows.is_empty() {
            let intro = wording
                .clone()
                .and(part, true)
                .and("one-line", rows.len() == 1)
                .say("intro");
            tex.extend([&lines([intro]), "\n", &table("l", rows.drain(..)), "\n"]);
        }
    };
    for item in items {
        match item {
            Item::Line(line) if line.is_empty() => rows.push(wording.say("empty")),
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
                add(tex, &mut rows, part);
                let wording = wording.clone().with("count", variable(layout, group.times));
                let of_group = if layout.positions() {
                    "position"
                } else {
                    "block"
                };
                add_lines(tex, &wording, layout, &group.items, of_group);
                part = "rest";
            }
        }
    }
    add(tex, &mut rows, part);
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
    numbers.collect::<Vec<_>>().join(" ")
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
        let is_once = first.length.is_none() && layout.times_of_group(first).is_none();
        let wording = what(problem, first, run.len() > 1 || first.length.is_some());
        let wording = wording
            .and("ascending", !is_once && first.ascending)
            .and("repeats", first.may_repeat);
        let what = wording
            .and("distinct", !is_once && first.distinct)
            .say("number");
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

/// What a number is, or what several are.
fn what(problem: &Problem, number: &NumberItem, are_several: bool) -> Wording {
    let (layout, kind) = (&problem.layout, problem.rules.positions);
    let is_only = has_one_pile(layout);
    let role = match number.role {
        Role::Parameter(Parameter::Taken(_)) if are_several => "taken",
        Role::Parameter(_) => "parameter",
        Role::Other | Role::PileOf(_) if number.role != Role::PileOf(PileOf::UpTo) => "number",
        Role::PileOf(_) => "up-to",
        Role::Count(CountOf::Numbers) => "length",
        Role::Count(CountOf::Piles) => "piles",
        Role::Count(CountOf::Groups) => "groups",
        Role::Count(CountOf::Takes) => "takes",
        Role::Pile => "pile",
        Role::FirstCell => "first",
        Role::SecondCell => "second",
        Role::Person => "person",
        Role::Take => "take",
        Role::Cases | Role::Count(CountOf::Persons) | Role::Other => "",
    };
    // What comes as often as it says.
    let counted = |it: &&NumberItem| {
        let times = layout.times_of_group(it);
        it.length.or(times) == Some(number.index) || times == Some(number.index)
    };
    let counted: Vec<_> = layout.numbers.iter().filter(counted).collect();
    let piles: Vec<_> = counted.iter().filter(|it| it.role.is_pile()).collect();
    let is_of = |role: fn(Role) -> bool| counted.iter().any(|it| role(it.role));
    wording(problem)
        .and(role, !role.is_empty())
        .and("several", are_several)
        .and("listed", number.length.is_some())
        .and("beside", layout.is_beside(number))
        .and("of-positions", counted.iter().any(|it| it.are_positions))
        .and(
            "of-list",
            piles
                .iter()
                .any(|it| it.length != Some(number.index) && it.length.is_some()),
        )
        .and(
            "of-cells",
            is_of(|role| matches!(role, Role::FirstCell | Role::SecondCell)),
        )
        .and("of-people", is_of(|role| role == Role::Person))
        .and(
            "of-counts",
            is_of(|role| matches!(role, Role::PileOf(PileOf::Count(_)))),
        )
        .and(
            "of-between",
            is_of(|role| role == Role::PileOf(PileOf::Cells)),
        )
        .and("of-one", piles.len() == 1)
        .with("role", number.role.name())
        .with("piles-of-game", word(kind.count_of_piles))
        .with("size-in-game", kind.size(is_only, are_several))
}

/// What follows from the numbers, and what holds for all of them.
fn remarks(problem: &Problem, wording: &Wording) -> Vec<String> {
    let layout = &problem.layout;
    let order = layout.order.as_ref().map(|order| {
        let names = order.names.iter().map(|&name| variable(layout, name));
        wording
            .clone()
            .with("names", names.collect::<Vec<_>>().join(t!(", ")))
            .say("order")
    });
    let apart = layout.positions().then(|| wording.say("apart"));
    let sums = layout.numbers.iter().filter_map(|number| {
        let most = format!("${}$", limit(number.most_together?));
        let name = variable(layout, number.index);
        Some(
            wording
                .clone()
                .with("name", name)
                .with("most", most)
                .say("sum"),
        )
    });
    piles_of(problem, wording)
        .into_iter()
        .chain(order)
        .chain(apart)
        .chain(sums)
        .collect()
}

/// What piles follow from the numbers, where they are not the sizes themselves.
fn piles_of(problem: &Problem, wording: &Wording) -> Option<String> {
    let mut numbers = problem.layout.numbers.iter();
    let (number, of) = numbers.find_map(|number| match number.role {
        Role::PileOf(of) => Some((number, of)),
        _ => None,
    })?;
    let (name, each) = (in_mathematics(&number.name), name(&problem.layout, number));
    let change = match of {
        PileOf::Less(less) => format!("- {less}"),
        PileOf::More(more) | PileOf::MoreOnce(more) => format!("+ {more}"),
        PileOf::MorePlace => "+ i".to_owned(),
        PileOf::Count(_) | PileOf::Cells | PileOf::UpTo => String::new(),
    };
    let wording = wording
        .clone()
        .and("only", name == each)
        .and("sized", !change.is_empty());
    let wording = wording
        .and("once", matches!(of, PileOf::MoreOnce(_)))
        .and("between", of == PileOf::Cells);
    let wording = wording
        .and("counts-from-0", of == PileOf::Count(0))
        .and("counts-from-1", of == PileOf::Count(1));
    Some(
        wording
            .with("size", format!("${each} {change}$"))
            .with("name", name)
            .say("piles"),
    )
}
