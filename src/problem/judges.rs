//! The judges: where to submit, and what to choose there.

use crate::words::t;

/// A judge.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The start of the ids of its problems.
    pub prefix: &'static str,
    /// The name of a problem there, before its number.
    pub name: &'static str,
    /// The address of a problem, before its number. `None` if addresses have no numbers.
    pub page: Option<&'static str>,
    /// The entries of its list of languages that compile C89 and C++98, the best one first.
    pub c: &'static [&'static str],
    /// The entry that compiles Rust.
    pub rust: Option<&'static str>,
    /// What else somebody who submits should know.
    pub note: Option<&'static str>,
}

const NO_RUST: Option<&str> = Some("This judge does not take Rust.");

/// All known judges.
pub const JUDGES: &[Judge] = &[
    Judge {
        prefix: "poj",
        name: "POJ ",
        page: Some("http://poj.org/problem?id="),
        c: &["GCC", "G++"],
        rust: None,
        note: NO_RUST,
    },
    Judge {
        prefix: "hdu",
        name: "HDU ",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid="),
        c: &["GCC", "G++"],
        rust: None,
        note: NO_RUST,
    },
    Judge {
        prefix: "luogup",
        name: "Luogu P",
        page: Some("https://www.luogu.com.cn/problem/P"),
        c: &["C", "C++98"],
        rust: Some("Rust"),
        note: None,
    },
    Judge {
        prefix: "uva",
        name: "UVa ",
        // Addresses have numbers, but not those of the problems.
        page: None,
        c: &["ANSI C", "C++"],
        rust: None,
        note: NO_RUST,
    },
    Judge {
        prefix: "bzoj",
        name: "BZOJ ",
        page: Some("https://hydro.ac/d/bzoj/p/"),
        c: &["C", "C++"],
        rust: None,
        note: Some("BZOJ closed in 2019. Hydro has a copy of its problems:"),
    },
    Judge {
        prefix: "hfut",
        name: "HFUT ",
        page: None,
        c: &[],
        rust: None,
        note: Some("This problem has no public page, and no copy at another judge is known."),
    },
    Judge {
        prefix: "lightoj",
        name: "LightOJ ",
        page: None,
        c: &["C", "C++ 11"],
        rust: Some("Rust"),
        note: None,
    },
    Judge {
        prefix: "hackerrank",
        name: "HackerRank ",
        page: None,
        c: &["C", "C++"],
        rust: Some("Rust"),
        note: None,
    },
    Judge {
        prefix: "codingame",
        name: "CodinGame ",
        page: None,
        c: &["C", "C++"],
        rust: Some("Rust"),
        note: None,
    },
];

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
