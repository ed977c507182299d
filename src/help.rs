//! The texts of `--help` and of the manual pages that no option owns: groups, examples, exit status.

use std::fmt::Write;

use clap::Command;
use clap::builder::{StyledStr, Styles};

/// The commands of `bouton --help`, by what they are for.
const GROUPS: &[(&str, &[&str])] = &[
    ("Answer", &["list", "show", "source", "solve"]),
    ("Practise", &["test", "stress", "diff"]),
    ("Test data", &["generate", "validate", "split", "package"]),
    ("Shell", &["completions", "man", "help"]),
];

/// What `<PROBLEM>` does, in the place of all problems.
const PROBLEM: &str = "Answer the test cases of each FILE, or of standard input";

/// Examples of the commands: a command line, and what it does.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "bouton",
        &[
            ("bouton hdu1850 < big.in > big.ans", "answer a test file"),
            ("bouton test poj2234 mine.cpp", "judge your program"),
            (
                "bouton stress hdu1907 mine.py",
                "find a smallest input on which it is wrong",
            ),
        ],
    ),
    (
        "list",
        &[
            (
                "bouton list hdu1907",
                "one problem, with its rule, input and answer",
            ),
            (
                "bouton list --json | jq -r '.[].id'",
                "the ids of all problems",
            ),
        ],
    ),
    (
        "show",
        &[
            (
                "bouton show hdu 1850",
                "the statement, the limits, where to submit",
            ),
            ("bouton show P2197 --lang zh", "the Chinese statement"),
        ],
    ),
    (
        "source",
        &[
            (
                "bouton source poj2234 > matches.c",
                "a C file, ready to submit",
            ),
            ("bouton source hdu1907 --lang rust", "the same in Rust"),
        ],
    ),
    (
        "solve",
        &[
            (
                "bouton solve 14 21 39",
                "who wins, the nim-sum, every winning move",
            ),
            (
                "bouton solve --misere --play 3 5",
                "misère Nim, with a line of best play",
            ),
            (
                "bouton solve --take 1,3,4 --json 10 7",
                "a subtraction game, for a program",
            ),
        ],
    ),
    (
        "test",
        &[
            (
                "bouton test poj2234 mine.cpp",
                "compile it, and judge it on the problem's own tests",
            ),
            (
                "bouton test poj2234 mine.cpp --watch",
                "again whenever you save it",
            ),
            (
                "bouton test hdu1907 --data my/tests -- python3 john.py",
                "any command, on tests of yours",
            ),
            (
                "bouton test poj2234 ./a.out --time-limit 0.5 --memory-limit 16",
                "an executable file, with limits of yours",
            ),
            (
                "bouton test poj2234 mine.cpp --json | jq -c 'select(.verdict == \"WA\") | {test, input, actual}'",
                "the wrong answers, for a program",
            ),
        ],
    ),
    (
        "stress",
        &[
            (
                "bouton stress hdu1850 mine.cpp",
                "find a smallest input on which it is wrong",
            ),
            (
                "bouton stress hdu1850 --save tests mine.cpp",
                "and keep it as a test",
            ),
            (
                "bouton stress hdu1850 mine.cpp --json | jq -r .input > failing.in",
                "keep the input alone",
            ),
        ],
    ),
    (
        "diff",
        &[
            (
                "bouton diff poj2234 big.in big.ans big.out",
                "the first case that differs, and who is right",
            ),
            (
                "bouton diff poj2234 big.in big.ans",
                "are the expected answers right?",
            ),
        ],
    ),
    (
        "generate",
        &[
            (
                "bouton generate hdu1850 --seed 7 --cases 3",
                "three random cases",
            ),
            (
                "bouton generate poj2234 --shape losing",
                "positions that the player to move loses",
            ),
            ("bouton generate --shape help", "all shapes"),
        ],
    ),
    (
        "validate",
        &[
            (
                "bouton validate hdu1850 big.in",
                "is it laid out as the judge says, within the limits?",
            ),
            (
                "bouton validate ./my-game *.in",
                "inputs of a game of your own",
            ),
        ],
    ),
    (
        "split",
        &[(
            "bouton split hdu1850 --parts 8 --out-dir parts big.in",
            "eight valid inputs, parts/big-1.in to big-8.in",
        )],
    ),
    (
        "package",
        &[
            (
                "bouton package hdu1850 goodboy && cd goodboy && bt run",
                "a package, and its submissions judged by BAPCtools",
            ),
            (
                "bouton package poj2975 nim",
                "an alias, with its own limits",
            ),
            ("bouton package ./my-game mygame", "a game.toml of your own"),
        ],
    ),
    (
        "completions",
        &[
            (
                "bouton completions bash > ~/.local/share/bash-completion/completions/bouton",
                "for bash",
            ),
            (
                "bouton completions zsh > ~/.zfunc/_bouton",
                "for zsh; ~/.zshrc needs fpath+=~/.zfunc before compinit",
            ),
            (
                "bouton completions fish > ~/.config/fish/completions/bouton.fish",
                "for fish",
            ),
        ],
    ),
    (
        "man",
        &[
            ("bouton man diff", "the manual page of a command"),
            (
                "bouton man --out-dir ~/.local/share/man/man1",
                "all pages, for man(1) to find",
            ),
        ],
    ),
];

