#!/usr/bin/env python3
"""agents.py: random lines for `navtree mcp`, and what holds of its output.

    agents.py --navtree PATH [--lines 1000000] [--seed 1] [--per-process 5000]

Lines are valid calls of all tools and methods of both eras, the same with values changed at random, and the same with
bytes changed. After each comes a ping with an id of its own, so that the output says which line it answers. Checked:

  message   each line of the output is a JSON object of JSON-RPC 2.0, or in 2025-03-26 a list of them
  answer    a valid request has exactly one answer, with its id; a notification has none; any line has at most one
  alive     the process lives until its input ends, and ends with status 0
"""
import argparse
import copy
import json
import pathlib
import random
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
}
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
FLOWS = ["shop", "bank", "feed", "social"]
ACTIONS = [
    {"type": "open", "name": "Sencha"}, {"type": "open", "name": "Oolong"}, {"type": "signIn"}, {"type": "select", "index": 0},
    {"type": "submit", "name": "a"}, {"type": "enter", "code": "111111"}, {"type": "list.load"}, {"type": "nope"}, {},
]
STEPS = [
    {"method": "back"}, {"method": "select", "params": {"tab": "basket"}}, {"method": "history.undo"},
    {"method": "clock.advance", "params": {"by": "5s"}}, {"method": "link.open", "params": {"url": "/help"}},
    {"method": "effect.done", "params": {"effect": 1, "output": {}}}, {"method": "effect.fail", "params": {"effect": 1}},
    {"method": "state.get"}, {"method": "session.close"}, {"method": "push", "params": {"screen": "tea", "params": {"name": "x"}}},
]
ODD = [None, True, 0, -1, 1 << 62, 1.5, "", "\u0000", "é" * 40, [], {}, [[]], {"a": {"b": []}}, "x" * 300, "/main", "shop"]
SMALL = "navtree: 1\nflow: small\nstart: home\nscreens:\n  home: {}\n"


def tool(rng):
    session = rng.choice(FLOWS[:2])
    action = copy.deepcopy(rng.choice(ACTIONS))
    steps = [copy.deepcopy(rng.choice(STEPS)) if rng.random() < 0.5 else {"action": copy.deepcopy(rng.choice(ACTIONS))}
             for _ in range(rng.randrange(4))]
    name, arguments = rng.choice([
        ("see", {"session": session}), ("see", {"session": session, "since": rng.randrange(9)}),
        ("see", {"session": session, "max": rng.choice([300, 500, 90000])}), ("see", {}),
        ("do", {"session": session, "steps": steps}), ("do", {"session": session, "steps": steps}),
        ("do", {"session": session, "to": "basket"}), ("why", {"session": session, "action": action}),
        ("path_to", {"session": "shop", "to": rng.choice(["basket", "tea", "/main", "link:/", "1 ==", "true"])}),
        ("check", {"flow": rng.choice(["Specs/shop.navtree.yaml", SMALL, SMALL.replace("home:", "hme:"), "none"])}),
        ("open", {"flow": SMALL, "session": "s%d" % rng.randrange(30)}),
        ("test", {"scenarios": rng.choice(["Specs/shop.scenarios.yaml", "flow: shop\nscenarios: []\n", "none"])}),
    ] + ([("save", {"session": session})] if rng.random() < 0.05 else []))
    return "tools/call", {"name": name, "arguments": arguments}


def call(rng):
    """A method with its params, in either era."""
    uri = {"uri": rng.choice(["navtree://shop/outline", "navtree://bank/graph?max=300", "navtree://shop/screens/tea", "x"])}
    both = [("tools/list", {}), ("resources/list", {}), ("resources/templates/list", {}), ("resources/read", uri)]
    if rng.random() < 0.7:
        method, params = tool(rng)
    else:
        method, params = rng.choice(both + [
            ("ping", {}), ("server/discover", {}), ("resources/subscribe", uri), ("resources/unsubscribe", uri), ("nope", {}),
            ("initialize", {"protocolVersion": rng.choice(REVISIONS + ["2026-07-28", "x"]), "capabilities": {},
                            "clientInfo": {"name": "f", "version": "1"}})])
    if method != "initialize" and rng.random() < 0.5:
        params = dict(params, _meta=dict(META))
        if rng.random() < 0.1:
            params["_meta"]["progressToken"] = rng.choice([1, "t", None, {}])
    return method, params


