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

const fn with_rust(prefix: &'static str, name: &'static str, c: &'static [&'static str]) -> Judge {
    Judge {
        prefix,
        name,
        page: None,
        c,
        rust: Some("Rust"),
        note: None,
    }
}

const fn without_rust(
    prefix: &'static str,
    name: &'static str,
    c: &'static [&'static str],
) -> Judge {
    Judge {
        rust: None,
        note: Some("This judge does not take Rust."),
        ..with_rust(prefix, name, c)
    }
}

/// All known judges.
pub const JUDGES: &[Judge] = &[
    Judge {
        page: Some("http://poj.org/problem?id="),
        ..without_rust("poj", "POJ ", &["GCC", "G++"])
    },
    Judge {
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid="),
        ..without_rust("hdu", "HDU ", &["GCC", "G++"])
    },
    Judge {
        page: Some("https://www.luogu.com.cn/problem/P"),
        ..with_rust("luogup", "Luogu P", &["C", "C++98"])
    },
    // Addresses have numbers, but not those of the problems.
    without_rust("uva", "UVa ", &["ANSI C", "C++"]),
    Judge {
        page: Some("https://hydro.ac/d/bzoj/p/"),
        note: Some("BZOJ closed in 2019. Hydro has a copy of its problems:"),
        ..without_rust("bzoj", "BZOJ ", &["C", "C++"])
    },
    Judge {
        note: Some("This problem has no public page, and no copy at another judge is known."),
        ..without_rust("hfut", "HFUT ", &[])
    },
    with_rust("lightoj", "LightOJ ", &["C", "C++ 11"]),
    with_rust("hackerrank", "HackerRank ", &["C", "C++"]),
    with_rust("codingame", "CodinGame ", &["C", "C++"]),
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
