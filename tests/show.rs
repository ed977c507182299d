//! The commands `list`, `show` and `source`: what the program says about the problems.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use bouton::problem::Problem;
use bouton::problem::judges::judge;
use bouton::problem::statement::{Language, plain, title};

use crate::harness::{
    self, Run as _, bouton, folder, problem_folder, problems, run, some_of, start, texts,
};

/// The output of the program when it succeeds.
#[track_caller]
fn says(args: &[&str]) -> String {
    let (output, error, code) = texts(&run(args, b""));
    assert_eq!((error, code), (String::new(), 0), "{args:?}");
    output
}

#[track_caller]
fn complains(args: &[&str], message: &str) {
    let message = format!("bouton: {message} (see 'bouton {} --help')\n", args[0]);
    assert_eq!(texts(&run(args, b"")), (String::new(), message, 2));
}

fn names() -> impl Iterator<Item = (&'static Problem, &'static str)> {
    let problems = problems().into_iter();
    problems.flat_map(|problem| harness::names(problem).map(move |name| (problem, name)))
}

/// An embedded file of the problem.
fn embedded(problem: &Problem, path: &str) -> String {
    let file = problem.files.get(path);
    file.unwrap_or_else(|| panic!("{}: {path}", problem.id))
        .into_owned()
}

/// The accepted program with this extension, as embedded.
fn accepted(problem: &Problem, ending: &str) -> String {
    let path = format!("submissions/accepted/{}.{ending}", problem.id);
    embedded(problem, &path)
}

/// The embedded statements, in English and Chinese.
fn statements(problem: &Problem) -> [String; 2] {
    ["en", "zh"].map(|language| embedded(problem, &format!("statement/problem.{language}.tex")))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_table_has_a_block_for_every_problem_with_all_names_on_the_left() {
    let table = says(&["list"]);
    let john = "\
hdu1907              HDU 1907: John
poj3480                rule    misère Nim: whoever takes the last stone loses
luogup4279             input   T, then T cases, each: N, N piles a
bzoj1022               answer  John if the first player wins, else Brother
";
    assert!(
        table.split("\n\n").any(|block| block == john.trim_end()),
        "{table}"
    );
    let first_words = table.lines().filter(|line| !line.starts_with(' '));
    let found: BTreeSet<_> = first_words
        .filter_map(|line| line.split(' ').next())
        .filter(|word| !word.is_empty())
        .collect();
    assert_eq!(found, names().map(|(_, name)| name).collect());
}

/// How many columns of a terminal `line` takes: East Asian characters take two.
fn columns(line: &str) -> usize {
    let is_wide = |c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}');
    line.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

#[test]
fn lists_statements_and_help_fit_80_columns() {
    let lists = ["C", "zh_CN.UTF-8"].map(|locale| {
        let output = bouton().env("LC_ALL", locale).arg("list").run();
        texts(&output.unwrap()).0
    });
    let shown = names().flat_map(|(_, name)| {
        ["en", "zh"].map(|language| says(&["show", name, "--lang", language]))
    });
    let tools =
        "list show source solve test stress diff generate validate split package man hdu1850";
    let help = tools
        .split(' ')
        .flat_map(|tool| ["-h", "--help"].map(|option| says(&[tool, option])));
    let all = lists.into_iter().chain(shown).chain(help);
    for line in all.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()) {
        assert!(columns(&line) <= 80, "{line}");
    }
}

#[test]
fn a_list_in_chinese_has_no_english_sentences() {
    let john = "\
hdu1907     HDU 1907: 约翰
poj3480       rule   = \"misere nim\"
luogup4279    input  = \"T:1..474 / { N:1..47 / a:1..4747*N / ! }*T\"
bzoj1022      piles  = \"a\"
              answer = \"John|Brother\"
";
    assert_eq!(says(&["list", "hdu1907", "--lang", "zh"]), john);
}

#[test]
fn a_row_that_is_too_long_continues_below_itself() {
    assert_eq!(
        says(&["list", "bzoj1874"]),
        "\
bzoj1874  BZOJ 1874 (BeiJing2009 WinterCamp): Stone Game
            rule    a move takes one of the numbers b of stones from one pile;
                    the player who cannot move loses
            input   one case: N, N piles a, M, M takes b
            answer  YES / <pile> <take> with the first winning move, or NO if
                    the first player loses
"
    );
}

