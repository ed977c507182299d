//! What a comparison says.

use std::io::{self, Write};

use super::case::{self, Case};
use super::{Comparer, Difference, Side, Verdict, explain};
use crate::error::{Error, Position};
use crate::input::Input;
use crate::pipe::Places;
use crate::problems::Game;

/// So many bytes of a line, and so many lines of an answer, are shown.
const LINE: usize = 200;
const LINES: usize = 12;

/// How answers compare, and why.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What a judge says of them.
    pub verdict: Verdict,
    /// How many cases the input has.
    pub cases: u64,
    /// How many of them have other answers than wanted. Answers that are missing count, and those that
    /// are too many.
    pub different: u64,
    /// How many answers differ in white space only, where that matters.
    pub but_for_white_space: u64,
    /// The first cases with other answers than wanted, counted from 1.
    pub differing: Vec<u64>,
    /// How many answers there are among those wanted and those found.
    pub wanted_answers: u64,
    /// See above.
    pub found_answers: u64,
    /// The first case that is not as wanted.
    pub first: Option<Explained>,
    /// How many of the wanted answers are wrong, and the first of them, if the answers found are the
    /// same.
    pub doubtful: Option<(u64, Explained)>,
    /// What the texts are called.
    pub names: Names,
}

/// What the texts are called.
#[derive(Clone, Debug)]
pub struct Names {
    /// The cases.
    pub input: String,
    /// The answers wanted.
    pub wanted: String,
    /// The answers found; none if they are the right ones.
    pub found: Option<String>,
}

impl Names {
    fn found(&self) -> &str {
        self.found.as_deref().unwrap_or("bouton")
    }
}

/// A case of which two answers differ, with what proves who is right.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Which one, counted from 1.
    pub case: u64,
    /// Where it starts in the input; none if there is no such case.
    pub position: Option<Position>,
    /// Its numbers; if there are many, without those in the middle.
    pub numbers: String,
    /// The answer wanted; none if it is missing.
    pub wanted: Option<String>,
    /// The line on which it starts.
    pub wanted_line: u64,
    /// The answer found; none if it is missing.
    pub found: Option<String>,
    /// The line on which it starts.
    pub found_line: u64,
    /// Who is right, and why.
    pub why: Vec<String>,
}

impl Comparer {
    /// What the comparison has come to.
    pub(super) fn report(self, input: &mut Input, places: &Places) -> Result<Comparison, Error> {
        let (verdict, first) = match (&self.first_different, &self.first_but_for_white_space) {
            (None, None) => (Verdict::Accepted, None),
            (different, but_for_white_space) if !self.ahead.apart && self.ahead.is_even() => {
                let both = [different, but_for_white_space];
                let first = both.into_iter().flatten().min_by_key(|first| first.case);
                (Verdict::PresentationError, first)
            }
            (different, but_for_white_space) => (
                Verdict::WrongAnswer,
                different.as_ref().or(but_for_white_space.as_ref()),
            ),
        };
        let names = Names {
            input: input.name.clone(),
            wanted: self.wanted.name.clone(),
            found: self.found.as_ref().map(|found| found.name.clone()),
        };
        let explain = |difference: Option<&Difference>, input: &mut Input| {
            let explained =
                difference.map(|first| self.explained(first, verdict, &names, input, places));
            explained.transpose()
        };
        let doubtful = match &self.first_doubtful {
            // What is wrong with both is told with the first case.
            Some(doubtful) if first.is_none_or(|first| first.case != doubtful.case) => {
                explain(Some(doubtful), input)?.map(|explained| (self.doubtful, explained))
            }
            _ => None,
        };
        Ok(Comparison {
            verdict,
            cases: self.cases,
            different: self.different,
            but_for_white_space: self.but_for_white_space,
            first: explain(first, input)?,
            doubtful,
            differing: self.differing,
            wanted_answers: self.wanted_answers,
            found_answers: self.found_answers,
            names,
        })
    }

