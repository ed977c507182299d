//! `bouton package`: what is in a package, and whether its validators agree with bouton.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use bouton::internals::package::validators::{self, Interface};
use bouton::internals::package::{self, Format};
use bouton::internals::problem::{self, Problem, statement::plain};
use bouton::internals::words::Language;

use crate::diff::compared;
use crate::harness::{
    self, Cpp, Run as _, answer, bouton, compile_cpp, folder, own_game, problems, records, some_of, texts,
};
use crate::judges::{Searches, moves_of, small_inputs};

/// The files of `folder` with this ending, in order.
pub fn ending_with(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(ending));
    paths.sort();
    paths
}

/// The statements are written for the problem itself.
#[test]
fn every_limit_of_an_alias_is_in_its_statements() {
    let folder = folder("package-alias-limits");
    for problem in problems() {
        for alias in &problem.aliases {
            let limits = &harness::problem(alias).layout;
            let mut pairs = problem.layout.numbers.iter().zip(&limits.numbers);
            if pairs.all(|(old, new)| (&old.low, &old.high) == (&new.low, &new.high)) {
                continue;
            }
            let package = folder.join(alias);
            package::run(harness::problem(alias), &package, Format::named("2023-07-draft")).unwrap();
            for language in ["en", "zh"] {
                let tex = package.join(format!("statement/problem.{language}.tex"));
                let tex = fs::read_to_string(tex).unwrap().replace(['{', '}'], "");
                for (old, new) in problem.layout.numbers.iter().zip(&limits.numbers) {
                    let (old, new) = (old.high.number().unwrap(), new.high.number().unwrap());
                    let short = |n: u64| match n.ilog10() {
                        power if power > 3 && 10_u64.pow(power) == n => format!("10^{power}$"),
                        power if power > 4 && n.is_multiple_of(10_u64.pow(power)) => {
                            format!("{} \\cdot 10^{power}$", n / 10_u64.pow(power))
                        }
                        _ if n > 1 << 30 && (n + 1).is_power_of_two() => {
                            format!("2^{}-1$", (n + 1).ilog2())
                        }
                        _ => format!("{n}$"),
                    };
                    let has = |n: u64| tex.contains(&short(n));
                    assert!(has(new), "{alias}: {new} is not in {tex}");
                    assert!(old == new || !has(old), "{alias}: {old} is in {tex}");
                }
            }
        }
    }
}

/// Forms of an answer that names moves, or not all of what they are.
const FORMS: &str = "\
{after}|lose; any {after}|lose; any W {pile}/{after}|L; any {pile} {take}/{after}|L; any {take} {after}|L; {pile}|L; \
any {pile}|L; {take} ...|L; {count} of {grundy}: {pile}:{take} ...|L; any {left}|L; any {size} {left}|L; \
any {size} {size}|L; any {case}: {take} {pile}|{case}: none; any W{count}:{grundy}_{pile} {take}|L; \
Case {case}: {pile} {take}|Case {case}: lose; Case {case}: {grundy}|Case {case}: none; {grundy} {count}|lose {grundy}; \
any Yes {pile} {left}|Yes, but no; {grundy}";

