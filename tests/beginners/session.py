"""Runs Python programs one after the other, each on all its inputs: a line of JSON for each, in and out."""
import io
import json
import sys


def run(code, text):
    """What the program writes; None if it fails."""
    sys.stdin, sys.stdout = io.StringIO(text), io.StringIO()
    try:
        exec(code, {"__name__": "__main__"})
        return sys.stdout.getvalue()
    except BaseException:
        return None


lines, out = sys.stdin, sys.stdout
for line in lines:
    program = json.loads(line)
    code = compile(program["source"], "program", "exec")
    print(json.dumps([run(code, text) for text in program["inputs"]]), file=out)
