"""Tables, and the record of a run."""
import datetime
import os
import platform
import re
import subprocess
import sys

from . import RECORDS, ROOT
from .measure import START_UP_RUNS

def table(head, rows):
    """A Markdown table that also reads well on a terminal: first column left, others right."""
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    return "".join(
        "| " + " | ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]) + " |\n"
        for cells in [head, rule, *rows]
    )


def ratio(times, one, other):
    """`one` divided by `other` as text, or "-" if either was not run."""
    return f"{times[one].divided_by(times[other]):.2f}" if one in times and other in times else "-"


def file_section(result):
    """The table of a file: `/ X` is the time divided by that of X."""
    others = [other for other in ("wc -l", "bouton", "before") if other in result.times]
    rows = []
    for label, times in result.times.items():
        row = [label + " *" * bool(times.slow), f"{times.wall:.1f}", f"{times.processor:.0f}"]
        row.append(f"{result.size / times.wall / 1e6:.2f}")
        # A variant of bouton is compared with the same variant of the older program.
        older = label.replace("bouton", "before") if "bouton" in label else ""
        row += [ratio(result.times, label, older if other == "before" else other) for other in others]
        rows.append(row)
    head = ["program", "ms", "CPU ms", "GB/s", *(f"/ {other}" for other in others)]
    title = f"## {result.name} ({result.problem}), {result.size / 1e6:.0f} MB\n\n"
    return title + table(head, rows) + "".join(f"\n**Wrong**: {line}\n" for line in result.wrong)


def start_up_section(start_up):
    measured = ", ".join(f"{label} {times.wall:.2f} ms" for label, times in start_up.items())
    return f"Start-up, from spawn to exit, one case, medians of {START_UP_RUNS} runs: {measured}.\n"


def processor():
    try:
        with open("/proc/cpuinfo") as cpuinfo:
            return re.search(r"^model name\s*: (.*)$", cpuinfo.read(), re.MULTILINE)[1]
    except (OSError, TypeError):
        return platform.machine()


def heading(options, notes):
    """When and on what machine this was measured, and how to read the tables."""
    describe = "git --no-optional-locks describe --always --exclude=* --abbrev=10 --dirty".split()
    commit = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True).stdout.strip() or "unknown"
    size = f"--megabytes {options.megabytes} --runs {options.runs}"
    lines = [
        f"# Benchmark of {datetime.date.today()}",
        "",
        f"* Processor: {processor()}, {os.cpu_count()} cores",
        f"* Kernel: {platform.system()} {platform.release().split('-')[0]}",
        f"* Commit: {commit}" + " (but bouton was built elsewhere)" * bool(options.bouton),
        f"* Command: `scripts/bench --files {','.join(options.files)} {size}`",
        *(f"* {note}" for note in notes),
        "",
        "Every program is run as `PROGRAM PROBLEM < FILE > /dev/null`, or reads from `cat FILE |`; all in",
        "turn. ms: median wall-clock time; CPU ms: user and system time, of `cat` too. `/ X`: the median of the",
        "time divided by that of X in the same turn; `/ before`: by that of the older bouton with the same",
        "options. `*`: timed on a tenth of the file, and scaled. `discard` enlarges the pipe to 1 MiB, and only",
        "reads.",
    ]
    return "\n".join(lines) + "\n"


def write_record(text):
    """Keeps the text of a run in bench-records."""
    commit = re.search(r"^\* Commit: (\w+)", text, re.MULTILINE)[1]
    path = os.path.join(RECORDS, f"{datetime.date.today()}-{commit}.md")
    with open(path, "w", encoding="utf-8") as record:
        record.write(text)
    print("bench: written: " + os.path.relpath(path), file=sys.stderr)
