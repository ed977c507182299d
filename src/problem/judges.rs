//! The judges: where to submit, and what to choose there.

use std::sync::LazyLock;

use crate::words::t;

/// A judge.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The start of the ids of its problems.
    pub prefix: &'static str,
    /// The name of a problem there, before its number.
    pub name: &'static str,
    /// The address of a problem, before its number. `None` if addresses have no numbers.
    pub page: Option<&'static str>,
    /// The entries of its list of languages that compile C89 and C++98, the best one first.
    pub c: Vec<&'static str>,
    /// The entry that compiles Rust.
    pub rust: Option<&'static str>,
    /// What else somebody who submits should know.
    pub note: Option<&'static str>,
}

/// The columns are the fields of [`Judge`]. The addresses of `UVa` have numbers, but not those of the problems.
const TABLE: &str = "\
poj|POJ |http://poj.org/problem?id=|GCC, G++||This judge does not take Rust.
hdu|HDU |https://acm.hdu.edu.cn/showproblem.php?pid=|GCC, G++||This judge does not take Rust.
luogup|Luogu P|https://www.luogu.com.cn/problem/P|C, C++98|Rust|
uva|UVa ||ANSI C, C++||This judge does not take Rust.
bzoj|BZOJ |https://hydro.ac/d/bzoj/p/|C, C++||BZOJ closed in 2019. Hydro has a copy of its problems:
hfut|HFUT ||||This problem has no public page, and no copy at another judge is known.
lightoj|LightOJ ||C, C++ 11|Rust|
hackerrank|HackerRank ||C, C++|Rust|
codingame|CodinGame ||C, C++|Rust|";

/// All known judges.
pub static JUDGES: LazyLock<Vec<Judge>> = LazyLock::new(|| {
    let judge = |line: &'static str| {
        let mut cells = line.split('|');
        let mut cell = || cells.next().filter(|cell| !cell.is_empty());
        Judge {
            prefix: cell().unwrap_or_default(),
            name: cell().unwrap_or_default(),
            page: cell(),
            c: cell().map_or_else(Vec::new, |entries| entries.split(", ").collect()),
            rust: cell(),
            note: cell(),
        }
    };
    TABLE.lines().map(judge).collect()
});

/// The name of a problem at its judge, in the language of the reader.
pub(crate) fn in_words(name: &str) -> String {
    name.replacen("Luogu ", t!("Luogu "), 1)
}

/// The judge of the problem or alias `id`, and the problem's number or name there.
pub fn judge(id: &str) -> Option<(&'static Judge, &str)> {
    JUDGES
        .iter()
        .find_map(|judge| Some((judge, id.strip_prefix(judge.prefix)?)))
}
