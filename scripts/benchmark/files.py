"""The test files, written by bouton generate."""
import os
import pathlib
import re
import subprocess
import tempfile

from . import Trouble

# Problem, options, and the average number of bytes of each of {n} cases or piles, if it is not --bytes that
# gives the size. About half of the cases are lost for the first player (with random piles nearly none would be,
# and a program that always says Yes would be right), except in F5, where a lost case would have no stone, and
# in O1 and O2, where its answer would be short.
FILES = {
    # 1 to 20 piles to 10^7, all on one line with their number.
    "F1": ("poj2234", "", None),
    # 2 to 100 piles to 10^6, their number on a line before; a final 0.
    "F2": ("hdu1850", "", None),
    # 1 to 100 piles to 100, likewise; a blank line after each case.
    "F3": ("hdu2509", "", None),
    # As F1, but all lengths from 1 to 63 bits are as likely.
    "F4": ("poj2234", "--shape lengths --largest 9223372036854775807", None),
    # One pile per case, to 10^7.
    "F5": ("poj2234", "--shape winning --piles 1..1 --largest 10000000", None),
    # Tiny cases: 1 or 2 piles of 1 to 9 digits, all lengths in bits as likely.
    "T1": ("poj2234", "--shape lengths --piles 1..2 --largest 999999999", None),
    # One giant case with piles as in F1.
    "G1": ("poj2234", "--cases 1 --piles {n}", 7.89),
    # Up to 1000 piles to 10^9, all won: the answers are about as long as the input.
    "O1": ("hdu2176", "--shape winning --piles 1..1000 --largest 1000000000", None),
    # One giant case with piles to 10^9.
    "O2": ("luogup1247", "--shape winning --piles {n}", 9.89),
    # Small subtraction sets, then some positions of up to 1000 piles to 10^4; a final 0.
    "S1": ("hdu1536", "--shape small --piles 1..1000 --largest 10000", None),
    # Subtraction sets of up to 100 numbers to 10^4.
    "S2": ("hdu1536", "", None),
    # Cases of two numbers each, after their number.
    "B1": ("hdu1846", "--cases {n}", 6.92),
    # Up to 1000 people on a hill.
    "H1": ("hdu4315", "", None),
}

# The files that no input within the judge's limits is like: the other limits of their problems.
LIMITS = {
    "F4": [("a", "1..9223372036854775807")],
    "T1": [("a", "1..999999999")],
    "G1": [("M", "1..10^10")],
    "O2": [("k", "1..10^10")],
    "S1": [("l", "1..1000")],
    "B1": [("C", "1..10^10")],
}

# The largest number of piles of a position that is generated.
MAX_PILES = 20_000_000

PROBLEMS = pathlib.Path(__file__).parent.parent.parent / "problems"


def write(bouton, name, size, path):
    """Writes a test file of about `size` bytes, or the largest position that is generated."""
    problem, options, average = FILES[name]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as game:
        if name in LIMITS:
            text = (PROBLEMS / problem / "game.toml").read_text()
            for number, limits in LIMITS[name]:
                text = re.sub(rf"\b{number}:[^ *]+", f"{number}:{limits}", text)
            game.write(text)
            game.flush()
            problem = game.name
        generate(bouton, name, problem, options, average, size, path)


def generate(bouton, name, problem, options, average, size, path):
    if average:
        count = int(size / average)
        if "--piles" in options:
            count = min(count, MAX_PILES)
        options, size = options.format(n=count), count * average
    else:
        options = f"{options} --bytes {size}"
    command = [bouton, "generate", problem, *options.split(), "--seed", "1"]
    # How a file is written decides how fast it is read: large writes give large pages in the page cache, and
    # a file that comes back from disk has small ones, so every run writes its own. fsync: the disk must not
    # be busy with this file while programs are timed.
    dd = ["dd", "bs=4M", "iflag=fullblock", "conv=fsync", "status=none", "of=" + path]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as generator:
        written = subprocess.run(dd, stdin=generator.stdout)
    if generator.returncode != 0 or written.returncode != 0 or os.path.getsize(path) < size * 0.9:
        raise Trouble(f"the test file {name} could not be written")
