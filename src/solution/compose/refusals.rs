//! Why there is no program, in words: which number of the limits is too large for the theories of a rule.

use crate::problem::statement::short;
use crate::solution::chosen::{Parameters, Value};
use crate::solution::tree::{Expr, Operator};
use crate::words::{english, t, word};

/// What the numbers are that conditions of theories limit.
const MEANINGS: &[(&str, &str)] = &[
    ("CASES", english!("the number of cases")),
    ("TABLES", english!("the number of cases")),
    ("TABLE", english!("the largest pile")),
    ("LARGEST", english!("the largest pile")),
    ("ROOT", english!("the square root of the largest pile")),
    ("PILES", english!("the number of piles in all cases")),
    ("LENGTH", english!("the number of piles")),
    ("MAX_TAKES", english!("how many numbers a move may take")),
    ("MOST", english!("the number of lost piles")),
    ("DIGITS", english!("the number of digits")),
    ("Q", english!("the largest divisor")),
    ("REPEAT", english!("where the values begin to repeat")),
];

/// Why there is no program, where these conditions do not hold of these parameters: the last limit that is too narrow,
/// since theories for larger numbers come last.
pub(super) fn refusal(lacking: &[(Expr, Parameters)]) -> String {
    let mut limits = lacking.iter().rev();
    let why = limits.find_map(|(condition, parameters)| narrow_limit(condition, parameters));
    why.unwrap_or_else(|| t!("no program for this rule and this answer is known within these limits").to_owned())
}

/// What should be smaller, if this condition is a limit, or has one that does not hold.
fn narrow_limit(condition: &Expr, parameters: &Parameters) -> Option<String> {
    let Expr::Binary(operator, left, right) = condition else {
        return None;
    };
    if *operator == Operator::And {
        return [left, right]
            .into_iter()
            .filter(|part| !parameters.holds(part))
            .find_map(|part| narrow_limit(part, parameters));
    }
    let mut most = parameters.number(right)?;
    if *operator == Operator::Less {
        most = most.checked_sub(1)?;
    } else if *operator != Operator::LessOrEqual {
        return None;
    }
    let mut product = &**left;
    if let Expr::Binary(Operator::Divide, of, by) = product {
        most = most.saturating_mul(parameters.number(by)?);
        product = of;
    }
    let mut what = Vec::new();
    factors(product, parameters, &mut what)?;
    let what = what.join(t!(" times "));
    Some(t!(
        "no program for this rule and this answer is known within these limits: {what} should be at most {most}",
        what,
        most = in_short(most)
    ))
}

/// The factors of a product that are not 1, with their values.
fn factors(product: &Expr, parameters: &Parameters, all: &mut Vec<String>) -> Option<()> {
    if let Expr::Binary(Operator::Multiply, one, other) = product {
        factors(one, parameters, all)?;
        return factors(other, parameters, all);
    }
    let (base, is_square) = match product {
        Expr::Binary(Operator::Power, base, two) if **two == Expr::Number(2) => (&**base, true),
        other => (other, false),
    };
    let name = match base {
        Expr::Name(name) => name,
        Expr::Call(len, of) if len == "len" => match &of[..] {
            [Expr::Name(name)] => name,
            _ => return None,
        },
        _ => return None,
    };
    let Value::Number(value) = parameters.evaluate(base)? else {
        return None;
    };
    if value != 1 {
        // A table that ends before the largest pile is one of values that repeat.
        let is_whole = name != "TABLE" || parameters.values.get("LARGEST") == Some(&Value::Number(value));
        let name = if is_whole { name } else { "REPEAT" };
        let meaning = MEANINGS.iter().find(|meaning| meaning.0 == name)?.1;
        let (what, value) = (word(meaning), in_short(value));
        all.push(if is_square {
            t!("the square of {what} ({value})", what, value)
        } else {
            t!("{what} ({value})", what, value)
        });
    }
    Some(())
}

/// A number as a statement has it, with the sign of a `game.toml`; powers of two, which theories work with, as such.
fn in_short(number: u128) -> String {
    if number > 1 << 20 && number.is_power_of_two() {
        return format!("2^{}", number.ilog2());
    }
    short(number).replace('·', "*")
}
