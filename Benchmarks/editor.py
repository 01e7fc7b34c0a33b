#!/usr/bin/env python3
"""Measures the language server on flows of 10,000 and 50,000 lines, in seconds of its processor: editor.py [NAVTREE].

Each keystroke is a change of one character, after which the diagnostics are waited for; each completion comes after one.
"""

import os
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
if len(sys.argv) > 1:
    os.environ["NAVTREE_BINARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, str(ROOT / "Tests/Editor"))

from editor import Editor, place  # noqa: E402

SCREEN = """  screen{0}:
    title: Screen {0}
    params: {{ id: {{ type: integer, minimum: 0, default: 0 }} }}
    state: {{ count: integer, names: {{ type: array, items: string, maxItems: 9, default: [] }} }}
    computed:
      half: state.count / 2
    slots: {{ next: {{ presents: [screen{1}] }} }}
    actions:
      open: {{ present: {{ screen: screen{1}, params: {{ id: "${{state.count}}" }} }} }}
      inc: {{ set: {{ count: "${{state.count + 1}}" }} }}
"""


def flow(lines):
    count = lines // 10
    screens = "".join(SCREEN.format(number, (number + 1) % count) for number in range(count))
    return f"navtree: 1\nflow: long\nstart: screen0\nscreens:\n{screens}"


def nanoseconds(editor):
    """The processor's time of the server."""
    return int(pathlib.Path(f"/proc/{editor.process.pid}/schedstat").read_text().split()[0])


def memory(editor):
    status = pathlib.Path(f"/proc/{editor.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measure(lines, rounds):
    text = flow(lines)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder).resolve() / "long.navtree.yaml"
        editor = Editor()
        editor.open(path, text)
        editor.settled(path, 1)
        keystrokes, completions = [], []
        version = 1
        for number in range(rounds):
            offset = text.index("state.count / 2", len(text) * (number % 7) // 8)
            for step, typed in enumerate("ab"):
                start = dict(zip(("line", "character"), place(text, offset + 8 + step)))
                version += 1
                before = nanoseconds(editor)
                editor.change(path, version, {"range": {"start": start, "end": start}, "text": typed})
                editor.settled(path, version)
                keystrokes.append((nanoseconds(editor) - before) / 1e6)
                before = nanoseconds(editor)
                editor.complete(path, start["line"], start["character"] + 1)
                completions.append((nanoseconds(editor) - before) / 1e6)
            end = {**start, "character": start["character"] + 1}
            version += 1
            editor.change(path, version, {
                "range": {"start": {**start, "character": start["character"] - 1}, "end": end}, "text": ""})
            editor.settled(path, version)
        used = memory(editor)
        editor.end()
    return keystrokes, completions, used


def high(figures):
    """The 95th percentile, which is never above the highest figure."""
    return statistics.quantiles(figures, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    for lines, rounds in (10_000, 20), (50_000, 8):
        keystrokes, completions, used = measure(lines, rounds)
        print(f"{lines} lines: keystroke to diagnostics {high(keystrokes):.0f} ms, completion {high(completions):.0f} ms "
              f"(95th percentile), {used:.0f} MiB")
