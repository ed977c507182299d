//! The commands `list`, `show` and `source`: what the program says about the problems.

use bouton::internals::problem::judges::judge;
use bouton::internals::problem::statement::plain;
use bouton::internals::words::Language;

use crate::harness::{folder, game_toml, names, problem, problems, run, texts};

/// The output of the program when it succeeds.
#[track_caller]
fn says(args: &[&str]) -> String {
    let (output, error, code) = texts(&run(args, b""));
    assert_eq!((error, code), (String::new(), 0), "{args:?}");
    output
}

/// How many columns of a terminal `line` takes: East Asian characters take two.
fn columns(line: &str) -> usize {
    let is_wide = |c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}');
    line.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

#[test]
fn lists_and_help_fit_80_columns_and_break_no_text_between_quotes() {
    let commands = "list show source solve test stress diff generate validate split package completions help poj2234";
    let pages = "--help,help game.toml,help nim-sum,help grundy,list,list --rules".split(',');
    let helps = (commands.split(' ')).flat_map(|name| ["-h", "--help"].map(|help| format!("{name} {help}")));
    for line in helps.chain(pages.map(str::to_owned)) {
        for language in ["en", "zh"] {
            let words: Vec<_> = line.split(' ').chain(["--lang", language]).collect();
            for line in says(&words).lines() {
                assert!(columns(line) <= 80, "{line}");
                assert!(line.matches('"').count().is_multiple_of(2), "{line}");
            }
        }
    }
}

#[test]
fn every_problem_is_shown_without_macros_in_80_columns_and_with_all_that_belongs_to_it() {
    for name in problems().into_iter().flat_map(names) {
        let problem = problem(name);
        for language in ["en", "zh"] {
            let text = says(&["show", name, "--lang", language]);
            let markup: Vec<_> = text.matches(['\\', '$', '{', '}', '~', '\u{a0}']).collect();
            assert!(markup.is_empty(), "{name} {language}: {markup:?} in {text}");
            assert!(!text.contains("\n\n\n") && text.ends_with('\n'), "{text}");
            for line in text.lines() {
                assert!(columns(line) <= 80, "{line}");
            }
            for (input, answers) in problem.samples() {
                assert!(text.contains(&format!("\n{input}")), "{name}");
                assert!(text.contains(&format!("\n{answers}")), "{name}");
            }
            let last = text.lines().last().unwrap().trim();
            assert!(last.starts_with("http") || name == "hfut2014d", "{text}");
            let (judge, _) = judge(name).unwrap();
            assert_eq!(text.contains("--lang rust"), judge.rust.is_some(), "{text}");
        }
    }
}

#[test]
fn statements_are_broken_where_their_language_allows_it() {
    let ten = "一二三四五六七八九十";
    let tex = format!("\\problemname{{X}}\n\n{ten}{ten}{ten}{ten}，$1 \\le n$。\n另一句。\n");
    let expected = format!("{ten}{ten}{ten}一二三四五六七八九\n十，1 ≤ n。另一句。\n");
    assert_eq!(plain(&tex, Language::Chinese), expected);
    let long = "word ".repeat(15);
    let tex = format!(
        "\\problemname{{X}}\n\n{long}\n$1 \\le a_i, b \\le 10^9$\\emph{{or}}\n\
         \\begin{{Input}}\n\\begin{{itemize}}\n\\item one\n  \\item \\texttt{{two}}\n\
         \\begin{{itemize}}\n\\item {long}word\n\\end{{itemize}}\n\\item three\n\\end{{itemize}}\nlast\n\\end{{Input}}\n"
    );
    let long = long.trim_end();
    let expected =
        format!("{long}\n1 ≤ a_i, b ≤ 10^9or\n\nInput\n- one\n- 'two'\n  - {long}\n    word\n- three\nlast\n");
    assert_eq!(plain(&tex, Language::English), expected);
}

#[test]
fn base64_is_that_of_the_standard() {
    // RFC 4648, section 10.
    for (text, encoded) in [("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
        assert_eq!(bouton::internals::commands::source::base64(text.as_bytes()), encoded);
    }
}

/// What is true of the answers is not true of the cases: `{count}` counts moves.
#[test]
fn how_cases_end_is_said_whatever_the_answer_is() {
    let path = folder("cases_and_counts").join("own.toml");
    for answer in ["{count}", "Yes|No"] {
        let game = game_toml(["take odd", "{ n:1..5 a:0..9*n / ! }+", "a", answer]);
        std::fs::write(&path, game).unwrap();
        let shown = says(&["show", path.to_str().unwrap()]);
        let sentence = "There are several cases, up to the end of the input.";
        assert!(shown.contains(sentence), "{shown}");
    }
}
