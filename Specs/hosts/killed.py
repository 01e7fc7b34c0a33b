"""A host whose navtree is killed in the middle, twice, and that goes on from the store as if nothing had been.

    python3 Specs/hosts/killed.py airline FILE
    python3 Specs/hosts/killed.py console FILE

FILE is a new SQLite file. navtree must be in the PATH. Nothing but Python's own library is needed.
"""

import json
import pathlib
import subprocess
import sys

FLOWS = pathlib.Path(__file__).parent.parent


class App:
    """A flow in a navtree process, with a function for each effect: it gives the output, or None to answer later."""

    def __init__(self, name, store, effects):
        self.command = ["navtree", "serve", str(FLOWS / f"{name}.navtree.yaml"), "--store", f"sqlite:{store}"]
        self.effects = effects
        self.last_id = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.owed = {}
        self.settle()

    def kill(self):
        """As a power cut does, and the beginning of the next process."""
        self.process.kill()
        self.process.communicate()
        self.start()

    def call(self, method, **params):
        """Sends a request, and reads on until its answer has come."""
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("method") == "effect.requested":
                self.owed[message["params"]["key"]] = message["params"]
            elif message.get("method") == "effect.cancelled":
                self.owed = {key: owed for key, owed in self.owed.items() if owed["effect"] != message["params"]["effect"]}
            elif message.get("id") == self.last_id:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]

    def settle(self):
        """Does what navtree asks for, until nothing is left but what is answered later."""
        self.call("ping")
        for key, effect in list(self.owed.items()):
            output = self.effects[effect["name"]](effect["input"])
            if output is not None and self.owed.pop(key, None):
                self.call("effect.done", effect=key, output=output)
                return self.settle()

    def do(self, type, at=None, **payload):
        receipt = self.call("dispatch", action={"type": type, **payload}, **({"at": at} if at else {}))
        self.settle()
        return receipt

    def key(self, name):
        """The key of an effect that is answered later."""
        return next(key for key, owed in self.owed.items() if owed["name"] == name)

    def answer(self, how, key, **answer):
        if how != "next":
            del self.owed[key]
        self.call(f"effect.{how}", effect=key, **answer)
        self.settle()

    def end(self):
        print(self.call("state.outline"), end="")
        self.call("shutdown")


def airline(store):
    """A payment fails, and navtree is killed before the next try: the bank sees one key, and takes the money once."""
    app = App("airline", store, {
        "signIn": lambda input: {"user": input["name"]},
        "fetchTrips": lambda input: {"trips": ["K7QX2M"]},
        "fetchTrip": lambda input: {"value": {"stage": "open"}},
        "holdSeat": lambda input: {},
        "charge": lambda input: None,
        "checkIn": lambda input: {},
        "fetchPass": lambda input: {"value": {"seat": "12F", "gate": "B7"}},
    })
    app.call("link.open", url="/trips/K7QX2M/check-in")
    app.do("submit", name="Ada", password="secret")
    app.do("next")
    app.do("choose", seat="12F")
    app.kill()
    app.do("next")
    app.do("next", count=1)
    app.do("accept")
    app.do("pay")
    key = app.key("charge")
    app.answer("fail", key, error={"code": "offline"})
    app.kill()
    print("asked again:", app.owed[key]["again"], app.owed[key]["input"])
    app.answer("done", key, output={})
    app.do("pass")
    print("gate", app.call("state.get", pointer="/state/value/gate"))
    app.end()


def console(store):
    """Reports in two windows, a note that is being written, and a decision that can still be undone."""
    app = App("console", store, {
        "follow": lambda input: None,
        "fetchReport": lambda input: {"value": {"author": "cy", "text": "buy now"}},
        "addNote": lambda input: {},
    })
    for id in (1, 2):
        app.answer("next", app.key("follow"), output={"kind": "reported", "id": id})
    app.do("open", at="/main/queue", id=1)
    app.do("note", at="/main/reading")
    app.do("edit", at="/main/reading/sheet", text="third time")
    app.do("detach", at="/main/reading")
    window = app.call("window.list")[1]["window"]
    app.kill()
    app.do("save", at=f"/{window}/report/sheet")
    app.do("decide", at=f"/{window}/report")
    app.do("choose", at=f"/{window}/report/sheet", verdict="remove")
    app.kill()
    print("to be undone:", app.call("state.query", expr="shared.pending"))
    app.do("undo", at=f"/{window}")
    app.answer("next", app.key("follow"), output={"kind": "settled", "id": 1})
    app.do("putBack", at=f"/{window}/report")
    print("settled:", app.call("state.get", at="/main/reading", pointer="/state/isSettled"))
    app.end()


{"airline": airline, "console": console}[sys.argv[1]](sys.argv[2])
