//! A problem for people: its statement, limits, samples, and where to submit a program.

use serde_json::{Value, json};

use crate::error::Error;
use crate::judge::samples;
use crate::layout::{Layout, Limit, Named};
use crate::package::sample;
use crate::problem::judges::{self, judge as judge_of};
use crate::problem::made_up;
use crate::problem::statement::{Block, blocks, plain, short};
use crate::problem::{Problem, Sample};
use crate::testdata::{CaseShape, Limits, most_stones};
use crate::text::{WIDTH, wrap};
use crate::words::{Language, language, t, translated, word};

/// What is known of a problem by one of its names.
pub(crate) struct Shown<'a> {
    problem: &'a Problem,
    /// Where it has none of its own, those of its package.
    samples: Vec<Sample>,
    /// The name it is called by.
    id: &'a str,
    /// The statement, and its language.
    written_in: Language,
    tex: String,
    /// Whether the statement is made up, so that it has all limits.
    is_made_up: bool,
    /// What explains the samples, where the statement is made up.
    explanation: String,
}

impl<'a> Shown<'a> {
    /// All that is known of a problem.
    ///
    /// # Errors
    /// A sample of its own is wrong.
    pub(crate) fn new(problem: &'a Problem) -> Result<Self, Error> {
        samples::check(problem)?;
        let samples = sample::samples(problem).unwrap_or_default();
        let language = language();
        let mut languages = language.and_others();
        let written = languages.find_map(|language| Some((language, problem.statement(language)?)));
        let is_made_up = written.is_none();
        let (written_in, tex) = written.unwrap_or_else(|| (language, made_up::statement(problem, language)));
        let explanation = is_made_up.then(|| sample::explanation(problem, &samples, language));
        Ok(Self {
            problem,
            samples,
            id: problem.id_at_judge(),
            written_in,
            tex,
            is_made_up,
            explanation: explanation.and_then(Result::ok).unwrap_or_default(),
        })
    }

    /// The judge, unless it is the title.
    fn judge(&self) -> Option<String> {
        let title = self.problem.title_in(language());
        Some(self.problem.judge_name()).filter(|judge| *judge != title)
    }

    /// Where else the problem is.
    fn elsewhere(&self) -> impl Iterator<Item = (String, &str)> {
        let others = self.problem.names().filter(|name| *name != self.id);
        others.filter_map(|name| {
            let (judge, number) = judge_of(name)?;
            Some((judges::in_words(&format!("{}{number}", judge.name)), name))
        })
    }

    /// Everything as one JSON object, whose statement is a list of headings, paragraphs and items of lists.
    pub(crate) fn object(&self) -> Value {
        let block = |block| match block {
            Block::Heading(heading) => Some(json!({ "heading": heading })),
            Block::Text { depth, is_item, text } if is_item => Some(json!({ "item": depth, "text": text })),
            Block::Text { text, .. } => Some(json!({ "text": text })),
            Block::Table(rows) => Some(json!({ "table": rows })),
            Block::Gap => None,
        };
        let blocks = blocks(&self.tex, self.written_in).into_iter();
        let samples = self
            .samples
            .iter()
            .map(|(input, output)| json!({ "input": input, "output": output }));
        let shapes = CaseShape::all().map(|shape| {
            let about = shape.about();
            json!({ "shape": shape.name(), "about": translated(&about).unwrap_or(&about) })
        });
        json!({
            "id": self.id,
            "judge": self.judge(),
            "title": self.problem.title_in(language()),
            "statement": blocks.filter_map(block).collect::<Value>(),
            "limits": ranges(&self.problem.layout).collect::<Value>(),
            "samples": samples.collect::<Value>(),
            "elsewhere": self.elsewhere().map(|(judge, id)| json!({ "judge": judge, "id": id })).collect::<Value>(),
            "url": self.problem.url(),
            "shapes": shapes.collect::<Value>(),
        })
    }