    fn explained(
        &self,
        difference: &Difference,
        verdict: Verdict,
        names: &Names,
        input: &mut Input,
        places: &Places,
    ) -> Result<Explained, Error> {
        let case = match difference.right {
            Some(_) => case::get(self.problem, input, places, difference.case)?,
            None => None,
        };
        let mut why = Vec::new();
        if verdict == Verdict::PresentationError {
            why.push("all is as wanted but for white space".to_owned());
        } else if let Some(case) = &case {
            why.push(who_is_right(difference, names));
            let moves = match self.problem.game {
                Game::Nim(play) if case.is_cut => {
                    let mut trouble = None;
                    let line = explain::explain_giant(play, case, |wanted| {
                        case::first_pile(self.problem, input, places, difference.case, wanted)
                            .unwrap_or_else(|error| {
                                trouble = Some(error);
                                None
                            })
                    });
                    if let Some(trouble) = trouble {
                        return Err(trouble);
                    }
                    vec![line]
                }
                _ if case.is_cut => vec!["there are too many piles to look for moves".to_owned()],
                _ => explain::explain(self.problem, case, difference),
            };
            why.extend(moves.into_iter().map(|line| format!("  {line}")));
        } else if difference.right.is_none() {
            let (name, cases) = (&names.input, self.cases);
            let cases = counted(cases, "case", "cases");
            why.push(format!("{name} has only {cases}"));
        }
        let text = |side: &Side| {
            let text = side.text.as_ref()?;
            let shown = if verdict == Verdict::PresentationError {
                quoted(text, side.blank_lines)
            } else {
                shown(text)
            };
            Some(shown)
        };
        Ok(Explained {
            case: difference.case,
            position: case.as_ref().and_then(|case| case.position),
            numbers: case.as_ref().map_or_else(String::new, Case::text),
            wanted: text(&difference.wanted),
            wanted_line: difference.wanted.line,
            found: text(&difference.found),
            found_line: difference.found.line,
            why,
        })
    }
}

/// Which side is right.
fn who_is_right(difference: &Difference, names: &Names) -> String {
    let (wanted, found) = (&names.wanted, names.found());
    match (
        difference.is_right(&difference.wanted),
        difference.is_right(&difference.found),
    ) {
        (true, true) => format!("{wanted} and {found} are right:"),
        (true, false) => format!("{wanted} is right:"),
        (false, true) => format!("{found} is right, {wanted} is wrong:"),
        (false, false) => {
            let right = shown(difference.right.as_deref().unwrap_or_default());
            let right = right.replace('\n', "\n    ");
            format!("the right answer is {right}")
        }
    }
}

/// An answer for people: its lines, long ones and many of them without what is in the middle.
fn shown(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let lines: Vec<_> = text.trim().lines().map(line).collect();
    middle_left_out(lines, LINES, "lines").join("\n")
}

/// A line without what only a terminal would understand; a long one without its middle.
fn line(line: &str) -> String {
    let printed = |c: char| {
        if c.is_control() {
            c.escape_default().collect()
        } else {
            c.to_string()
        }
    };
    let characters: Vec<String> = line.trim_end().chars().map(printed).collect();
    middle_left_out(characters, LINE, "characters").concat()
}

/// The same with only `most` items; how many were left out stands in the middle.
fn middle_left_out(mut items: Vec<String>, most: usize, what: &str) -> Vec<String> {
    if items.len() > most {
        let left_out = items.len() - most;
        let start = most / 2;
        let note = format!(" ... ({left_out} {what} left out) ... ");
        items.splice(start..start + left_out, [note]);
    }
    items
}