/// Games, and some inputs for them: rule, layout, the form of an answer (`*`: each), inputs of lines. The last ones
/// have more than 2^64 moves, and piles of any size.
const GAMES: &str = "\
nim; n:1..4 / a:0..7*n / !; *; 1/0 | 2/3 3 | 4/6 5 2 7
misere nim; n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 1 0 | 1 5 | 3 1 1 1
take 1..3; n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 1 5 | 3 6 5 2
take {2,4}; n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 3 1 1 1 | 3 6 5 2
misere take {2,3}; n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 1 5 | 3 6 5 2
misere take 2..3; n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 2 3 3 | 3 6 5 2
misere take 1..k; k:1..4 / n:1..3 a:0..6*n / !; any {pile} {take}|no_move; 1/1 5 | 3/3 6 5 2
take s; c:1..3 s:1..6*c / n:1..3 a:0..6*n / !; any {pile} {take}|no; 1 2/1 5 | 3 4 1 3/2 3 3
coins; { n:1..4 / { a:1..20 / }*n ! }+; any {after}|lose; 2/3/9/2/1/2
kayles; { n:1..2 / a:0..9*n / ! }+; any {after}|lose; 1/5/2/1 1 | 2/3 1/1/2 | 1/7/1/0
take 1..3 and split; n:1..2 / a:0..9*n / !; any {after}|lose; 1/3 | 2/4 6
octal 0.137; { n:1..2 / a:0..9*n / ! }+; any W/{after}|lose; 2/4 6/1/1
nim or split; { n:1..3 / a:0..19*n / ! }+; any {after}|lose; 2/4 6/1/3 | 1/7/3/3 3 1 | 2/3 3
nim or split 3; { n:1..3 / a:0..19*n / ! }+; any {after}|lose; 2/4 6/1/7 | 1/8/3/3 15 1 | 1/5
two smaller; { n:1..3 / a:0..19*n / ! }+; any {after}|lose; 2/4 6/1/3 | 2/0 6 | 1/5 | 2/3 3
split different; { n:1..3 / a:0..19*n / ! }+; any {after}|lose; 2/4 6/1/3 | 1/8/2/3 15 | 1/5
moore k; { n:1..3 k:1..3 / a:0..9*n / ! }+; any {after}|lose; 2 1/4 6/1 1/3 | 2 2/5 3/1 1/1
misere moore k; { n:1..3 k:1..3 / a:0..9*n / ! }+; any {after}|lose; 2 1/4 6/1 1/1 | 2 2/5 1/2 1/0 0
stairs 1; { n:1..3 / a:0..9*n / ! }+; any {after}|lose; 2/1 5/1/0 | 3/2 3 1
stairs 1; { n:1..3 / a:0..9*n / ! }+; any {pile} {take}|lose; 2/1 5/1/0 | 3/2 3 1
hill 2; { n:2..3 / a:0..9<*n / ! }+; any {after}|lose; 2/1 5 | 2/2 4
ring 1..2; { a:1..9 / ! }+; any {after}|lose; 2/3
one each; { n:1..3 / a:0..9*n / ! }+; any {after}|lose; 2/1 5/1/0
take powers of b or split; { b:1..4 n:1..4 / a:0..9*n / ! }+; {grundy} {count}|lose; 2 2/5 7/4 1/9
kayles; { n:1..9 a:0..10^6*n / ! }+; {count}; 3 4 1 2/1 1000000/9 1 0 0 0 0 0 0 0 0
take s; { c:1..9 s:1..10^18*c / n:1..9 a:0..10^18*n / ! }+; {count}; 3 1 3 5/1 5/2 7 5/1 7
take s; { c:1..9 s:1..10^9*c / n:1..9 a:0..10^18*n / ! }+; any {pile} {take}|lose; \
2 2 5/3 1000000000000000000 1 999999999999999998/3 2 5 1000000/2 1000003 100000000007 | \
2 999999999 2/1 5/2 500000000 999999999/1 500000005/4 1 10 10 4/2 77777777777777777 123456";

/// A game in a folder of its own, where its file stays.
fn game_of_number(folder: &Path, number: usize, keys: [&str; 4]) -> &'static Problem {
    let own = folder.join(format!("own{number}"));
    fs::create_dir(&own).unwrap();
    own_game(&own, keys)
}

/// Texts in place of the first line of our answers: moves, and what is nearly one.
fn others(ours: &str) -> impl Iterator<Item = String> {
    let (first, rest) = ours.split_once('\n').unwrap();
    let moves = (0..30).map(|k| format!("{} {}", k / 7, k % 7));
    let texts = ",x,-1 1,01 1,1,1 18446744073709551617,no,No move,lose".split(',');
    let longer = ["\n1 1", " 1", "9"].map(|more| format!("{first}{more}"));
    let all = moves.chain(texts.map(str::to_owned)).chain(longer);
    all.map(move |text| format!("{text}\n{rest}"))
}

