//! The values of arguments: texts from the command line become problems, numbers, limits, kernels.

use std::sync::Arc;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::decode::{Kernel, is_white_space};
use crate::error::InputErrorKind;
use crate::problem::{self, Problem};
use crate::testdata::Bounds;
use crate::words::t;

/// The argument PROBLEM.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProblemArg {
    /// An id or alias ('bouton list' lists them), or the path of a game.toml or its folder
    #[arg(value_name = "PROBLEM", value_parser = problem())]
    pub problem: Arc<Problem>,
}

/// Finds a problem by its name or path.
pub(crate) fn problem() -> impl TypedValueParser<Value = Arc<Problem>> {
    OsStringValueParser::new().try_map(|given| {
        let name = given.to_string_lossy().into_owned();
        let why = match problem::find(&given) {
            Ok(Some(problem)) => return Ok(problem),
            Ok(None) => t!("there is no problem '{name}'", name = name),
            Err(error) => error.to_string(),
        };
        Err(NoProblem { name, why })
    })
}

/// Why there is no problem of this name.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub(crate) struct NoProblem {
    pub name: String,
    pub why: String,
}

/// A number as it stands in an input, with the same message if it is not one.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    match text.bytes().find(|byte| !byte.is_ascii_digit()) {
        _ if text.is_empty() => Err(t!("expected a number, found nothing").to_owned()),
        Some(byte) => Err(InputErrorKind::NotANumber(byte).to_string()),
        None => text
            .parse()
            .map_err(|_| InputErrorKind::TooLarge.to_string()),
    }
}

/// Piles: one number, or several as in a line of an input.
pub(crate) fn piles(text: &str) -> Result<Vec<u64>, String> {
    let words = text.split(|c| u8::try_from(c).is_ok_and(is_white_space));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return number("").map(|pile| vec![pile]);
    }
    words.into_iter().map(number).collect()
}

/// A number of stones, piles or persons that is at least 1.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err(t!("it must be 1 or more").to_owned()),
        number => Ok(number),
    }
}

/// A number of threads, or of runs at once.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| t!("expected a number from 1 to {most}", most = u16::MAX))
}

/// A number of bytes, perhaps with a unit.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let units = [('K', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let mut split = units.into_iter().filter_map(|(unit, factor)| {
        let number = text.strip_suffix([unit, unit.to_ascii_lowercase()])?;
        Some((number, factor))
    });
    let (text, factor) = split.next().unwrap_or((text, 1));
    let number = number(text)
        .map_err(|error| t!("{error}: give a size such as 64K or 1G", error = error))?;
    let bytes = number.checked_mul(factor);
    bytes.ok_or_else(|| InputErrorKind::TooLarge.to_string())
}

/// A number, or the least and the most as `LOW..HIGH`.
pub(crate) fn range(text: &str) -> Result<Bounds, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number =
        |text| number(text).map_err(|error| t!("{error}: give N or LOW..HIGH", error = error));
    Ok(Bounds {
        low: number(low)?,
        high: number(high)?,
    })
}

/// Which kernel decodes. `None` is the best one for the input.
pub(crate) type KernelChoice = Option<Kernel>;

/// The kernel with this name. A variable of the environment that is set to nothing is as good as one that is not set.
pub(crate) fn kernel(name: &str) -> Result<KernelChoice, String> {
    let name = name.to_ascii_lowercase();
    if matches!(&*name, "auto" | "") {
        return Ok(None);
    }
    Kernel::named(&name).map(Some).ok_or_else(|| {
        let names: Vec<_> = Kernel::available().map(Kernel::name).collect();
        t!(
            "this machine has no kernel '{name}': choose auto, {names}",
            name = name,
            names = names.join(", ")
        )
    })
}
