//! Completions in bash: what its script makes of a command line.

use crate::harness::{Run as _, bouton, command, folder, texts};

/// The words that the script offers for the last of `words`.
fn offered(words: &[&str]) -> Vec<String> {
    let script = folder("completions").join("bouton.bash");
    let output = bouton().args(["completions", "bash"]).run().unwrap();
    std::fs::write(&script, output.stdout).unwrap();
    let ask = "source \"$0\"; COMP_WORDS=(bouton \"$@\"); COMP_CWORD=$#; \
               _bouton bouton \"${COMP_WORDS[$#]}\" \"${COMP_WORDS[$#-1]}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = command("bash");
    bash.args(["-c", ask]).arg(script).args(words);
    let (text, _, _) = texts(&bash.run().unwrap());
    let words = text.split_whitespace().map(str::to_owned);
    words.collect()
}

#[test]
fn bash_completes_commands_problems_and_options() {
    for (words, expected) in [
        (&["luogup124"][..], &["luogup1247"][..]),
        (&["gener"], &["generate"]),
        (&["show", "luogup124"], &["luogup1247"]),
        (&["test", "poj29"], &["poj2960", "poj2975"]),
        (&["test", "poj2234", "--time"], &["--time-limit"]),
        (&["completions", "z"], &["zsh"]),
        (
            &["package", "hdu1850", "nim", "--format", "2023"],
            &["2023-07-draft"],
        ),
        // No word of ours: files.
        (&["hdu1850", "big.i"], &[]),
    ] {
        assert_eq!(offered(words), expected, "{words:?}");
    }
}