#[test]
#[ignore = "long: scripts/check --long"]
fn validators_accept_our_answers_and_what_diff_accepts_and_nothing_else() {
    let folder = folder("package-validators");
    let [in_file, ans_file, out_file] = ["in", "ans", "out"].map(|name| folder.join(name));
    let (mut right, mut wrong, mut refused) = (0, 0, Vec::new());
    let games = GAMES.lines().flat_map(|game| {
        let [rule, layout, form, inputs] = [0, 1, 2, 3].map(|at| game.split("; ").nth(at).unwrap());
        let forms = if form == "*" { FORMS } else { form };
        let keys = forms.split("; ").map(move |form| [rule, layout, "a", form]);
        keys.map(move |keys| (keys, inputs))
    });
    let (mut written, mut known) = (Vec::new(), Vec::new());
    for (number, (keys, inputs)) in games.enumerate() {
        let problem = game_of_number(&folder, number, keys);
        // No program of source is known for these either.
        let Ok(of_answers) = validators::answer_validator(problem) else {
            refused.push(keys[0]);
            continue;
        };
        let of_outputs = validators::checker(problem, Interface::Icpc).unwrap();
        let is_any = keys[3].starts_with("any ");
        assert_eq!(of_outputs.is_some(), is_any, "{keys:?}");
        written.extend([Some(of_answers), of_outputs].into_iter().flatten());
        known.push((problem, keys, inputs));
    }
    let Some(programs) = compile_cpp(&folder.join("programs"), &written) else {
        return;
    };
    let mut programs = programs.into_iter();
    for (problem, keys, inputs) in known {
        let of_answers = programs.next().unwrap();
        let of_outputs = keys[3].starts_with("any ").then(|| programs.next().unwrap());
        for input in inputs.split(" | ") {
            let input = &(input.replace('/', "\n") + "\n");
            let ours = answer(problem, input);
            fs::write(&in_file, input).unwrap();
            fs::write(&ans_file, &ours).unwrap();
            let is_answer = |text: &str| {
                fs::write(&out_file, text).unwrap();
                of_answers.accepts(&[&in_file], &out_file)
            };
            assert!(is_answer(&ours), "{keys:?} {ours}");
            // The answers of judges are written in one way only.
            for damaged in [
                ours.trim_end().to_owned(),
                ours.clone() + "\n",
                " ".to_owned() + &ours,
                ours.replacen('\n', "\r\n", 1),
            ] {
                assert!(!is_answer(&damaged), "{keys:?} {damaged:?}");
            }
            for other in others(&ours).chain([ours.clone(), ours.clone() + "\r\n\n"]) {
                assert_eq!(is_answer(&other), other == ours, "{keys:?} {other}");
                let by_diff = compared(problem, &**input, ours.clone(), Some(&*other));
                let by_diff = by_diff.verdict.short() == "AC";
                *if by_diff { &mut right } else { &mut wrong } += 1;
                if let Some(validator) = &of_outputs {
                    let accepted = validator.accepts(&[&in_file, &ans_file, &folder], &out_file);
                    assert_eq!(accepted, by_diff, "{keys:?} {input:?}: {other:?}");
                }
            }
        }
    }
    assert!(right > 100 && wrong > 2000, "{right} {wrong}");
    assert_eq!(refused, ["kayles", "take s", "take s"]);
}

/// The games of which any winning move is right.
fn games_of_any_move() -> Vec<[&'static str; 4]> {
    let games = GAMES.lines().map(|game| {
        let mut parts = game.split("; ");
        let mut part = || parts.next().unwrap();
        [part(), part(), "a", part()]
    });
    // A search over moves is for small piles, and has two rows of a ring.
    games
        .filter(|keys| keys[3].starts_with("any ") && !keys[1].contains("10^"))
        .filter(|keys| !keys[0].starts_with("ring"))
        .collect()
}

/// How an answer of one of them names a move.
fn claim(form: &str, piles: &[u64], after: &[u64]) -> String {
    let list: Vec<_> = after.iter().map(u64::to_string).collect();
    let fallen = piles.iter().zip(after).position(|(old, new)| new < old);
    let (pile, take) = fallen.map_or((1, 0), |at| (at + 1, piles[at] - after[at]));
    let form = form.trim_start_matches("any ").split('|').next().unwrap();
    let form = form.replace("{after}", &list.join(" ")).replace('/', "\n");
    form.replace("{pile}", &pile.to_string())
        .replace("{take}", &take.to_string())
}

