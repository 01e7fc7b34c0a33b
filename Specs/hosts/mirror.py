"""A host that knows only transitions: it keeps a model of the screens, and compares it with navtree's own.

    python3 Specs/hosts/mirror.py [STEPS [SEED]], with navtree in the PATH
"""
import json, pathlib, random, subprocess, sys

STEPS, SEED = (*map(int, sys.argv[1:]), *[10_000, 1][len(sys.argv) - 1:])
process = subprocess.Popen(["navtree", "serve", pathlib.Path(__file__).with_suffix(".navtree.yaml")],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
model, seen, chance = {}, set(), random.Random(SEED)

def follow(op, created, removed, slot=None, **transition):
    seen.add(op)
    for row in removed: del model[row["id"]]
    model.update((row["id"], row) for row in created)
    if op in ("select", "focus"):
        model[transition["from"]]["selected" if op == "select" else "focus"] = slot

def call(method, **params):
    """Gives the answer once the model has all that the request caused: that comes before the answer to a ping."""
    for id, (name, given) in enumerate([(method, params), ("ping", {})]):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": name, "params": given}) + "\n")
    process.stdin.flush()
    answers = {}
    while 1 not in answers:
        message = json.loads(process.stdout.readline())
        answers[message.get("id")] = message.get("result")
        for transition in message.get("params", {}).get("transitions", []):
            follow(**transition)
    return answers[0]

def operate():
    screen, count = chance.choice(["book", "spread", "page", "note"]), chance.randint(1, 9)
    name, params = chance.choice([
        *[(name, {}) for name in ("turn", "jump", "fail", "tip", "nav.pop", "nav.popToRoot", "nav.dismiss",
                                  "nav.back")],
        *[("nav." + name, {"screen": screen}) for name in ("push", "present", "navigate", "popTo", "replace")],
        ("nav.reset", {"tree": [screen, "page", "page"], "reuse": True}), ("nav.reset", {"tree": [screen]}),
        ("nav.present", {"screen": screen, "in": "sheet", "replace": True}), ("nav.closeWindow", {"window": "third"}),
        *[("nav.move", {"to": f"#{chance.choice([*model])}", "replace": True})] * 5, ("nav.open", {"url": "/a"}),
        ("nav.select", {"tab": chance.choice("abc")}), ("nav.focus", {"pane": "right"}), ("nav.open", {"url": "/b"})])
    force = {"force": True} if name.startswith("nav.") else {}
    entry = {"at": f"#{chance.choice([*model])}", "action": {"type": name, **params, **force}}
    method, params = chance.choice([("dispatch", entry)] * 9 + [
        ("batch", {"actions": [entry, entry]}), ("history.undo", {"count": count}), ("history.redo", {"count": count}),
        ("window.open", {"window": "third", "screen": screen}), ("window.close", {"window": "third", "force": True}),
        ("snapshot.restore", {"snapshot": saved, "replace": True})])
    call(method, **params)

def shape(row, window):
    return [row["id"], window] + [row.get(key) for key in ("screen", "parent", "slot", "selected", "focus")]

model.update((row["id"], row) for row in call("subscribe", form="transitions")["value"])
for step in range(STEPS):
    saved = call("snapshot.save") if step % 100 == 0 else saved
    operate()
    names = [window["window"] for window in call("window.list")]
    rows = [shape(row, name) for name in names for row in call("state.get", at="/" + name, flat=True)]
    assert sorted(rows) == sorted(shape(row, row["window"]) for row in model.values()), f"differs after step {step}"
print(f"{STEPS} steps, and the model is the same: {', '.join(sorted(seen))}")
