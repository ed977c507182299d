//! Lists of Grundy values.

use super::{SolveArgs, drawn};
use crate::error::Error;
use crate::game::Play;
use crate::game::rule::Rules;
use crate::game::subtraction_set::Period;
use crate::output::answers::Answers;
use crate::problem::statement::Language;
use crate::report::json::{TableObject, text};
use crate::report::svg;
use crate::testdata::Bounds;

/// The most values in a list.
const MAX_LISTED: u64 = 1_000_000;

/// Lists the Grundy values of piles of these sizes.
pub(crate) fn list(
    mut rules: Rules,
    sizes: Bounds,
    options: &SolveArgs,
    answers: &mut Answers<'_>,
) -> Result<(), Error> {
    let usage = |message: String| Error::Usage(format!("--table: {message}"));
    let Bounds { low, high } = sizes;
    if low > high || high - low >= MAX_LISTED {
        let message = format!("expected at most {MAX_LISTED} sizes, as in 0..99");
        return Err(usage(message));
    }
    rules
        .cover(high)
        .map_err(|no_period| usage(crate::error::InputErrorKind::from(no_period).to_string()))?;
    rules.seek_period();
    let heaps = rules.heaps().filter(|_| rules.play() == Play::Normal);
    let Some(heaps) = heaps else {
        let rule = rules.written();
        return Err(usage(format!(
            "no Grundy values of single piles decide who wins '{rule}'"
        )));
    };
    let values: Vec<_> = (low..=high).map(|size| heaps.grundy_of(size)).collect();
    let (period, theorem) = heaps.period().unzip();
    let draw = || svg::table(low, &values, period, Language::of_locale());
    if drawn(options, draw, answers)? {
        return Ok(());
    }
    if options.json {
        let numbers = period.map(|Period { start, len }| [start, len]);
        let table = TableObject {
            from: low,
            grundy: &values,
            period: numbers.map(|[_, len]| len),
            period_from: numbers.map(|[start, _]| start),
            theorem,
        };
        writeln!(answers, "{}", text(&table));
        return Ok(());
    }
    let width = |number: u64| number.to_string().len();
    let size = width(high);
    let cell = values.iter().map(|&value| width(value)).max().unwrap_or(1);
    for (first, line) in (low..).step_by(10).zip(values.chunks(10)) {
        write!(answers, "{first:>size$} ");
        for value in line {
            write!(answers, " {value:>cell$}");
        }
        answers.text(b"\n");
    }
    if let (Some(Period { start, len }), Some(theorem)) = (period, theorem) {
        writeln!(answers, "period {len} from {start} on ({theorem})");
    }
    Ok(())
}