#[test]
fn chinese_paragraphs_are_broken_between_characters_but_not_before_punctuation() {
    let ten = "一二三四五六七八九十";
    let tex = format!("\\problemname{{X}}\n\n{ten}{ten}{ten}{ten}，$1 \\le n$。\n另一句。\n");
    let expected = format!("{ten}{ten}{ten}一二三四五六七八九\n十，1 ≤ n。另一句。\n");
    assert_eq!(plain(&tex, Language::Chinese), expected);
}

#[test]
fn the_table_for_programs_is_an_array_of_objects_with_eight_keys() {
    let table = says(&["list", "--json"]);
    let john = "{\"id\":\"hdu1907\",\"aliases\":[\"poj3480\",\"luogup4279\",\"bzoj1022\"],\
        \"judge\":\"HDU 1907\",\"title\":\"John\",\"title_zh\":\"约翰\",\
        \"rule\":\"misère Nim: whoever takes the last stone loses\",\
        \"input\":\"T, then T cases, each: N, N piles a\",\
        \"answer\":\"John if the first player wins, else Brother\"}";
    assert!(table.contains(john), "{table}");
    assert!(table.starts_with("[{\"id\":\"bzoj1874\",\"aliases\":[],"));
    assert!(table.ends_with("\"}]\n"));
    for key in [
        "id", "aliases", "judge", "title", "title_zh", "rule", "input", "answer",
    ] {
        let key = format!("\"{key}\":");
        assert_eq!(table.matches(&key).count(), problems().len(), "{key}");
    }
    assert_eq!(table.matches("\":").count(), 8 * problems().len());
}

#[test]
fn the_shape_of_the_input_comes_from_the_row() {
    for (id, input) in [
        (
            "poj2234",
            "cases to the end of the input, each: M, M piles a",
        ),
        ("hdu1850", "cases up to a 0, each: M, M piles a"),
        ("bzoj1874", "one case: N, N piles a, M, M takes b"),
        ("codingamemiserenim", "N, K, then K cases, each: N piles a"),
        (
            "hdu1536",
            "cases up to a 0, each: k, k takes s, m, then m positions (l, l piles h)",
        ),
        (
            "hdu1730",
            "cases to the end of the input, each: N, M, then N rows (a cell a, another cell b with a pile between them)",
        ),
    ] {
        assert_eq!(harness::problem(id).input(), input, "{id}");
    }
}

#[test]
fn a_statement_is_shown_with_limits_samples_and_where_to_submit() {
    assert_eq!(
        says(&["show", "hdu1849"]),
        "HDU 1849: Rabbit and Grass

Rabbit and Grass play on a strip of cells numbered 0, 1, 2, ... with m pieces on
it. They move in turn; Rabbit begins. A move puts one piece on any cell with a
smaller number. A cell may hold any number of pieces. Whoever cannot move,
because all pieces are on cell 0, loses. Both play perfectly. Who wins?

Input
There are several cases. Each case consists of two lines: the number of pieces m
(1 ≤ m ≤ 1000), then the cells of the m pieces, each at least 0 and at most
1000. A line with a single 0 ends the input. Some judges' data lacks this line;
then the input ends with the file.

Output
For each case, print a line: 'Rabbit Win!' or 'Grass Win!'

Limits
1 ≤ m ≤ 1000, 0 ≤ a1, ..., am ≤ 1000

Sample input
2
3 5
3
3 5 6
0

Sample output
Rabbit Win!
Grass Win!

Submit
  bouton source hdu1849  choose the language GCC or G++
  This judge does not take Rust.
  https://acm.hdu.edu.cn/showproblem.php?pid=1849
"
    );
}

/// What `bouton show` says of submitting.
fn submitting(name: &str) -> String {
    let text = says(&["show", name]);
    let (_, submit) = text.rsplit_once("\n\nSubmit\n").unwrap();
    submit.to_owned()
}

