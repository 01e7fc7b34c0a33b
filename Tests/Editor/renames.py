#!/usr/bin/env python3
"""Renames random names of the specs: renames.py [COUNT] [SEED].

A rename must touch the name alone, leave no error behind, and let all scenarios pass. Refusals are counted by their reasons.
"""

import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from editor import BINARY, ROOT, Editor, Fault, uri

FLOWS = ["social", "bank", "browser", "canvas", "console", "feed", "tabs", "airline", "shop",
         "guides/feed", "guides/wizard", "guides/sign-in", "guides/split", "guides/windows", "guides/lock",
         "guides/banner", "guides/optimistic", "guides/push-message", "library/library", "library/account",
         "library/catalogue", "library/loans"]


def copied(folder):
    """The specs, each flow with its scenarios, in a folder of their own."""
    for name in FLOWS:
        target = folder / pathlib.Path(name).parent
        target.mkdir(exist_ok=True)
        for file in (ROOT / "Specs").glob(name + ".*.yaml"):
            (target / file.name).write_text(file.read_text())


def offset(text, position):
    lines = text.split("\n")
    line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[:position["line"]]) + len(line)


def applied(text, edits):
    for edit in sorted(edits, key=lambda edit: -offset(text, edit["range"]["start"])):
        start, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True)


def rename_many(count, seed):
    dice = random.Random(seed)
    outcomes = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        copied(folder)
        files = {uri(file): file for file in folder.rglob("*.yaml")}
        texts = {key: file.read_text() for key, file in files.items()}
        editor = Editor([folder])
        symbols = editor.ask("workspace/symbol", {"query": ""})
        done = 0
        while done < count:
            symbol = dice.choice(symbols)
            where = symbol["location"]
            old, new = symbol["name"], f"renamed{done}"
            try:
                edit = editor.ask("textDocument/rename", {
                    "textDocument": {"uri": where["uri"]}, "position": where["range"]["start"], "newName": new})
            except Fault as fault:
                outcomes["refused: " + re.sub(r"'[^']*'|/\S+|\d+", "…", str(fault))] += 1
                continue
            done += 1
            changed = {key: applied(texts[key], edits) for key, edits in edit["changes"].items()}
            for key, text in changed.items():
                assert text.replace(new, old) == texts[key], (old, files[key])
                files[key].write_text(text)
            flow = files[next(iter(changed))]
            flow = flow.with_name(flow.name.replace(".scenarios.", ".navtree."))
            main = folder / "library/library.navtree.yaml" if "library" in str(flow) else flow
            checked = run("check", main)
            scenarios = main.with_name(main.name.replace(".navtree.", ".scenarios."))
            tested = run("test", scenarios) if scenarios.exists() else None
            assert checked.returncode == 0, (old, symbol["containerName"], str(flow), checked.stdout[:600])
            assert not tested or tested.returncode == 0, (old, symbol, str(flow), tested.stdout[:900])
            for key in changed:
                files[key].write_text(texts[key])
            outcomes["renamed"] += 1
        editor.end()
    return outcomes


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    for outcome, number in rename_many(*(numbers + [1000, 1][len(numbers):])).most_common():
        print(number, outcome)
