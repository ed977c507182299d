//! `bouton test` and `bouton stress` with a source file: compiled, kept, judged within limits, again when it
//! changes, and isolated if requested.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::harness::{Run as _, bouton, folder, texts};
use crate::program::marked;

const RIGHT_C: &str = r#"
#include <stdio.h>
int main(void)
{
    unsigned count, pile, sum;
    while (scanf("%u", &count) == 1) {
        for (sum = 0; count > 0; count--) {
            scanf("%u", &pile);
            sum ^= pile;
        }
        puts(sum ? "Yes" : "No");
    }
    return 0;
}
"#;

const RIGHT_RUST: &str = r#"
use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse::<usize>().unwrap());
    while let Some(count) = numbers.next() {
        let sum = numbers.by_ref().take(count).fold(0, |sum, pile| sum ^ pile);
        println!("{}", if sum > 0 { "Yes" } else { "No" });
    }
}
"#;

const RIGHT_PYTHON: &str = "
import sys
numbers = iter(map(int, sys.stdin.read().split()))
for count in numbers:
    sum = 0
    for _ in range(count):
        sum ^= next(numbers)
    print('Yes' if sum else 'No')
";

const RIGHT_JAVA: &str = r#"
/* Not this one: public class Other { } */
package nim.games;
import java.util.Scanner;
public final class Position {
    static class Reader { }
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextInt()) {
            int sum = 0;
            for (int count = in.nextInt(); count > 0; count--) sum ^= in.nextInt();
            System.out.println(sum != 0 ? "Yes" : "No");
        }
    }
}
"#;

/// A program that burns so much CPU time before it answers.
fn busy(seconds: &str) -> String {
    let burn = format!("while (clock() < {seconds} * CLOCKS_PER_SEC) ;");
    "#include <time.h>\n".to_owned() + &RIGHT_C.replacen('{', &format!("{{ {burn}"), 1)
}

/// A folder with tests of POJ 2234 and a cache of its own.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = folder(&format!("sources_{name}"));
        fs::create_dir(folder.join("data")).unwrap();
        fs::write(folder.join("data/1.in"), "1 1\n2 1 1\n2 2 7\n").unwrap();
        fs::write(folder.join("data/1.ans"), "Yes\nNo\nYes\n").unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, text: &str) -> &Self {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    /// Writes a script.
    fn script(&self, name: &str, text: &str) -> PathBuf {
        self.write(name, &format!("#!/bin/sh\n{text}\n"));
        let path = self.0.join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// `bouton test poj2234`, or `bouton stress`.
    fn command(&self, tool: &str, arguments: &[&str]) -> Command {
        let mut command = bouton();
        command.current_dir(&self.0).args([tool, "poj2234"]);
        if tool == "test" {
            command.args(["--data", "data"]);
        }
        command.args(arguments).stdin(Stdio::null());
        command.env("XDG_CACHE_HOME", self.0.join("cache"));
        command.env("BOUTON_MARK", self.mark());
        for variable in ["CC", "CXX", "RUSTC", "PYTHON", "JAVAC", "JAVA"] {
            command.env_remove(variable);
        }
        command
    }

    /// What all processes of this place have in their environment.
    fn mark(&self) -> String {
        format!("{}-{}", self.0.display(), std::process::id())
    }

    #[track_caller]
    fn test(&self, arguments: &[&str]) -> (String, String, i32) {
        let output = texts(&self.command("test", arguments).run().unwrap());
        let mark = format!("BOUTON_MARK={}", self.mark());
        assert_eq!(marked(&mark), Vec::<String>::new(), "processes left");
        output
    }

    /// The verdict on the one test, and the reason.
    #[track_caller]
    fn verdict(&self, arguments: &[&str]) -> String {
        let (report, error, code) = self.test(arguments);
        assert_eq!(error, "");
        let line = report.lines().next().unwrap();
        assert_eq!(code, i32::from(!line.starts_with("AC ")), "{report}");
        let (measures, reason) = line
            .split_once("1.in")
            .unwrap_or_else(|| panic!("{report}"));
        format!("{} {}", &measures[..3], reason.trim())
            .trim()
            .replace("  ", " ")
    }

    /// The object about the one test.
    #[track_caller]
    fn object(&self, arguments: &[&str]) -> Value {
        let (report, error, _) = self.test(&[arguments, &["--json"]].concat());
        assert_eq!(error, "");
        serde_json::from_str(report.lines().next().unwrap()).unwrap()
    }
}

fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("-version").run();
    found.is_ok_and(|output| output.status.success())
}