/// An answer whose white space matters.
fn quoted(answer: &[u8], blank_lines: u64) -> String {
    let text = String::from_utf8_lossy(answer);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = line(&format!("{text:?}"));
    if blank_lines > 0 {
        format!(
            "{text} behind {}",
            counted(blank_lines, "blank line", "blank lines")
        )
    } else {
        text
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Comparison {
    /// Writes the report for people.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (short, name) = (self.verdict.short(), self.verdict.name());
        let names = &self.names;
        let cases = counted(self.cases, "case", "cases");
        if let Some(first) = &self.first {
            writeln!(out, "{short}: {name}")?;
            self.write_case(first, out)?;
            self.write_counts(out)?;
        } else {
            writeln!(out, "{short}: {name}, {cases}")?;
        }
        if let Some((count, first)) = &self.doubtful {
            let wanted = &names.wanted;
            let answers = counted(*count, "answer of", "answers of");
            let verb = if *count == 1 { "is" } else { "are" };
            writeln!(out, "but {answers} {wanted} {verb} wrong:")?;
            self.write_case(first, out)?;
        }
        Ok(())
    }

    /// Writes the answers to the first case that is not as wanted, and why they are right or wrong.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_first(&self, out: &mut dyn Write) -> io::Result<()> {
        self.first
            .as_ref()
            .map_or(Ok(()), |first| self.write_answers(first, out))
    }

    fn write_case(&self, first: &Explained, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        match first.position {
            Some(position) => {
                let (case, line) = (first.case, position.line);
                writeln!(out, "case {case}, {}:{line}", names.input)?;
                writeln!(out, "  {}", first.numbers)?;
            }
            None => writeln!(out, "case {}", first.case)?,
        }
        self.write_answers(first, out)
    }

    fn write_answers(&self, first: &Explained, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        let wanted = (&names.wanted[..], first.wanted_line);
        let found = (names.found(), first.found_line);
        write_answer(out, "wanted", first.wanted.as_deref(), wanted)?;
        write_answer(out, "found", first.found.as_deref(), found)?;
        for line in &first.why {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        let cases = counted(self.cases, "case", "cases");
        let all = self.cases.max(self.wanted_answers).max(self.found_answers);
        if self.verdict == Verdict::PresentationError {
            let lines = self.but_for_white_space + self.different;
            let answers = counted(lines, "answer differs", "answers differ");
            return writeln!(out, "{answers} in white space");
        }
        let verb = if self.different == 1 {
            "differs"
        } else {
            "differ"
        };
        write!(
            out,
            "{} of {} {verb}",
            self.different,
            counted(all, "case", "cases")
        )?;
        if let [_, next @ ..] = &self.differing[..]
            && !next.is_empty()
        {
            let next: Vec<_> = next.iter().map(u64::to_string).collect();
            let more = self.different > self.differing.len() as u64;
            let more = if more { ", ..." } else { "" };
            write!(out, "; the next: {}{more}", next.join(", "))?;
        }
        writeln!(out)?;
        let (wanted, found) = (self.wanted_answers, self.found_answers);
        if wanted != found {
            let much = if found < wanted { "few" } else { "many" };
            writeln!(
                out,
                "too {much} answers: {} has {found}, {} has {wanted}",
                names.found(),
                names.wanted
            )?;
        }
        if wanted != self.cases {
            let answers = counted(wanted, "answer", "answers");
            writeln!(out, "{} has {answers} to {cases}", names.wanted)?;
        }
        Ok(())
    }
}

fn write_answer(
    out: &mut dyn Write,
    what: &str,
    answer: Option<&str>,
    (name, line): (&str, u64),
) -> io::Result<()> {
    let at = if line > 0 && name != "bouton" {
        format!("{name}:{line}")
    } else {
        name.to_owned()
    };
    match answer {
        None => writeln!(out, "{what:<6} nothing ({at})"),
        Some(answer) if answer.contains('\n') => {
            let answer = answer.replace('\n', "\n  ");
            writeln!(out, "{what:<6} ({at})\n  {answer}")
        }
        Some(answer) => writeln!(out, "{what:<6} {answer} ({at})"),
    }
}
