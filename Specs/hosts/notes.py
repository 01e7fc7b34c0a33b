"""Notes in a terminal, a command a line. The names of bugs, as arguments, plant them."""
import sys

bugs = sys.argv[1:]
notes, opened, text = [], None, ""


def show():
    lines = ["Notes"] + ["%d. %s" % (n + 1, note) for n, note in enumerate(notes)]
    if opened is not None:
        lines = ["A note", "text: " + text]
    sys.stdout.write("\x1b[2J\x1b[H" + "\n".join(lines) + "\n\x1b[1m>\x1b[0m ")
    sys.stdout.flush()


def number(word):
    return int(word) - 1 if word.isdigit() and 0 < int(word) <= len(notes) else None


show()
for line in sys.stdin:
    command, _, rest = line.rstrip("\n").partition(" ")
    if opened is None:
        index = number(rest)
        if command == "add" and rest and len(notes) < 20:
            notes.append(rest)
        elif command == "open" and index is not None:
            opened, text = index, notes[index]
        elif command == "remove" and index is not None:
            if "twins" in bugs:
                notes.remove(notes[index])
            else:
                del notes[index]
    elif command == "edit":
        text = rest
    elif command == "save":
        notes[opened], opened = text, None
    elif command == "discard" or command == "back" and (text == notes[opened] or "careless" in bugs):
        opened = None
    elif command == "quit":
        break
    show()