#[test]
fn a_source_file_of_each_language_is_compiled_and_accepted() {
    let place = Place::new("languages");
    let cpp = RIGHT_C
        .replace("<stdio.h>", "<cstdio>")
        .replace("unsigned", "auto x = 0u; unsigned");
    for name in ["a.c", "my program.c"] {
        assert_eq!(place.write(name, RIGHT_C).verdict(&[name]), "AC");
    }
    for name in ["a.cpp", "a.cc", "a.cxx"] {
        assert_eq!(place.write(name, &cpp).verdict(&[name]), "AC");
    }
    for name in ["a.rs", "1-a.rs"] {
        assert_eq!(place.write(name, RIGHT_RUST).verdict(&[name]), "AC");
    }
    assert_eq!(place.write("a.py", RIGHT_PYTHON).verdict(&["a.py"]), "AC");
    if is_installed("javac") {
        for name in ["a.java", "Position.java"] {
            assert_eq!(place.write(name, RIGHT_JAVA).verdict(&[name]), "AC");
        }
        let main = RIGHT_JAVA
            .replace("package nim.games;", "")
            .replace("public final class", "class");
        assert_eq!(place.write("b.java", &main).verdict(&["b.java"]), "AC");
        let main = main.replace("class Position", "class Other { }\nclass Main");
        assert_eq!(place.write("c.java", &main).verdict(&["c.java"]), "AC");
        // Judged by the file's own name, whatever it is.
        let output = place.command("stress", &["b.java", "--rounds", "2"]).run();
        assert_eq!(texts(&output.unwrap()).2, 0);
    }
}

#[test]
fn a_java_program_is_compiled_in_a_file_named_for_its_public_class() {
    let place = Place::new("fake_java");
    place.write("solution.java", RIGHT_JAVA);
    // "Compiles" a file that has the right name, and "runs" what stands behind -cp.
    let javac = place.script(
        "javac",
        "case $5 in */Position.java) grep -q Reader \"$5\" && echo > \"$4/$(basename \"$5\").class\";; *) exit 1;; esac",
    );
    let java = place.script(
        "java",
        "while [ \"$1\" != -cp ]; do shift; done; \
         [ -f \"$2/Position.java.class\" ] && [ $3 = nim.games.Position ] && printf 'Yes\\nNo\\nYes\\n'",
    );
    let mut command = place.command("test", &["solution.java"]);
    let output = command.env("JAVAC", javac).env("JAVA", java).run().unwrap();
    let (report, error, code) = texts(&output);
    assert_eq!((error.as_str(), code), ("", 0), "{report}");
}

/// A compiler that counts how often it is called, in the file `calls`.
fn counting(place: &Place) -> PathBuf {
    let calls = place.0.join("calls");
    place.script(
        "counting-cc",
        &format!("echo >> '{}'; exec cc \"$@\"", calls.display()),
    )
}

fn calls(place: &Place) -> usize {
    let calls = fs::read_to_string(place.0.join("calls"));
    calls.map_or(0, |calls| calls.lines().count())
}

#[test]
fn what_was_compiled_once_is_kept_until_source_or_compiler_change() {
    let place = Place::new("cache");
    let compiler = counting(&place);
    let run = |source: &str, options: &str| {
        let mut command = place.command("test", &[source]);
        command.env("CC", format!("{} {options}", compiler.display()));
        let (report, error, code) = texts(&command.run().unwrap());
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        calls(&place)
    };
    place.write("a.c", RIGHT_C);
    assert_eq!([run("a.c", ""), run("a.c", ""), run("a.c", "")], [1, 1, 1]);
    // Nothing but the programs is there, under their last names.
    let kept = fs::read_dir(place.0.join("cache/bouton/programs")).unwrap();
    let kept: Vec<_> = kept.map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        kept.len() == 1 && !kept[0].to_string_lossy().starts_with('.'),
        "{kept:?}"
    );
    assert_eq!([run("a.c", "-g"), run("a.c", "-g")], [2, 2]);
    place.write("a.c", &format!("{RIGHT_C}\n"));
    assert_eq!([run("a.c", ""), run("a.c", "")], [3, 3]);
    place.write("a.c", RIGHT_C);
    assert_eq!(run("a.c", ""), 3);
    counting(&place);
    place.script(
        "counting-cc",
        &(fs::read_to_string(&compiler).unwrap() + "# new"),
    );
    assert_eq!(run("a.c", ""), 4);
}

