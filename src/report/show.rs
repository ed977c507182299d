//! A problem for people: its statement, limits, samples, and where to submit a program.

use crate::layout::{Layout, Limit};
use crate::output::answers::Answers;
use crate::problem::judges::{self, judge as judge_of};
use crate::problem::made_up;
use crate::problem::statement::{plain, short};
use crate::problem::{Problem, Sample};
use crate::text::{WIDTH, wrap};
use crate::words::{language, t, word};

/// Writes everything.
pub(crate) fn show(problem: &Problem, samples: &[Sample], answers: &mut Answers<'_>) {
    let language = language();
    let mut languages = language.and_others();
    let statement = languages.find_map(|language| Some((language, problem.statement(language)?)));
    let (written_in, tex) =
        statement.unwrap_or_else(|| (language, made_up::statement(problem, language)));
    let aliases = problem.aliases.iter().map(|alias| &alias.id);
    let names = std::iter::once(&problem.id).chain(aliases);
    // A path is none of them.
    let is_name = names.clone().any(|name| *name == problem.name);
    let id = if is_name { &problem.name } else { &problem.id };
    let (judge, title) = (problem.judge_name(), problem.title_in(language));
    if judge != title {
        write!(answers, "{judge}: ");
    }
    write!(answers, "{title}\n\n{}", plain(&tex, written_in));
    writeln!(answers, "\n{}", t!("Limits"));
    // A range is not broken.
    let ranges = ranges(&problem.layout).map(|range| range.replace(' ', "\u{a0}"));
    for line in wrap(&ranges.collect::<Vec<_>>().join(", "), WIDTH) {
        writeln!(answers, "{}", line.replace('\u{a0}', " "));
    }
    for (input, output) in samples {
        write!(answers, "\n{}\n{input}", t!("Sample input"));
        write!(answers, "\n{}\n{output}", t!("Sample output"));
    }
    if !problem.aliases.is_empty() {
        writeln!(
            answers,
            "\n{}",
            t!("The same problem elsewhere (its limits may differ)")
        );
    }
    for name in names.filter(|name| *name != id) {
        let Some((judge, number)) = judge_of(name) else {
            continue;
        };
        let judge = judges::in_words(&format!("{}{number}", judge.name));
        let command = t!(" ({more})", more = format!("bouton show {name}"));
        writeln!(answers, "  {judge}{command}");
    }
    submit(problem, id, answers);
}

/// The commands that print what to submit as `id`, which language to choose at its judge, and last the
/// page.
fn submit(problem: &Problem, id: &str, answers: &mut Answers<'_>) {
    let of_judge = judge_of(id);
    let (c, rust) = of_judge.map_or((&[][..], None), |(judge, _)| (&judge.c[..], judge.rust));
    let takes_rust = of_judge.is_none_or(|_| rust.is_some());
    let programs = [
        ("c", "", c, true),
        ("rs", " --lang rust", rust.as_slice(), takes_rust),
    ];
    let commands = programs.into_iter();
    let commands = commands.filter_map(|(ending, option, entries, is_taken)| {
        let path = format!("submissions/accepted/{}.{ending}", problem.id);
        let command = format!("bouton source {}{option}", problem.name);
        let entries = entries.join(t!(" or "));
        let choice = match &*entries {
            "" => String::new(),
            _ => t!("  choose the language {entries}", entries),
        };
        (is_taken && problem.files.get(&path).is_some()).then(|| command + &choice)
    });
    let note = of_judge.and_then(|(judge, _)| Some(word(judge.note?).to_owned()));
    let page = if id == problem.id {
        problem.url()
    } else {
        of_judge.and_then(|(judge, number)| Some(format!("{}{number}", judge.page?)))
    };
    let lines = commands.chain(note).chain(page);
    for (n, line) in lines.filter(|line| !line.is_empty()).enumerate() {
        if n == 0 {
            writeln!(answers, "\n{}", t!("Submit"));
        }
        writeln!(answers, "  {}", line.trim_end());
    }
}

/// The limits of the numbers of a layout, such as `1 ≤ M ≤ 20`.
fn ranges(layout: &Layout) -> impl Iterator<Item = String> {
    let numbers = &layout.numbers;
    let limit = |limit| match limit {
        Limit::Number(number) => short(number),
        Limit::Value(index) => numbers[index].name.clone(),
    };
    numbers.iter().map(move |number| {
        let name = &number.name;
        // A list may have no name in the statement: this says what it is.
        let all = number
            .times()
            .map(|times| format!("{name}1, ..., {name}{}", numbers[times].name));
        let all = all.as_ref().unwrap_or(name);
        format!("{} ≤ {all} ≤ {}", limit(number.low), limit(number.high))
    })
}
