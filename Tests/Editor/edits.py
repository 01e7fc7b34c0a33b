#!/usr/bin/env python3
"""Makes random edits and requests: edits.py [COUNT] [SEED].

Every request is answered once, the server lives on, and after each round its diagnostics are those of `navtree check` of the
same texts.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

from editor import BINARY, ROOT, Editor, Fault, at, place, uri

PIECES = ["\n", "  ", ":", " ", "- ", "{", "}", "[", "]", "\"", "'", "${", "#", "\t", "é", "😀", "\r\n", "screens:", "x",
          "when: state.", "present: ", ",", "|", "&a ", "*a", "\u2028", "\u0085", "include: [a.yaml]", "!!str "]
REQUESTS = ["completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "documentSymbol",
            "codeAction", "codeLens", "rename", "formatting", "nothing"]


def checked(files):
    """What `check` says of files: by path, the lines and codes."""
    answer = subprocess.run([BINARY, "check", "--format", "json", *map(str, files)], capture_output=True, text=True)
    found = {}
    for diagnostic in json.loads(answer.stdout)["diagnostics"]:
        found.setdefault(diagnostic["file"], []).append(
            (diagnostic["line"], diagnostic["code"], diagnostic["message"]))
    return {file: sorted(lines) for file, lines in found.items()}


def edit_many(count, seed, every=40):
    dice = random.Random(seed)
    sources = [ROOT / "Specs" / name for name in
               ("social.navtree.yaml", "social.scenarios.yaml", "shop.navtree.yaml", "shop.scenarios.yaml",
                "guides/wizard.navtree.yaml", "guides/wizard.scenarios.yaml")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        for source in sources:
            (folder / source.name).write_bytes(source.read_bytes())
        files = [folder / source.name for source in sources]
        texts = {file: file.read_bytes().decode() for file in files}
        editor = Editor([folder])
        versions = dict.fromkeys(files, 1)
        for file in files:
            editor.open(file, texts[file])
        for number in range(count):
            file = dice.choice(files)
            text = texts[file]
            start = dice.randrange(len(text) + 1)
            end = min(len(text), start + dice.choice([0, 0, 0, 1, 3, 40]))
            kind = dice.random()
            if kind < 0.03:
                text = sources[files.index(file)].read_bytes().decode()
                change = {"text": text}
            elif kind < 0.05:
                text = text[:start]
                change = {"text": text}
            else:
                piece = dice.choice(PIECES) if dice.random() < 0.8 else text[start:start + dice.randrange(60)]
                # A place between CR and LF, or within a pair of surrogates, is none.
                if "\r\n" in text[max(start - 1, 0):end + 1]:
                    continue
                change = {"range": {"start": lsp_place(text, start), "end": lsp_place(text, end)}, "text": piece}
                text = text[:start] + piece + text[end:]
            texts[file] = text
            versions[file] += 1
            editor.change(file, versions[file], change)
            request = dice.choice(REQUESTS)
            if request != "nothing":
                position = dict(zip(("line", "character"), place(text, dice.randrange(len(text) + 1))))
                params = {**at(file, **position), "newName": "other", "context": {"diagnostics": []},
                          "options": {"tabSize": 2}, "range": {"start": position, "end": position}}
                if request == "formatting":
                    params.pop("range")
                try:
                    editor.ask("textDocument/" + request, params)
                except Fault:
                    pass
            if number % every == every - 1:
                # A change of one file may be told of in another, whose version stays: the last path is told of last.
                last = max(files)
                versions[last] += 1
                editor.change(last, versions[last], {"text": texts[last]})
                editor.settled(last, versions[last])
                told = {}
                for file in files:
                    told[str(file)] = sorted(
                        (item["code"], item["message"].split("\nhint: ")[0])
                        for item in editor.settled(file, versions[file]))
                    file.write_bytes(texts[file].encode())
                found = checked(files)
                for file in files:
                    expected = sorted(line[1:] for line in found.get(str(file), []))
                    assert told[str(file)] == expected, (number, str(file), told[str(file)], expected, texts[file])
        assert editor.end() == 0


def lsp_place(text, offset):
    """As `place`, where a line's end may be CR too."""
    line, character = place(text.replace("\r\n", "\n\n").replace("\r", "\n"), offset)
    return {"line": line - text[:offset].count("\r\n"), "character": character}


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    edit_many(*(numbers + [100_000, 1][len(numbers):]))
