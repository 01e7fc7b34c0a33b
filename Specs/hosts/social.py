"""A host of the social flow: it fetches people when a list asks for them, and shows what a user would see.

    python3 Specs/hosts/social.py

navtree must be in the PATH. Nothing but Python's own library is needed.
"""

import json
import pathlib
import subprocess

FLOW = pathlib.Path(__file__).parent.parent / "social.navtree.yaml"
NAMES = {1: "Ada", 2: "Grace", 3: "Alan", 4: "Edsger", 5: "Barbara"}
FOLLOWERS = {1: [3, 4, 5], 3: [2]}
PAGE = 2


def fetch_users(source, of, cursor):
    """A page of people; the cursor is the number of those that came before."""
    ids = list(NAMES) if source == "all" else FOLLOWERS.get(of, [])
    start = int(cursor or 0)
    end = start + PAGE
    return {
        "items": [{"id": id, "name": NAMES[id]} for id in ids[start:end]],
        "cursor": str(end) if end < len(ids) else None,
    }


class Navtree:
    """A navtree process: requests go in, answers and requests for effects come out."""

    def __init__(self, flow):
        self.process = subprocess.Popen(
            ["navtree", "serve", flow], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last_id = 0
        self.owed = {}

    def call(self, method, **params):
        """Sends a request, and reads on until its answer has come."""
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("method") == "effect.requested":
                self.owed[message["params"]["effect"]] = message["params"]
            elif message.get("method") == "effect.cancelled":
                self.owed.pop(message["params"]["effect"], None)
            elif "error" in message:
                raise RuntimeError(message["error"])
            elif message.get("id") == self.last_id:
                return message["result"]

    def settle(self):
        """Does what navtree asks for, until it asks for nothing more.

        What a request causes is written right after its answer: the answer to a ping comes behind all of it.
        """
        self.call("ping")
        while self.owed:
            number = min(self.owed)
            output = fetch_users(**self.owed.pop(number)["input"])
            self.call("effect.done", effect=number, output=output)
            self.call("ping")

    def dispatch(self, type, **payload):
        self.call("dispatch", action={"type": type, **payload})
        self.settle()

    def show(self, title):
        people = self.call("state.get", pointer="/state/items")
        print(f"{title}: {', '.join(person['name'] for person in people)}")


navtree = Navtree(FLOW)
navtree.settle()
navtree.show("Everyone")
navtree.dispatch("list.more")
navtree.show("and more")
navtree.dispatch("select", index=0)
navtree.dispatch("showFollowers")
navtree.dispatch("list.more")
navtree.show("Ada's followers")
navtree.dispatch("select", index=0)
navtree.dispatch("showFollowers")
navtree.show("Alan's followers")
print(navtree.call("state.outline"), end="")
navtree.call("shutdown")