/// Whether a checker says that an output is right, and what else it says.
fn verdict(checker: &Cpp, interface: Interface, files: [&Path; 3], folder: &Path) -> (i32, String) {
    let [input, output, ours] = files;
    let mut command = checker.command();
    let message = folder.join("judgemessage.txt");
    let _ = fs::remove_file(&message);
    match interface {
        Interface::Icpc => command.args([input, ours, folder]).stdin(File::open(output).unwrap()),
        Interface::Testlib => command.args([input, output, ours]),
    };
    let (_, err, code) = texts(&command.run().unwrap());
    let said = fs::read_to_string(message).unwrap_or_default();
    (code, err + &said)
}

#[test]
fn checkers_take_winning_moves_and_say_what_is_wrong_in_both_interfaces() {
    let folder = folder("package-checkers");
    let [input, output, ours] = ["in", "out", "ans"].map(|name| folder.join(name));
    let interfaces = [Interface::Icpc, Interface::Testlib];
    let (mut counts, mistakes) = ([0; 6], RefCell::new(Vec::new()));
    let games = some_of(15, games_of_any_move()).enumerate();
    let games = games.map(|(number, keys)| (game_of_number(&folder, number, keys), keys));
    let games: Vec<_> = games.collect();
    let written = games
        .iter()
        .flat_map(|(problem, _)| interfaces.map(|interface| validators::checker(problem, interface).unwrap().unwrap()));
    let Some(checkers) = compile_cpp(&folder.join("checkers"), &written.collect::<Vec<_>>()) else {
        return;
    };
    for ((problem, keys), checkers) in games.into_iter().zip(checkers.chunks(2)) {
        let mut searches = Searches::default();
        let mut inputs = small_inputs(problem, 20);
        if keys[0] == "two smaller" {
            // Of one pile become two, of these four, and so on.
            inputs.retain(|(cases, _)| cases.iter().flatten().all(|number| *number <= 4));
        }
        for (checker, interface) in checkers.iter().zip(interfaces) {
            let [right, wrong, malformed] = match interface {
                Interface::Icpc => [42, 43, 43],
                Interface::Testlib => [0, 1, 2],
            };
            for (cases, text) in &inputs {
                let answers = answer(problem, text);
                fs::write(&input, text).unwrap();
                fs::write(&ours, &answers).unwrap();
                let mut judged = |kind: usize, text: &str, expected: i32, reason: &str| {
                    counts[kind] += 1;
                    fs::write(&output, text).unwrap();
                    let files = [&*input, &*output, &*ours];
                    let (code, said) = verdict(checker, interface, files, &folder);
                    if code != expected || !said.contains(reason) {
                        mistakes
                            .borrow_mut()
                            .push(format!("{keys:?} {answers:?}: {text:?} {code} {said}"));
                    }
                };
                let is_testlib = interface == Interface::Testlib;
                judged(0, &answers, right, if is_testlib { "ok " } else { "" });
                judged(1, &format!("{answers}x\n"), malformed, "expected the end of the output");
                judged(1, "", malformed, "case 1");
                judged(2, &"\0\u{ff}(".repeat(50), wrong, "case 1");
                // The answer to each case, of one line or of several, in the place of ours.
                let parts: Vec<_> = cases
                    .iter()
                    .map(|case| {
                        let (piles, [winning, losing]) = moves_of(problem, case, &mut searches);
                        let lost = keys[3].split('|').nth(1).unwrap().replace('_', " ");
                        let own = winning
                            .first()
                            .map_or(lost.clone(), |after| claim(keys[3], &piles, after));
                        (piles, winning, losing, lost, own)
                    })
                    .collect();
                for (case, (piles, winning, losing, lost, _)) in parts.iter().enumerate() {
                    let mut with = |kind: usize, claimed: String, expected, reason: &str| {
                        let all = parts.iter().enumerate().map(|(other, part)| {
                            let is_here = other == case;
                            if is_here { &*claimed } else { &*part.4 }
                        });
                        let all = all.collect::<Vec<_>>().join("\n") + "\n";
                        judged(kind, &all, expected, reason);
                        let by_diff = compared(problem, &**text, answers.clone(), Some(&*all));
                        let is_right = by_diff.verdict.short() == "AC";
                        if is_right != (expected == right) {
                            mistakes
                                .borrow_mut()
                                .push(format!("{keys:?} {text:?}: by diff {all:?}"));
                        }
                    };
                    let here = format!("case {}", case + 1);
                    for after in winning.iter().take(3) {
                        with(3, claim(keys[3], piles, after), right, "");
                    }
                    for after in losing.iter().take(3) {
                        with(4, claim(keys[3], piles, after), wrong, &here);
                    }
                    if winning.is_empty() {
                        with(5, claim(keys[3], &[2], &[1]), wrong, &here);
                    } else {
                        with(5, lost.clone(), wrong, &here);
                        // There is no such pile, and none may grow.
                        let beyond = [vec![0; piles.len()], vec![1]].concat();
                        let mut more = piles.clone();
                        more[0] += 1;
                        if keys[3].contains("{pile}") {
                            let nothing = vec![0; piles.len() + 1];
                            with(4, claim(keys[3], &beyond, &nothing), wrong, &here);
                        }
                        with(4, claim(keys[3], piles, &more), wrong, &here);
                    }
                }
            }
        }
    }
    let mistakes = mistakes.into_inner();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

/// However a problem.yaml is written, that of the package says the same, and what it lacks.
#[test]
fn problem_yaml_of_a_package_has_what_the_folder_says_however_it_is_written() {
    let folder = folder("package-yaml");
    let own = folder.join("own");
    fs::create_dir(&own).unwrap();
    own_game(&own, ["nim", "{ n:1..3 a:0..3*n / ! }+", "a", "Yes|No"]);
    let yamls = [
        (
            "name: Mine\nlimits:\n    time_limit: 2\n    memory: 64\n",
            "name: Mine\nlimits:\n  time_limit: 2\n  memory: 64\n",
        ),
        (
            "limits: {time_limit: 2, memory: 64}\nname: \"a: b\"\n",
            "limits:\n  time_limit: 2\n  memory: 64\nname: \"a: b\"\n",
        ),
        (
            "name: {en: X, zh: 游戏}\nproblem_format_version: legacy\nkeywords: [a, 'b']\n",
            "name:\n  en: X\n  zh: 游戏\nkeywords:\n  - a\n  - b\n",
        ),
    ];
    for (number, (yaml, expected)) in yamls.into_iter().enumerate() {
        fs::write(own.join("problem.yaml"), yaml).unwrap();
        let problem = problem::find(&own).unwrap().unwrap();
        let package = folder.join(format!("package{number}"));
        package::run(&problem, &package, Format::named("2025-09")).unwrap();
        let text = fs::read_to_string(package.join("problem.yaml")).unwrap();
        let start = format!("problem_format_version: 2025-09\n{expected}");
        assert!(text.starts_with(&start), "{text}");
        let has_more = text.contains("\nuuid: ") && text.contains("\nlicense: ");
        assert!(has_more, "{text}");
        assert_eq!(text.matches("limits:").count(), 1, "{text}");
        let statement = package.join("statement/problem.zh.tex");
        assert_eq!(statement.exists(), yaml.contains("zh: "), "{text}");
    }
}

/// What letters and digits say is the same, whatever marks are around them.
#[test]
fn statements_in_markdown_say_what_those_in_latex_say() {
    let folder = folder("package-markdown");
    let has_own = |problem: &&Problem| problem.files.get("statement/problem.en.tex").is_some();
    let stories = some_of(12, problems().into_iter().filter(has_own));
    for problem in stories.chain([harness::problem("poj2975")]) {
        let [tex, markdown] = ["legacy", "hydro"].map(|format| {
            let package = folder.join(format!("{}{format}", problem.name));
            package::run(problem, &package, Format::named(format)).unwrap();
            package
        });
        for (name, language) in [("en", Language::English), ("zh", Language::Chinese)] {
            let letters = |path: PathBuf| {
                let text = fs::read_to_string(path).unwrap();
                let ends = [
                    ["\\section*{Explanation}", "## Samples"],
                    ["\\section*{样例解释}", "## 样例"],
                ];
                let end = ends.concat().iter().find_map(|end| text.find(end));
                let text = plain(&text[..end.unwrap_or(text.len())], language);
                text.chars().filter(|c| c.is_alphanumeric()).collect::<String>()
            };
            let statement = markdown.join(format!("problem_{name}.md"));
            let text = fs::read_to_string(&statement).unwrap();
            assert!(!text.contains("\\begin") && !text.contains("\\texttt"), "{text}");
            assert!(
                text.contains("```input1\n") && text.matches('$').count().is_multiple_of(2),
                "{text}"
            );
            let ours = letters(tex.join(format!("problem_statement/problem.{name}.tex")));
            assert_eq!(letters(statement), ours, "{}", problem.name);
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_programs_of_a_package_of_ones_own_accept_its_data_and_answer_them() {
    let folder = folder("package-programs");
    let games = records(include_str!("tables/packages.txt"));
    let games = (games.iter()).flat_map(|(words, answers)| answers.lines().map(move |answer| (words, answer)));
    let (mut written, mut packages) = (Vec::new(), Vec::new());
    for (number, (words, answer)) in some_of(31, games).enumerate() {
        let [rule, layout, piles] = [0, 1, 2].map(|word| &*words[word]);
        let own = folder.join(format!("own{number}"));
        fs::create_dir(&own).unwrap();
        let escaped = answer.escape_debug().to_string();
        let problem = own_game(&own, [rule, layout, piles, &escaped]);
        let package = folder.join(format!("package{number}"));
        package::run(problem, &package, Format::named("2025-09")).unwrap();
        let checker = "output_validator/output_validator.cpp";
        let has_checker = package.join(checker).exists();
        assert_eq!(has_checker, answer.starts_with("any "), "{rule} {answer}");
        let program = "submissions/accepted/solution.cpp";
        let source = texts(&bouton().arg("source").arg(&own).run().unwrap());
        let text = fs::read_to_string(package.join(program)).unwrap();
        assert_eq!(source, (text, String::new(), 0));
        let paths = [
            program,
            "input_validators/input_validator.cpp",
            "answer_validators/answer_validator.cpp",
            checker,
        ];
        let paths = &paths[..if has_checker { 4 } else { 3 }];
        written.extend(paths.iter().map(|path| fs::read_to_string(package.join(path)).unwrap()));
        packages.push((own, package, format!("{rule} {layout} {answer}"), has_checker));
    }
    let Some(programs) = compile_cpp(&folder.join("programs"), &written) else {
        return;
    };
    let mut programs = programs.into_iter();
    for (own, package, shown, has_checker) in packages {
        let [solution, of_inputs, of_answers] = [(); 3].map(|()| programs.next().unwrap());
        let checker = has_checker.then(|| programs.next().unwrap());
        for input in ending_with(&package.join("data/secret"), ".in") {
            let answers = input.with_extension("ans");
            if let Some(checker) = &checker {
                let is_right = checker.accepts(&[&input, &answers, &package], &answers);
                assert!(is_right, "{shown} {}", input.display());
            }
            let is_valid = of_inputs.accepts(&[], &input);
            let is_right = of_answers.accepts(&[&input], &answers);
            assert!(is_valid && is_right, "{shown} {}", input.display());
        }
        let invalid = ending_with(&package.join("data/invalid_input"), ".in");
        assert!(invalid.len() > 5, "{shown}: {}", invalid.len());
        for input in invalid {
            assert!(!of_inputs.accepts(&[], &input), "{}", input.display());
        }
        let mut judged = bouton();
        judged.arg("test").arg(&own);
        // A busy machine, or a build without optimisation, says nothing of the program.
        judged.args(["--time-limit", "100", "--"]).args(solution.words());
        let (out, err, code) = texts(&judged.run().unwrap());
        assert_eq!((err.as_str(), code), ("", 0), "{shown}: {out}");
    }
}
