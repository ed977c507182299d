//! The judges: where to submit, and what to choose there.

use crate::words::t;

/// A judge.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The start of the ids of its problems.
    pub prefix: &'static str,
    /// What else people call it.
    pub also: &'static [&'static str],
    /// The name of a problem there, before its number.
    pub name: &'static str,
    /// The addresses of a problem, the one to show first: `{}` is its number or name, `{contest}` all but the last
    /// letter of that, `{task}` the last one, and `{volume}` all but the last two digits.
    pub pages: &'static [&'static str],
    /// The entries of its list of languages that compile C89 and C++98, the best one first.
    pub c: &'static [&'static str],
    /// The entry that compiles Rust.
    pub rust: Option<&'static str>,
    /// Its usual limit of CPU time, in seconds, and of memory, in MiB.
    pub limits: (f64, f64),
    /// What else somebody who submits should know.
    pub note: Option<&'static str>,
}

/// The entries where nothing has to be said of them.
const USUAL: Judge = Judge {
    prefix: "",
    also: &[],
    name: "",
    pages: &[],
    c: &["C", "C++"],
    rust: Some("Rust"),
    limits: (1.0, 64.0),
    note: None,
};

const NO_RUST: Option<&str> = Some("This judge does not take Rust.");

/// All known judges.
pub static JUDGES: &[Judge] = &[
    Judge {
        prefix: "poj",
        name: "POJ ",
        pages: &["http://poj.org/problem?id={}"],
        c: &["GCC", "G++"],
        rust: None,
        note: NO_RUST,
        ..USUAL
    },
    Judge {
        prefix: "hdu",
        also: &["杭电"],
        name: "HDU ",
        pages: &["https://acm.hdu.edu.cn/showproblem.php?pid={}"],
        c: &["GCC", "G++"],
        rust: None,
        note: NO_RUST,
        ..USUAL
    },
    Judge {
        prefix: "luogup",
        also: &["luogu", "洛谷"],
        name: "Luogu P",
        pages: &["https://www.luogu.com.cn/problem/P{}"],
        c: &["C", "C++98"],
        limits: (1.0, 125.0),
        ..USUAL
    },
    Judge {
        prefix: "cses",
        name: "CSES ",
        pages: &["https://cses.fi/problemset/task/{}"],
        c: &["C++"],
        limits: (1.0, 512.0),
        ..USUAL
    },
    Judge {
        prefix: "atcoder",
        name: "AtCoder ",
        pages: &["https://atcoder.jp/contests/{contest}/tasks/{contest}_{task}"],
        limits: (2.0, 1024.0),
        ..USUAL
    },
    Judge {
        prefix: "codeforces",
        also: &["cf"],
        name: "Codeforces ",
        pages: &[
            "https://codeforces.com/problemset/problem/{contest}/{task}",
            "https://codeforces.com/contest/{contest}/problem/{task}",
        ],
        limits: (2.0, 256.0),
        ..USUAL
    },
    Judge {
        prefix: "acwing",
        name: "AcWing ",
        rust: None,
        ..USUAL
    },
    Judge {
        prefix: "lightoj",
        name: "LightOJ ",
        c: &["C", "C++ 11"],
        ..USUAL
    },
    Judge {
        prefix: "hackerrank",
        name: "HackerRank ",
        limits: (2.0, 512.0),
        ..USUAL
    },
    Judge {
        prefix: "uva",
        name: "UVa ",
        pages: &["https://onlinejudge.org/external/{volume}/{}.pdf"],
        c: &["ANSI C", "C++"],
        rust: None,
        note: NO_RUST,
        limits: (3.0, 64.0),
        ..USUAL
    },
    Judge {
        prefix: "timus",
        name: "Timus ",
        pages: &["https://acm.timus.ru/problem.aspx?space=1&num={}"],
        ..USUAL
    },
    Judge {
        prefix: "spoj",
        name: "SPOJ ",
        pages: &["https://www.spoj.com/problems/{}"],
        ..USUAL
    },
    Judge {
        prefix: "kattis",
        name: "Kattis ",
        pages: &["https://open.kattis.com/problems/{}"],
        limits: (1.0, 1024.0),
        ..USUAL
    },
    Judge {
        prefix: "51nod",
        name: "51Nod ",
        pages: &["https://www.51nod.com/Challenge/Problem.html#problemId={}"],
        rust: None,
        ..USUAL
    },
    Judge {
        prefix: "bzoj",
        name: "BZOJ ",
        pages: &["https://hydro.ac/d/bzoj/p/{}"],
        rust: None,
        note: Some("BZOJ closed in 2019. Hydro has a copy of its problems:"),
        ..USUAL
    },
    Judge {
        prefix: "hfut",
        name: "HFUT ",
        c: &[],
        rust: None,
        note: Some("This problem has no public page, and no copy at another judge is known."),
        ..USUAL
    },
    Judge {
        prefix: "codingame",
        name: "CodinGame ",
        ..USUAL
    },
];

impl Judge {
    /// What it is called, in the language of the reader.
    pub(crate) fn in_words(&self) -> String {
        let name = in_words(self.name);
        name.trim_end_matches(['P', ' ']).to_owned()
    }

    /// The addresses of the problem `number`, the one to show first.
    pub(crate) fn addresses(&self, number: &str) -> impl Iterator<Item = String> {
        let before = |len: usize| number.split_at(number.len().saturating_sub(len));
        let (contest, task) = before(1);
        let (volume, _) = before(2);
        self.pages.iter().map(move |page| {
            let page = page.replace("{contest}", contest).replace("{task}", task);
            page.replace("{volume}", volume).replace("{}", number)
        })
    }
}

/// The name of a problem at its judge, in the language of the reader.
pub(crate) fn in_words(name: &str) -> String {
    if let Some((contest, letter)) = name.split_once(", problem ") {
        return t!("{contest}, problem {letter}", contest, letter);
    }
    name.replacen("Luogu ", t!("Luogu "), 1)
}

/// The judge of the problem or alias `id`, and the problem's number or name there, with capital letters where there
/// are such in its name: `Codeforces 1194D`.
pub fn judge(id: &str) -> Option<(&'static Judge, String)> {
    JUDGES.iter().find_map(|judge| {
        let number = id.strip_prefix(judge.prefix)?;
        let has_capitals = matches!(judge.prefix, "codeforces" | "spoj");
        let number = if has_capitals {
            number.to_uppercase()
        } else {
            number.to_owned()
        };
        Some((judge, number))
    })
}