def changed(value, rng):
    """The value with one place changed."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        if rng.random() < 0.1:
            return dict(value, **{rng.choice(["max", "at", "x", "session"]): rng.choice(ODD)})
        return dict(value, **{key: changed(value[key], rng)})
    if isinstance(value, list) and value and rng.random() < 0.9:
        index = rng.randrange(len(value))
        return value[:index] + [changed(value[index], rng)] + value[index + 1:]
    return rng.choice(ODD)


def line(number, rng):
    """A line, and the number of answers that it must have; None where any number up to one may come."""
    method, params = call(rng)
    request = {"jsonrpc": "2.0", "id": rng.choice([number, "r%d" % number]), "method": method, "params": params}
    kind = rng.random()
    if kind < 0.45:
        return json.dumps(request), 1, request["id"]
    if kind < 0.5:
        del request["id"]
        return json.dumps(request), 0, None
    if kind < 0.8:
        return json.dumps(changed(request, rng)), None, None
    if kind < 0.85:
        return json.dumps([request, rng.choice([changed(request, rng), {"jsonrpc": "2.0", "method": "ping"}])]), None, None
    data = bytearray(json.dumps(request).encode())
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(data))
        if rng.random() < 0.3:
            del data[place:place + rng.randrange(1, 9)]
        elif rng.random() < 0.5:
            data[place] = rng.randrange(256)
        else:
            data[place:place] = rng.choice([b"[", b"{", b'"', b"\\u0000", b"\xff", b"[" * 600, b"9" * 30, b"\r"])
        if not data:
            data = bytearray(b" ")
    return bytes(data).replace(b"\n", b" "), None, None


def is_message(value):
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        return False
    if "method" in value:
        return "id" not in value and value["method"].startswith("notifications/")
    return "id" in value and ("result" in value) != ("error" in value)


def run(arguments, first, count, rng):
    """Sends lines to one process, and gives what is wrong."""
    process = subprocess.Popen(
        [arguments.navtree, "mcp"] + [f"Specs/{flow}.navtree.yaml" for flow in FLOWS[:2]], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    sent = [line(number, rng) for number in range(first, first + count)]

    def send():
        try:
            for number, (text, _, _) in enumerate(sent):
                text = text if isinstance(text, bytes) else text.encode()
                process.stdin.write(text + b'\n{"jsonrpc":"2.0","id":"mark %d","method":"ping"}\n' % number)
            process.stdin.close()
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=send)
    writer.start()
    faults = []
    number, answers = 0, []
    for output in process.stdout:
        try:
            value = json.loads(output)
        except ValueError:
            faults.append(("message", sent[min(number, count - 1)][0], output))
            continue
        if isinstance(value, dict) and value.get("id") == f"mark {number}":
            text, expected, id = sent[number]
            ids = [answer.get("id") for answer in answers if isinstance(answer, dict)]
            if len(answers) > 1 or expected is not None and (len(answers) != expected or expected and ids != [id]):
                faults.append(("answer", text, answers))
            number, answers = number + 1, []
        elif not all(map(is_message, value if isinstance(value, list) else [value])):
            faults.append(("message", sent[number][0], output))
        elif isinstance(value, list) or "method" not in value:
            answers.append(value)
        if len(faults) > 5:
            process.kill()
            break
    writer.join()
    status = process.wait()
    if number < count or status != 0:
        faults.append(("alive", sent[min(number, count - 1)][0], f"status {status} after {number} lines"))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--navtree", required=True)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--per-process", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.navtree = str(pathlib.Path(arguments.navtree).resolve())
    rng = random.Random(arguments.seed)
    done = 0
    while done < arguments.lines:
        count = min(arguments.per_process, arguments.lines - done)
        faults = run(arguments, done, count, rng)
        for kind, text, found in faults:
            print(f"{kind}: {text!r}\n  {found!r}"[:2_000], file=sys.stderr)
        if faults:
            return 1
        done += count
    print(f"{done} lines for an agent, each request with one answer")
    return 0


sys.exit(main())
