//! Names of problems as people write them.

use crate::harness::{bouton, run, texts};

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
fn two_files_that_look_like_a_name_stay_files() {
    let (_, error, code) = texts(&run(&["poj2234", "hdu", "1850"], b""));
    assert_eq!(
        (&error[..], code),
        ("bouton: hdu: No such file or directory\n", 2)
    );
}

#[test]
fn of_a_name_that_nobody_knows_the_closest_one_is_suggested() {
    for (args, lines) in [
        (
            &["pjo2234"][..],
            "bouton: there is no command or problem 'pjo2234' ('bouton list' lists the problems)\n\
             bouton: did you mean 'poj2234'?\n",
        ),
        (
            &["genrate", "poj2234"],
            "bouton: there is no command or problem 'genrate' ('bouton list' lists the problems)\n\
             bouton: did you mean 'generate'?\n",
        ),
        (
            &["validate", "hdu1580"],
            "bouton: there is no problem 'hdu1580' ('bouton list' lists the problems)\n\
             bouton: did you mean 'hdu1850'?\n",
        ),
        (
            &["help", "genrate"],
            "bouton: there is no command or problem 'genrate' ('bouton list' lists the problems)\n\
             bouton: did you mean 'generate'?\n",
        ),
        (
            &["show", "x"],
            "bouton: there is no problem 'x' ('bouton list' lists the problems)\n",
        ),
        (
            &["hdu", "9999"],
            "bouton: there is no command or problem 'hdu9999' ('bouton list' lists the problems)\n\
             bouton: did you mean 'hdu1849'?\n",
        ),
        (
            &["HDU"],
            "bouton: 'HDU' is a judge: add the number or name of a problem ('bouton list' lists them)\n",
        ),
    ] {
        assert_eq!(texts(&run(args, b"")), (String::new(), lines.to_owned(), 2));
    }
}

#[test]
fn problems_with_an_unknown_name_as_their_title_are_suggested() {
    for (name, suggested) in [
        ("Nim", "'poj2975' or 'luogup2197'"),
        ("john", "'hdu1907' or 'poj3480' or 'luogup4279'"),
        ("约翰", "'hdu1907'"),
        ("小约翰的游戏", "'luogup4279'"),
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
fn a_name_that_is_not_utf_8_is_reported_as_far_as_it_is() {
    let name = std::os::unix::ffi::OsStrExt::from_bytes(b"nim\xff");
    let output = bouton().arg::<&std::ffi::OsStr>(name).output().unwrap();
    let line =
        "bouton: there is no command or problem 'nim\u{fffd}' ('bouton list' lists the problems)\n";
    let (_, error, code) = texts(&output);
    assert!(error.starts_with(line), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn titles_and_statements_follow_the_locale() {
    let first_line = |locale: &str, args: &[&str]| {
        let output = bouton().env("LC_ALL", locale).args(args).output().unwrap();
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
