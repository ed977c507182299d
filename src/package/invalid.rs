//! Inputs that break one rule of a layout each, made from a valid one. Tools that judge packages try what is valid in
//! no layout, such as an empty file, CRLF or letters.

use crate::layout::Layout;
use crate::layout::checker::check_text;
use crate::testdata::input_text::ending;

/// Invalid inputs by their names, each with one mistake; `sample` is valid and short.
pub(crate) fn inputs(layout: &Layout, sample: &str) -> Vec<(&'static str, String)> {
    let ending = ending(layout);
    let body = sample.strip_suffix(&ending).unwrap_or(sample);
    // The last number of the last case, and the one before it.
    let end = body.trim_end().len();
    let start_of_word = |text: &str| text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let start = start_of_word(&body[..end]);
    let before = body[..start].trim_end();
    let (number, other) = (&body[start..end], &before[start_of_word(before)..]);
    let with = |text: &str| format!("{}{text}{}", &sample[..start], &sample[end..]);
    let is_valid = |number: i128| check_text(layout, with(&number.to_string()).as_bytes()).is_ok();
    let value = number.parse().unwrap_or(0);
    let mut inputs = vec![
        ("space_at_the_end_of_a_line", sample.replacen('\n', " \n", 1)),
        ("leading_zero", with(&format!("0{number}"))),
        ("too_large", with(&limit(value, 1 << 64, &is_valid))),
        ("too_small", with(&limit(value, -1, &is_valid))),
        ("larger_than_64_bits", with("18446744073709551616")),
        ("one_number_missing", before.to_owned() + &sample[end..]),
        ("one_number_too_many", with(&format!("{number} 1"))),
        ("as_the_number_before", with(other)),
        ("line_broken_in_two", sample.replacen(' ', "\n", 1)),
        ("no_blank_line_between_cases", sample.replace("\n\n", "\n")),
        ("more_after_the_end", sample.repeat(2)),
    ];
    if !ending.is_empty() {
        inputs.push(("no_end", body.to_owned()));
        inputs.push(("no_case", ending));
        inputs.push(("end_too_short", body.to_owned() + "0\n"));
    }
    if let (Some(high @ 1..=1000), Some((count, cases))) = (
        layout.case_count().and_then(|count| count.high.number()),
        sample.split_once('\n'),
    ) && let Ok(count @ 1..) = count.parse::<usize>()
    {
        let times = high as usize / count + 1;
        let cases = cases.repeat(times);
        inputs.push(("too_many_cases", format!("{}\n{cases}", count * times)));
    }
    // What breaks a rule of one layout may be valid in another one.
    inputs.retain(|(_, input)| check_text(layout, input.as_bytes()).is_err());
    inputs
}

/// The invalid number that is nearest to the valid one, on the side of `far`, which is invalid too.
fn limit(mut valid: i128, mut far: i128, is_valid: &dyn Fn(i128) -> bool) -> String {
    while valid.abs_diff(far) > 1 {
        let between = i128::midpoint(valid, far);
        if is_valid(between) {
            valid = between;
        } else {
            far = between;
        }
    }
    far.to_string()
}
