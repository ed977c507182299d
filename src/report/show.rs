//! A problem for people: its statement, limits, samples, and where to submit a program.

use crate::layout::{Layout, Limit, NumberItem};
use crate::output::answers::Answers;
use crate::problem::judges::judge as judge_of;
use crate::problem::made_up;
use crate::problem::statement::{Language, plain, short};
use crate::problem::{Problem, embedded};
use crate::text::{WIDTH, wrap};

/// The words around a statement.
struct Words {
    limits: &'static str,
    sample: &'static str,
    answers: &'static str,
    submit: &'static str,
    aliases: &'static str,
    choose: &'static str,
    or: &'static str,
}

const ENGLISH: Words = Words {
    limits: "Limits",
    sample: "Sample input",
    answers: "Sample output",
    submit: "Submit",
    aliases: "The same problem elsewhere (its limits may differ)",
    choose: "choose the language",
    or: " or ",
};

const CHINESE: Words = Words {
    limits: "数据范围",
    sample: "样例输入",
    answers: "样例输出",
    submit: "提交",
    aliases: "其他题库中的同一道题（数据范围可能不同）",
    choose: "语言选",
    or: " 或 ",
};

/// Writes everything.
pub(crate) fn show(problem: &Problem, language: Language, answers: &mut Answers<'_>) {
    let words = match language {
        Language::English => ENGLISH,
        Language::Chinese => CHINESE,
    };
    let mut languages = language.and_others();
    let statement = languages.find_map(|language| Some((language, problem.statement(language)?)));
    let (written_in, tex) =
        statement.unwrap_or_else(|| (language, made_up::statement(problem, language).into()));
    let aliases = problem.aliases.iter().map(|(alias, _)| alias);
    let (shown, others): (Vec<_>, Vec<_>) = std::iter::once(&problem.id)
        .chain(aliases)
        .partition(|name| **name == problem.name);
    // A path is none of them.
    let id = shown.first().copied().unwrap_or(&problem.id);
    let (judge, title) = (problem.judge(), problem.title_in(language));
    let name = if judge == title {
        title
    } else {
        format!("{judge}: {title}")
    };
    write!(answers, "{name}\n\n");
    write!(answers, "{}", plain(&tex, written_in));
    limits(problem, &words, answers);
    samples(problem, &words, answers);
    if !problem.aliases.is_empty() {
        write!(answers, "\n{}\n", words.aliases);
    }
    for name in others.into_iter().filter(|name| *name != id) {
        let alias = problem.aliases.iter().find(|(alias, _)| alias == name);
        let itself = embedded(name);
        let layout = match alias {
            Some((_, layout)) => layout.as_ref(),
            None => itself.as_ref().map(|itself| &*itself.layout),
        };
        if let Some((judge, number)) = judge_of(name) {
            writeln!(answers, "  {}{number} (bouton show {name})", judge.name);
            let ranges = layout.map(|layout| ranges(layout, Some(&problem.layout)));
            if let Some(ranges) = ranges.filter(|ranges| !ranges.is_empty()) {
                write_ranges(&ranges, "    ", answers);
            }
        }
    }
    submit(problem, id, &words, language, answers);
}

fn limits(problem: &Problem, words: &Words, answers: &mut Answers<'_>) {
    write!(answers, "\n{}\n", words.limits);
    write_ranges(&ranges(&problem.layout, None), "", answers);
}

/// Writes limits, in as many lines as they need, none of which ends within one.
fn write_ranges(ranges: &[String], indent: &str, answers: &mut Answers<'_>) {
    let tied: Vec<_> = ranges
        .iter()
        .map(|range| range.replace(' ', "\u{a0}"))
        .collect();
    for line in wrap(&tied.join(", "), WIDTH - indent.len()) {
        writeln!(answers, "{indent}{}", line.replace('\u{a0}', " "));
    }
}

fn samples(problem: &Problem, words: &Words, answers: &mut Answers<'_>) {
    for (input, output) in problem.samples() {
        write!(answers, "\n{}\n{input}", words.sample);
        write!(answers, "\n{}\n{output}", words.answers);
    }
}

/// The commands that print what to submit as `id`, which language to choose at its judge, and last the
/// page.
fn submit(
    problem: &Problem,
    id: &str,
    words: &Words,
    language: Language,
    answers: &mut Answers<'_>,
) {
    let of_judge = judge_of(id);
    let choice = |entries: &[&str]| match entries {
        [] => String::new(),
        _ => format!("  {} {}", words.choose, entries.join(words.or)),
    };
    let (c, rust) = of_judge.map_or((&[][..], None), |(judge, _)| (judge.c, judge.rust));
    let takes_rust = of_judge.is_none_or(|_| rust.is_some());
    let programs = [
        ("c", "", choice(c), true),
        ("rs", " --lang rust", choice(rust.as_slice()), takes_rust),
    ];
    let commands = programs
        .into_iter()
        .filter_map(|(ending, option, choice, is_taken)| {
            let path = format!("submissions/accepted/{}.{ending}", problem.id);
            let command = format!("bouton source {}{option}", problem.name);
            (is_taken && problem.files.get(&path).is_some()).then_some((command, choice))
        });
    let commands: Vec<_> = commands.collect();
    let width = commands.iter().map(|(command, _)| command.len()).max();
    let width = width.unwrap_or(0);
    let commands = commands
        .into_iter()
        .map(|(command, choice)| format!("{command:<width$}{choice}"));
    let note = of_judge.map(|(judge, _)| judge.note(language).to_owned());
    let page = if id == problem.id {
        problem.url()
    } else {
        of_judge.and_then(|(judge, number)| Some(format!("{}{number}", judge.page?)))
    };
    let mut heading = Some(words.submit);
    for line in commands.chain(note).chain(page) {
        if line.is_empty() {
            continue;
        }
        if let Some(heading) = heading.take() {
            write!(answers, "\n{heading}\n");
        }
        writeln!(answers, "  {}", line.trim_end());
    }
}

/// The limits of the numbers of a layout, such as `1 ≤ M ≤ 20`; if there is another one, only those that
/// it has not.
fn ranges(layout: &Layout, other: Option<&Layout>) -> Vec<String> {
    let numbers = &layout.numbers;
    let is_same = |number: &NumberItem| {
        other.is_some_and(|other| {
            let other = &other.numbers[number.index];
            (other.low, other.high) == (number.low, number.high)
        })
    };
    let limit = |limit| match limit {
        Limit::Number(number) => short(number),
        Limit::Value(index) => numbers[index].name.clone(),
    };
    let ranges = numbers.iter().filter(|number| !is_same(number));
    ranges
        .map(|number| {
            let name = &number.name;
            // A list may have no name in the statement: this says what it is.
            let all = number
                .times
                .map(|times| format!("{name}1, ..., {name}{}", numbers[times].name));
            let all = all.as_ref().unwrap_or(name);
            format!("{} ≤ {all} ≤ {}", limit(number.low), limit(number.high))
        })
        .collect()
}