/// What the exit codes mean.
pub const EXIT_STATUS: &[(&str, &str)] = &[
    (
        "0",
        "Done; for diff, test, stress and validate: everything was accepted.",
    ),
    (
        "1",
        "diff, test, stress: something was not accepted, or the expected answers are wrong; validate: not valid.",
    ),
    (
        "2",
        "Trouble: a command line that makes no sense, bad input, a file that cannot be read or written.",
    ),
];

/// The variables of the environment that matter.
pub const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "BOUTON_KERNEL",
        "The instruction set that decodes, where --kernel does not say.",
    ),
    (
        "CC, CXX, RUSTC, PYTHON, JAVAC, JAVA",
        "What test and stress compile and run sources with.",
    ),
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "The language of titles and statements: Chinese or English.",
    ),
    ("NO_COLOR", "No colors."),
    ("TMPDIR", "Where temporary files go."),
];

/// The examples of a command, or those of `bouton` itself.
pub fn examples(command: &str) -> &'static [(&'static str, &'static str)] {
    let found = EXAMPLES.iter().find(|(name, _)| *name == command);
    found.map_or(&[], |(_, examples)| examples)
}

/// `command` with all that `--help` says: `-h` is short, `--help` adds details and examples.
pub fn complete(command: Command) -> Command {
    let template = overview(&command);
    let command = command.help_template(template);
    let names: Vec<_> = command
        .get_subcommands()
        .map(|tool| tool.get_name().to_owned())
        .collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(&name, |tool| details(tool, &name))
    })
}

/// The details and examples of a command, for `--help` only.
fn details(tool: Command, name: &str) -> Command {
    let mut text = tool
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    if text.is_empty() && examples(name).is_empty() {
        return tool;
    }
    let heading = Styles::styled().get_header().to_owned();
    if !examples(name).is_empty() {
        if !text.is_empty() {
            text += "\n\n";
        }
        let _ = write!(
            text,
            "{heading}Examples:{heading:#}\n{}",
            listed(examples(name), &str::to_owned)
        );
    }
    let hint = format!("'bouton {name} --help' says more, with examples.");
    tool.after_help(hint).after_long_help(StyledStr::from(text))
}

/// Rows of two columns, or with the second one below the first if that would be wider than a terminal.
fn listed(rows: &[(&str, &str)], styled: &dyn Fn(&str) -> String) -> String {
    let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let width = longest(&mut rows.iter().map(|(left, _)| left.len()));
    let right = longest(&mut rows.iter().map(|(_, right)| right.len()));
    let fits = 2 + width + 2 + right <= 80;
    let rows = rows.iter().map(|(left, right)| {
        if fits {
            format!(
                "  {}{:pad$}  {right}",
                styled(left),
                "",
                pad = width - left.len()
            )
        } else {
            format!("  {}\n      {right}", styled(left))
        }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The template of `bouton --help`: examples, then the commands in groups.
fn overview(command: &Command) -> StyledStr {
    let styles = Styles::styled();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let literally = |text: &str| format!("{literal}{text}{literal:#}");
    let about = |name: &&str| {
        let tool = command.find_subcommand(name);
        let about = tool.and_then(Command::get_about).map(ToString::to_string);
        about.unwrap_or_else(|| "Print this message, or the help of a command".to_owned())
    };
    let mut text = format!(
        "{{about}}\n\n{heading}Usage:{heading:#} bouton <PROBLEM> [FILE]...\n       bouton <COMMAND> ...\n\n\
         {heading}Examples:{heading:#}\n{}\n",
        listed(examples("bouton"), &literally)
    );
    for (i, (name, tools)) in GROUPS.iter().enumerate() {
        let _ = write!(text, "\n{heading}{name}:{heading:#}\n");
        if i == 0 {
            let _ = writeln!(text, "  {}    {PROBLEM}", literally("<PROBLEM>"));
        }
        for tool in tools
            .iter()
            .filter(|tool| **tool == "help" || command.find_subcommand(tool).is_some())
        {
            let _ = writeln!(
                text,
                "  {}{}  {}",
                literally(tool),
                " ".repeat(11 - tool.len()),
                about(tool)
            );
        }
    }
    let _ = write!(
        text,
        "\n{heading}Options:{heading:#}\n{{options}}\n\n\
         A PROBLEM is an id such as hdu1850 ('bouton list' lists them), its number or the address of its page,\n\
         or the path of a game.toml of your own."
    );
    StyledStr::from(text)
}