#[test]
fn what_is_used_again_is_not_too_old_to_be_kept() {
    let place = Place::new("old");
    let compiler = counting(&place);
    let cache = place.0.join("cache/bouton/programs");
    let run = |source: &str| {
        let mut command = place.command("test", &[source]);
        command.env("CC", &compiler);
        let (report, error, code) = texts(&command.run().unwrap());
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        (calls(&place), fs::read_dir(&cache).unwrap().count())
    };
    let age = || {
        let old = SystemTime::now() - Duration::from_secs(40 * 24 * 60 * 60);
        for entry in fs::read_dir(&cache).unwrap() {
            let entry = entry.unwrap().path();
            for path in [entry.join("key"), entry] {
                fs::File::open(path).unwrap().set_modified(old).unwrap();
            }
        }
    };
    for (name, end) in [("a.c", ""), ("b.c", "\n"), ("c.c", "\n\n")] {
        place.write(name, &format!("{RIGHT_C}{end}"));
    }
    assert_eq!([run("a.c"), run("b.c")], [(1, 1), (2, 2)]);
    age();
    assert_eq!([run("a.c"), run("c.c")], [(2, 2), (3, 2)]);
    assert_eq!([run("a.c"), run("b.c")], [(3, 2), (4, 3)]);
}

#[test]
fn a_damaged_entry_of_the_cache_is_made_again() {
    let place = Place::new("damaged");
    place.write("a.c", RIGHT_C);
    assert_eq!(place.verdict(&["a.c"]), "AC");
    let cache = place.0.join("cache/bouton/programs");
    for file in ["key", "program"] {
        let entry = fs::read_dir(&cache)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        fs::remove_file(entry.join(file)).unwrap();
        assert_eq!(place.verdict(&["a.c"]), "AC", "without {file}");
    }
}

