"""An editor's side of the language server: messages of LSP over the pipes of a process."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("NAVTREE_BINARY", str(ROOT / ".build/debug/navtree"))


class Fault(Exception):
    """An error of the server."""


class Editor:
    """A server with a client that waits for each answer; what the server tells by itself is kept."""

    def __init__(self, folders=(), capabilities=None, options=None, encoding="utf-16"):
        self.process = subprocess.Popen([BINARY, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.told = []
        self.diagnostics = {}
        self.versions = {}
        client = {"general": {"positionEncodings": [encoding]}}
        client.update(capabilities or {})
        self.capabilities = self.ask("initialize", {
            "processId": None, "capabilities": client, "initializationOptions": options,
            "workspaceFolders": [{"uri": uri(folder), "name": "folder"} for folder in folders] or None,
        })["capabilities"]
        self.tell("initialized", {})

    def write(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            assert name == b"Content-Length", line
            length = int(value)
        if not length:
            raise EOFError(f"the server ended with {self.process.wait()}")
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
        return message

    def tell(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params=None):
        self.number += 1
        number = self.number
        self.write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Fault(message["error"]["message"])
                return message["result"]
            self.told.append(message)

    def open(self, path, text=None, version=1):
        text = pathlib.Path(path).read_text() if text is None else text
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri(path), "languageId": "yaml", "version": version, "text": text}})

    def change(self, path, version, *changes):
        """Applies changes: a text, or a range and its text."""
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri(path), "version": version}, "contentChanges": list(changes)})

    def settled(self, path, version):
        """The diagnostics of a file at a version."""
        while self.versions.get(uri(path)) != version:
            self.told.append(self.read())
        return self.diagnostics[uri(path)]

    def complete(self, path, line, character):
        answer = self.ask("textDocument/completion", at(path, line, character))
        return [item["label"] for item in sorted(answer["items"], key=lambda item: item["sortText"])]

    def end(self):
        self.ask("shutdown")
        self.tell("exit", None)
        return self.process.wait()


def uri(path):
    return pathlib.Path(path).resolve().as_uri()


def at(path, line, character, **more):
    return {"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}, **more}


def place(text, offset):
    """Line and UTF-16 column of a character."""
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1:]
    return line, len(column.encode("utf-16-le")) // 2
