//! Names of problems as people write them, and command lines that make no sense.

use bouton::problem;

use crate::harness::{records, run, texts};

#[test]
fn a_problem_is_found_by_its_id_its_number_and_the_address_of_its_page() {
    for line in "\
        hdu1850=hdu1850|HDU1850|HDU 1850|hdu-1850|1850|https://vjudge.net/problem/HDU-1850
        hdu1850=https://acm.hdu.edu.cn/showproblem.php?pid=1850|http://acm.hdu.edu.cn/showproblem.php?pid=1850
        hdu1850=HTTPS://ACM.HDU.EDU.CN/showproblem.php?pid=1850
        luogup2197=P2197|2197|luogu 2197|P-2197|Luogu P2197|https://www.luogu.com.cn/problem/P2197
        luogup2197=https://vjudge.net/problem/%E6%B4%9B%E8%B0%B7-P2197
        luogup4279=https://vjudge.net/problem/洛谷-P4279
        hackerrankmiserenim=https://www.hackerrank.com/challenges/misere-nim-1/problem
        lightoj1253=LightOJ 1253|https://vjudge.net/problem/LightOJ-1253
        bzoj1022=https://vjudge.net/problem/HYSBZ-1022#author=0
        bzoj1874=https://vjudge.net/problem/黑暗爆炸-1874"
        .lines()
    {
        let (id, names) = line.trim().split_once('=').unwrap();
        for name in names.split('|') {
            let problem = problem::find(name).unwrap();
            let problem = problem.unwrap_or_else(|| panic!("{name}"));
            assert_eq!(problem.name, id, "{name}");
        }
    }
    for name in ["", "poj", "poj22340", "hdu2234", "http://a.b/hdu1850"] {
        assert!(problem::find(name).unwrap().is_none(), "{name:?}");
    }
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

#[cfg(target_os = "linux")]
#[test]
fn the_path_of_a_problem_need_not_be_utf_8() {
    use crate::harness::{Run as _, bouton, folder, root};
    let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"g\xff.toml");
    let path = folder("path_not_utf_8").join(name);
    let problems = root().join("problems");
    std::fs::copy(problems.join("poj2234/game.toml"), &path).unwrap();
    let run = |tool: &[&str]| {
        let mut command = bouton();
        command.args(tool).arg(&path);
        texts(&command.stdin(std::process::Stdio::null()).run().unwrap())
    };
    assert_eq!(run(&[]), (String::new(), String::new(), 0));
    let violation = "stdin:1:1: expected a number (M), found the end of the input\n";
    assert_eq!(run(&["validate"]).0, violation);
    // The program itself is judged, which gets the path as well.
    assert_eq!(run(&["test", "-j", "2"]).2, 0);
}

#[test]
fn the_help_of_game_toml_has_all_rules_and_values() {
    let (help, error, code) = texts(&run(&["help", "game.toml"], b""));
    assert_eq!((&error[..], code), ("", 0));
    for row in bouton::game::rule::RULES {
        let written = row.written;
        assert!(help.contains(&format!("`{written}`")), "{written}");
    }
    for value in &bouton::answer::VALUES {
        assert!(help.contains(&format!("`{{{}}}`", value.name)), "{value:?}");
    }
}
