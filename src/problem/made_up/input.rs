//! The input in a statement: its lines, and a table of what stands in them.

use std::iter;
use std::ops::Range;
use std::slice;

use super::has_one_pile;
use crate::layout::{Group, Item, Layout, Named, NumberItem, PileOf, Repeat, Role};
use crate::problem::Problem;
use crate::problem::statement::{in_mathematics, limit};
use crate::words::wording::{Wording, lines};
use crate::words::{t, word};

/// Everything on the input, as `LaTeX`.
pub(super) fn input(layout: &Layout, wording: &Wording) -> String {
    let repeat = layout.cases();
    let times = repeat.and_then(Repeat::times);
    let zeros = vec!["0"; layout.zeros()].join(" ");
    let is_alone = matches!(&layout.head[..], [Item::Line(line)] if line.len() == 1);
    let wording = wording
        .and([
            ("alone", times.is_some() && is_alone),
            ("numbered", times.is_some()),
            ("to-end", repeat == Some(Repeat::ToEnd)),
            ("blank-lines", repeat == Some(Repeat::ToEndWithBlankLines)),
            ("to-zeros", !zeros.is_empty()),
        ])
        .with([
            ("count", times.map_or_else(String::new, |index| variable(layout, index))),
            ("zeros", format!("\\texttt{{{zeros}}}")),
        ]);
    let head = match times {
        Some(_) if is_alone => String::new(),
        _ => tables(&wording, layout, &layout.head, "head"),
    };
    let whole = if repeat.is_some() { "case" } else { "whole" };
    let case = tables(&wording, layout, &layout.case, whole);
    let [repeated, end] = ["repeated", "end-of-cases"].map(|place| wording.lines([place]));
    let remarks = with_piles(&wording, layout).lines(["piles", "order", "apart"]);
    let sums = layout.numbers.iter().filter_map(|number| {
        let most = format!("${}$", limit(number.most_together?));
        let name = variable(layout, number.index);
        Some(wording.with([("name", name), ("most", most)]).say("sum"))
    });
    [head, repeated, case, end, remarks, lines(sums)].concat()
}

/// The same, with what piles follow from the numbers, where they are not the sizes themselves, and in which order.
fn with_piles(wording: &Wording, layout: &Layout) -> Wording {
    let names: Vec<_> = layout
        .order
        .iter()
        .flat_map(|order| &order.names)
        .map(|&index| variable(layout, index))
        .collect();
    let wording = wording
        .and([("in-order", !names.is_empty())])
        .with([("names", names.join(t!(", ")))]);
    let mut numbers = layout.numbers.iter();
    let Some(number) = numbers.find(|number| matches!(number.role, Role::PileOf(_))) else {
        return wording;
    };
    let (name, each) = (in_mathematics(&number.name), name(layout, number));
    let change = match number.role {
        Role::PileOf(PileOf::Less(less)) => format!("- {less}"),
        Role::PileOf(PileOf::More(more) | PileOf::MoreOnce(more)) => format!("+ {more}"),
        _ => "+ i".to_owned(),
    };
    wording
        .and(number.role.conditions().map(|name| (name, true)))
        .and([("only", name == each)])
        .with([("size", format!("${each} {change}$")), ("name", name)])
}

/// Tables of lines, each with what introduces it: the first as this `part` of the input. What repeats as one line
/// stands among the others, as the first and the last such line; other groups are described apart.
fn tables(wording: &Wording, layout: &Layout, items: &[Item], part: &'static str) -> String {
    let is_apart = |item: &Item| matches!(item, Item::Group(group) if only_line(layout, group).is_none());
    let runs = items.chunk_by(|one, next| !is_apart(one) && !is_apart(next));
    let parts = iter::once(part).chain(iter::repeat("rest"));
    let table = |(items, part): (&[Item], _)| match items {
        [Item::Group(group)] if is_apart(&items[0]) => {
            let wording = wording.with([("count", variable(layout, group.times))]);
            let part = if layout.positions() { "position" } else { "block" };
            tables(&wording, layout, &group.items, part)
        }
        _ => {
            let rows: Vec<_> = items.iter().flat_map(|item| rows(wording, layout, item)).collect();
            let intro = wording
                .and([(part, true), ("one-line", rows.len() == 1)])
                .lines(["intro"]);
            format!("{intro}\n{}\n", table("l", rows))
        }
    };
    runs.zip(parts).map(table).collect()
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
    let numbers = &mut layout.numbers[line.clone()].iter();
    numbers.all(|number| number.times().is_none()).then_some(line)
}

