"""Draws the chart of the README from a record."""
import html
import os
import re

from . import RECORDS, Trouble

# The kernels that are shown, the best one first, and the instructions that they use.
KERNELS = {"avx512": "AVX-512", "avx2": "AVX2", "neon": "NEON"}
WIDTH, LEFT, LONGEST, TOP, STEP = 760, 210, 470, 76, 26

# The chart has its own background: the color schemes of a page and of its pictures may differ.
STYLE = """
.page { fill: #ffffff; stroke: #d0d7de }
text { fill: #1f2328; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif }
.title { font-size: 16px; font-weight: 600 } .quiet { fill: #59636e; font-size: 12px }
.label { text-anchor: end } .ours, .bouton + text { font-weight: 600 }
.peer { fill: #b6bfc9 } .tool { fill: #8b98a8 } .bouton { fill: #0a7d5a }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117; stroke: #3d444d } text { fill: #e6edf3 } .quiet { fill: #9198a1 }
.peer { fill: #454e59 } .tool { fill: #667383 } .bouton { fill: #2fbf8f }
}
"""


def read(record, name):
    """The title of a file's section, and the speed of each program in its table."""
    section = re.search(rf"^## {name} \((.*?)\n\n(.*?)\n\n", record, re.MULTILINE | re.DOTALL)
    if not section:
        raise Trouble(f"the record has no file {name}")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section[2].splitlines()]
    speed = rows[0].index("GB/s")
    return section[1].replace(")", "", 1), {row[0]: float(row[speed]) for row in rows[2:]}


def names(speeds):
    """The names of the bars of bouton: each says which instructions it uses."""
    ours = {f"bouton -j 1 --kernel {kernel}": f"Bouton, {name}, 1 thread" for kernel, name in KERNELS.items()}
    ours = {label: name for label, name in ours.items() if label in speeds}
    best = next(iter(ours.values()), "Bouton").removesuffix(", 1 thread")
    return {"bouton -j 2": f"{best}, 2 threads", **ours}


def draw(path):
    """Horizontal bars, the fastest program first."""
    with open(path, encoding="utf-8") as file:
        record = file.read()
    title, speeds = read(record, "F1")
    ours = names(speeds)
    hidden = {label for label in speeds if label.startswith(("bouton", "before", "cat to "))} - set(ours)
    bars = sorted(((speed, label) for label, speed in speeds.items() if label not in hidden), reverse=True)
    height = TOP + STEP * len(bars) + 36
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}"'
        f' viewBox="0 0 {WIDTH} {height}">',
        f"<!-- Drawn by scripts/bench from {os.path.basename(path)} -->",
        "<title>Speed of Bouton and of other programs in GB/s</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        '<text class="title" x="24" y="34">Gigabytes of input per second</text>',
        f'<text class="quiet" x="24" y="56">{title} from a file, output to /dev/null</text>',
    ]
    for index, (speed, label) in enumerate(bars):
        y = TOP + STEP * index
        kind = "bouton" if label in ours else "tool" if label in ("cat", "wc -l") else "peer"
        bold = " ours" if label in ours else ""
        length = max(2.0, LONGEST * speed / bars[0][0])
        name = html.escape(ours.get(label, label.removesuffix(" *")))
        svg += [
            f'<text class="label{bold}" x="{LEFT - 10}" y="{y + 14}">{name}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{length:.1f}" height="18" rx="2"/>',
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 14}">{speed:.2f}</text>',
        ]
    processor = re.search(r"^\* Processor: (.*)$", record, re.MULTILINE)[1]
    date = re.search(r"^# Benchmark of (.*)$", record, re.MULTILINE)[1]
    footer = html.escape(f"{processor}; {date}; cat and wc answer nothing")
    svg += [f'<text class="quiet" x="24" y="{height - 16}">{footer}</text>', "</svg>", ""]
    with open(os.path.join(RECORDS, "chart.svg"), "w", encoding="utf-8") as chart:
        chart.write("\n".join(svg))
