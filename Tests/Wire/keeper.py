"""Talks to `navtree serve` as a host that keeps the fields of a store. Usage: keeper.py NAVTREE CASE"""
import json
import os
import signal
import subprocess
import sys
import tempfile

NAVTREE, CASE = sys.argv[1:3]
FLOW = """navtree: 1
flow: vault
start: home
stores: { secrets: { sensitive: true } }
shared: { token: { type: string, sensitive: true, persist: secrets } }
screens:
  home:
    state: { count: { type: integer } }
    actions:
      signIn: { payload: { token: string }, shared: { token: "${action.token}" } }
      increment: { set: { count: "${state.count + 1}" } }
"""
folder = tempfile.mkdtemp()
with open(f"{folder}/vault.navtree.yaml", "w") as file:
    file.write(FLOW)
kept, asked = {}, []


class Host:
    """Keeps what it is asked to keep, unless `respond` says otherwise."""

    def __init__(self, *options, patience=600_000):
        command = [NAVTREE, "serve", "vault.navtree.yaml", "--store", "sqlite:a.db", "--store", "secrets=host"]
        self.process = subprocess.Popen(
            [*command, "--limit", f"field={patience}", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        self.respond = self.keep
        self.count = 0

    def write(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def send(self, method, **params):
        self.count += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}) + "\n")
        return self.count

    def keep(self, request):
        key = request["key"]
        answer = {"field": request["field"]}
        if request["operation"] == "write":
            kept[key] = request["value"]
        elif request["operation"] == "delete":
            kept.pop(key, None)
        elif key in kept:
            answer["value"] = kept[key]
        self.write(json.dumps({"jsonrpc": "2.0", "method": "field.done", "params": answer}) + "\n")

    def fail(self, request):
        params = {"field": request["field"], "error": "the keychain is locked"}
        self.write(json.dumps({"jsonrpc": "2.0", "method": "field.fail", "params": params}) + "\n")

    def answers(self, count):
        """The next answers, by id; requests for fields are answered meanwhile."""
        found = {}
        while len(found) < count:
            line = json.loads(self.process.stdout.readline())
            if line.get("method") == "field.requested":
                asked.append(line["params"])
                self.respond(line["params"])
            elif "id" in line:
                found[line["id"]] = line
        return found

    def call(self, method, **params):
        number = self.send(method, **params)
        return self.answers(1)[number]

    def sign_in(self, token):
        return self.call("dispatch", action={"type": "signIn", "token": token})

    @property
    def token(self):
        return self.call("state.query", expr="shared.token", sensitive=True)["result"]

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        assert self.process.wait(600) == 0, self.process.stderr.read()
        return rest

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(600)


def the_host_has_it_and_no_file():
    host = Host()
    assert "result" in host.sign_in("zq7x")
    assert host.token == "zq7x"
    host.end()
    assert all(key.startswith("secrets/") for key in kept) and "zq7x" in "".join(kept.values())
    for name in os.listdir(folder):
        with open(f"{folder}/{name}", "rb") as file:
            assert b"zq7x" not in file.read(), name


def a_killed_process_goes_on():
    host = Host()
    host.sign_in("one")
    host.call("dispatch", action={"type": "increment"})
    host.kill()
    host = Host()
    assert host.token == "one"
    host.sign_in("two")
    host.kill()
    host = Host()
    assert host.token == "two"
    # What was is gone with the next write.
    host.sign_in("three")
    host.sign_in("four")
    assert "one" not in "".join(kept.values()) and "two" not in "".join(kept.values())
    host.end()


def a_change_that_is_refused_is_undone():
    host = Host()
    host.sign_in("one")
    host.respond = host.fail
    error = host.sign_in("two")["error"]["data"]
    assert error["kind"] == "storage" and "the keychain is locked" in error["message"], error
    assert host.token == "one"
    host.respond = host.keep
    assert "result" in host.sign_in("three") and host.token == "three"
    host.end()