/// The lines of a part of the input that stands in its place.
fn rows(wording: &Wording, layout: &Layout, item: &Item) -> Vec<String> {
    let (line, places) = match item {
        Item::Line(line) if line.is_empty() => return vec![wording.say("empty")],
        Item::Line(line) => (line, None),
        Item::Group(group) => {
            let last = in_mathematics(&layout.numbers[group.times].name);
            (&group.numbers, Some(last))
        }
    };
    let at = |place: &str| {
        let numbers = layout.numbers[line.clone()].iter().map(|number| {
            let name = in_mathematics(&number.name);
            match last_place(layout, number).filter(|_| number.times().is_some()) {
                Some(last) => format!("${name}_1$ $\\dots$ ${name}_{{{last}}}$"),
                None if place.is_empty() => format!("${name}$"),
                None => format!("${name}_{{{place}}}$"),
            }
        });
        numbers.collect::<Vec<_>>().join(" ")
    };
    match places {
        None => vec![at("")],
        Some(last) => vec![at("1"), "$\\dots$".to_owned(), at(&last)],
    }
}

/// The place of the last number of a list.
pub(super) fn last_place(layout: &Layout, list: &NumberItem) -> Option<String> {
    let length = in_mathematics(&layout.numbers[list.length?].name);
    match list.factor {
        0 | 1 => Some(length),
        factor => Some(format!("{factor}{length}")),
    }
}

/// The name of a number, with `i` where there are several of it.
fn name(layout: &Layout, number: &NumberItem) -> String {
    let is_in_place = |item: &Item| match item {
        Item::Group(group) => group.has(number) && only_line(layout, group).is_some(),
        Item::Line(_) => false,
    };
    let mut items = layout.head.iter().chain(&layout.case);
    let is_repeated = number.length.is_some() || items.any(is_in_place);
    in_mathematics(&number.name) + if is_repeated { "_i" } else { "" }
}

fn variable(layout: &Layout, index: usize) -> String {
    format!("${}$", name(layout, &layout.numbers[index]))
}

/// What each number means, and its limits, as `LaTeX`: those of which the same is said are on one row.
pub(super) fn limits(problem: &Problem, wording: &Wording) -> String {
    let layout = &problem.layout;
    let said = |alike: &[NumberItem]| {
        let name = |named: Named| name(layout, &layout.numbers[named.index]);
        let [low, high] = [&alike[0].low, &alike[0].high].map(|of| of.written(limit, name, " \\cdot "));
        [what(problem, wording, alike).say("number"), low, high]
    };
    let kind = |one: &NumberItem| {
        let is_pair = !one.role.is_count() && one.length.is_none();
        is_pair.then(|| (one.role.name(), layout.times_of_group(one), said(slice::from_ref(one))))
    };
    let are_alike = |one: &NumberItem, next: &NumberItem| kind(one).is_some() && kind(one) == kind(next);
    let row = |alike: &[NumberItem]| {
        let names: Vec<_> = alike.iter().map(|number| name(layout, number)).collect();
        let ([what, low, high], all) = (said(alike), names.join(", "));
        format!("${}$ & {what} & ${low} \\le {all} \\le {high}$", names.join("$, $"))
    };
    table("lp{0.5\\linewidth}l", layout.numbers.chunk_by(are_alike).map(row))
}

/// What a number is, or what several are that mean the same.
fn what(problem: &Problem, wording: &Wording, alike: &[NumberItem]) -> Wording {
    let (layout, kind, number) = (&problem.layout, problem.rules.positions, &alike[0]);
    let are_several = alike.len() > 1 || number.length.is_some();
    let is_once = number.length.is_none() && layout.times_of_group(number).is_none();
    // What comes as often as it says.
    let is_counted = |it: &&NumberItem| [it.length, layout.times_of_group(it)].contains(&Some(number.index));
    let counted: Vec<_> = layout.numbers.iter().filter(is_counted).collect();
    let piles: Vec<_> = counted.iter().filter(|it| it.role.is_pile()).collect();
    let are_lists = piles
        .iter()
        .any(|it| it.length.is_some_and(|length| length != number.index));
    let of_counted = counted.iter().flat_map(|it| it.role.conditions());
    wording
        .and(number.role.conditions().map(|name| (name, true)))
        .and(of_counted.map(|name| (format!("of-{name}"), true)))
        .and([
            ("several", are_several),
            ("in-list", number.length.is_some()),
            ("beside", layout.is_beside(number)),
            ("of-positions", counted.iter().any(|it| it.are_positions)),
            ("of-lists", are_lists),
            ("of-one-pile", piles.len() == 1),
            ("ascending", !is_once && number.ascending),
            ("repeats", number.may_repeat),
            ("distinct", !is_once && number.distinct),
        ])
        .with([
            ("role", number.role.name().to_owned()),
            ("piles-of-game", word(kind.count_of_piles).to_owned()),
            ("size-in-game", kind.size(has_one_pile(layout), are_several).to_owned()),
        ])
}
