//! A list of Grundy values.

use crate::game::period::Period;
use crate::output::answers::Answers;
use crate::report::json::{TableObject, text};

/// The Grundy values of piles from `low` on.
pub(crate) struct Table<'a> {
    /// The smallest size.
    pub low: u64,
    /// The values, at least one.
    pub values: &'a [u64],
    /// Their period, and the theorem that proves it.
    pub period: Option<(Period, &'a str)>,
}

impl Table<'_> {
    /// Writes the table, as text or as JSON.
    pub(crate) fn write(&self, as_json: bool, answers: &mut Answers<'_>) {
        let &Self {
            low,
            values,
            period,
        } = self;
        if as_json {
            let (numbers, theorem) = period.unzip();
            let table = TableObject {
                from: low,
                grundy: values,
                period: numbers.map(|period| period.len),
                period_from: numbers.map(|period| period.start),
                theorem,
            };
            writeln!(answers, "{}", text(&table));
            return;
        }
        let width = |number: u64| number.to_string().len();
        let size = width(low + (values.len() as u64 - 1));
        let cell = values.iter().map(|&value| width(value)).max().unwrap_or(1);
        for (first, line) in (low..).step_by(10).zip(values.chunks(10)) {
            write!(answers, "{first:>size$} ");
            for value in line {
                write!(answers, " {value:>cell$}");
            }
            answers.text(b"\n");
        }
        if let Some((Period { start, len }, theorem)) = period {
            writeln!(answers, "period {len} from {start} on ({theorem})");
        }
    }
}