def a_silent_host_is_waited_for_no_longer():
    host = Host(patience=5000)
    host.call("ping")
    late = []
    host.respond = late.append
    error = host.sign_in("one")["error"]["data"]
    assert error["kind"] == "storage" and error["retry"] is True and "5000 ms" in error["message"], error
    answer = host.call("field.done", field=late[0]["field"])
    assert answer["error"]["data"]["kind"] == "notInFlight", answer
    host.respond = host.keep
    assert "result" in host.sign_in("two") and host.token == "two"
    host.end()


def what_comes_meanwhile_waits():
    host = Host()
    host.call("ping")
    numbers = []

    def respond(request):
        # Half a line, whose rest comes after the answer; and a lot, more than is read at once.
        lines = [json.dumps({"jsonrpc": "2.0", "id": 1000 + i, "method": "ping"}) + "\n" for i in range(5000)]
        host.write("".join(lines))
        host.keep(request)
        host.respond = host.keep

    host.respond = respond
    first = json.dumps({
        "jsonrpc": "2.0", "id": 500, "method": "dispatch", "params": {"action": {"type": "signIn", "token": "a"}}})
    second = json.dumps({"jsonrpc": "2.0", "id": 501, "method": "dispatch", "params": {"action": {"type": "increment"}}})
    # The second line is read in part with the first.
    host.write(first + "\n" + second[:20])
    line = json.loads(host.process.stdout.readline())
    assert line["method"] == "field.requested"
    host.write(second[20:] + "\n")
    respond(line["params"])
    found = host.answers(5002)
    order = list(found)
    assert order == [500, 501, *range(1000, 6000)], order[:10]
    assert all("result" in answer for answer in found.values())
    assert host.token == "a"
    host.end()


def an_answer_before_the_end_counts():
    host = Host()
    host.sign_in("one")
    number = host.send("dispatch", action={"type": "signIn", "token": "two"})
    request = json.loads(host.process.stdout.readline())["params"]
    kept[request["key"]] = request["value"]
    # The answer and the end are read one right after the other.
    host.process.send_signal(signal.SIGSTOP)
    host.send("field.done", field=request["field"])
    host.process.stdin.close()
    host.process.send_signal(signal.SIGCONT)
    found = host.answers(2)
    assert all("result" in answer for answer in found.values()) and number in found, found
    assert host.process.wait(600) == 0
    host = Host()
    assert host.token == "two"
    host.end()


def nothing_of_it_is_recorded():
    host = Host("--record", "a.recording")
    host.sign_in("zq7x")
    host.end()
    with open(f"{folder}/a.recording") as file:
        text = file.read()
    assert "field." not in text and "zq7x" not in text


def a_host_that_lost_it_is_told():
    host = Host()
    host.sign_in("one")
    host.end()
    kept.clear()
    host = Host("--on-loss", "tell")
    answer = host.call("state.query", expr="shared.token", sensitive=True)
    assert answer["result"] == "", answer
    host.end()


def damage_is_named():
    host = Host()
    host.sign_in("one")
    host.end()
    for damage in ["{", "null", '{"navtree":2,"values":[]}', '{"navtree":1,"values":[null]}']:
        kept[list(kept)[0]] = damage
        host = Host()
        line = json.loads(host.process.stdout.readline())
        host.keep(line["params"])
        assert host.process.wait(600) != 0, damage
        text = host.process.stderr.read().decode()
        assert "the store host" in text and "damaged" in text, text


def a_session_that_is_opened_again_is_asked_for():
    host = Host()
    host.sign_in("one")
    host.call("session.close", session="vault")
    kept.update({key: text.replace("one", "two") for key, text in kept.items()})
    host.call("session.open", flow="vault", session="vault")
    assert asked[-1]["operation"] == "read" and host.token == "two"
    host.end()


def deleting_a_session_deletes_it():
    host = Host()
    host.sign_in("one")
    assert len(kept) == 1
    assert "result" in host.call("session.delete", session="vault")
    assert kept == {}
    host.end()


globals()[CASE]()
print("done")
