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
        "take 2..5",
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
