#!/usr/bin/env python3
"""Counts how often the word that follows in a flow is among the completions: completion_rate.py [PLACES] [--show].

Words are those of the format and of names that the text declares, outside of comments and of prose. At half of the places
the rest of the file is there, at the other half nothing is behind the cursor.
"""

import collections
import json
import random
import re
import subprocess
import sys

from editor import BINARY, ROOT, Editor, place

PROSE = re.compile(r"^\s*(- )?\{?\s*(title|description|name|reject|message|pattern|clock|text): ")


def vocabulary():
    """The keys, values and functions of the format."""
    words = set()

    def walk(value):
        if isinstance(value, dict):
            for key, member in value.items():
                if key == "properties":
                    words.update(member)
                if key == "enum":
                    words.update(word for word in member if isinstance(word, str))
                if key == "const" and isinstance(member, str):
                    words.add(member)
                walk(member)
        elif isinstance(value, list):
            for member in value:
                walk(member)

    walk(json.loads(subprocess.run([BINARY, "schema"], capture_output=True, check=True).stdout))
    return words | set("params state computed shared action screen parent link now screens guards size string true "
                       "false null in has filter map exists all".split())


def words(text, known):
    """The places of words that are keys, values or names that are declared before or behind."""
    declared = set(re.findall(r"([A-Za-z][\w-]*):(?=\s|$)", text))
    places = []
    offset = 0
    for line in text.split("\n"):
        code = re.sub(r"(^|\s)#.*", "", line)
        if not PROSE.match(line):
            prose = [span.span() for span in re.finditer(r"(title|description|reject|text|message): [^,}{$]*", code)]
            for word in re.finditer(r"(?<![\w'/.-])[A-Za-z]\w*|(?<=\.)[A-Za-z]\w*|(?<=/)[A-Za-z]\w*", code):
                if any(start <= word.start() < end and word.start() > start for start, end in prose):
                    continue
                if word.group() in known or word.group() in declared:
                    places.append((offset + word.start(), word.group()))
        offset += len(line) + 1
    return places


def rate(count, shows=False):
    """The share of words that are found, by the letters that are typed and whether the rest is there."""
    files = sorted(ROOT.glob("Specs/*.navtree.yaml")) + sorted(ROOT.glob("Specs/guides/*.navtree.yaml"))
    known = vocabulary()
    dice = random.Random(7)
    editor = Editor()
    found = collections.Counter()
    missing = []
    version = 0
    opened = set()
    for number in range(count):
        file = dice.choice(files)
        text = file.read_text()
        is_cut = number % 2 == 1
        for _ in range(50):
            offset, word = dice.choice(words(text, known))
            rest = "" if is_cut else text[offset + len(word):]
            if word in known or re.search(r"(?<![\w-])" + re.escape(word) + r":", text[:offset] + rest):
                break
        version += 1
        for letters in (1, 0):
            shown = text[:offset] + word[:letters] + rest
            if file not in opened:
                opened.add(file)
                editor.open(file, shown, version)
            else:
                editor.change(file, version, {"text": shown})
            labels = editor.complete(file, *place(shown, offset + letters))
            kind = f"{letters} letters, {'cut' if is_cut else 'whole'}"
            found[kind, "all"] += 1
            if word in (labels[:5] if letters else labels):
                found[kind, "found"] += 1
            else:
                missing.append((kind, file.name, text[:offset].count("\n") + 1, word,
                                text[:offset].split("\n")[-1][-60:], labels[:6]))
    editor.end()
    if shows:
        for line in missing:
            print(*line, sep=" | ")
    return {kind: found[kind, "found"] / found[kind, "all"] for kind, _ in found}


if __name__ == "__main__":
    places = int(next((word for word in sys.argv[1:] if word.isdigit()), "2000"))
    for kind, share in sorted(rate(places, "--show" in sys.argv).items()):
        print(f"{kind}: {100 * share:.1f} %")
