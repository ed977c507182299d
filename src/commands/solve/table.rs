//! Lists of Grundy values.

use super::{SolveArgs, drawn};
use crate::error::Error;
use crate::game::Play;
use crate::game::rule::Rules;
use crate::output::answers::Answers;
use crate::problem::statement::Language;
use crate::report::solve::Table;
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
    if low > high {
        return Err(usage(
            "expected the smaller size first, as in 0..99".to_owned(),
        ));
    }
    if high - low >= MAX_LISTED {
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
    let table = Table {
        low,
        values: &values,
        period: period.zip(theorem),
    };
    table.write(options.json, answers);
    Ok(())
}
