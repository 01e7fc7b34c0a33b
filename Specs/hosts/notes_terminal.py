"""An adapter for a program in a terminal, which it types into and reads the screen of:
navtree fuzz Specs/hosts/notes.navtree.yaml --against 'python3 Specs/hosts/notes_terminal.py'
"""
import os, pty, re, signal, sys

from adapter import Cannot, serve

CLEAR, PROMPT = "\x1b[2J\x1b[H", "\x1b[1m>\x1b[0m "


class Notes:
    """notes.py in a terminal of its own."""

    process = None

    def reset(self, do):
        self.end()
        self.process, self.terminal = pty.fork()
        if not self.process:
            program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "notes.py")
            os.execv(sys.executable, [sys.executable, "-u", program] + sys.argv[1:])
        self.read()

    def end(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            os.close(self.terminal)

    def read(self):
        """Reads until the program waits for a command."""
        output = ""
        while CLEAR not in output or not output.endswith(PROMPT):
            output += os.read(self.terminal, 65536).decode()
        self.lines = output.rpartition(CLEAR)[2].split("\r\n")[:-1]

    def type(self, line):
        if re.search(r"[\x00-\x1f\x7f-\x9f]", line):
            raise Cannot("control characters can't be typed")
        os.write(self.terminal, (line + "\n").encode())
        self.read()

    def action(self, do):
        action = do["action"]
        name, at = action["type"], self.see()["active"]["at"]
        if do["at"] != at:
            raise Cannot("%s isn't on the screen" % do["at"])
        if name in ("add", "edit"):
            self.type("%s %s" % (name, action["text"]))
        elif name in ("open", "remove"):
            self.type("%s %d" % (name, action["index"] + 1))
        elif name in ("save", "discard"):
            self.type(name)
        else:
            raise Cannot("there is no command for " + name)

    def back(self, do):
        self.type("back")

    def see(self):
        title, *lines = self.lines
        if title == "Notes":
            notes = [line.partition(". ")[2] for line in lines]
            return {"active": {"screen": "notes", "at": "/main"}, "title": title, "state": {"notes": {"notes": notes}}}
        text = lines[0].partition(": ")[2]
        return {"active": {"screen": "note", "at": "/main/note"}, "title": title, "state": {"note": {"text": text}}}


notes = Notes()
serve(notes)
notes.end()
