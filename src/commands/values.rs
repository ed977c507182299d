//! The values of arguments: texts from the command line become problems, numbers, limits, kernels.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command};

use crate::decode::{Digits, Kernel, is_white_space};
use crate::error::{Error, InputErrorKind};
use crate::problem::names::{self, Meaning};
use crate::problem::{self, Problem};
use crate::testdata::Bounds;

/// The argument PROBLEM.
#[derive(Clone, Debug, Args)]
pub struct ProblemArg {
    /// An id or alias ('bouton list' lists them), or the path of a game.toml or its folder
    #[arg(value_name = "PROBLEM", value_parser = ProblemName)]
    problem: String,
}

impl ProblemArg {
    /// Finds the problem.
    pub fn find(&self) -> Result<&'static Problem, Error> {
        ProblemName::find(&self.problem)
    }
}

/// Parses the name of a problem, or a path.
#[derive(Clone, Copy, Debug)]
pub struct ProblemName;

impl ProblemName {
    /// The kind of the error if there is no problem of this name; the error's context has the name.
    pub const UNKNOWN: ErrorKind = ErrorKind::InvalidSubcommand;

    /// Finds the problem with a parsed name.
    ///
    /// # Panics
    /// If there is no problem of this name.
    pub fn find(name: &str) -> Result<&'static Problem, Error> {
        problem::find(name).map(|problem| problem.expect("the name was parsed"))
    }
}

impl TypedValueParser for ProblemName {
    type Value = String;

    fn parse_ref(
        &self,
        _command: &Command,
        _arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = value.to_string_lossy().into_owned();
        if problem::is_path(&name) || matches!(names::meaning(&name), Meaning::Id(_)) {
            return Ok(name);
        }
        let mut error = clap::Error::new(Self::UNKNOWN);
        error.insert(ContextKind::InvalidValue, ContextValue::String(name));
        Err(error)
    }
}

/// Which kernel works, where no option says so.
pub const KERNEL_VARIABLE: &str = "BOUTON_KERNEL";

/// A number as it stands in an input, with the same message if it is not one.
pub fn number(text: &str) -> Result<u64, String> {
    match text.bytes().find(|byte| !byte.is_ascii_digit()) {
        _ if text.is_empty() => Err("expected a number, found nothing".to_owned()),
        Some(b' ') => Err("expected a number, found a space".to_owned()),
        Some(byte) => Err(InputErrorKind::NotANumber(byte).to_string()),
        None => {
            let number = Digits::new(text.as_bytes()).value();
            number.ok_or_else(|| InputErrorKind::TooLarge.to_string())
        }
    }
}

/// Piles: one number, or several as in a line of an input.
pub fn piles(text: &str) -> Result<Vec<u64>, String> {
    let words = text.split(|c| u8::try_from(c).is_ok_and(is_white_space));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return number("").map(|pile| vec![pile]);
    }
    words.into_iter().map(number).collect()
}

/// A number of stones, piles or persons that is at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("it must be 1 or more".to_owned()),
        number => Ok(number),
    }
}

/// A number of threads, or of runs at once.
pub fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a number from 1 to {}", u16::MAX))
}

/// A number of bytes, perhaps with a unit.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let mut split = units
        .into_iter()
        .filter_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (text, factor) = split.next().unwrap_or((text, 1));
    let number = number(text).map_err(|error| format!("{error}: give a size such as 64K or 1G"))?;
    let bytes = number.checked_mul(factor);
    bytes.ok_or_else(|| InputErrorKind::TooLarge.to_string())
}

/// A number, or the least and the most as `LOW..HIGH`.
pub fn range(text: &str) -> Result<Bounds, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text| number(text).map_err(|error| format!("{error}: give N or LOW..HIGH"));
    Ok(Bounds {
        low: number(low)?,
        high: number(high)?,
    })
}

/// The numbers of stones that a move may take.
pub fn takes(text: &str) -> Result<Vec<u64>, String> {
    let one = |take: &str| match number(take.trim()) {
        Ok(0) => Err("a move takes at least one stone: leave out 0".to_owned()),
        Err(error) => Err(format!(
            "{error}: give numbers with commas between, as in 1,3,4"
        )),
        take => take,
    };
    text.split(',').map(one).collect()
}

/// The kernel with this name. `None` is the best one for the input.
pub fn kernel(name: &str) -> Result<Option<Kernel>, Error> {
    // A variable that is set to nothing is as good as one that is not set.
    if name == "auto" || name.is_empty() {
        return Ok(None);
    }
    Kernel::named(name).map(Some).ok_or_else(|| {
        Error::Usage(if Kernel::NAMES.contains(&name) {
            format!(
                "this machine cannot run the kernel {name}: choose auto, which is {} here",
                Kernel::best().name()
            )
        } else {
            format!(
                "there is no kernel '{name}': choose auto, {}",
                Kernel::NAMES.join(", ")
            )
        })
    })
}

/// The kernel that works if no option says otherwise.
pub fn environment_kernel() -> Result<Kernel, Error> {
    let kernel = kernel(&std::env::var(KERNEL_VARIABLE).unwrap_or_default())?;
    Ok(kernel.unwrap_or_else(Kernel::best))
}
