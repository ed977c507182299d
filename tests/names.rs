//! Names of problems as people write them, and command lines that make no sense.

use bouton::internals::game::rule::meant;
use bouton::internals::problem;

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

#[cfg(target_os = "linux")]
#[test]
fn parts_of_a_file_whose_name_is_not_utf_8_keep_its_bytes() {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

    use crate::harness::{Run as _, bouton, folder};
    let folder = folder("parts_not_utf_8");
    let name = std::ffi::OsStr::from_bytes(b"\xff big.in");
    std::fs::write(folder.join(name), "1 1\n1 2\n").unwrap();
    let mut command = bouton();
    command.args(["split", "poj2234", "--parts", "2", "--out-dir", "parts"]);
    let split = command.current_dir(&folder).arg(name).run().unwrap();
    assert_eq!(texts(&split), (String::new(), String::new(), 0));
    let parts = std::fs::read_dir(folder.join("parts")).unwrap();
    let parts = parts.map(|part| part.unwrap().file_name().into_vec());
    let mut parts: Vec<_> = parts.collect();
    parts.sort();
    assert_eq!(parts, [&b"\xff big-1.in"[..], b"\xff big-2.in"]);
}

#[test]
fn what_the_help_of_game_toml_shows_can_be_copied() {
    for lang in ["en", "zh"] {
        let (help, ..) = texts(&run(&["help", "game.toml", "--lang", lang], b""));
        let example: Vec<_> = help.lines().collect();
        let end = example.iter().position(|line| line.starts_with("limits")).unwrap();
        let file = crate::harness::folder("copied_help").join("game.toml");
        std::fs::write(&file, example[..=end].join("\n")).unwrap();
        let shown = texts(&run(&["show", file.to_str().unwrap()], b""));
        assert_eq!((&shown.1[..], shown.2), ("", 0));
        assert!(!help.contains('`') && !help.contains("|---"), "{lang}");
    }
}

#[test]
fn what_is_proposed_is_a_rule_that_keeps_the_meaning_of_every_word() {
    for (text, rule) in [
        ("take 1-3", "take 1..3"),
        ("take 1 to 3", "take 1..3"),
        ("take from 2 to k or split", "take 2..k or split"),
        ("take up to 4", "take 1..4"),
        ("take 1 – 3", "take 1..3"),
        ("take 1...3 and split", "take 1..3 and split"),
        ("take {1..3}", "take 1..3"),
        ("ring 1-2", "ring 1..2"),
        ("take 1 3 4", "take {1,3,4}"),
        ("take 1,3,4", "take {1,3,4}"),
        ("take [1, 3, 4]", "take {1,3,4}"),
        ("take 1, 3 or 4", "take {1,3,4}"),
        ("take 1 3 or split", "take {1,3} or split"),
        ("take 3", "take {3}"),
        ("take {1,2", "take {1,2}"),
        ("take１，３，４", "take {1,3,4}"),
        ("nim misere", "misere nim"),
        ("take 1..3 misere", "misere take 1..3"),
        ("misère nim", "misere nim"),
        ("misere takes 1..3", "misere take 1..3"),
        ("Nim", "nim"),
        ("Take 1..K", "take 1..K"),
        ("take 1..K Or Split", "take 1..K or split"),
        ("moore2", "moore 2"),
        ("split-unequal", "split unequal"),
        ("take prime power", "take prime powers"),
        ("squares", "take squares"),
        ("octel 0.137", "octal 0.137"),
        ("wythof", "wythoff"),
        ("take 1..2 * lest", "take 1..2*last"),
        ("take <= 3", "take 1..3"),
        ("take ≤3", "take 1..3"),
        ("take 1..=3", "take 1..3"),
        ("take (1..3)", "take 1..3"),
        ("staircase 1", "stairs 1"),
        ("anti nim", "misere nim"),
        ("normal nim", "nim"),
        ("Lasker's Nim", "nim or split"),
        ("grundy", "split unequal"),
        ("Fibonacci Nim", "take 1..2*last"),
    ] {
        assert_eq!(meant(text).as_deref(), Some(rule), "{text}");
    }
    for text in [
        "nim or split 4",
        "nim in reverse order",
        "nim 3",
        "moore 1..2",
        "split equal",
        "misere split unequal",
        "misere nim or split",
        "take 0-3",
        "take 3 to 1",
        "take primes or 4",
        "take primes and 2",
        "take improper divisors",
        "take 1..3 and then split",
        "chess",
        "hill",
        "moore",
        "take",
        "split",
        "take 1 bis 3",
        "misere nim misere",
        "misere lasker",
        "stair 1 2",
        "",
    ] {
        assert_eq!(meant(text), None, "{text}");
    }
}

