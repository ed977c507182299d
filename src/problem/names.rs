//! The names of problems as people write them: `HDU1850`, `hdu 1850`, `1850`, `P2197`, or the address of a problem's
//! page.

use super::judges::{JUDGES, Judge, judge};
use super::names;

/// How alike an unknown name and the one that is suggested for it must be (Jaro-Winkler, from 0 to 1).
const ALIKE: f64 = 0.75;

/// What a name means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The problem or alias with this id.
    Id(&'static str),
    /// Any of several problems.
    Ambiguous(Vec<&'static str>),
    /// Nothing that is known.
    Unknown,
}

/// What `name` means: an id in any letter case, with or without the judge, or the address of a page.
pub(crate) fn meaning(name: &str) -> Meaning {
    let name = usual(name);
    if let Some(address) = address(&name) {
        let Some(name) = address.strip_prefix("vjudge.net/problem/") else {
            return found(names().filter(|id| has_page(id, address)));
        };
        // Virtual Judge calls some judges by other names, or in Chinese: `HYSBZ-1022`.
        let number = name.split_once('-').map_or(name, |(_, number)| number);
        return match meaning(name) {
            Meaning::Unknown => meaning(number),
            known => known,
        };
    }
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if let Some(id) = names().find(|id| *id == plain) {
        return Meaning::Id(id);
    }
    found(names().filter(|id| is_called(id, &plain, name.contains('_'))))
}

/// A name in small letters, with the judge as in ids.
fn usual(name: &str) -> String {
    let mut name = name.trim().to_lowercase();
    for judge in JUDGES {
        let other = judge.also.iter().find(|other| name.starts_with(**other));
        if let Some(other) = other.filter(|_| !name.starts_with(judge.prefix)) {
            name.replace_range(..other.len(), judge.prefix);
        }
    }
    name
}

/// The judge that `name` begins with or whose pages have such an address, and the number or name there that follows.
pub(crate) fn at_judge(name: &str) -> Option<(&'static Judge, String)> {
    let usual = usual(name);
    let (text, is_page) = match address(&usual) {
        Some(address) => (address, true),
        None => (&*usual, false),
    };
    JUDGES.iter().find_map(|judge| {
        let pages = judge.pages.iter().filter_map(|page| address(page.split('{').next()?));
        let luogu = judge.prefix.strip_suffix('p').into_iter().flat_map(|name| [name, "p"]);
        let names = [judge.prefix].into_iter().chain(luogu);
        let starts: Vec<_> = if is_page { pages.collect() } else { names.collect() };
        let rest = starts
            .iter()
            .find_map(|start| text.strip_prefix(&*start.to_lowercase()))?;
        let number = rest.trim_start_matches([' ', '-', '_', '/']);
        let is_number = number.starts_with(|c: char| c.is_ascii_digit());
        (is_number || is_page && !number.is_empty()).then(|| (judge, number.to_owned()))
    })
}

/// Whether `word` is what a judge is called, so that the next word may be the number of a problem there.
pub(crate) fn is_judge(word: &str) -> bool {
    called(word).is_some()
}

/// The judge that is called so.
pub(crate) fn called(word: &str) -> Option<&'static Judge> {
    let word = word.to_lowercase();
    let is_one = |judge: &&Judge| {
        let short = judge.prefix.trim_end_matches('p');
        judge.prefix == word || judge.also.contains(&&*word) || short == word
    };
    JUDGES.iter().find(is_one)
}

/// Whether `name` is that of the problem `id` without what many leave out: the judge before a number such as `1850` or
/// `1194d`, or before a name with underscores such as `tessoku_book_ag`, or the P that Luogu's numbers start with,
/// which may also be written twice.
fn is_called(id: &str, name: &str, has_underscores: bool) -> bool {
    let Some((judge, number)) = judge(id) else {
        return false;
    };
    let number = number.to_lowercase();
    let is_own = has_underscores || number.bytes().any(|byte| byte.is_ascii_digit());
    let rest = name.strip_prefix(judge.prefix).or(is_own.then_some(name));
    rest.is_some_and(|rest| {
        let p = if judge.prefix.ends_with('p') { "p" } else { "" };
        rest.strip_prefix(p).unwrap_or(rest) == number
    })
}

fn found(ids: impl Iterator<Item = &'static str>) -> Meaning {
    let ids: Vec<_> = ids.collect();
    match ids[..] {
        [] => Meaning::Unknown,
        [id] => Meaning::Id(id),
        _ => Meaning::Ambiguous(ids),
    }
}

/// The address of a page without what makes no difference; `None` if `name` is none.
pub(crate) fn address(name: &str) -> Option<&str> {
    let (scheme, address) = name.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let address = address.strip_prefix("www.").unwrap_or(address);
    // Some judges have the number there.
    let end = address
        .find('#')
        .filter(|_| !address.to_lowercase().contains("#problemid="));
    let address = address[..end.unwrap_or(address.len())].trim_end_matches('/');
    is_web.then(|| address.strip_suffix("/problem").unwrap_or(address))
}

/// Whether the problem or alias `id` has its page at this address, in lower case.
fn has_page(id: &str, expected: &str) -> bool {
    let pages = judge(id).map(|(judge, number)| judge.addresses(&number).collect::<Vec<_>>());
    let url = super::embedded(id).and_then(|problem| problem.url());
    let mut pages = pages.into_iter().flatten().chain(url);
    pages.any(|page| address(&page.to_lowercase()) == Some(expected))
}

/// The name that two words such as `hdu 1850` or `P 2197` are, if they are one.
pub(crate) fn of_two_words(judge: &str, number: &str) -> Option<String> {
    let name = format!("{judge}{number}");
    let is_known = matches!(meaning(&name), Meaning::Id(_));
    // A number that nobody knows is reported with its judge.
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    let is_name = is_judge(judge) && (is_number || is_known) || judge.eq_ignore_ascii_case("p") && is_known;
    is_name.then_some(name)
}

/// The name most like `name`, among those of all problems and `others`. One with other digits is another problem.
pub(crate) fn closest(name: &str, others: impl IntoIterator<Item = String>) -> Option<String> {
    let name = name.to_lowercase();
    let without_one = |at: usize| {
        let rest: String = name
            .char_indices()
            .filter(|(other, _)| *other != at)
            .map(|(_, c)| c)
            .collect();
        match meaning(&rest) {
            Meaning::Id(id) if !rest.is_empty() => Some(id.to_owned()),
            _ => None,
        }
    };
    let digits = |name: &str| {
        let mut digits: Vec<_> = name.chars().filter(char::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let names = others
        .into_iter()
        .chain(names().map(str::to_owned))
        .filter(|other| digits(other) == digits(&name));
    let alike = names
        .map(|other| (strsim::jaro_winkler(&name, &other), other))
        .filter(|(likeness, _)| *likeness >= ALIKE);
    let best = alike
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, name)| name);
    best.or_else(|| name.char_indices().rev().find_map(|(at, _)| without_one(at)))
}