#[test]
fn where_nothing_can_be_kept_it_is_compiled_each_time() {
    let place = Place::new("no_cache");
    let compiler = counting(&place);
    place.write("a.c", RIGHT_C).write("file", "");
    for number in 1..=2 {
        let mut command = place.command("test", &["a.c"]);
        let scratch = place.0.join("tmp");
        fs::create_dir_all(&scratch).unwrap();
        command.env("TMPDIR", &scratch).env("CC", &compiler);
        let output = command.env("XDG_CACHE_HOME", place.0.join("file")).run();
        let (report, error, code) = texts(&output.unwrap());
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        assert_eq!(calls(&place), number);
        assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "left behind");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_time_limit_is_one_of_cpu_time_whoever_else_is_busy() {
    let place = Place::new("cpu_time");
    place
        .write("busy.c", &busy("0.5"))
        .write("spin.c", &busy("1e9"));
    // Compiled before the neighbours come.
    assert_eq!(place.verdict(&["busy.c", "--time-limit", "100"]), "AC");
    let mut neighbours: Vec<_> = (0..4)
        .map(|_| {
            Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .start()
                .unwrap()
        })
        .collect();
    let accepted = place.object(&["busy.c"]);
    let refused = place.object(&["busy.c", "--time-limit", "0.25"]);
    let endless = place.object(&["spin.c", "--time-limit", "0.25"]);
    for neighbour in &mut neighbours {
        neighbour.kill().unwrap();
        neighbour.wait().unwrap();
    }
    let measures = |object: &Value| ["cpu", "wall"].map(|key| object[key].as_f64().unwrap());
    assert_eq!(accepted["verdict"], "AC", "{accepted}");
    let [cpu, wall] = measures(&accepted);
    assert!(cpu >= 0.5 && wall >= cpu * 0.9, "{accepted}");
    for object in [refused, endless] {
        assert_eq!(object["verdict"], "TLE", "{object}");
        assert!(measures(&object)[0] > 0.25, "{object}");
    }
}

#[test]
fn a_program_that_sleeps_too_long_exceeds_its_time_limit_and_one_that_naps_does_not() {
    let place = Place::new("sleep");
    let nap = |seconds| {
        RIGHT_PYTHON.replacen('\n', &format!("\nimport time; time.sleep({seconds})\n"), 1)
    };
    place
        .write("nap.py", &nap("0.4"))
        .write("sleep.py", &nap("1000"));
    let object = place.object(&["nap.py"]);
    assert_eq!(object["verdict"], "AC");
    let [cpu, wall] = ["cpu", "wall"].map(|key| object[key].as_f64().unwrap());
    assert!(cpu < 0.4 && wall > 0.4, "{object}");
    let reason = place.verdict(&["sleep.py", "--time-limit", "1"]);
    assert!(
        reason.starts_with("TLE time limit exceeded: it slept, "),
        "{reason}"
    );
}

#[test]
fn cpu_time_of_children_and_threads_counts() {
    let place = Place::new("children");
    place.write("spin.c", "int main(void) { for (;;) ; }");
    assert!(
        place
            .verdict(&["spin.c", "--time-limit", "0.1"])
            .starts_with("TLE")
    );
    let cache = fs::read_dir(place.0.join("cache/bouton/programs")).unwrap();
    let spin = cache
        .map(|entry| entry.unwrap().path().join("program"))
        .next()
        .unwrap();
    let parent = format!("{} & {}; wait", spin.display(), spin.display());
    let verdict = place.verdict(&["--time-limit", "0.5", "--", "sh", "-c", &parent]);
    assert_eq!(verdict, "TLE time limit exceeded: 0.500 s");
}

#[test]
#[ignore = "long: scripts/check --long"]
fn limits_are_those_of_the_problem_and_larger_for_interpreters() {
    let place = Place::new("own_limits");
    // POJ 2234 has 1 s and 64 MiB.
    place.write("slow.c", &busy("1.2"));
    assert_eq!(
        place.verdict(&["slow.c"]),
        "TLE time limit exceeded: 1.000 s"
    );
    assert_eq!(place.verdict(&["slow.c", "--time-limit", "2"]), "AC");
    let large = |megabytes| {
        let fill = format!(
            "char *large = malloc({megabytes} << 20); memset(large, 1, {megabytes} << 20);"
        );
        let start = format!("{{ {fill} if (large[5] != 1) return 1;");
        "#include <stdlib.h>\n#include <string.h>\n".to_owned() + &RIGHT_C.replacen('{', &start, 1)
    };
    place
        .write("large.c", &large(80))
        .write("small.c", &large(40));
    assert_eq!(
        place.verdict(&["large.c"]),
        "MLE memory limit exceeded: 64.0 MiB"
    );
    assert_eq!(place.verdict(&["large.c", "--memory-limit", "100"]), "AC");
    assert_eq!(place.verdict(&["small.c"]), "AC");
    assert_eq!(
        place.verdict(&["small.c", "--memory-limit", "32"]),
        "MLE memory limit exceeded: 32.0 MiB"
    );
    let start =
        "\nimport time\nhalf = bytearray(100 << 20)\nwhile time.process_time() < 1.2: pass\n";
    place.write("slow.py", &RIGHT_PYTHON.replacen('\n', start, 1));
    assert_eq!(place.verdict(&["slow.py"]), "AC");
    assert_eq!(place.verdict(&["--", "python3", "slow.py"]), "AC");
    assert_eq!(
        place.verdict(&["slow.py", "--memory-limit", "64"]),
        "MLE memory limit exceeded: 64.0 MiB"
    );
}

#[test]
fn a_program_that_takes_all_memory_is_stopped() {
    let place = Place::new("takes_all");
    let program = "#include <stdlib.h>\n#include <string.h>\nint main(void)\n{\n    \
                   for (;;) memset(malloc(1 << 20), 1, 1 << 20);\n}\n";
    place.write("all.c", program);
    let object = place.object(&["all.c", "--time-limit", "100"]);
    assert_eq!(object["verdict"], "MLE", "{object}");
    assert!(object["memory"].as_u64().unwrap() < 4 << 30, "{object}");
    let output = place.command("stress", &["all.c"]).run().unwrap();
    let (report, _, code) = texts(&output);
    assert!(
        report.starts_with("MLE: memory limit exceeded\ninput, 1 case:\n  1 1\n"),
        "{report}"
    );
    assert_eq!(code, 1);
}

#[test]
fn with_watch_a_program_is_judged_again_whenever_it_changes() {
    let place = Place::new("watch");
    let wrong = RIGHT_C.replace("\"No\"", "\"Yes\"");
    for tool in ["test", "stress"] {
        place.write("a.c", &wrong);
        let mut command = place.command(tool, &["a.c", "--watch", "--json"]);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .start()
            .unwrap();
        let mut report = BufReader::new(child.stdout.take().unwrap());
        let mut verdict = || {
            let mut line = String::new();
            while !line.contains("\"verdict\"") {
                line.clear();
                report.read_line(&mut line).unwrap();
            }
            serde_json::from_str::<Value>(&line).unwrap()["verdict"].clone()
        };
        assert_eq!(verdict(), "WA");
        place.write("a.c", RIGHT_C);
        assert_eq!(verdict(), "AC");
        place.write("a.c", "int main(");
        assert_eq!(verdict(), "CE");
        // As editors do: a new file takes the place of the old one.
        fs::remove_file(place.0.join("a.c")).unwrap();
        place.write("new", &wrong);
        fs::rename(place.0.join("new"), place.0.join("a.c")).unwrap();
        assert_eq!(verdict(), "WA");
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        let ended = std::os::unix::process::ExitStatusExt::signal(&child.wait().unwrap());
        assert_eq!(ended, Some(2));
        let mut error = String::new();
        child.stderr.unwrap().read_to_string(&mut error).unwrap();
        assert!(
            error.starts_with("bouton: waiting for a.c to change\n"),
            "{error}"
        );
        let last = error.lines().last().unwrap();
        assert!(last.starts_with("bouton: interrupted"), "{error}");
    }
}

#[test]
fn with_watch_judging_goes_on_after_a_source_or_an_input_that_cannot_be_read() {
    let place = Place::new("watch_trouble");
    place.write("a.c", RIGHT_C);
    place.write("data/1.in", "1 x\n");
    let mut command = place.command("test", &["a.c", "--watch", "--json"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut error = || errors.next().unwrap().unwrap();
    let waiting = "bouton: waiting for a.c to change";
    assert!(error().starts_with("bouton: data/1.in:1:3: expected a number"));
    assert_eq!(error(), waiting);
    // A folder in its place cannot be read, whoever tries.
    fs::remove_file(place.0.join("a.c")).unwrap();
    fs::create_dir(place.0.join("a.c")).unwrap();
    let message = error();
    assert!(message.starts_with("bouton: a.c: "), "{message}");
    assert_eq!(error(), waiting);
    place.write("data/1.in", "1 1\n2 1 1\n2 2 7\n");
    fs::remove_dir(place.0.join("a.c")).unwrap();
    place.write("new", RIGHT_C);
    fs::rename(place.0.join("new"), place.0.join("a.c")).unwrap();
    assert_eq!(error(), waiting);
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let verdicts = report.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["verdict"].as_str().map(str::to_owned)
    });
    assert_eq!(verdicts.collect::<Vec<_>>(), ["JE", "AC"], "{report}");
}

#[test]
fn each_run_of_a_source_file_is_in_an_empty_folder_that_does_not_stay() {
    let place = Place::new("empty_folder");
    let leaves = "if (fopen(\"left\", \"r\")) return 1; fputs(\"x\", fopen(\"left\", \"w\"));";
    place.write("a.c", &RIGHT_C.replacen('{', &format!("{{ {leaves}"), 1));
    let leaves = "import os\nassert os.listdir('.') == []\nopen('left', 'w').write('x')\n";
    place.write("a.py", &(leaves.to_owned() + RIGHT_PYTHON));
    fs::copy(place.0.join("data/1.in"), place.0.join("data/2.in")).unwrap();
    fs::copy(place.0.join("data/1.ans"), place.0.join("data/2.ans")).unwrap();
    fs::create_dir(place.0.join("tmp")).unwrap();
    for source in ["a.c", "a.py"] {
        let mut command = place.command("test", &[source]);
        // Relative paths still mean what they mean here.
        let (report, error, code) = texts(&command.env("TMPDIR", "tmp").run().unwrap());
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        assert!(report.contains("\n2 of 2 accepted\n"), "{report}");
        assert_eq!(fs::read_dir(place.0.join("tmp")).unwrap().count(), 0);
        assert!(!place.0.join("left").exists());
    }
    // A command runs where the user is.
    let (report, _, _) = place.test(&["--", "sh", "-c", "test -e a.c && printf 'Yes\\nNo\\nYes'"]);
    assert!(report.contains("\n2 of 2 accepted\n"), "{report}");
}

/// Whether bubblewrap works here; if not, the error says so.
#[cfg(target_os = "linux")]
fn isolates(place: &Place) -> bool {
    let (_, error, code) = place.test(&["--isolate"]);
    if code == 2 {
        let start = "bouton: --isolate: ";
        assert!(
            error.starts_with(start) && error.contains("bubblewrap"),
            "{error}"
        );
        println!("skipped: {error}");
    }
    code != 2
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_programs_get_the_verdicts_that_others_get() {
    let place = Place::new("isolated");
    if !isolates(&place) {
        return;
    }
    let hostile = &*crate::program::HOSTILE;
    place
        .write("right.c", RIGHT_C)
        .write("right.py", RIGHT_PYTHON);
    assert_eq!(place.verdict(&["--isolate", "right.c"]), "AC");
    assert_eq!(place.verdict(&["--isolate", "right.py"]), "AC");
    assert_eq!(place.verdict(&["--isolate"]), "AC");
    let run = |options: &[&str], program: &str| {
        let words: Vec<_> = program.split(' ').collect();
        let program = [&["--", hostile.to_str().unwrap()], &words[..]].concat();
        place.verdict(&[&["--isolate"], options, &program].concat())
    };
    for program in ["hang", "spin", "hang_with_child", "hang_with_daemon"] {
        let verdict = run(&["--time-limit", "0.2"], program);
        assert!(verdict.starts_with("TLE "), "{program}: {verdict}");
    }
    assert_eq!(
        run(&[], "take_memory 200"),
        "MLE memory limit exceeded: 64.0 MiB"
    );
    assert_eq!(run(&[], "flood"), "OLE output limit exceeded");
    assert_eq!(run(&[], "exit_code 9"), "RTE run-time error: exit code 9");
    assert_eq!(
        run(&[], "dereference_null"),
        "RTE run-time error: killed by SIGSEGV"
    );
    let abort = ["--isolate", "--", "python3", "-c", "import os; os.abort()"];
    assert_eq!(
        place.verdict(&abort),
        "RTE run-time error: killed by SIGABRT"
    );
    // The shell around it would say that it was aborted.
    let (report, _, _) = place.test(&abort);
    assert!(
        report.contains("it wrote nothing to standard error"),
        "{report}"
    );
    let reported = "bouton: cannot run './nothing': there is no such file\n".to_owned();
    assert_eq!(
        place.test(&["--isolate", "--", "./nothing"]),
        (String::new(), reported, 2)
    );
    let output = place
        .command("stress", &["--isolate", "right.c", "--rounds", "9"])
        .run();
    assert_eq!(texts(&output.unwrap()).2, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn an_isolated_program_cannot_harm_its_judge() {
    let place = Place::new("harm");
    if !isolates(&place) {
        return;
    }
    let answers = "\n    puts(\"Yes\"); puts(\"No\"); puts(\"Yes\"); return 0;\n}\n";
    let program = |harm: &str| {
        let headers = ["signal", "stdio", "stdlib", "unistd", "fcntl"];
        let headers: String = headers
            .map(|name| format!("#include <{name}.h>\n"))
            .concat();
        format!("{headers}int main(void)\n{{\n    {harm}{answers}")
    };
    let file = place.0.join("precious");
    fs::write(&file, "precious").unwrap();
    for harm in [
        "if (fork() == 0) { setsid(); for (;;) pause(); }",
        "if (fork() == 0) { for (;;) pause(); } kill(-1, SIGKILL);",
    ] {
        place.write("harm.c", &program(harm));
        assert_eq!(place.verdict(&["--isolate", "harm.c"]), "AC", "{harm}");
    }
    // The judge would die of it: the signal goes to all processes of its group, too.
    place.write("harm.c", &program("kill(0, SIGKILL);"));
    assert_eq!(
        place.verdict(&["--isolate", "harm.c"]),
        "RTE run-time error: killed by SIGKILL"
    );
    let cannot = |what: &str| {
        place.write("harm.c", &program(&format!("if ({what}) return 7;")));
        assert_eq!(place.verdict(&["--isolate", "harm.c"]), "AC", "{what}");
    };
    cannot("open(\"data/1.ans\", O_RDONLY) >= 0");
    cannot("open(\"precious\", O_WRONLY | O_TRUNC) >= 0");
    cannot("open(\"new\", O_WRONLY | O_CREAT, 0666) >= 0");
    cannot("unlink(\"precious\") == 0");
    cannot(&format!("kill({}, 0) == 0", std::process::id()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert!(Path::new(&place.0).join("data/1.ans").exists());
}
