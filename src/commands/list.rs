//! `bouton list`: the table of problems.

use std::sync::Arc;

use clap::Args;

use super::answer::stdout;
use super::values::ProblemName;
use crate::error::Error;
use crate::game::rule::ROWS;
use crate::output::answers::Answers;
use crate::problem::statement::Language;
use crate::problem::{self, Problem};
use crate::report::json::{self, ProblemObject, RuleObject};
use crate::text::{WIDTH, wrap};

/// List problems with their judge, rule, input and answer
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// Only these: ids, aliases, or paths; default: all
    #[arg(value_name = "PROBLEM", value_parser = ProblemName)]
    problem: Vec<Arc<Problem>>,

    /// Language of the list; default: that of the locale
    #[arg(
        long,
        value_name = "en|zh",
        ignore_case = true,
        hide_possible_values = true
    )]
    lang: Option<Language>,

    /// Print one JSON array of objects
    #[arg(long)]
    json: bool,

    /// List the rules that a game.toml and 'bouton solve --rule' may have
    #[arg(long, conflicts_with = "problem")]
    rules: bool,
}

const DETAILS: &str = "\
--json: an object for each problem, or rule:
  {\"id\":\"hdu1907\",\"aliases\":[\"poj3480\"],\"judge\":\"HDU 1907\",\"title\":\"John\",
   \"title_zh\":\"...\",\"rule\":\"...\",\"input\":\"...\",\"answer\":\"...\"}
  {\"rule\":\"kayles\",\"misere\":false,\"move\":\"...\",\"move_zh\":\"...\"}";

const EXAMPLES: &str = "\
bouton list hdu1907  # list one problem
bouton list --json | jq -r '.[].id'  # list only the ids";

impl ListArgs {
    /// Writes the table, for people in the language of their locale, or as one JSON array.
    pub(crate) fn run(&self) -> Result<(), Error> {
        if self.rules {
            return self.rules();
        }
        let mut problems: Vec<_> = self.problem.iter().map(under_its_id).collect();
        if problems.is_empty() {
            problems = problem::all().collect();
        }
        let mut answers = stdout()?;
        if self.json {
            let objects: Vec<_> = problems.iter().map(|problem| object(problem)).collect();
            writeln!(answers, "{}", json::text(&objects));
        } else {
            let language = self.lang.unwrap_or_else(Language::of_locale);
            text(&problems, language, &mut answers);
        }
        answers.flush()
    }
}

impl ListArgs {
    fn rules(&self) -> Result<(), Error> {
        let mut answers = stdout()?;
        let rows = ROWS.iter().map(|row| {
            let english = row.with_holes(|row| row.english);
            (row, english, row.with_holes(|row| row.chinese))
        });
        if self.json {
            let objects = rows.map(|(row, english, chinese)| RuleObject {
                rule: row.written,
                misere: row.has_misere(),
                english,
                chinese,
            });
            writeln!(answers, "{}", json::text(&objects.collect::<Vec<_>>()));
        } else {
            for (row, english, chinese) in rows {
                let text = match Language::of_locale() {
                    Language::English => english,
                    Language::Chinese => chinese,
                };
                writeln!(
                    answers,
                    "{}\n    {}",
                    row.written,
                    wrap(&text, WIDTH - 4).join("\n    ")
                );
            }
        }
        answers.flush()
    }
}

/// The problem that this one is an alias of, or else itself: a list has all names of each problem.
fn under_its_id(problem: &Arc<Problem>) -> Arc<Problem> {
    let itself = problem::embedded(&problem.id);
    itself
        .filter(|_| problem.is_alias())
        .unwrap_or_else(|| Arc::clone(problem))
}

fn object(problem: &Problem) -> ProblemObject<'_> {
    let aliases = problem.aliases.iter().map(|(alias, _)| alias.as_str());
    ProblemObject {
        id: &problem.id,
        aliases: aliases.collect(),
        judge: problem.judge(),
        title: problem.title(),
        title_zh: problem.title_in(Language::Chinese),
        rule: problem.rule(),
        input: problem.input(),
        answer: problem.answer.description(),
    }
}

/// What is said of a problem below its title, each row with a label. Descriptions are in English; in another
/// language, the problem's own `game.toml` says the same.
fn rows(problem: &Problem, language: Language) -> Vec<(&'static str, String)> {
    match language {
        Language::English => vec![
            ("  rule    ", problem.rule()),
            ("  input   ", problem.input()),
            ("  answer  ", problem.answer.description()),
        ],
        Language::Chinese => {
            let keys = problem
                .toml
                .lines()
                .take_while(|line| !line.starts_with('['));
            let keys = keys.filter(|line| !(line.is_empty() || line.starts_with('#')));
            keys.map(|line| ("  ", line.to_owned())).collect()
        }
    }
}

/// Writes the names of each problem in the left column, and what they stand for in the right one, which is
/// wrapped.
fn text(problems: &[Arc<Problem>], language: Language, answers: &mut Answers<'_>) {
    fn names(problem: &Problem) -> impl Iterator<Item = &str> {
        let aliases = problem.aliases.iter().map(|(alias, _)| alias.as_str());
        std::iter::once(problem.id.as_str()).chain(aliases)
    }
    let width = problems
        .iter()
        .flat_map(|problem| names(problem))
        .map(str::len)
        .max();
    let width = width.unwrap_or(0);
    for (i, problem) in problems.iter().enumerate() {
        if i > 0 {
            answers.text(b"\n");
        }
        let title = format!("{}: {}", problem.judge(), problem.title_in(language));
        let rows = std::iter::once(("", title)).chain(rows(problem, language));
        let mut names = names(problem);
        for (mut label, text) in rows {
            for line in wrap(&text, WIDTH.saturating_sub(width + 2 + label.len())) {
                let name = names.next().unwrap_or_default();
                writeln!(answers, "{name:width$}  {label}{line}");
                label = &"          "[..label.len()];
            }
        }
        for name in names {
            writeln!(answers, "{name}");
        }
    }
}
