//! Names of problems as people write them.

use crate::harness::{Run as _, bouton, folder, records, run, texts};

/// What `bouton show` says first of a problem under this name.
fn shown(name: &[&str]) -> String {
    let (output, error, code) = texts(&run(&[&["show"], name].concat(), b""));
    assert_eq!((error, code), (String::new(), 0), "{name:?}");
    output.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn letter_case_spaces_and_the_judge_may_be_left_out_of_a_name() {
    let names: [&[&str]; 9] = [
        &["hdu1850"],
        &["HDU1850"],
        &["hdu", "1850"],
        &["HDU 1850"],
        &["hdu-1850"],
        &["1850"],
        &["https://acm.hdu.edu.cn/showproblem.php?pid=1850"],
        &["http://acm.hdu.edu.cn/showproblem.php?pid=1850"],
        &["HTTPS://ACM.HDU.EDU.CN/showproblem.php?pid=1850"],
    ];
    for name in names {
        assert_eq!(
            shown(name),
            "HDU 1850: Being a Good Boy in Spring Festival",
            "{name:?}"
        );
    }
    for name in [
        "P2197",
        "2197",
        "luogu 2197",
        "P-2197",
        "Luogu P2197",
        "https://www.luogu.com.cn/problem/P2197",
    ] {
        assert_eq!(shown(&[name]), "Luogu P2197: Nim", "{name}");
    }
    assert_eq!(shown(&["P", "2197"]), "Luogu P2197: Nim");
    let page = "https://www.hackerrank.com/challenges/misere-nim-1/problem";
    assert_eq!(shown(&[page]), "HackerRank misere-nim-1: Misere Nim");
    assert_eq!(shown(&["LightOJ", "1253"]), "LightOJ 1253: Misere Nim");
    for (name, title) in [
        ("HDU-1850", "HDU 1850: Being a Good Boy in Spring Festival"),
        ("LightOJ-1253", "LightOJ 1253: Misere Nim"),
        ("HYSBZ-1022#author=0", "BZOJ 1022: John"),
        (
            "黑暗爆炸-1874",
            "BZOJ 1874 (BeiJing2009 WinterCamp): Stone Game",
        ),
        ("%E6%B4%9B%E8%B0%B7-P2197", "Luogu P2197: Nim"),
        ("洛谷-P4279", "Luogu P4279: John"),
    ] {
        assert_eq!(
            shown(&[&format!("https://vjudge.net/problem/{name}")]),
            title
        );
    }
}

#[test]
fn every_command_takes_a_name_of_two_words_and_options_may_come_before_it() {
    let answers = (String::from("1\n"), String::new(), 0);
    assert_eq!(texts(&run(&["hdu", "1850"], b"3\n5 7 9\n0\n")), answers);
    assert_eq!(texts(&run(&["-j", "1", "hdu1850"], b"")).2, 2);
    let valid = (String::from("stdin: valid, 1 case\n"), String::new(), 0);
    assert_eq!(
        texts(&run(&["validate", "POJ", "2975", "-"], b"3\n5 7 9\n0\n")),
        valid
    );
    let [two, one] = [["HDU", "1850"].as_slice(), &["hdu1850"]]
        .map(|name| texts(&run(&[&["generate", "--seed", "5"], name].concat(), b"")));
    assert_eq!(two, one);
}

#[test]
fn options_of_every_command_stand_before_the_name_or_behind_it() {
    let file = folder("options_before_names").join("big.in");
    std::fs::write(&file, "2 1 1\n").unwrap();
    let file = file.to_str().unwrap();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/poj2234/game.toml");
    for args in [
        &["-q", "poj2234"][..],
        &["--color", "never", "poj2234"],
        &["--color=NEVER", "-q", "--quiet", "poj", "2234"],
        &["-q", own],
        &["--", "poj2234"],
        &["-q", "--", "POJ", "2234", "-q", "--color", "never"],
        &["poj2234", "-q", "-j1", "--"],
    ] {
        let answered = texts(&run(&[args, &[file]].concat(), b""));
        assert_eq!(answered, ("No\n".into(), String::new(), 0), "{args:?}");
    }
    let (output, error, code) = texts(&run(&["-q", "help", "poj", "2234"], b""));
    assert_eq!((&*error, code), ("", 0));
    assert!(output.starts_with("POJ 2234 "), "{output}");
    let missing = "bouton: give a PROBLEM or a command (see 'bouton --help')\n";
    assert_eq!(
        texts(&run(&["-q"], b"")),
        (String::new(), missing.into(), 2)
    );
}

#[test]
fn the_value_of_an_option_is_no_part_of_a_name() {
    let folder = folder("values_before_names");
    let no_data = folder.to_str().unwrap();
    for (args, message) in [
        (
            &["test", "--data", "poj", "2234", "ok.c"][..],
            "ok.c: No such file or directory",
        ),
        (
            &["test", "--data", no_data, "-j", "2", "poj", "2234", "no.c"],
            "no.c: No such file or directory",
        ),
        (
            &["stress", "-qj", "2", "--seed=3", "poj", "2234", "no.c"],
            "no.c: No such file or directory",
        ),
        (
            &[
                "split",
                "--out-dir",
                "poj",
                "--parts",
                "2",
                "hdu",
                "1850",
                "no.in",
            ],
            "no.in: No such file or directory",
        ),
    ] {
        let line = format!("bouton: {message}\n");
        assert_eq!(texts(&run(args, b"")), (String::new(), line, 2), "{args:?}");
    }
    let listed = |names: &[&str]| texts(&run(&[&["list", "--json"], names].concat(), b""));
    let two = listed(&["hdu1850", "poj 2234"]);
    assert_eq!(listed(&["hdu", "1850", "POJ", "2234"]), two);
}

#[test]
fn a_source_that_stands_in_the_place_of_the_problem_is_named_as_such() {
    let folder = folder("forgotten_problem");
    let source = folder.join("mine.c");
    std::fs::write(&source, "int main() {}\n").unwrap();
    let path = source.to_str().unwrap();
    let line = format!(
        "bouton: {path}:1:5: key with no value, expected `=`; PROBLEM comes first: bouton test PROBLEM {path}\n"
    );
    let said = texts(&run(&["test", path], b""));
    assert_eq!(said, (String::new(), line, 2));
}

#[test]
fn a_shell_that_is_not_there_is_one_of_these() {
    let shells = "[possible values: bash, elvish, fish, powershell, zsh] (see 'bouton completions --help')\n";
    let (_, error, _) = texts(&run(&["completions", "tcsh"], b""));
    assert!(error.ends_with(shells), "{error}");
}

#[test]
fn the_help_of_a_name_is_that_of_the_name_itself() {
    for name in [&["poj2975"][..], &["POJ", "2975"], &["2975"]] {
        let help = texts(&run(&[&["help"], name].concat(), b""));
        assert_eq!(help, texts(&run(&["poj2975", "--help"], b"")), "{name:?}");
        assert!(help.0.starts_with("POJ 2975 Nim\n"), "{}", help.0);
    }
    let of_help = texts(&run(&["help", "help"], b""));
    assert_eq!(
        (of_help.2, &of_help),
        (0, &texts(&run(&["help", "-h"], b"")))
    );
}

#[test]
fn values_are_known_in_any_letter_case() {
    let same = |one: &[&str], other: &[&str]| {
        let [one, other] = [one, other].map(|args| texts(&run(args, b"1 1\n")));
        assert_eq!((one.2, &*one.1), (0, ""));
        assert_eq!(one, other);
    };
    let generated = ["generate", "poj2234", "--bytes"];
    same(
        &[&generated[..], &["1K", "--shape", "losing"]].concat(),
        &[&generated[..], &["1k", "--shape", "Losing"]].concat(),
    );
    same(
        &["poj2234", "--kernel", "auto", "--color", "never"],
        &["poj2234", "--kernel", "Portable", "--color", "NEVER"],
    );
    same(
        &["source", "poj2234", "--lang", "rust"],
        &["source", "poj2234", "--lang", "Rust"],
    );
    same(
        &["show", "poj2234", "--lang", "zh"],
        &["show", "poj2234", "--lang", "ZH"],
    );
}

#[test]
fn what_makes_no_sense_is_said_with_what_to_do_instead() {
    for (args, message) in records(include_str!("tables/refusals.txt")) {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let lines = message.lines().map(|line| format!("bouton: {line}\n"));
        let said = texts(&run(&args, b""));
        assert_eq!(said, (String::new(), lines.collect(), 2), "{args:?}");
    }
}

#[test]
fn two_files_that_look_like_a_name_stay_files() {
    let (_, error, code) = texts(&run(&["poj2234", "hdu", "1850"], b""));
    assert_eq!(
        (&error[..], code),
        ("bouton: hdu: No such file or directory\n", 2)
    );
}

#[test]
fn problems_with_an_unknown_name_as_their_title_are_suggested() {
    for (name, suggested) in [
        ("Nim", "'poj2975' or 'luogup2197'"),
        (
            "john",
            "'hdu1907' or 'poj3480' or 'luogup4279' or 'bzoj1022'",
        ),
        ("约翰", "'hdu1907'"),
        ("小约翰的游戏", "'luogup4279' or 'bzoj1022'"),
        ("brave", "'hdu1846'"),
        ("斐波那契", "'hdu1848'"),
    ] {
        let (output, error, code) = texts(&run(&["show", name], b""));
        assert_eq!((&*output, code), ("", 2), "{name}");
        let line = error.lines().nth(1).unwrap_or_default();
        assert_eq!(line, format!("bouton: did you mean {suggested}?"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_path_of_a_problem_need_not_be_utf_8() {
    let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"g\xff.toml");
    let path = folder("path_not_utf_8").join(name);
    let problems = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    std::fs::copy(problems.join("poj2234/game.toml"), &path).unwrap();
    let run = |tool: &[&str]| {
        let mut command = bouton();
        command
            .args(tool)
            .arg(&path)
            .stdin(std::process::Stdio::null());
        texts(&command.run().unwrap())
    };
    assert_eq!(run(&[]), (String::new(), String::new(), 0));
    let violation = "stdin:1:1: expected a number (M), found the end of the input\n";
    assert_eq!(run(&["validate"]).0, violation);
    // The program itself is judged, which gets the path as well.
    assert_eq!(run(&["test", "-j", "2"]).2, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_reported_as_far_as_it_is() {
    let name = std::os::unix::ffi::OsStrExt::from_bytes(b"nim\xff");
    let output = bouton().arg::<&std::ffi::OsStr>(name).run().unwrap();
    let line =
        "bouton: there is no command or problem 'nim\u{fffd}' ('bouton list' lists the problems)\n";
    let (_, error, code) = texts(&output);
    assert!(error.starts_with(line), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn titles_and_statements_follow_the_locale() {
    let first_line = |locale: &str, args: &[&str]| {
        let output = bouton().env("LC_ALL", locale).args(args).run().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first_line("zh_CN.UTF-8", &["show", "hdu1907"]),
        "HDU 1907: 约翰"
    );
    assert_eq!(
        first_line("zh_CN.UTF-8", &["show", "hdu1907", "--lang", "en"]),
        "HDU 1907: John"
    );
    assert_eq!(
        first_line("de_DE.UTF-8", &["show", "hdu1907"]),
        "HDU 1907: John"
    );
    assert!(first_line("zh_TW", &["list", "hdu1907"]).ends_with("HDU 1907: 约翰"));
    assert!(first_line("zh_TW", &["list", "hdu1907", "--lang", "en"]).ends_with("HDU 1907: John"));
    assert_eq!(
        first_line("zh_CN.UTF-8", &["hdu1907", "--help"]),
        "HDU 1907 约翰"
    );
    assert_eq!(first_line("C", &["hdu1907", "--help"]), "HDU 1907 John");
}

#[test]
fn help_groups_the_commands_and_opens_with_examples_and_leaves_the_ids_to_the_list() {
    let (help, error, code) = texts(&run(&["--help"], b""));
    assert_eq!((error, code), (String::new(), 0));
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    let order = [
        "Examples:",
        "Answer:",
        "Practise:",
        "Test data:",
        "Shell:",
        "Options:",
    ]
    .map(at);
    assert!(order.is_sorted(), "{help}");
    assert!(!help.contains("luogup1247"), "{help}");
    let short = texts(&run(&["diff", "-h"], b"")).0;
    let long = texts(&run(&["diff", "--help"], b"")).0;
    assert!(
        !short.contains("Examples:") && long.contains("Examples:"),
        "{short} {long}"
    );
}

#[test]
fn the_help_of_game_toml_lists_all_rules_and_values() {
    let (help, error, code) = texts(&run(&["help", "game.toml"], b""));
    assert_eq!((&error[..], code), ("", 0));
    for row in bouton::game::rule::ROWS {
        assert!(
            help.contains(&format!("`{}`", row.written)),
            "{}",
            row.written
        );
    }
    for value in [
        "case", "count", "grundy", "pile", "take", "size", "left", "after",
    ] {
        assert!(help.contains(&format!("`{{{value}}}`")), "{value}");
    }
}
