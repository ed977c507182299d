"""The parts of scripts/bench: peers to build, files to write, what to measure, its report, and the chart."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.path.abspath(os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target"))
# Built programs and, during a run, its test files.
WORK = os.path.join(TARGET, "bench")
RECORDS = os.path.join(ROOT, "scripts", "bench-records")

# A UTF-8 locale makes wc slower, and BOUTON_KERNEL would make all kernels the same one.
os.environ["LC_ALL"] = "C"
os.environ.pop("BOUTON_KERNEL", None)


class Trouble(Exception):
    """What ends the run with exit code 2."""
