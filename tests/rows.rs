//! Cases that consist of single numbers are answered together, like lists of the same piles.

use std::fmt::Write as _;
use std::fs;

use crate::harness::{Random, folder, run, texts};

#[test]
fn single_piles_are_answered_like_a_list_of_them() {
    let folder = folder("rows");
    let game = |rule: &str, input: &str, piles: &str| {
        let path = folder.join("game.toml");
        let answer = "answer = \"Left|Right\"";
        let game =
            format!("rule = \"{rule}\"\ninput = \"{input}\"\npiles = \"{piles}\"\n{answer}\n");
        fs::write(&path, game).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let mut random = Random::new(5);
    for rule in [
        "nim",
        "misere nim",
        "take 1..7",
        "misere take 1..7",
        "take {1,2,4,8}",
        "kayles",
        "moore 2",
    ] {
        // Narrow numbers and wide ones.
        for bits in [10, 60] {
            let (mut rows, mut lists) = (String::new(), String::new());
            for _ in 0..2000 {
                let [a, b, c] = [0; 3].map(|_| random.of_length_up_to(bits));
                writeln!(rows, "{a} 5 {b} {c}").unwrap();
                writeln!(lists, "3 {a} {b} {c}").unwrap();
            }
            let path = game(rule, "{ a:0..9 x:0..9 b:0..9 c:0..9 / ! }+", "a b c");
            let as_rows = texts(&run(&[&path], rows.as_bytes()));
            let path = game(rule, "{ n:0..9 a:0..9*n / ! }+", "a");
            let as_lists = texts(&run(&[&path], lists.as_bytes()));
            assert_eq!(as_rows.1, "");
            assert!(as_rows == as_lists, "{rule}, {bits} bits");
        }
    }
}

#[test]
fn a_largest_take_of_2_to_the_64_less_1_holds_for_its_own_case_only() {
    let most = u64::MAX;
    let input = format!("4\n5 {most}\n6 1\n0 {most}\n{most} {most}\n");
    let expected = "first\nsecond\nsecond\nfirst\n".to_owned();
    assert_eq!(
        texts(&run(&["hdu1846"], input.as_bytes())),
        (expected, String::new(), 0)
    );
}

#[test]
fn rows_before_a_pile_of_unknown_grundy_value_are_answered() {
    let path = folder("rows_beyond").join("game.toml");
    let game = "rule = \"take {1,3,16777216}\"\ninput = \"{ a:1..9 b:1..9 / ! }+\"\npiles = \"a b\"\nanswer = \"W|L\"\n";
    fs::write(&path, game).unwrap();
    let output = texts(&run(
        &[path.to_str().unwrap()],
        b"1 2\n3 4\n5 999999999999\n1 1\n",
    ));
    assert_eq!((output.0.as_str(), output.2), ("W\nW\n", 2));
    assert!(
        output.1.contains("3:3: the pile is too large") && output.1.ends_with("(case 3)\n"),
        "{}",
        output.1
    );
}

#[test]
fn an_error_behind_whole_cases_names_the_case_it_is_in() {
    let path = folder("lists_beyond").join("game.toml");
    let game = "rule = \"take {1,3,16777216}\"\ninput = \"{ n:1..5 / a:1..100*n / ! }+\"\npiles = \"a\"\nanswer = \"W|L\"\n";
    fs::write(&path, game).unwrap();
    for (input, answers, place, case) in [
        (
            "1 3\n1 4\n1 5\n1 999999999999\n1 1\n",
            "W\nL\nW\n",
            ":4:3: ",
            4,
        ),
        ("1 999999999999\n", "", ":1:3: ", 1),
        ("2 3 4\n0\n2 5 999999999999\n", "W\nL\n", ":3:5: ", 3),
    ] {
        let output = texts(&run(&[path.to_str().unwrap()], input.as_bytes()));
        assert_eq!((output.0.as_str(), output.2), (answers, 2), "{input}");
        let end = format!("(case {case})\n");
        assert!(
            output.1.contains(place) && output.1.ends_with(&end),
            "{}",
            output.1
        );
    }
}
