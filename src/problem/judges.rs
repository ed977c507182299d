//! The judges: where to submit, and in which languages.

/// A judge.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The start of the ids of its problems.
    pub prefix: &'static str,
    /// The name of a problem there, before its number.
    pub name: &'static str,
    /// The address of a problem, before its number. `None` if addresses have no numbers.
    pub page: Option<&'static str>,
    /// The languages it compiles, in English.
    pub languages: &'static str,
    /// The languages it compiles, in Chinese.
    pub languages_in_chinese: &'static str,
}

const CLASSIC: &str = "C, C++, Java, Pascal; no Rust";
const CLASSIC_IN_CHINESE: &str = "C、C++、Java、Pascal，不接受 Rust";
const MODERN: &str = "C, C++ and others; Rust too, but this is not confirmed";
const MODERN_IN_CHINESE: &str = "C、C++ 等，可能也接受 Rust（未经证实）";
const OLD: &str = "C, C++; whether it still takes submissions is not confirmed";
const OLD_IN_CHINESE: &str = "C、C++；是否仍可提交未经证实";

/// All known judges.
pub const JUDGES: &[Judge] = &[
    Judge {
        prefix: "poj",
        name: "POJ ",
        page: Some("http://poj.org/problem?id="),
        languages: "C, C++, Java, Pascal, Fortran; no Rust",
        languages_in_chinese: "C、C++、Java、Pascal、Fortran，不接受 Rust",
    },
    Judge {
        prefix: "hdu",
        name: "HDU ",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid="),
        languages: CLASSIC,
        languages_in_chinese: CLASSIC_IN_CHINESE,
    },
    Judge {
        prefix: "luogup",
        name: "Luogu P",
        page: Some("https://www.luogu.com.cn/problem/P"),
        languages: MODERN,
        languages_in_chinese: MODERN_IN_CHINESE,
    },
    Judge {
        prefix: "bzoj",
        name: "BZOJ ",
        page: None,
        languages: OLD,
        languages_in_chinese: OLD_IN_CHINESE,
    },
    Judge {
        prefix: "hfut",
        name: "HFUT ",
        page: None,
        languages: OLD,
        languages_in_chinese: OLD_IN_CHINESE,
    },
    Judge {
        prefix: "lightoj",
        name: "LightOJ ",
        page: None,
        languages: MODERN,
        languages_in_chinese: MODERN_IN_CHINESE,
    },
    Judge {
        prefix: "hackerrank",
        name: "HackerRank ",
        page: None,
        languages: MODERN,
        languages_in_chinese: MODERN_IN_CHINESE,
    },
    Judge {
        prefix: "codingame",
        name: "CodinGame ",
        page: None,
        languages: MODERN,
        languages_in_chinese: MODERN_IN_CHINESE,
    },
];

/// The judge of the problem or alias `id`, and the problem's number or name there.
pub fn judge(id: &str) -> Option<(&'static Judge, &str)> {
    JUDGES
        .iter()
        .find_map(|judge| Some((judge, id.strip_prefix(judge.prefix)?)))
}
