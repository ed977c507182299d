"""The programs to measure, and how they are built."""
import dataclasses
import glob
import os
import shlex
import shutil
import subprocess
import sys

from . import ROOT, WORK, Trouble

SOURCES = os.path.join(ROOT, "scripts", "bench-peers")
BIN = os.path.join(WORK, "bin")


@dataclasses.dataclass
class Program:
    label: str
    kind: str  # "bouton" or "peer": its answers are compared; "tool": it has none.
    words: list
    slow: bool = False  # It reads a tenth of the file, fewer times, and its times are scaled.
    piped: bool = False  # It reads from cat.

    def command(self, problem):
        return self.words if self.kind == "tool" else [self.words[0], problem, *self.words[1:]]


# Options of bouton. With the first one, it gives the answers that those of all others must equal.
VARIANTS = [
    "",
    "-j 1",
    "-j 2",
    "--mmap",
    "-j 1 --kernel avx512",
    "-j 1 --kernel avx2",
    "-j 1 --kernel neon",
    "-j 1 --kernel portable",
]
# Label, program in bench-peers, whether it is slow.
PEERS = [
    ("C++ mmap and SWAR", "mmap_swar", False),
    ("C fread", "fread", False),
    ("C getchar_unlocked", "getchar_unlocked", False),
    ("C scanf", "scanf", True),
    ("C++ cin, unsynced", "cin_unsynced", True),
    ("C++ cin, textbook", "textbook_cin", True),
    ("Rust atoi_simd", "atoi_simd", False),
    ("Rust atoi", "atoi", False),
    ("Rust lexical-core", "lexical_core", False),
    ("Rust std lines", "std_lines", True),
    ("Rust proconio", "proconio", True),
]
# The problems that the peers solve.
PROBLEMS = ["poj2234", "hdu1850", "hdu2509"]


def build(with_bouton, with_peers):
    """Builds the programs into BIN; one that cannot be built here is missing there."""
    shutil.rmtree(BIN, ignore_errors=True)
    os.makedirs(BIN)
    commands = []
    for source in glob.glob(os.path.join(SOURCES, "*.c*" if with_peers else "discard.c")):
        stem, extension = os.path.splitext(os.path.basename(source))
        compiler = os.environ.get("CC", "cc") if extension == ".c" else os.environ.get("CXX", "c++")
        program = os.path.join(BIN, stem)
        commands.append([*shlex.split(compiler), "-O2", "-Wall", "-Wextra", "-o", program, source])
    install = ["cargo", "install", "--quiet", "--locked", "--force", "--no-track", "--root", WORK, "--path"]
    if with_peers:
        commands.append([*install, os.path.join(SOURCES, "rust"), "--target-dir", os.path.join(WORK, "rust")])
    if with_bouton:
        commands.append([*install, ROOT])
    # With BIN in PATH, cargo does not warn that it is missing there.
    environment = dict(os.environ, PATH=os.environ["PATH"] + os.pathsep + BIN)
    for command in commands:
        try:
            subprocess.run(command, check=True, env=environment)
        except (OSError, subprocess.CalledProcessError):
            print("bench: failed: " + shlex.join(command), file=sys.stderr)


def programs(bouton, before, with_peers):
    """All programs that run here, the default of bouton first, and notes on the others."""
    ours = {label: path for label, path in [("bouton", bouton), ("before", before)] if path}
    for label, path in ours.items():
        program = shutil.which(path)
        if program is None:
            raise Trouble(f"{path} is not a program, or was not built")
        # Installed programs are copies, and a copy starts 0.15 ms faster than the file that the linker wrote.
        ours[label] = os.path.join(WORK, label)
        shutil.copy(program, ours[label])
    rows = [
        Program(f"{label} {options}".strip(), "bouton", [path, *options.split()])
        for options in VARIANTS
        for label, path in ours.items()
    ]
    rows += [Program(f"cat to {label}", "bouton", [path], piped=True) for label, path in ours.items()]
    rows.append(Program("cat to discard", "tool", [os.path.join(BIN, "discard")], piped=True))
    rows += [Program(tool, "tool", tool.split()) for tool in ("cat", "wc -l")]
    if with_peers:
        rows += [Program(label, "peer", [os.path.join(BIN, name)], slow) for label, name, slow in PEERS]
    here, notes = [], []
    for program in rows:
        path = shutil.which(program.words[0])
        program.words[0] = path
        complaint = refusal(program) if path else "it is not installed, or was not built"
        if complaint:
            notes.append(f"`{program.label}` was left out: {complaint}")
        else:
            here.append(program)
    if here[0].label != "bouton":
        raise Trouble(notes[0])
    return here, notes


def refusal(program):
    """The error message of a variant that this machine or an older bouton does not support."""
    if program.kind != "bouton":
        return None
    done = subprocess.run(program.command("poj2234"), input="2 45 45\n", capture_output=True, text=True)
    return (done.stderr.strip() or "it failed") if done.returncode != 0 else None