#[test]
fn the_help_of_game_toml_has_all_rules_and_values() {
    let (help, error, code) = texts(&run(&["help", "game.toml"], b""));
    assert_eq!((&error[..], code), ("", 0));
    for row in bouton::internals::game::rule::RULES {
        let written = row.written;
        let is_there = |line: &str| line.trim_start().split(", ").any(|rule| rule == written);
        assert!(help.lines().any(is_there), "{written}");
    }
    for value in bouton::internals::answer::VALUES {
        assert!(help.contains(&format!("{{{}}}", value.name)), "{value:?}");
    }
}

/// Texts of a `problem.yaml`, and what is wrong where, in English and in Chinese.
#[cfg(unix)]
const YAML: &str = r##""name: memory: 1"
    1:13: mapping values are not allowed in this context
    1:13: YAML 语法有误：这里不能有 ':'
"# memory: 1\nx: {memory: 9}\nlimits:\n  - 时\n"
    3:1: expected limits such as 'time_limit: 1'
    3:1: 应为 'time_limit: 1' 这样的限制
"# memory: 1\nx: {memory: 9}\nlimits:\n  x: [1]\n  memory: -1\n"
    5:3: expected a number of MiB from 0.001 to 1000000
    5:3: 应为 0.001 到 1000000 之间的 MiB 数
"a: 1\na: 2\n"
    2:4: this key is repeated
    2:4: 键重复"##;

#[cfg(unix)]
#[test]
fn mistakes_in_a_problem_yaml_are_located_in_both_languages() {
    let folder = crate::harness::folder("broken_yaml");
    let path = folder.display().to_string();
    crate::harness::own_game(&folder, ["nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No"]);
    for (yaml, said) in records(YAML) {
        std::fs::write(folder.join("problem.yaml"), &yaml[0]).unwrap();
        for (lang, said) in ["en", "zh"].into_iter().zip(said.lines()) {
            let (_, error, code) = texts(&run(&["show", &path, "--lang", lang], b""));
            let expected = format!("bouton: {path}/problem.yaml:{said}\n");
            assert_eq!((error, code), (expected, 2));
        }
    }
}

/// What a shell completes, of the words after the program; the last one may be unfinished.
#[cfg(unix)]
#[test]
fn bash_completes_topics_options_after_a_problem_and_files() {
    use crate::harness::{Run as _, command, folder};
    let folder = folder("completion");
    let (script, ..) = texts(&run(&["completions", "bash"], b""));
    std::fs::write(folder.join("script"), script).unwrap();
    for (line, completed) in [
        ("help ga", "game.toml"),
        ("help g", "generate game.toml grundy"),
        ("help ni", "nim-sum"),
        ("help hdu185", ""),
        ("poj2234 --ou", "--output --out-dir"),
        ("poj2975 --ker", "--kernel"),
        // Files, which bash itself completes if nothing else fits.
        ("poj2234 ", ""),
        ("poj2234 big.in ", ""),
        ("poj2234 -o scr", "script"),
        ("test poj2234 ", ""),
        ("test poj2234 mine.c ", ""),
        ("test poj2234 mine.c --san", "--sanitize"),
        ("diff poj2234 ", ""),
        ("show luogup219", "luogup2197"),
        ("solve poj297", "poj2975"),
        ("stress hdu1849", "hdu1849"),
        ("list hdu1849 poj297", "poj2975"),
        ("--lang z", "zh"),
        ("completions fi", "fish"),
        ("package poj2234 --format 2025", "2025-09"),
    ] {
        let words = line.split(' ').map(|word| format!("'{word}'"));
        let words = words.collect::<Vec<_>>().join(" ");
        let lines = format!(
            ". ./script; COMP_WORDS=(bouton {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _bouton bouton \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
             echo ${{COMPREPLY[@]}}"
        );
        let mut bash = command("bash");
        bash.args(["--norc", "-c", &lines]).current_dir(&folder);
        let (output, error, code) = texts(&bash.run().unwrap());
        assert_eq!((output.trim_end(), &error[..], code), (completed, "", 0), "{line}");
    }
}