    /// Everything for people.
    pub(crate) fn text(&self) -> String {
        let judge = self.judge();
        let mut text = judge.map_or_else(String::new, |judge| format!("{judge}: "));
        let statement = plain(&self.tex, self.written_in);
        text.extend([&self.problem.title_in(language()), "\n\n", &statement]);
        let limits = self.limits();
        match limits.is_empty() {
            _ if !self.is_made_up => text.extend(["\n", t!("Limits"), "\n"]),
            false => text.push('\n'),
            true => {}
        }
        for line in limits.iter().flat_map(|limits| wrap(limits, WIDTH)) {
            text.extend([&line.replace('\u{a0}', " "), "\n"]);
        }
        for (input, output) in &self.samples {
            text.extend(["\n", t!("Sample input"), "\n", input]);
            text.extend(["\n", t!("Sample output"), "\n", output]);
        }
        if !self.explanation.is_empty() {
            let explanation = plain(&self.explanation, self.written_in);
            text.extend(["\n", t!("Explanation"), "\n", &explanation]);
        }
        if !self.problem.aliases.is_empty() {
            let elsewhere = t!("The same problem elsewhere (its limits may differ)");
            text.extend(["\n", elsewhere, "\n"]);
        }
        for (judge, name) in self.elsewhere() {
            let command = t!(" ({more})", more = format!("bouton show {name}"));
            text.extend(["  ", &judge, &command, "\n"]);
        }
        for (n, line) in self.submit().iter().enumerate() {
            if n == 0 {
                text.extend(["\n", t!("Submit"), "\n"]);
            }
            text.extend(["  ", line.trim_end(), "\n"]);
        }
        text
    }

    /// Within which limits it is answered; a statement that is made has the ranges of the numbers.
    fn limits(&self) -> Vec<String> {
        // A range is not broken.
        let ranges = ranges(&self.problem.layout).map(|range| range.replace(' ', "\u{a0}"));
        let ranges = (!self.is_made_up).then(|| ranges.collect::<Vec<_>>().join(", "));
        let stones = most_stones(self.problem).map(|stones| {
            t!(
                "the number of cases is not published: in an input of the test data, all piles have at most {stones} \
                stones together",
                stones = short(stones)
            )
        });
        let limits = ranges.into_iter().chain(bound(self.problem));
        limits.chain(stones).collect()
    }

    /// The commands that print what to submit, which language to choose at its judge, and last the page.
    fn submit(&self) -> Vec<String> {
        let Self { problem, id, .. } = *self;
        let of_judge = judge_of(id);
        let commands = of_judge.iter().flat_map(|(judge, _)| {
            let is_cpp = |entry: &&str| entry.contains("++");
            let (cpp, c): (Vec<_>, Vec<_>) = judge.c.iter().copied().partition(is_cpp);
            let c = (!c.is_empty()).then_some((" --lang c", c));
            let rust = judge.rust.map(|rust| (" --lang rust", vec![rust]));
            let others = [" --lang python", " --lang java"].map(|option| (option, Vec::new()));
            [("", cpp)].into_iter().chain(c).chain(rust).chain(others)
        });
        let commands = commands.map(|(option, entries)| {
            let command = format!("bouton source {}{option}", problem.name);
            let entries = entries.join(t!(" or "));
            let choice = match &*entries {
                "" => String::new(),
                _ => t!("  submit as {entries}", entries),
            };
            command + &choice
        });
        let note = of_judge
            .as_ref()
            .and_then(|(judge, _)| Some(word(judge.note?).to_owned()));
        let lines = commands.chain(note).chain(problem.url());
        lines.filter(|line| !line.is_empty()).collect()
    }
}

/// That the limits allow larger piles than are answered, if they do. To find out may take a second.
pub(crate) fn bound(problem: &Problem) -> Option<String> {
    let mut rules = problem.rules.clone();
    let high = Limits::of(&problem.layout).sizes.high;
    let most = if rules.asks_of_input().next().is_some() {
        // How far Grundy values are known depends on what the input gives.
        rules.most().min(high)
    } else {
        rules.largest_known(high)
    };
    (most < high).then(|| {
        t!(
            "only piles of up to {most} stones are answered, while the limits allow {high}",
            most,
            high
        )
    })
}

/// The limits of the numbers of a layout, such as `1 ≤ M ≤ 20`.
fn ranges(layout: &Layout) -> impl Iterator<Item = String> {
    let numbers = &layout.numbers;
    let name = |named: Named| {
        let name = &numbers[named.index].name;
        if named.by_element {
            format!("{name}_i")
        } else {
            name.clone()
        }
    };
    let limit = move |limit: &Limit| limit.written(short, name, "·");
    numbers.iter().map(move |number| {
        let name = &number.name;
        // A list may have no name in the statement: this says what it is.
        let all = number.times().map(|times| {
            let factor = Some(number.factor).filter(|&factor| factor > 1);
            let factor = factor.map_or_else(String::new, |factor| factor.to_string());
            format!("{name}1, ..., {name}{factor}{}", numbers[times].name)
        });
        let limits = [&number.low, &number.high].into_iter();
        let is_each = limits.flat_map(|limit| &limit.names).any(|named| named.by_element);
        let each = is_each.then(|| format!("{name}_i"));
        let all = each.or(all).unwrap_or(name.clone());
        format!("{} ≤ {all} ≤ {}", limit(&number.low), limit(&number.high))
    })
}