#[test]
fn the_entry_of_the_judges_list_of_languages_is_named_and_the_page_comes_last() {
    assert_eq!(
        submitting("luogup2197"),
        "  bouton source luogup2197              choose the language C or C++98
  bouton source luogup2197 --lang rust  choose the language Rust
  https://www.luogu.com.cn/problem/P2197
"
    );
    for (_, name) in names() {
        let submit = submitting(name);
        let last = submit.lines().last().unwrap().trim();
        assert!(last.starts_with("http") || name == "hfut2014d", "{submit}");
        let (judge, _) = judge(name).unwrap();
        let takes_rust = submit.contains("--lang rust");
        assert_eq!(takes_rust, judge.rust.is_some(), "{submit}");
        for line in submit.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn a_problem_whose_judge_is_gone_is_shown_with_the_place_that_has_it_now() {
    assert_eq!(
        submitting("bzoj1874"),
        "  bouton source bzoj1874  choose the language C or C++
  BZOJ closed in 2019. Hydro has a copy of its problems:
  https://hydro.ac/d/bzoj/p/1874
"
    );
    assert_eq!(
        submitting("hfut2014d"),
        "  bouton source hfut2014d
  This problem has no public page, and no copy at another judge is known.
"
    );
}

#[test]
fn an_alias_is_shown_as_another_place_to_submit() {
    let text = says(&["show", "hdu1850"]);
    let also = "
The same problem elsewhere (its limits may differ)
  POJ 2975 (bouton show poj2975)
    1 ≤ M ≤ 1000, 1 ≤ a1, ..., aM ≤ 10^9
";
    assert!(text.contains(also), "{text}");
}

#[test]
fn an_alias_is_shown_with_its_own_title_limits_and_sample() {
    let text = says(&["show", "poj2975"]);
    assert!(text.starts_with("POJ 2975: Nim\n\n"), "{text}");
    for part in [
        "(1 ≤ M ≤ 1000), then M pile sizes, each at least 1 and at most 10^9.",
        "\nLimits\n1 ≤ M ≤ 1000, 1 ≤ a1, ..., aM ≤ 10^9\n",
        "\nSample input\n3\n7 11 13\n2\n1000000000 1000000000\n0\n",
        "\nSample output\n3\n0\n",
        "\n  http://poj.org/problem?id=2975\n",
        "\n  HDU 1850 (bouton show hdu1850)\n",
        "\n    2 ≤ M ≤ 100, 1 ≤ a1, ..., aM ≤ 10^6\n",
        "\n  bouton source poj2975 ",
    ] {
        assert!(text.contains(part), "{part}{text}");
    }
    assert!(!text.contains("show poj2975"), "{text}");
    let first_line = |args: &[&str]| says(args).lines().next().unwrap().to_owned();
    for (args, line) in [
        (&["show", "poj3480"][..], "POJ 3480: John"),
        (&["show", "poj3480", "--lang", "zh"], "POJ 3480: John"),
        (&["show", "poj2975", "--lang", "zh"], "POJ 2975: Nim"),
        (&["poj2975", "--help"], "POJ 2975 Nim"),
        // A list has all names of each problem.
        (
            &["list", "poj2975"],
            "hdu1850  HDU 1850: Being a Good Boy in Spring Festival",
        ),
    ] {
        assert_eq!(first_line(args), line);
    }
}

#[test]
fn a_statement_is_also_shown_in_chinese() {
    let text = says(&["show", "poj2234", "--lang", "zh"]);
    assert!(text.starts_with("POJ 2234: 火柴游戏\n\n桌上有若干堆火柴，"));
    assert!(text.contains("\n\n输入\n有多组数据，读到文件结束为止。"));
    assert!(text.contains("\n\n样例输入\n2 45 45\n3 3 6 9\n"));
    assert!(text.contains("1 ≤ M ≤ 20"));
}

#[test]
fn no_statement_shows_its_macros() {
    for (problem, name) in names() {
        for language in ["en", "zh"] {
            let text = says(&["show", name, "--lang", language]);
            let markup: Vec<_> = text.matches(['\\', '$', '{', '}', '~', '\u{a0}']).collect();
            assert!(markup.is_empty(), "{name} {language}: {markup:?} in {text}");
            assert!(!text.contains("\n\n\n") && text.ends_with('\n'), "{text}");
            // An alias may have samples of its own.
            let problem = if name == problem.name {
                problem
            } else {
                harness::problem(name)
            };
            for (input, answers) in problem.samples() {
                assert!(text.contains(&format!("\n{input}")), "{name}");
                assert!(text.contains(&format!("\n{answers}")), "{name}");
            }
        }
    }
}

#[test]
fn every_macro_of_a_statement_is_known() {
    let known = "problemname begin end item texttt emph le dots";
    let known: BTreeSet<_> = known.split(' ').collect();
    for problem in problems() {
        for tex in statements(problem) {
            for macro_and_more in tex.split('\\').skip(1) {
                let name = macro_and_more.split(|c: char| !c.is_ascii_alphabetic());
                let name = name.into_iter().next().unwrap();
                assert!(known.contains(name), "{}: {name}", problem.id);
            }
        }
    }
}

#[test]
fn mathematics_stays_on_one_line_and_items_start_one() {
    let long = "word ".repeat(15);
    let tex = format!(
        "\\problemname{{X}}\n\n{long}\n$1 \\le a_i, b \\le 10^9$\\emph{{or}}\n\
         \\begin{{Input}}\n\\begin{{itemize}}\n\\item one\n  \\item \\texttt{{two}}\n\
         \\end{{itemize}}\n\\end{{Input}}\n"
    );
    let expected = format!(
        "{}\n1 ≤ a_i, b ≤ 10^9or\n\nInput\n- one\n- 'two'\n",
        long.trim_end()
    );
    assert_eq!(plain(&tex, Language::English), expected);
}

#[test]
fn lists_within_lists_stand_deeper_and_so_do_the_other_lines_of_an_item() {
    let long = "word ".repeat(16);
    let tex = format!(
        "\\begin{{itemize}}\n\\item one\n\\begin{{itemize}}\n\\item {long}\n\\end{{itemize}}\n\\item two\n\
         \\end{{itemize}}\nlast\n"
    );
    let first = "word ".repeat(15);
    let expected = format!("- one\n  - {}\n    word\n- two\nlast\n", first.trim_end());
    assert_eq!(plain(&tex, Language::English), expected);
}

#[test]
fn a_game_without_a_statement_is_shown_with_one_that_its_file_implies() {
    let folder = folder("show-own");
    let game = "rule = \"take {1,3}\"\ninput = \"T:1..9 / { n:0..9 / ! }*T\"\npiles = \"n\"\nanswer = \"A|B\"\n";
    fs::write(folder.join("game.toml"), game).unwrap();
    let path = folder.to_str().unwrap();
    let english = "\
show-own

There are piles of stones, and two players move in turn. A move takes exactly 1
or 3 stones from one pile. Whoever cannot move loses. Both players play
perfectly.

Input
The lines of the input are:
- T (1 ≤ T ≤ 9), the number of cases
- T times:
  - n (0 ≤ n ≤ 9), the size of a pile

Output
The answer to a case is A if the first player wins, else B.

Limits
1 ≤ T ≤ 9, 0 ≤ n ≤ 9
";
    assert_eq!(says(&["show", "--lang", "en", path]), english);
    let chinese = says(&["show", "--lang", "zh", path]);
    assert!(chinese.contains("\n- T 次：\n  - n（0 ≤ n ≤ 9），一堆的石子数\n"));
}

#[test]
fn the_program_carries_the_files_of_the_packages() {
    for problem in problems() {
        let folder = problem_folder(problem);
        let mut paths = ["game.toml", "problem.yaml"].map(str::to_owned).to_vec();
        paths.extend(["en", "zh"].map(|language| format!("statement/problem.{language}.tex")));
        let accepted = format!("submissions/accepted/{}", problem.id);
        paths.extend(["c", "rs"].map(|ending| format!("{accepted}.{ending}")));
        for path in paths {
            assert_eq!(embedded(problem, &path), read(&folder.join(path)));
        }
        let samples = fs::read_dir(folder.join("data/sample")).unwrap();
        let samples: BTreeSet<_> = samples
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
            .map(|path| (read(&path), read(&path.with_extension("ans"))))
            .collect();
        let embedded = problem.samples().into_iter();
        let embedded: BTreeSet<_> = embedded
            .map(|(input, answers)| (input.into_owned(), answers.into_owned()))
            .collect();
        assert_eq!(embedded, samples, "{}", problem.id);
    }
}

#[test]
fn titles_are_those_of_the_packages() {
    for problem in problems() {
        let yaml = embedded(problem, "problem.yaml");
        for (language, tex) in ["en", "zh"].into_iter().zip(statements(problem)) {
            let name = format!("\n  {language}: {}\n", title(&tex));
            assert!(yaml.contains(&name), "{name}");
        }
    }
}

#[test]
fn every_name_has_a_judge_and_numbered_pages_are_those_of_the_packages() {
    for (problem, name) in names() {
        let (judge, number) = judge(name).unwrap_or_else(|| panic!("{name} has no judge"));
        if name == problem.id
            && let Some(page) = judge.page
        {
            let url = format!("{page}{number}");
            assert_eq!(problem.url(), Some(url));
        }
    }
}

#[test]
fn a_source_is_in_c_unless_asked_otherwise_under_every_name() {
    for (problem, name) in some_of(5, names()) {
        let c = accepted(problem, "c");
        assert_eq!(says(&["source", name]), c);
        assert_eq!(says(&["source", name, "--lang", "c"]), c);
        assert_eq!(says(&["source", name, "--lang", "cpp"]), c);
        assert_eq!(
            says(&["source", "--lang=rust", name]),
            accepted(problem, "rs")
        );
    }
}

#[test]
fn a_source_names_its_problem_and_compile_line_and_licence() {
    for problem in problems() {
        let id = &problem.id;
        let compile = [
            (
                accepted(problem, "c"),
                format!("Compile: cc -std=c89 -O2 -o {id} {id}.c"),
            ),
            (
                accepted(problem, "rs"),
                format!("Compile: rustc --edition 2021 -O {id}.rs"),
            ),
        ];
        for (source, compile) in compile {
            for line in ["Rule:", &compile, "Licence: MIT OR Apache-2.0"] {
                assert!(source.contains(line), "{id}: {line}");
            }
        }
    }
}

#[test]
fn a_reader_that_stops_reading_ends_the_program_quietly() {
    for args in [
        ["source", "poj2234"],
        ["show", "poj2234"],
        ["list", "--json"],
    ] {
        let mut child = start(&args);
        let mut output = BufReader::with_capacity(1, child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        drop(output);
        let output = child.wait_with_output().unwrap();
        let (_, error, code) = texts(&output);
        assert_eq!((error, code), (String::new(), 0), "{args:?}");

        // Even if it is never read.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = bouton().args(args).stdout(writer).run().unwrap();
        let (_, error, code) = texts(&output);
        assert_eq!((error, code), (String::new(), 0), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    for args in [
        ["source", "poj2234"],
        ["show", "poj2234"],
        ["list", "--json"],
        ["poj2234", "--help"],
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = bouton().args(args).stdout(full).run().unwrap();
        let message = "bouton: stdout: No space left on device\n";
        assert_eq!(texts(&output), (String::new(), message.to_owned(), 2));
    }
}

#[test]
fn what_does_not_exist_is_reported() {
    complains(
        &["show", "poj2234", "--lang", "fr"],
        "invalid value 'fr' for '--lang <en|zh>' [possible values: en, zh]",
    );
    complains(
        &["source", "poj2234", "--lang", "java"],
        "invalid value 'java' for '--lang <c|cpp|rust>' [possible values: c, cpp, rust]",
    );
    complains(
        &["source"],
        "the following required arguments were not provided: <PROBLEM>",
    );
}

#[test]
fn a_source_goes_to_a_file_and_the_page_to_submit_it_is_named() {
    let folder = harness::folder("source_file");
    let path = folder.join("nim.c").display().to_string();
    let output = texts(&run(&["source", "poj2975", "-o", &path], b""));
    let page = "submit at http://poj.org/problem?id=2975\n";
    assert_eq!(output, (String::new(), page.to_owned(), 0));
    assert_eq!(read(Path::new(&path)), says(&["source", "poj2975"]));
    // There is no terminal here.
    assert_eq!(texts(&run(&["source", "poj2975", "--copy"], b"")).2, 2);
}

#[test]
fn base64_is_that_of_the_standard() {
    // RFC 4648, section 10.
    for (text, encoded) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(bouton::commands::source::base64(text.as_bytes()), encoded);
    }
}
