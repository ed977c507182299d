"""Checks that programs answer alike, then times them in strict turns: A B C C B A A B C ...

A slow minute of the machine hits all of them alike, and none always comes after the same one: the first run after one
of two threads took 1.1 to 1.3 times as long. Compare the figures of one run with each other only: the machine drifts.
"""
import collections
import dataclasses
import hashlib
import os
import shutil
import statistics
import tempfile
import time

from . import WORK, Trouble, files, peers

SLOW_SHARE, SLOW_RUNS, PEER_RUNS = 10, 3, 5
START_UP_RUNS = 200
NOWHERE = os.open(os.devnull, os.O_RDWR)


@dataclasses.dataclass
class Times:
    """The times of a program in ms, turn by turn: wall-clock time, and user and system time."""

    walls: list
    processors: list
    slow: bool = False

    @property
    def wall(self):
        return statistics.median(self.walls)

    @property
    def processor(self):
        return statistics.median(self.processors)

    def divided_by(self, other):
        """The median of the ratios within a turn: the machine may be slower in the next one."""
        return statistics.median(one / two for one, two in zip(self.walls, other.walls))


# `times` has the Times of each program by label; `wrong` says what failed or answered otherwise.
Result = collections.namedtuple("Result", "name problem size times wrong")


def start(program, problem, path, output):
    """Starts `program problem < path > output`, or `cat path | program problem > output`."""
    def spawn(words, stdin, stdout):
        actions = [(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, stdout, 1)]
        return os.posix_spawn(words[0], words, os.environ, file_actions=actions)

    processes = []
    if program.piped:
        stdin, end = os.pipe()
        processes.append(spawn([shutil.which("cat"), path], NOWHERE, end))
        os.close(end)
    else:
        stdin = os.open(path, os.O_RDONLY)
    processes.append(spawn(program.command(problem), stdin, output))
    os.close(stdin)
    return processes


def finish(program, processes):
    """Waits for the processes, and returns their user and system time in ms."""
    ends = [os.wait4(process, 0) for process in processes]
    if any(status != 0 for _, status, _ in ends):
        raise Trouble(f"{program.label} failed")
    return 1000 * sum(usage.ru_utime + usage.ru_stime for _, _, usage in ends)


def digest(program, problem, path):
    """A digest of what a program prints."""
    reading, writing = os.pipe()
    processes = start(program, problem, path, writing)
    os.close(writing)
    hashed = hashlib.sha256()
    with open(reading, "rb", buffering=0) as answers:
        for block in iter(lambda: answers.read(1 << 20), b""):
            hashed.update(block)
    finish(program, processes)
    return hashed.digest()


def in_turns(programs, problem, path, runs):
    """The Times of each program: all run once per turn, peers and slow ones in the first turns only."""
    times = {program.label: Times([], [], program.slow) for program in programs}
    for turn in range(runs):
        for program in programs[::-1] if turn % 2 else programs:
            most = SLOW_RUNS if program.slow else PEER_RUNS if program.kind == "peer" else runs
            if turn < most:
                begin = time.perf_counter()
                processor = finish(program, start(program, problem, path(program), NOWHERE))
                wall = 1000 * (time.perf_counter() - begin)
                scale = SLOW_SHARE if program.slow else 1
                times[program.label].walls.append(scale * wall)
                times[program.label].processors.append(scale * processor)
    return times


def measure_file(name, size, runs, programs):
    """Writes a test file, compares the answers of all programs, and times those that are right."""
    problem = files.FILES[name][0]
    programs = [program for program in programs if program.kind != "peer" or problem in peers.PROBLEMS]
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        paths, expected = {}, {}
        for slow in {program.slow for program in programs}:
            paths[slow] = os.path.join(folder, "tenth" if slow else "whole")
            files.write(programs[0].words[0], name, size // SLOW_SHARE if slow else size, paths[slow])
            expected[slow] = digest(programs[0], problem, paths[slow])
        right, wrong = [], []
        for program in programs:
            try:
                answers = digest(program, problem, paths[program.slow])
                if program.kind != "tool" and answers != expected[program.slow]:
                    raise Trouble(f"{program.label} and {programs[0].label} give different answers")
                right.append(program)
            except Trouble as trouble:
                wrong.append(f"{name}: {trouble}")
        times = in_turns(right, problem, lambda program: paths[program.slow], runs)
        return Result(name, problem, os.path.getsize(paths[False]), times, wrong)


def measure_start_up(programs):
    """The times of bouton on a single case, and of a program that does nothing."""
    chosen = [program for program in programs if program.label in ("bouton", "before")]
    chosen.append(peers.Program("true", "tool", [shutil.which("true")]))
    with tempfile.NamedTemporaryFile(dir=WORK) as case:
        case.write(b"2 45 45\n")
        case.flush()
        in_turns(chosen, "poj2234", lambda _: case.name, 3)  # programs and libraries come into the page cache
        return in_turns(chosen, "poj2234", lambda _: case.name, START_UP_RUNS)
