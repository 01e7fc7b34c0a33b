#!/usr/bin/env python3
"""A random walk over sessions of a real `navtree serve`, with a model or an equality for each rule that it crosses.

    Fuzz/walk.py [--navtree PATH] [--flows FILE …] [--seed N] [--seeds N] [--steps N] [--seconds N] [--out DIR]
    Fuzz/walk.py [--navtree PATH] --reproduce FILE

Exit status: 0 without a finding, 1 with one. A finding is kept in DIR as a file of steps, shortened where that is
possible; `--reproduce` runs such a file again and shows each step with its answer. README.md says what is checked.
"""
import argparse, collections, copy, glob, json, os, random, re, shutil, signal, subprocess, sys, tempfile, time
import pairs
from followed import FORMS, Followed

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = ("windows", "rows", "shared", "kept", "links", "waiting")
NAVIGATION = ("present", "push", "navigate", "replace", "reset", "pop", "popTo", "popToRoot", "dismiss", "back",
              "select", "focus", "setParams", "move", "window.open", "window.close")
WORDS = ["", "a", "x", "Ada", "quiet", "name", "/", "caf\u00e9", "cafe\u0301", "\u00e9", "e\u0301"]


class Finding(Exception):
    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


def short(value, limit=700):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[:limit] + "…"


def expect(holds, kind, *values):
    if not holds:
        raise Finding(kind, " | ".join(short(v, 1500) for v in values))


# ---- the binary -----------------------------------------------------------------------------------------------------
def heed_signals():
    """A child of nohup, or of a script's background, would ignore the signals that end it."""
    for each in (signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)


class Process:
    """One `navtree serve`, asked one request at a time."""

    def __init__(self, arguments, errors):
        self.child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                      preexec_fn=heed_signals)
        self.input, self.output, self.notes, self.number = [], [], [], 0
        self.verbose, self.tell = False, lambda message: None

    def send(self, method, params):
        self.number += 1
        # Ids keep their type and value, in shortest form.
        text, id = str(self.number), self.number
        if self.number % 19 == 0:
            text, id = [(f"{id}e1", id * 10), (f"{id}.50", id + 0.5), (f'"\\u00e9 {id}"', f"\u00e9 {id}"), (f"{id}.0", id)][self.number // 19 % 4]
        body = json.dumps({"method": method, "params": params}, ensure_ascii=False)
        line = f'{{"jsonrpc":"2.0","id":{text},{body[1:]}'.encode("utf-8", "surrogatepass") + b"\n"
        self.input.append(line)
        try:
            self.child.stdin.write(line)
            self.child.stdin.flush()
        except BrokenPipeError:
            raise Finding("died", f"before {method}: exit status {self.child.wait()}")
        return id

    def read(self, until):
        """The answer with that id; notifications are kept."""
        while True:
            line = self.child.stdout.readline()
            if not line:
                raise Finding("died", f"exit status {self.child.wait()} at {short(self.input[-1].decode())}")
            self.output.append(line)
            message = json.loads(line)
            if "method" in message:
                self.notes.append(message)
                self.tell(message)
                if self.verbose:
                    print("      " + short(message, 300))
            else:
                shown = json.dumps(until, ensure_ascii=False)
                expect(line.startswith(f'{{"jsonrpc":"2.0","id":{shown},'.encode()), "id", line.decode(), shown)
                error = message.get("error")
                if error and error["data"]["kind"] == "internal":
                    raise Finding("internal", short(message))
                return message.get("result"), error

    def ask(self, method, params):
        return self.read(self.send(method, params))

    def finish(self, how):
        """Ends it, and gives its exit status."""
        if how == "eof":
            self.child.stdin.close()
        else:
            self.child.send_signal(getattr(signal, how))
        while True:
            line = self.child.stdout.readline()
            if not line:
                break
            self.output.append(line)
        return self.child.wait(60)


# ---- the flow -------------------------------------------------------------------------------------------------------
class Flow:
    def __init__(self, navtree, path):
        self.path = path
        name = re.search(r"(?m)^flow:\s*(\S+)", open(path, encoding="utf-8").read())[1]
        done = subprocess.run([navtree, "call", path, "flow.get", "flow=" + name], capture_output=True)
        if done.returncode:
            raise SystemExit(f"{path}: {done.stderr.decode()}")
        self.form = json.loads(done.stdout)
        self.name, text = self.form["flow"], done.stdout.decode()
        self.screens, self.actions = self.form["screens"], self.form.get("actions", {})
        self.effects, self.links = self.form.get("effects", {}), self.form.get("links", [])
        self.enforced = {n: i["always"] for n, i in self.form.get("invariants", {}).items() if i.get("enforce")}
        self.is_ours = self.name == "walk"
        self.has_restored = '"restored"' in text
        self.is_secret = '"sensitive":true' in text or '"persist"' in text
        self.has_stores = '"persist"' in text
        self.streams = {n for n, e in self.effects.items() if "next" in e}
        self.loaders = {n for n, s in self.screens.items() if "items" in s or "entity" in s}

    @staticmethod
    def public(actions):
        """The actions that a host may dispatch, as far as the flow shows it: what reads an answer is navtree's to send."""
        return {n: a for n, a in actions.items()
                if not a.get("private", re.search(r"\baction\.(output|error|result|reason)\b", json.dumps(a)))}

    def style(self, screen, slot):
        s = self.screens[screen]
        if slot in s.get("tabs", {}):
            return "tab"
        if slot in s.get("panes", {}):
            return "pane"
        return s.get("slots", {}).get(slot, {}).get("style", "push")


class View:
    """A snapshot, with what is where."""

    def __init__(self, snapshot, flow):
        self.s, self.flow = snapshot, flow
        self.rows = {r["id"]: r for r in snapshot["rows"]}
        self.inside = collections.defaultdict(dict)
        for r in snapshot["rows"]:
            if r["parent"] is not None:
                self.inside[r["parent"]][r["slot"]] = r["id"]
        self.roots = {r["window"]: r["id"] for r in snapshot["rows"] if r["parent"] is None}

    def path(self, id):
        names = []
        while self.rows[id]["parent"] is not None:
            names.append(self.rows[id]["slot"])
            id = self.rows[id]["parent"]
        return "/" + "/".join([self.rows[id]["window"]] + names[::-1])

    def window(self, id):
        return self.path(id).split("/")[1]

    def held(self, id, sort):
        """The screen in the slot of that sort, if any: push or modal."""
        for slot, child in self.inside[id].items():
            style = self.flow.style(self.rows[id]["screen"], slot)
            if style == sort or sort == "modal" and style in ("sheet", "popover", "cover"):
                return child

    def descend(self, id):
        """The active screen below a screen."""
        while True:
            row = self.rows[id]
            inner = self.held(id, "modal") or self.held(id, "push")
            if inner is None and "selected" in row:
                inner = self.inside[id].get(row["selected"])
            if inner is None and "focus" in row:
                inner = self.inside[id].get(row["focus"])
            if inner is None:
                return id
            id = inner

    def up(self, id, member, name):
        """The nearest tabs or split at or above a screen that has a tab or pane of that name."""
        while id is not None:
            if name in self.flow.screens[self.rows[id]["screen"]].get(member, {}):
                return id
            id = self.rows[id]["parent"]

    def place(self, id):
        """The root of the window, tab or pane that holds a screen: (parent, slot), or (None, window)."""
        while self.rows[id]["parent"] is not None:
            row = self.rows[id]
            if self.flow.style(self.rows[row["parent"]]["screen"], row["slot"]) in ("tab", "pane"):
                return row["parent"], row["slot"]
            id = row["parent"]
        return None, self.rows[id]["window"]

    def at(self, place):
        return self.roots.get(place[1]) if place[0] is None else self.inside[place[0]].get(place[1])


def parts(s, names=TREE):
    """Parts of a snapshot, each in the order of its numbers: a store has no other."""
    def number(entry):
        return next(entry[k] for k in ("id", "number", "effect", "position", "screen") if k in entry)
    out = {n: sorted(s[n], key=number) if isinstance(s.get(n), list) and n != "windows" else s.get(n) for n in names}
    if any("visits" in r for r in s["rows"]) and "rows" in out:
        # A store may still have what a visit remembers of a root that is gone, which nothing reads.
        live = {r["id"] for r in s["rows"]}
        out["rows"] = [{**r, "visits": [v if v.get("root") in live else {"tab": v["tab"]} for v in r["visits"]]} if "visits" in r else r
                       for r in out["rows"]]
    return out


def differs(a, b):
    for name in a:
        if a[name] != b.get(name):
            return f"{name}: {short(a[name], 900)} became {short(b.get(name), 900)}"
    return None


def bare(timers):
    return {t["number"]: {k: v for k, v in t.items() if k != "remaining"} for t in timers}


def shape(s):
    """Which screens are where, without what they hold."""
    return [{k: r.get(k) for k in ("id", "parent", "slot", "window", "screen", "params", "selected", "focus")}
            for r in sorted(s["rows"], key=lambda r: r["id"])]


class Session:
    """What the walk knows of one session."""

    def __init__(self, name, snapshot):
        self.name, self.s, self.states = name, snapshot, {snapshot["seq"]: snapshot}
        self.gone = {}    # timers that left: number → the time that they get if they come back, None: unknown
        self.fired = {}   # those that fired: number → the time that they get if that is undone
        self.spent = set()  # those whose change failed: no history brings them back
        self.held = {}    # enforced invariants that hold
        self.is_stored = True
        self.met = set()  # the features that happened in the present step

    def keep(self, snapshot, flow):
        self.met |= pairs.turned(self.s, snapshot, flow)
        self.s = snapshot
        self.states[snapshot["seq"]] = snapshot
        if len(self.states) > 60:
            del self.states[min(self.states)]


# ---- what is asked next ---------------------------------------------------------------------------------------------
class Chooser:
    """Makes steps from what is there; all chance is here, so that a step can be run again."""

    def __init__(self, rng, world):
        self.r, self.w, self.flow = rng, world, world.flow
        self.aims = pairs.Aims(rng, world, world.pairs) if world.pairs and world.flow.is_ours and world.is_virtual else None

    def value(self, schema, name=None):
        r = self.r
        if not isinstance(schema, dict):
            return r.choice(WORDS)
        if "enum" in schema:
            return r.choice(schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = r.choice(kind)
        if kind == "integer":
            v = r.choice([0, 1, 1, 2, 3, 4, 7, 100])
            return max(schema.get("minimum", v), min(schema.get("maximum", v), v))
        if kind == "number":
            return r.choice([0.5, 1, 2.25])
        if kind == "boolean":
            return r.random() < 0.5
        if kind == "array":
            return [self.value(schema.get("items", {"type": "string"})) for _ in range(r.randrange(3))]
        if kind == "object":
            return {k: self.value(v) for k, v in schema.get("properties", {}).items()}
        if kind == "null":
            return None
        word = r.choice(WORDS)
        return word if len(word) >= schema.get("minLength", 0) else "text"

    def fields(self, record):
        return {n: self.value(f, n) for n, f in (record or {}).items() if "default" not in f or self.r.random() < 0.5}

    def address(self, v):
        r = self.r
        id = r.choice(list(v.rows))
        if r.random() < 0.35:
            return None
        return r.choice([v.path(id), f"#{id}", f"{v.path(id)}#{id}"])

    def aimed(self, v, params):
        at = self.address(v)
        if at:
            params["at"] = at
            if self.r.random() < 0.05:
                params["window"] = self.r.choice(v.s["windows"] + ["nowhere"])
        elif len(v.s["windows"]) > 1:
            params["window"] = self.r.choice(v.s["windows"])
        return params

    def target(self, v, params):
        at = params.get("at")
        if at and "#" in at:
            return int(at.rpartition("#")[2])
        if at:
            return next((i for i in v.rows if v.path(i) == at), None)
        return v.descend(v.roots[params.get("window", v.s["windows"][0])])

    def screen(self):
        return self.r.choice(list(self.flow.screens))

    def params_of(self, screen):
        return self.fields(self.flow.screens.get(screen, {}).get("params"))

    def fitting(self, v, id):
        """A screen that fits into a slot of that one."""
        taken = []
        for s in self.flow.screens[v.rows[id]["screen"]].get("slots", {}).values():
            taken += self.flow.screens if s["presents"] == "any" else s["presents"]
        return self.r.choice(taken) if taken and self.r.random() < 0.9 else self.screen()

    def action(self, v, id):
        r = self.r
        own = dict(self.flow.screens[v.rows[id]["screen"]].get("actions", {}))
        flows = self.flow.actions
        if r.random() < 0.95:
            own, flows = self.flow.public(own), self.flow.public(flows)
        kind = self.flow.screens[v.rows[id]["screen"]].get("kind")
        k = r.random()
        if k < 0.06 and v.rows[id]["screen"] in self.flow.loaders:
            if kind == "detail":
                return {"type": r.choice(["detail.load", "detail.retry"])}
            name = r.choice(["list.load", "list.more", "list.refresh", "list.retry", "list.remove", "list.insert"])
            more = {"list.remove": {"key": r.choice([1, 2, "k"])}, "list.insert": {"item": {"id": r.randrange(9)}}}
            return {"type": name, **more.get(name, {})}
        if k < 0.75 and own:
            name = r.choice(list(own))
            return {"type": name, **self.fields(own[name].get("payload"))}
        if k < 0.97 and flows:
            name = r.choice(list(flows))
            return {"type": name, **self.fields(flows[name].get("payload"))}
        other = self.flow.screens[self.screen()].get("actions", {}) or own or {"none": {}}
        name = r.choice(list(other))
        return {"type": name, **self.fields(other[name].get("payload"))}

    def url(self):
        r = self.r
        if not self.flow.links:
            return "/nowhere"
        link = r.choice(self.flow.links)
        path = re.sub(r"\{(\w+)(\*|\?)?(?::(\w+))?\??\}",
                      lambda m: str(r.randrange(5)) if m[3] in ("integer", "number") else r.choice("abc") + "d", link["url"])
        query = "&".join(f"{n}={r.randrange(3)}" for n in link.get("query", {}))
        return path + ("?" + query if query else "")

    def output(self, effect):
        """An answer that fits; what is loaded says what it was loaded for."""
        out = {}
        asked = "INPUT"  # run() puts the input there
        for name, field in self.flow.effects[effect["name"]].get("output", {}).items():
            if name == "items" and effect.get("loads"):
                items = [{"id": self.r.randrange(6), "for": asked} for _ in range(self.r.randrange(3))]
                out[name] = items if "items" not in field else [self.value(field["items"]) for _ in range(2)]
            elif name == "value" and effect.get("loads") and self.flow.is_ours:
                out[name] = self.r.choice([None, {"for": asked}, {"for": asked}])
            elif name == "cursor":
                out[name] = self.r.choice([None, "next"])
            else:
                out[name] = self.value(field)
        return out

    def tree(self, depth=0):
        r = self.r
        screen = self.screen()
        if r.random() < 0.3 or depth > 2:
            return [{screen: self.params_of(screen)}]
        node, s = {"screen": screen, "params": self.params_of(screen)}, self.flow.screens[screen]
        if s.get("tabs") and r.random() < 0.6:
            node["selected"] = r.choice(list(s["tabs"]))
        if r.random() < 0.4 and s.get("slots"):
            slot = r.choice(list(s["slots"]))
            takes = list(self.flow.screens) if s["slots"][slot]["presents"] == "any" else s["slots"][slot]["presents"]
            inner = r.choice(takes)
            node["slots"] = {slot: {"screen": inner, "params": self.params_of(inner)}}
        return node

    def change(self, session):
        """A request that may change a session: (method, params without the session)."""
        r, s = self.r, session.s
        v = View(s, self.flow)
        methods = ["present"] * 4 + ["dispatch"] * 40 + ["effect.done"] * 10 + ["effect.next"] * 3 + ["effect.fail"] * 3 + ["link.open"] * 6 + ["batch"] * 4 \
            + ["broadcast"] * 2 + ["link.drop"] + ["window.open", "window.close"] + list(NAVIGATION[:14]) * 2
        method, p = r.choice(methods), {}
        if method.startswith("effect.") and (not s["effects"] or r.random() < 0.03):
            if s["effects"] or r.random() < 0.9:
                method = "dispatch"
        if method == "dispatch":
            self.aimed(v, p)
            id = self.target(v, p)
            p["action"] = self.action(v, id) if id else {"type": "none"}
            if r.random() < 0.05:
                p["bubbles"] = False
        elif method.startswith("effect."):
            e = r.choice(s["effects"]) if s["effects"] else {"effect": 99, "name": None}
            p["effect"] = e["effect"]
            if method == "effect.fail":
                p["error"] = {"kind": "offline"}
            elif e["name"] and method == "effect.next":
                p["output"] = self.fields(self.flow.effects[e["name"]].get("next", self.flow.effects[e["name"]].get("output")))
            elif e["name"]:
                p["output"] = self.output(e)
        elif method == "link.open":
            p["url"] = self.url()
            if r.random() < 0.2:
                p["force"] = True
            if len(v.s["windows"]) > 1:
                p["window"] = r.choice(v.s["windows"])
        elif method == "batch":
            p["actions"] = []
            for _ in range(r.randrange(1, 4)):
                entry = self.aimed(v, {})
                id = self.target(v, entry)
                p["actions"].append({**entry, "action": self.action(v, id) if id else {"type": "none"}})
        elif method == "broadcast":
            row = r.choice(list(v.rows.values()))
            p = {"screen": row["screen"], "action": self.action(v, row["id"])}
        elif method == "link.drop":
            if s["links"] and r.random() < 0.5:
                p["url"] = r.choice(s["links"])["url"]
        elif method == "window.open":
            p = {"window": r.choice(["third", "side", "fourth"]), "screen": self.screen()}
            p["params"] = self.params_of(p["screen"])
        elif method == "window.close":
            p = {"window": r.choice(s["windows"])}
        else:
            self.aimed(v, p)
            id = self.target(v, p)
            if method in ("present", "push", "navigate", "replace", "popTo"):
                row = v.rows.get(id)
                p["screen"] = self.fitting(v, id) if row else self.screen()
                if method in ("navigate", "popTo") and r.random() < 0.5:
                    other = r.choice(list(v.rows.values()))
                    p["screen"], p["params"] = other["screen"], {k: x for k, x in other["params"].items()}
                else:
                    p["params"] = self.params_of(p["screen"])
            if method == "present":
                if r.random() < 0.6:
                    p["ifOccupied"] = r.choice(["fail", "replace", "ignore"])
                if r.random() < 0.5 and id in v.rows:
                    slots = [n for n, d in self.flow.screens[v.rows[id]["screen"]].get("slots", {}).items()
                             if d["presents"] == "any" or p["screen"] in d["presents"]]
                    if slots:
                        p["in"] = r.choice(slots)
                if r.random() < 0.3 and id in v.rows:
                    names = [n for n in self.flow.screens[v.rows[id]["screen"]].get("actions", {}) if "nswered" in n]
                    if names:
                        p["then"] = "answered" if "answered" in names else names[0]
            if method in ("present", "push", "navigate") and r.random() < 0.2:
                p["onDuplicate"] = r.choice(["push", "ignore", "reuse"])
            if method == "navigate" and r.random() < 0.5:
                p["pop"] = True
            if method == "popTo" and r.random() < 0.4:
                p["otherwise"] = r.choice(["fail", "replace", "push"])
            if method == "reset":
                p["tree"] = self.tree()
                if r.random() < 0.3:
                    p["reuse"] = True
            if method == "pop" and r.random() < 0.5:
                p["count"] = r.randrange(1, 4)
            if method == "dismiss" and id in v.rows and "returns" in self.flow.screens[v.rows[id]["screen"]] and r.random() < 0.7:
                p["result"] = self.value(self.flow.screens[v.rows[id]["screen"]]["returns"])
            if method in ("select", "focus"):
                member, name = ("tabs", "tab") if method == "select" else ("panes", "pane")
                known = [n for x in self.flow.screens.values() for n in x.get(member, {})]
                p[name] = r.choice(known) if known else "none"
                if method == "select" and r.random() < 0.2:
                    p["params"] = {}
            if method == "move":
                to = r.choice(list(v.rows))
                p["to"] = r.choice([f"#{to}", v.path(to), "/nowhere"]) if r.random() < 0.1 else f"#{to}"
                slots = list(self.flow.screens[v.rows[to]["screen"]].get("slots", {})) + list(self.flow.screens[v.rows[to]["screen"]].get("panes", {}))
                if slots and r.random() < 0.7:
                    p["in"] = r.choice(slots)
                if r.random() < 0.6:
                    p["ifOccupied"] = r.choice(["fail", "replace", "ignore"])
            if method == "setParams":
                p["params"] = self.params_of(v.rows[id]["screen"]) if id in v.rows else {}
            if r.random() < 0.25:
                p["force"] = True
        return method, p

    def step(self):
        r, w = self.r, self.w
        if self.aims and r.random() < 0.75:
            return self.aims.step()
        session = w.sessions[r.choice([w.flow.name] * 4 + list(w.sessions))]
        s = session.s
        out = {"session": session.name}
        kinds = ["change"] * 60 + ["undoRedo"] * 8 + ["history"] * 7 + ["advance"] * 9 + ["fork"] * 3 + ["twin"] * 3 \
            + ["restore"] * 2 + ["replace"] * 2 + ["window"] * 2 + ["restart"] * 2 + ["explain"] * 3 + ["everything", "export", "pause", "file"] \
            + ["steps"] * (4 if self.flow.is_ours else 0) + ["unlinked"] * (6 if s["links"] else 0)
        kind = r.choice(kinds)
        if w.head["clock"] == "real" and kind in ("undoRedo", "advance", "twin", "restore", "replace", "steps", "unlinked", "everything"):
            kind = r.choice(["change", "change", "pause", "restart"])
        if w.head["clock"] == "virtual" and kind == "pause":
            kind = "advance"
        if kind == "file" and not self.flow.is_ours:
            kind = "change"
        out["do"] = kind
        if kind in ("change", "undoRedo", "unlinked"):
            out["method"], out["params"] = self.change(session)
            if kind == "unlinked" and out["method"] in ("link.open", "link.drop"):
                out["do"] = "change"
            if kind == "undoRedo" and s["timers"] and r.random() < 0.5:
                out["by"] = r.choice([t["remaining"] // 2 for t in s["timers"]])
        elif kind == "explain":
            v = View(s, self.flow)
            out["params"] = self.aimed(v, {})
            id = self.target(v, out["params"])
            out["params"]["action"] = self.action(v, id) if id else {"type": "none"}
        elif kind == "history":
            out["method"] = r.choice(["history.undo", "history.undo", "history.redo", "history.goto"])
            out["params"] = {"seq": r.choice(list(session.states))} if out["method"] == "history.goto" else {"count": r.choice([1, 1, 2, 3])}
        elif kind == "advance":
            due = sorted(t["remaining"] for t in s["timers"])
            out["by"] = r.choice([0, 1, 100, 350, 1000, 5000] + due[:3] * 3)
        elif kind == "fork":
            out["as"] = r.choice(["trial", "trial\u00e9", "triale\u0301"])
            if out["as"] in w.sessions:
                out["do"] = "delete"
                out["session"] = out["as"]
                return out
            if r.random() < 0.4:
                out["seq"] = r.choice(list(session.states))
            if r.random() < 0.3:
                out["effects"] = "ask"
            out["store"] = r.random() < 0.6
        elif kind == "twin":
            out["changes"] = [self.change(session) for _ in range(r.randrange(1, 4))]
            out["changes"] = [c for c in out["changes"] if not c[0].startswith("effect.")]
        elif kind == "replace":
            out["changes"] = [self.change(session) for _ in range(r.randrange(1, 3))]
        elif kind == "window":
            out["window"], out["screen"] = r.choice(["side", "third", s["windows"][-1]]), self.screen()
            out["params"] = self.params_of(out["screen"])
        elif kind == "steps":
            names = [n for n in self.flow.screens["page"]["actions"] if n.startswith("eq")]
            pages = [x["id"] for x in s["rows"] if x["screen"] == "page"]
            if not pages:
                out["do"], (out["method"], out["params"]) = "change", self.change(session)
                return out
            out["action"], out["screen"] = r.choice(names), r.choice(pages)
        elif kind == "restart":
            out["how"] = r.choice(["eof", "SIGTERM", "SIGHUP", "SIGINT", "SIGKILL", "SIGKILL", "close", "close"])
            out["tools"] = [t for t in ("verify", "vacuum", "ls", "migrate") if r.random() < 0.5]
            if out["how"] == "SIGKILL" and r.random() < 0.5:
                out["burst"] = [self.change(session) for _ in range(r.randrange(1, 8))]
                out["answers"] = r.randrange(len(out["burst"]) + 1)
            if w.head["clock"] == "real":
                out["sleep"] = r.choice([0, 0, 0.2, 0.4])
            if self.flow.is_ours and out["how"] != "close" and r.random() < 0.2:
                out["migrate"] = True
        elif kind == "file":
            out["file"], out["size"] = r.choice(WORDS), r.randrange(100)
        return out


# ---- the walk -------------------------------------------------------------------------------------------------------
class World:
    """One episode: a store, the processes that serve it one after another, and the model of what must hold."""

    def __init__(self, navtree, flow, head, verbose=False, met=None):
        self.navtree, self.flow, self.head, self.verbose, self.pairs = navtree, flow, head, verbose, met
        self.path, self.version, self.followed = flow.path, 1, {}
        self.folder = tempfile.mkdtemp(prefix="navtree-walk-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.store = os.path.join(self.folder, "s.db")
        self.keys, self.sessions, self.tapes, self.first = {}, {}, [], None
        self.asking = set()  # the forks that ask for the effects of their original
        self.lost_keys = False  # whether a change whose keys another session has was lost on a virtual clock
        self.counts = collections.Counter()
        self.errors = open(os.path.join(self.folder, "stderr"), "wb")
        self.start()
        self.sessions[flow.name] = Session(flow.name, self.save(flow.name))
        self.take_keys(flow.name, self.sessions[flow.name].s)
        self.evaluate(self.sessions[flow.name])
        self.follow()

    def command(self, *arguments):
        done = subprocess.run([self.navtree, *arguments], capture_output=True, timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def serving(self, path, store, tape):
        """The command of a process on a flow and a store, which records as the episode says."""
        arguments = [self.navtree, "serve", path, "--clock", self.head["clock"], "--store", "sqlite:" + store,
                     "--durability", self.head["durability"], "--limit", "transition=1000000000"]
        return arguments + ["--record", tape] if self.head["record"] else arguments

    def start(self):
        tape = os.path.join(self.folder, f"tape{len(self.tapes)}.jsonl")
        self.tapes.append(tape)
        arguments = self.serving(self.path, self.store, tape)
        if self.head.get("refuse"):
            arguments += ["--on-loss", "refuse"]
        self.p = Process(arguments, self.errors)
        self.p.verbose, self.p.tell, self.followed = self.verbose, self.tell, {}
        if not self.first:
            self.first = self.p

    @property
    def is_virtual(self):
        return self.head["clock"] == "virtual"

    def ask(self, method, session, params=None):
        result, error = self.p.ask(method, {**(params or {}), "session": session})
        if self.verbose:
            print(f"    {method} {short(params or {}, 300)} → {short(error or result, 300)}")
        if isinstance(result, dict) and list(result) == ["queued"]:
            return self.outcome(session, method, result["queued"])
        if error and error["data"]["kind"] == "moving":
            expect(error["data"]["pending"] == sum(n for _, n in self.pending()) and session == self.flow.name, "moving", error)
            self.sessions[session].met.add("dropped")
            self.show(self.pending()[-1][0])
            return self.ask(method, session, params)
        return result, error

    def outcome(self, session, method, number):
        """The outcome of a request that waits, once the transitions before it are shown."""
        expect(self.pending() and session == self.flow.name, "queued", method, session)
        self.sessions[session].met.add("queued")
        one = next(one for one in self.followed.values() if one.form == "transitions")
        one.pending, (seq, _) = [], one.pending[-1]
        answer, error = self.p.ask("transition.done", {"session": session, "seq": seq})
        expect(error is None, "shown", error)
        self.p.ask("ping", {})  # behind what it caused
        told = [n["params"] for n in self.notes("request.done", keeps=True)]
        expect([(t["session"], t["queued"], t["method"]) for t in told] == [(session, number, method)], "outcome", told, number)
        expect(one.number not in self.followed or answer["pending"] == sum(n for _, n in one.pending), "shown", answer, one.pending)
        return told[0].get("result"), told[0].get("error")

    def save(self, session, sensitive=True):
        result, error = self.p.ask("snapshot.save", {"session": session, "sensitive": sensitive})
        expect(error is None, "save", error)
        return result

    def notes(self, *methods, keeps=False):
        """Takes the notifications, or those of some methods; the others are forgotten, unless they are kept."""
        taken = [n for n in self.p.notes if n["method"] in methods or not methods]
        self.p.notes = [n for n in self.p.notes if keeps and n not in taken]
        return taken

    # -- what is followed
    def follow(self):
        """Follows the flow's own session, in each form; a list only where there is one."""
        session = self.sessions[self.flow.name]
        for form in [f for f in FORMS if f not in {one.form for one in self.followed.values()}]:
            one = Followed(form, session.s["windows"][0], "/main/people" if self.flow.is_ours else None)
            answer, error = self.ask("subscribe", session.name, one.params)
            if error and form == "list":
                continue
            expect(error is None, "subscribe", form, error)
            one.begin(answer)
            self.followed[one.number] = one

    def tell(self, message):
        told = message["params"]
        one = self.followed.get(told.get("subscription"))
        if not one:
            return
        if message["method"] == "subscription.ended":
            del self.followed[one.number]
            return
        try:
            one.tell(message["method"], told)
        except (KeyError, IndexError, TypeError, ValueError) as fault:
            raise Finding("told", f"{one.params}: {fault!r} of {short(told)} to {short(one.value)}")
        self.sessions[self.flow.name].met.add(one.form)

    def pending(self):
        """The transitions of the flow's own session that no host has shown."""
        return next((list(one.pending) for one in self.followed.values() if one.form == "transitions"), [])

    def show(self, seq):
        """A host has shown the transitions of the changes up to one."""
        one = next(one for one in self.followed.values() if one.form == "transitions")
        one.pending = [p for p in one.pending if p[0] > seq]
        answer, error = self.ask("transition.done", self.flow.name, {"seq": seq})
        expect(error is None and answer["pending"] == sum(n for _, n in one.pending), "shown", answer, error, one.pending)
        self.counts["shown"] += 1

    def do_shown(self, session, step):
        pending = self.pending()
        if pending and session.name == self.flow.name:
            self.show(pending[len(pending) // 2][0])

    def check_followed(self):
        """What was told adds up to what is there."""
        session = self.sessions[self.flow.name]
        for one in list(self.followed.values()):
            found = one.difference(lambda method, params: self.ask(method, session.name, params), session.s)
            expect(found is None or not self.is_virtual, "followed", one.params, *(found or ()))
            self.counts["followed"] += 1
        self.follow()

    # -- rules that hold of each state and each change
    def take_keys(self, name, snapshot):
        """Each effect that is asked for has a key that no other effect ever had."""
        for note in self.notes():
            if note["method"] == "log":
                self.counts["log"] += 1
            if note["method"] != "effect.requested":
                continue
            e = note["params"]
            what = (e["name"], json.dumps(e["input"], sort_keys=True))
            self.counts["effects"] += 1
            if e.get("again"):
                known = self.keys.get(e["key"])
                expect(known in (None, what) or self.lost_keys, "key-again", e, known)
            else:
                # A fork that asks goes on with the effects that were queued, under their keys.
                known = self.keys.get(e["key"])
                is_same = known == what and e["session"] in self.asking
                expect(known is None or is_same or self.lost_keys, "key-twice", e, known)
            self.keys[e["key"]] = what
            entry = next((x for x in snapshot["effects"] if x["effect"] == e["effect"]), None) if e["session"] == name else None
            if entry:
                expect(f'{entry["keyPrefix"]}-{entry["effect"]}' == e["key"], "key-stored", e, entry)

    def check_state(self, s):
        v, flow = View(s, self.flow), self.flow
        for id, row in v.rows.items():
            sorts = [flow.style(row["screen"], slot) for slot in v.inside[id]]
            expect(sorts.count("push") <= 1 and len([x for x in sorts if x in ("sheet", "popover", "cover")]) <= 1, "slots", row)
            if "selected" in row:
                expect(row["selected"] in v.inside[id], "tab-not-made", row)
            for slot, child in v.inside[id].items():
                kind = flow.screens[row["screen"]]
                takes = kind.get("slots", {}).get(slot, {}).get("presents")
                if takes and takes != "any":
                    expect(v.rows[child]["screen"] in takes, "presents", row, v.rows[child])
        expect(list(v.roots) and set(v.roots) == set(s["windows"]), "windows", s["windows"])
        for t in s["timers"]:
            expect(t["remaining"] >= 0 and t["remaining"] <= t["delay"], "remaining", t)
            expect(t.get("of") == "session" or t["screen"] in v.rows, "timer-without-screen", t)
        numbers = {e["effect"] for e in s["effects"]}
        for t in s["timers"]:
            expect("timeout" not in t or t["timeout"] in numbers, "timeout-without-effect", t)
        for e in s["effects"]:
            expect(e.get("of") == "session" or e["screen"] in v.rows, "effect-without-screen", e)
        for w in s["waiting"]:
            expect(w["screen"] in v.rows and w["presenter"] in v.rows, "result-without-screen", w)
            # A moved screen has another holder.
            expect(flow.is_ours or v.rows[w["screen"]]["parent"] == w["presenter"], "result-of-another", w)
        for link in s["links"]:
            if link.get("screens"):
                expect(any(i in v.rows for i in link["screens"]), "link-without-holder", link)
            expect(link["window"] in s["windows"], "link-without-window", link)
        loading = {e["screen"] for e in s["effects"] if e.get("loads")}
        for id, row in v.rows.items():
            if row["screen"] in flow.loaders and not self.flow.is_secret:
                expect((row["state"]["status"] == "loading") == (id in loading), "status", row, s["effects"])
        if flow.is_ours:
            self.check_content(v, s)
        if self.is_virtual and not v.s.get("paused"):
            for name, id in v.roots.items():
                self.counts["active"] += 1

    def check_content(self, v, s):
        """What is shown and what is being loaded was asked for with the present params."""
        def wanted(row):
            p = row["params"]
            return {"people": lambda: {"of": p["of"], "order": p["title"]}, "lazily": lambda: {"of": p["of"], "order": "none"},
                    "person": lambda: {"id": p["id"], "mode": p["mode"]}}[row["screen"]]()
        for id, row in v.rows.items():
            if row["screen"] in ("people", "lazily", "person"):
                want = wanted(row)
                shown = row["state"].get("items") or [row["state"].get("value")]
                for item in shown:
                    if isinstance(item, dict) and "for" in item:
                        expect(item["for"] == want, "content", row)
                for e in s["effects"]:
                    if e.get("loads") and e["screen"] == id:
                        asked = {k: x for k, x in e["input"].items() if k != "cursor"}
                        expect(asked == want, "loading", row, e)

    def check_active(self, session):
        rows, error = self.ask("state.active", session.name)
        v = View(session.s, self.flow)
        for row in rows:
            id = v.descend(v.roots[row["window"]])
            expect(row["id"] == id and row["screen"] == v.rows[id]["screen"], "active", row, v.path(id))

    def evaluate(self, session):
        """Which enforced invariants hold."""
        held = {}
        for name, expression in self.flow.enforced.items():
            text = expression[2:-1] if expression.startswith("${") else expression
            result, error = self.p.ask("state.query", {"session": session.name, "expr": text})
            held[name] = error is None and result is True
        before, session.held = session.held, held
        return before

    @staticmethod
    def has_asked(old, new):
        """Whether a screen that keeps a waiting link out was asked after a change, which is a change of its own."""
        asked = {row["id"]: row["state"].get("asked") for row in old["rows"]}
        return bool(new["links"]) and any(
            asked.get(row["id"]) is not None and row["state"]["asked"] > asked[row["id"]] for row in new["rows"])

    def check_change(self, session, method, params, old, result, error, notes_taken=False):
        """Takes the state after a change, and checks it against the one before."""
        new = self.save(session.name)
        notes = list(self.p.notes)
        self.take_keys(session.name, new)
        before = self.evaluate(session)
        v0 = View(old, self.flow)
        if self.is_virtual:
            moved = new["seq"] - old["seq"]
            if error:
                data = error["data"]
                if data["kind"] == "dismissRefused" and "seq" in data:
                    expect(new["seq"] == data["seq"] and moved == 1, "refused-seq", error, new["seq"])
                    v = View(new, self.flow)
                    expect(any(v.path(v.descend(i)) == data["active"] for i in v.roots.values()), "refused-active", error)
                elif method in ("effect.done", "effect.next", "effect.fail") and "seq" in data:
                    expect(new["seq"] == data["seq"] and moved in (1, 2), "failed-answer", error, new["seq"])
                    expect(all(e["effect"] != params["effect"] for e in new["effects"]), "failed-answer", error, new["effects"])
                elif method != "batch" or params.get("atomic", True):
                    expect(old == new, "failed-change", method, params, error, differs(old, new) or "another part")
            else:
                asking = self.has_asked(old, new)
                if isinstance(result, dict) and "seq" in result:
                    expect(new["seq"] - result["seq"] in (0, asking), "seq", result, new["seq"])
                if method == "dispatch" and isinstance(result, dict):
                    takers = [x["screen"] for i, x in v0.rows.items() if v0.path(i) == result.get("handledBy")]
                    actions = self.flow.screens[takers[0]].get("actions", {}) if takers else {}
                    taken = actions.get(params["action"]["type"], {})
                    expect(taken.get("private") is not True, "private-action", params, result)
                expect(moved in (0, 1, 1 + asking), "seq", moved, method, params)
                if moved == 0:
                    expect(old == new, "unnumbered-change", method, params, differs(old, new) or "another part")
            if not (error and moved == 0):
                broken = [n for n in before if before[n] and not session.held[n]]
                expect(not broken, "invariant", broken, method, params, new["shared"])
            if not error and moved:
                self.check_moves(session, method, params, v0, View(new, self.flow), notes)
            self.note_timers(session, old, new, {})
        self.check_state(new)
        session.keep(new, self.flow)
        return new

    def check_moves(self, session, method, params, v0, v, notes):
        """Effects, timers, results and kept states of one change that succeeded."""
        old, new = v0.s, v.s
        asked = {n["params"]["effect"] for n in notes if n["method"] == "effect.requested" and n["params"]["session"] == session.name}
        ended = {n["params"]["effect"] for n in notes if n["method"] == "effect.cancelled" and n["params"]["session"] == session.name}
        was = {e["effect"]: e for e in old["effects"]}
        now = {e["effect"]: e for e in new["effects"]}
        answered = params.get("effect") if method in ("effect.done", "effect.fail") else None
        for number, e in was.items():
            if number not in now and number != answered and not e.get("isQueued") and not e.get("isHeld"):
                expect(number in ended, "cancelled-untold", e, method, params)
        for number, e in now.items():
            if e.get("isQueued") or e.get("isHeld"):
                expect(number not in asked, "asked-though-waiting", e)
            elif number not in was or was[number].get("isQueued"):
                expect(number in asked, "asked-untold", e, method, params)
        for number in ended:
            expect(number not in now, "cancelled-in-flight", number)
        if method in NAVIGATION and "restored" not in method:
            if not any("lifecycle" in s for s in self.flow.screens.values()) or self.flow.is_ours:
                for number, e in was.items():
                    expect(e.get("of") != "session" or number in now, "session-effect-lost", e, method, params)
                left = {t["number"] for t in new["timers"]}
                for t in old["timers"]:
                    expect(t.get("of") != "session" or t["number"] in left, "session-timer-lost", t, method, params)
        failed = [n["params"] for n in notes if n["method"] == "link.failed" and n["params"]["session"] == session.name]
        closed = [k for k in old["links"] if k["window"] not in new["windows"]]
        expect(len(failed) >= len(closed), "link-untold", closed, failed)
        if new["links"] and self.counts["change"] % 3 == 0:
            self.check_waiting(session)
        self.check_delivery(method, params, v0, v)
        self.check_kept(method, v0, v)

    def check_waiting(self, session):
        """What waits has a condition that doesn't hold, or a screen in its way that can't be dismissed, and says which."""
        view = View(session.s, self.flow)
        dirty = {f"draft at {view.path(i)} refuses to be dismissed" for i, row in view.rows.items()
                 if row["screen"] == "draft" and row["state"]["text"]}
        whens = {k["url"]: k.get("when") for k in self.flow.links}
        for link in self.ask("link.list", session.name)[0]:
            when = whens.get(link["link"])
            expect(link["why"] and when is not None, "link-why", link)
            holds, error = self.p.ask("state.query", {"session": session.name, "expr": when, "sensitive": True})
            expect(error is not None or holds is (link["why"] in dirty), "link-waits-in-vain", link, holds)
            self.counts["waiting links"] += 1

    def changed(self, v0, v):
        return {i for i in v0.rows if i in v.rows and v0.rows[i] != v.rows[i]}

    def check_delivery(self, method, params, v0, v):
        """Answers and results reach the screen that asked, and no other."""
        if not self.flow.is_ours:
            return
        loading = {i for i in v.rows if v.rows[i]["screen"] in self.flow.loaders}
        tabs = {i for i in v.rows if "selected" in v.rows[i] or "focus" in v.rows[i]}
        if method in ("effect.done", "effect.next", "effect.fail"):
            e = next((e for e in v0.s["effects"] if e["effect"] == params["effect"]), None)
            if e and e.get("of") != "session" and e["name"] != "login":
                expect(self.changed(v0, v) <= {e["screen"]}, "answer-elsewhere", e, sorted(self.changed(v0, v)))
        if method == "dismiss" and "result" in params:
            at = params.get("at")
            id = self.resolve(v0, params)
            waits = next((w for w in v0.s["waiting"] if w["screen"] == id), None)
            others = self.changed(v0, v) - loading - tabs - ({waits["presenter"]} if waits else set())
            expect(not others, "result-elsewhere", params, sorted(others))
            if waits and waits.get("then") == "answered" and waits["presenter"] in v.rows:
                row0, row = v0.rows[waits["presenter"]], v.rows[waits["presenter"]]
                if row["screen"] == "page" and params["result"] != "no":
                    got = row0["state"]["got"] + ([] if row0["state"]["deaf"] else [params["result"]])
                    expect(row["state"]["got"] == got, "result", row0, row, params)

    def resolve(self, v, params):
        at = params.get("at")
        if not at:
            window = params.get("window", v.s["windows"][0])
            return v.descend(v.roots[window]) if window in v.roots else None
        if "#" in at:
            return int(at.rpartition("#")[2])
        return next((i for i in v.rows if v.path(i) == at), None)

    def check_kept(self, method, v0, v):
        """A kept state is that of the removed screen; a screen of that identity starts with it."""
        if not self.flow.is_ours or method not in NAVIGATION:
            return
        def identity(row):
            return {"people": lambda: row["params"]["of"], "page": lambda: row["params"]["text"]}[row["screen"]]()
        for id, row in v0.rows.items():
            if id not in v.rows and row["screen"] == "page":
                same = [r for r in v0.rows.values() if r["id"] not in v.rows and r["screen"] == "page" and identity(r) == identity(row)]
                back = [r for r in v.rows.values() if r["id"] not in v0.rows and r["screen"] == "page" and identity(r) == identity(row)]
                if len(same) == 1 and not back and not any(w["presenter"] == id for w in v0.s["waiting"]):
                    found = [k for k in v.s["kept"] if k["screen"] == "page" and k["identity"] == identity(row)]
                    expect(len(found) == 1 and found[0]["state"] == row["state"], "kept", row, found)
        for id, row in v.rows.items():
            if id not in v0.rows and row["screen"] == "page" and method in ("push", "present") :
                found = [k for k in v0.s["kept"] if k["screen"] == "page" and k["identity"] == identity(row)]
                gone = [i for i in v0.rows if i not in v.rows]
                if found and not gone:
                    expect(row["state"] == found[0]["state"], "kept-again", row, found)

    # -- time
    def note_timers(self, session, old, new, fired):
        """Timers that left, with the time that they get should they come back."""
        left = {t["number"] for t in new["timers"]}
        for t in old["timers"]:
            if t["number"] not in left:
                session.gone[t["number"]] = fired.get(t["number"], t["remaining"])
        if new["seq"] > old["seq"]:
            # No redo leads to where one of these fired.
            for n in left | {t["number"] for t in old["timers"]} - set(fired):
                session.fired.pop(n, None)

    def check_return(self, session, old, new, forward):
        """Undo, redo and goto: what was there all the while is left alone, and what comes back has its time back."""
        was = {t["number"]: t for t in old["timers"]}
        for t in new["timers"]:
            n = t["number"]
            if t.get("idle") == "session":
                expect(t["remaining"] == t["delay"], "idle-travel", t)
            elif n in was:
                expect(t["remaining"] == was[n]["remaining"], "timer-moved", was[n], t)
            elif n in session.gone and session.gone[n] is not None:
                expect(t["remaining"] == session.gone[n], "timer-returned", t, session.gone[n])
                self.counts["returned"] += 1
        left = {t["number"] for t in new["timers"]}
        for n, t in was.items():
            if n not in left:
                # One that a redone change lets fire has its whole delay again.
                session.gone[n] = session.fired[n] if forward and n in session.fired else t["remaining"]

    def travel(self, session, method, params):
        old = session.s
        listed, _ = self.ask("history.list", session.name)
        result, error = self.ask(method, session.name, params)
        new = self.save(session.name)
        self.take_keys(session.name, new)
        before = self.evaluate(session)
        if error:
            expect(error["data"]["kind"] in ("nothingToUndo", "nothingToRedo", "unknownSeq", "invariantBroken"), "history", error)
            expect(not self.is_virtual or old == new, "failed-travel", error, differs(old, new) or "another part")
            session.keep(new, self.flow)
            return None
        session.met.add("undo")
        if self.is_virtual:
            expect(not [n for n in before if before[n] and not session.held[n]], "invariant-travel", before, session.held)
            order = [h["seq"] for h in listed]
            here = [h["seq"] for h in listed if not h.get("undone")][-1]
            there = result["sameAs"]
            expect(there in order, "sameAs", result, order)
            self.check_return(session, old, new, order.index(there) > order.index(here))
            known = session.states.get(there)
            if known:
                found = differs(parts(known), parts(new))
                expect(not found, "travel", method, params, found)
                known, found = ({e["effect"] for e in x["effects"]} for x in (known, new))
                expect(known == found, "travel-effects", method, sorted(known), sorted(found))
                known, found = (set(bare(x["timers"])) - session.spent for x in (session.states[there], new))
                expect(known == found, "travel-timers", sorted(known), sorted(found), new["timers"])
                self.counts["travels"] += 1
        self.check_state(new)
        session.keep(new, self.flow)
        return new

    # -- the steps
    def run(self, step):
        self.counts[step["do"]] += 1
        if step["session"] not in self.sessions:
            return
        session = self.sessions[step["session"]]
        if self.verbose:
            print(short(step, 2000))
        if not self.is_virtual:
            session.keep(self.save(session.name), self.flow)
            self.take_keys(session.name, session.s)
        session.met = set()
        held = pairs.conditions(session.s, self.flow)
        pending = self.pending()
        if len(pending) > 6:
            self.show(pending[3][0])
        getattr(self, "do_" + step["do"])(session, step)
        self.counts["run"] += 1
        if self.counts["run"] % 4 == 0 or step["do"] in ("history", "undoRedo", "replace", "window"):
            self.check_followed()
        met, session = session.met, self.sessions.get(session.name, session)
        if self.pairs:
            if pending != self.pending() and session.name == self.flow.name:
                session.met.add("moving")
            there = {n for c in (held, pairs.conditions(session.s, self.flow)) for n in c if c[n]}
            if session.name == self.flow.name:
                there |= {one.form for one in self.followed.values()} | ({"moving"} if pending or self.pending() else set())
            self.pairs.note(session.name, met | session.met, there)

    def change(self, session, method, params):
        old = session.s
        params = self.filled(session, method, params)
        result, error = self.ask(method, session.name, params)
        if error and method == "dispatch" and "at" in params and "window" in params:
            self.check_window(session, params, error)
        new = self.check_change(session, method, params, old, result, error)
        if error and error["data"]["kind"] == "dismissRefused":
            session.met.add("refused")
        if not error and method in ("batch", "broadcast"):
            session.met.add(method)
        if not error and params.get("action", {}).get("type") == "tellAll":
            session.met.add("told")
        if not error and method == "move":
            self.check_move(View(old, self.flow), View(new, self.flow), params, result)
            session.met.add("moved")
        if not error and method == "dispatch" and self.flow.is_ours:
            if params["action"]["type"] in ("part", "join", "eqOpen"):
                session.met.add("parted")
            if [r["params"] for r in old["rows"] if r["screen"] == "desk"] != [r["params"] for r in new["rows"] if r["screen"] == "desk"]:
                session.met.add("collapsed")
        if not error and method == "effect.next":
            session.met.add("stream")
        if not error:
            self.check_answer(session, method, params, View(old, self.flow), View(new, self.flow), result)
        return result, error

    def filled(self, session, method, params):
        """An answer says what it was asked for, which a shortened run may have changed."""
        if method != "effect.done" or "INPUT" not in json.dumps(params):
            return params
        e = next((e for e in session.s["effects"] if e["effect"] == params["effect"]), None)
        asked = json.dumps({k: v for k, v in e["input"].items() if k != "cursor"} if e else None)
        return json.loads(json.dumps(params).replace('"INPUT"', asked))

    def check_window(self, session, params, error):
        v = View(session.s, self.flow)
        id = self.resolve(v, params)
        if params["window"] not in v.s["windows"]:
            expect(error["data"]["kind"] == "unknownWindow", "window", params, error)
        elif id in v.rows and v.window(id) != params["window"]:
            expect(error["data"]["kind"] == "invalidParams", "window", params, error)

    def check_answer(self, session, method, params, v0, v, result):
        if "at" in params and "window" in params:
            id = self.resolve(v0, params)
            expect(params["window"] in v0.s["windows"] and v0.window(id) == params["window"], "window-accepted", method, params)
        if method == "dispatch" and params.get("bubbles") is False:
            id = self.resolve(v0, params)
            expect(result["handledBy"] in (v0.path(id), f"#{id}"), "bubbled", params, result)
        if method == "present" and "onDuplicate" not in params:
            self.check_occupied(params, v0, v, result)
        if self.is_virtual and method in ("dispatch",) + NAVIGATION[:14] and isinstance(result, dict) and "active" in result:
            actives = {v.path(v.descend(i)) for i in v.roots.values()}
            expect(result["active"] in actives, "answered-active", method, params, result, sorted(actives))

    def check_move(self, v0, v, params, result):
        """A moved screen stands at its place with all it held, and nothing else of it has changed."""
        id = self.resolve(v0, params)
        to = self.resolve(v0, {"at": params["to"]})
        if "id" not in result:
            expect(params.get("ifOccupied") == "ignore", "move-undone", params, result)
            return expect(parts(v0.s) == parts(v.s), "move-ignored", params)
        expect(v.rows[id]["parent"] == to and ("in" not in params or v.rows[id]["slot"] == params["in"]), "moved", params, v.rows[id])
        def below(view, id):
            row = {k: x for k, x in view.rows[id].items() if k not in ("parent", "slot", "window")}
            return [row, {slot: below(view, child) for slot, child in view.inside[id].items()}]
        # Loaders may begin as they appear, and draft pages hear of it; `to` itself can't lie below.
        expect(json.dumps(below(v0, id)) == json.dumps(below(v, id)), "moved-changed", params, below(v0, id), below(v, id))
        kept = {w["screen"] for w in v0.s["waiting"] if w["screen"] == id and w["presenter"] in v.rows}
        expect(kept <= {w["screen"] for w in v.s["waiting"]}, "moved-result", params)
        self.counts["moved"] += 1

    def check_occupied(self, params, v0, v, result):
        """`present` into a slot that isn't free does what `ifOccupied` says."""
        id, row = self.resolve(v0, params), None
        if id not in v0.rows:
            return
        row = v0.rows[id]["screen"]
        slots = self.flow.screens[row].get("slots", {})
        fitting = [n for n, s in slots.items() if s["presents"] == "any" or params["screen"] in s["presents"]]
        slot = params.get("in") or (fitting[0] if len(fitting) == 1 else None)
        if slot not in slots:
            return
        sort = "push" if slots[slot].get("style", "push") == "push" else "modal"
        occupant = v0.held(id, sort)
        mode = params.get("ifOccupied", "replace" if params.get("replace") else "fail")
        if occupant is None:
            return
        expect(mode != "fail", "occupied", params, v0.rows[occupant])
        if mode == "ignore":
            expect("id" not in result and (not self.is_virtual or parts(v0.s) == parts(v.s)), "occupied-ignored", params, result)
        else:
            expect(occupant not in v.rows, "occupied-replaced", params, v0.rows[occupant])
        self.counts["occupied"] += 1

    def do_change(self, session, step):
        self.change(session, step["method"], step["params"])
        if self.counts["change"] % 7 == 0:
            self.check_active(session)

    def do_undoRedo(self, session, step):
        before = session.s
        result, error = self.change(session, step["method"], step["params"])
        after = session.s
        if after["seq"] != before["seq"] + 1:
            return
        if step.get("by"):
            self.do_advance(session, {"by": step["by"]})
            if session.s["seq"] != after["seq"]:
                return
        for method, want, kind in (("history.undo", before, "undo"), ("history.redo", after, "redo")):
            new = self.travel(session, method, {"count": 1})
            if new is None:
                return
            found = differs(parts(want), parts(new))
            expect(not found, kind, step, found)
            same = {e["effect"]: e for e in want["effects"]}
            there = {e["effect"]: e for e in new["effects"]}
            expect(set(same) == set(there), kind + "-effects", step, sorted(same), sorted(there))
            for n in same:
                a, b = ({k: x for k, x in e.items() if k not in ("asked",)} for e in (same[n], there[n]))
                expect(a == b or method == "history.redo" or e_moved(a, b), kind + "-effect", step, a, b)
            known, found = ({n: t for n, t in bare(x["timers"]).items() if n not in session.spent} for x in (want, new))
            expect(known == found, kind + "-timers", step, known, found)

    def do_history(self, session, step):
        self.travel(session, step["method"], step["params"])

    def do_everything(self, session, step):
        """Undo of everything gives the beginning, and going back the present."""
        here = session.s
        listed, _ = self.ask("history.list", session.name)
        now = [h["seq"] for h in listed if not h.get("undone")][-1]
        if self.travel(session, "history.goto", {"seq": listed[0]["seq"]}) is None:
            return
        if self.travel(session, "history.goto", {"seq": now}) is None:
            return
        found = differs(parts(here), parts(session.s))
        expect(not found, "there-and-back", found)

    def do_advance(self, session, step):
        old = session.s
        result, error = self.ask("clock.advance", session.name, {"by": step["by"]})
        new = self.save(session.name)
        self.take_keys(session.name, new)
        self.evaluate(session)
        expect(error is None, "advance", error)
        expect(new["now"] == old["now"] + step["by"] or result.get("isCut"), "now", old["now"], step, new["now"])
        due = {t["number"]: t for t in old["timers"] if t["remaining"] <= step["by"]}
        expect(result["fired"] >= min(1, len(due)) and (due or not result["fired"]), "fired", result, due)
        left = {t["number"]: t for t in new["timers"]}
        elapsed = new["now"] - old["now"]
        for n in due:
            expect(n not in left or result.get("isCut"), "overdue", due[n])
        for t in old["timers"]:
            if t["number"] in left and t["number"] not in due:
                expect(left[t["number"]]["remaining"] == t["remaining"] - elapsed, "elapsed", t, left[t["number"]])
        if result["fired"] == 0:
            expect(not differs(parts(old), parts(new)), "idle", differs(parts(old), parts(new)))
        fired = {}
        for t in old["timers"]:
            if t["number"] not in left:
                alone = result["fired"] == 1 and len(due) == 1 and t["number"] in due and not result["failed"]
                # What else one of several changes, and how much time was left then, isn't known.
                fired[t["number"]] = session.fired[t["number"]] = t["delay"] if alone else None
                if result["failed"]:
                    session.spent.add(t["number"])
                if alone:
                    self.check_fired(t, View(old, self.flow), View(new, self.flow))
        self.note_timers(session, old, new, fired)
        self.check_state(new)
        if new["seq"] > old["seq"] + 1:
            # What was between isn't known.
            for seq in range(old["seq"] + 1, new["seq"]):
                session.states.pop(seq, None)
        session.keep(new, self.flow)

    def check_fired(self, timer, v0, v):
        if self.flow.is_ours and timer.get("send", {}).get("action") in ("tick", "again"):
            expect(self.changed(v0, v) <= {timer["screen"]}, "timer-elsewhere", timer, sorted(self.changed(v0, v)))
            row0, row = v0.rows[timer["screen"]], v.rows[timer["screen"]]
            more = 0 if row0["state"]["deaf"] and timer["send"]["action"] == "tick" else 1
            expect(row["state"]["ticks"] == row0["state"]["ticks"] + more, "timer", timer, row0, row)
            self.counts["ticks"] += 1

    def fork(self, session, name, **params):
        session.met.add("fork")
        return self.ask("session.fork", session.name, {"as": name, **params})

    def equals_fork(self, original, copy, mode, what):
        found = differs(parts(original), parts(copy))
        expect(not found, "fork", what, found)
        same = {e["effect"]: e for e in original["effects"]}
        there = {e["effect"]: e for e in copy["effects"]}
        expect(set(same) == set(there), "fork-effects", what, sorted(same), sorted(there))
        for n, e in there.items():
            expect(mode == "ask" or e.get("isQueued") or e.get("isHeld"), "fork-asks", e)
            expect(e["keyPrefix"] == same[n]["keyPrefix"], "fork-key", e, same[n])

    def do_fork(self, session, step):
        name = step["as"]
        if name in self.sessions:
            return
        params = {k: step[k] for k in ("seq", "effects", "store") if k in step}
        result, error = self.fork(session, name, **params)
        if error:
            expect(error["data"]["kind"] in ("unknownSeq", "nameTaken"), "fork-refused", error)
            return
        if step.get("effects") == "ask":
            self.asking.add(name)
        copy = self.save(name)
        requested = [n["params"] for n in self.p.notes if n["method"] == "effect.requested" and n["params"]["session"] == name]
        self.take_keys(name, copy)
        if step.get("effects") != "ask":
            expect(not requested, "fork-requests", requested)
        else:
            # One that was held goes on being held.
            expect(all(e.get("again") for e in requested), "fork-anew", requested)
        original = session.states.get(step["seq"]) if "seq" in step else session.s
        if original and (self.is_virtual or not original["timers"]):
            self.equals_fork(original, copy, step.get("effects"), step)
            self.check_fork_time(session, original, copy, step)
        if "seq" not in step:
            lists = [self.ask("history.list", n)[0] for n in (session.name, name)]
            expect(lists[0] == lists[1] or not self.is_virtual, "fork-history", *lists)
        now = self.save(session.name)
        expect(now == session.s or not self.is_virtual, "fork-changed", differs(session.s, now) or "another part")
        made = Session(name, copy)
        made.is_stored, made.spent, made.fired = bool(step.get("store")), set(session.spent), dict(session.fired)
        self.sessions[name] = made
        self.evaluate(made)
        self.check_state(copy)

    def check_fork_time(self, session, original, copy, step):
        """A fork with `seq` gives time back as undo does; what is held has no timeout."""
        held = {e["effect"] for e in copy["effects"] if e.get("isHeld")}
        there = {t["number"]: t for t in session.s["timers"]}
        wanted = {t["number"] for t in original["timers"] if t.get("timeout") not in held} - session.spent
        # Of several that went together it isn't known which failed.
        expect(wanted == {t["number"] for t in copy["timers"]} - session.spent, "fork-timers", step, sorted(wanted), copy["timers"])
        for t in copy["timers"]:
            n = t["number"]
            left = there[n]["remaining"] if n in there else session.gone.get(n)
            expect(left is None or not self.is_virtual or t["remaining"] == left, "fork-time", t, left)

    def do_delete(self, session, step):
        if session.name == self.flow.name:
            return
        result, error = self.ask("session.delete", session.name)
        expect(error is None, "delete", error)
        del self.sessions[session.name]

    def do_twin(self, session, step):
        """What happens in a fork is what happens in the original."""
        if "twin" in self.sessions or self.fork(session, "twin")[1]:
            return
        twin = Session("twin", self.save("twin"))
        for method, params in step["changes"]:
            outcomes = []
            params = self.filled(session, method, params)
            for one in (session, twin):
                result, error = self.ask(method, one.name, params)
                outcomes.append(error["data"]["kind"] if error else None)
            mine, other = self.save(session.name), self.save("twin")
            self.take_keys(session.name, mine)
            expect(outcomes[0] == outcomes[1], "twin", method, params, outcomes)
            found = differs(parts(mine), parts(other)) or differs(*({"timers": [t for t in s["timers"] if "timeout" not in t]} for s in (mine, other)))
            expect(not found, "twin", method, params, found)
            self.note_timers(session, session.s, mine, {})
            session.keep(mine, self.flow)
            self.evaluate(session)
        undone = [self.ask("history.undo", n, {"count": len(step["changes"]) or 1}) for n in (session.name, "twin")]
        mine, other = self.save(session.name), self.save("twin")
        self.take_keys(session.name, mine)
        if not undone[0][1] and not undone[1][1]:
            expect(undone[0][0] == undone[1][0], "twin-undo", undone)
            found = differs(parts(mine), parts(other))
            expect(not found, "twin-undo", step, found)
            self.check_return(session, session.s, mine, False)
        session.keep(mine, self.flow)
        self.evaluate(session)
        self.ask("session.delete", "twin")

    def do_unlinked(self, session, step):
        """A waiting link stops no change."""
        outcomes = []
        params = self.filled(session, step["method"], step["params"])
        for name in ("linked", "unlinked"):
            if self.fork(session, name)[1]:
                return
            if name == "unlinked":
                self.ask("link.drop", name)
            result, error = self.ask(step["method"], name, params)
            outcomes.append(error["data"]["kind"] if error else None)
        for name in ("linked", "unlinked"):
            self.save(name)
            self.ask("session.delete", name)
        self.take_keys(session.name, session.s)
        expect(outcomes[0] == outcomes[1], "link-stops", step, outcomes)

    def do_explain(self, session, step):
        told, _ = self.ask("explain", session.name, step["params"])
        same = self.save(session.name)
        if self.is_virtual:
            expect(same == session.s, "explain-changes", step, differs(session.s, same) or "another part")
        result, error = self.change(session, "dispatch", step["params"])
        if told is None or not self.is_virtual:
            return
        if error:
            expect(told.get("error") == error, "explain-error", step, told.get("error"), error)
        else:
            expect("error" not in told and told.get("active") == result["active"] and told.get("handledBy") == result["handledBy"], "explain", step, told, result)

    def do_restore(self, session, step):
        """A saved session, restored and saved again, is equal."""
        if self.flow.has_restored or "copy" in self.sessions:
            return
        # What rests is requested at once.
        if any(e.get("isResting") and not e.get("isHeld") for e in session.s["effects"]):
            return
        result, error = self.p.ask("snapshot.restore", {"snapshot": session.s, "session": "copy"})
        expect(error is None, "restore", error)
        lost = [r for r in result["report"] if r["fate"] != "kept"]
        expect(not lost, "restore-report", lost)
        copy = self.save("copy")
        self.take_keys("copy", copy)
        names = TREE + ("timers", "next")
        found = differs(parts(session.s, names), parts(copy, names))
        expect(not found, "restore", found)
        a, b = ([{k: v for k, v in e.items() if k != "keyPrefix"} for e in s["effects"]] for s in (session.s, copy))
        expect(a == b, "restore-effects", a, b)
        same = self.save(session.name)
        expect(same == session.s, "restore-changed", differs(session.s, same) or "another part")
        self.ask("session.delete", "copy")

    def do_replace(self, session, step):
        """A snapshot in place of its own session: what was there then is there again, and the seq goes on."""
        if self.flow.has_restored or any(e.get("isResting") and not e.get("isHeld") for e in session.s["effects"]):
            return
        then = session.s
        for method, params in step["changes"]:
            self.change(session, method, params)
        before = session.s
        result, error = self.ask("snapshot.restore", session.name, {"snapshot": then, "replace": True, "ifSeq": before["seq"]})
        expect(error is None, "replace", error)
        new = self.save(session.name)
        again = {n["params"]["effect"] for n in self.p.notes if n["method"] == "effect.requested" and n["params"]["session"] == session.name}
        over = {n["params"]["effect"] for n in self.p.notes if n["method"] == "effect.cancelled" and n["params"]["session"] == session.name}
        self.take_keys(session.name, new)
        found = differs(parts(then), parts(new))
        expect(not found, "replace", found)
        expect(new["seq"] == result["seq"] == before["seq"] + 1, "replace-seq", before["seq"], result["seq"], new["seq"])
        for part in ("screen", "timer", "effect"):
            expect(new["next"][part] >= before["next"][part], "replace-numbers", before["next"], new["next"])
        wanted, there = ({t["number"] for t in s["timers"] if "timeout" not in t} for s in (then, new))
        expect(wanted == there, "replace-timers", sorted(wanted), sorted(there))
        asked = {e["effect"] for e in then["effects"] if not e.get("isQueued") and not e.get("isHeld")}
        expect({e["effect"] for e in new["effects"]} == {e["effect"] for e in then["effects"]}, "replace-effects", then["effects"], new["effects"])
        expect(again == asked, "replace-asks", sorted(asked), sorted(again))
        lost = {e["effect"] for e in before["effects"] if not e.get("isQueued") and not e.get("isHeld")}
        expect(over == lost, "replace-cancels", sorted(lost), sorted(over))
        listed, _ = self.ask("history.list", session.name)
        expect([h["seq"] for h in listed] == [new["seq"]], "replace-history", listed)
        self.check_state(new)
        met = session.met | pairs.turned(before, new, self.flow) | {"replaced"}
        made = Session(session.name, new)
        made.is_stored, made.met = session.is_stored, met
        self.sessions[session.name] = made
        self.evaluate(made)

    def do_window(self, session, step):
        """A window is closed, and another one of its name opened."""
        if step["window"] not in session.s["windows"]:
            self.change(session, "window.open", {k: step[k] for k in ("window", "screen", "params")})
        _, error = self.change(session, "window.close", {"window": step["window"], "force": True})
        if error:
            return
        _, error = self.change(session, "window.open", {k: step[k] for k in ("window", "screen", "params")})
        if not error:
            session.met.add("reopened")

    def do_export(self, session, step):
        if not self.head["record"]:
            return
        result, error = self.ask("recording.export", session.name, {"sensitive": True})
        expect(error is None, "export", error)
        outcome, error = self.p.ask("recording.replay", {"lines": result["lines"], "secrets": result.get("secrets", [])})
        expect(error is None and outcome["equal"], "export-replay", error or outcome, result["lines"][-3:])

    def do_pause(self, session, step):
        """While a real clock is paused, nothing changes; afterwards each timer has the time that it had."""
        self.ask("clock.pause", session.name)
        before = self.save(session.name)
        time.sleep(0.03)
        after = self.save(session.name)
        expect(before == after, "paused", differs(before, after) or "another part")
        self.ask("clock.resume", session.name)
        resumed = self.save(session.name)
        self.take_keys(session.name, resumed)
        if resumed["seq"] == before["seq"]:
            left = {t["number"]: t["remaining"] for t in resumed["timers"]}
            for t in before["timers"]:
                expect(t["number"] in left, "resumed", t)
                expect(t["remaining"] - 2000 <= left[t["number"]] <= t["remaining"], "resumed", t, left[t["number"]])
        session.keep(resumed, self.flow)

    def do_file(self, session, step):
        """Keys are compared by their bytes."""
        old = session.s["shared"]["sizes"]
        result, error = self.change(session, "dispatch", {"at": "/" + session.s["windows"][0], "action": {"type": "size", "file": step["file"], "size": step["size"]}})
        if not error:
            sizes = session.s["shared"]["sizes"]
            expect(sizes == {**old, step["file"]: step["size"]} and len(sizes) == len({**old, step["file"]: 0}), "keys", old, step, sizes)

    def do_steps(self, session, step):
        """A rule's steps do what the requests do one after another, each from where the one before led."""
        v = View(session.s, self.flow)
        if v.rows.get(step["screen"], {}).get("screen") != "page":
            return
        if self.fork(session, "byRule")[1] or self.fork(session, "byHand")[1]:
            return
        _, error = self.ask("dispatch", "byRule", {"at": f"#{step['screen']}", "bubbles": False, "action": {"type": step["action"]}})
        failed = self.by_hand(step["action"], step["screen"])
        mine, other = self.save("byRule"), self.save("byHand")
        self.take_keys(session.name, session.s)
        if not (error and error["data"]["kind"] in ("limitExceeded",)):
            expect(bool(error) == bool(failed), "steps-outcome", step, error, failed)
            if not error:
                expect(shape(mine) == shape(other), "steps", step, shape(mine), shape(other))
                self.counts["steps-equal"] += 1
        for name in ("byRule", "byHand"):
            self.ask("session.delete", name)

    def by_hand(self, action, page):
        """The requests that an action of steps stands for; the error of the first that fails."""
        def view():
            return View(self.save("byHand"), self.flow)
        def call(method, at, **params):
            return self.ask(method, "byHand", {"at": f"#{at}", **params})[1]
        def to_page(text):
            return {"screen": "page", "params": {"text": text}}
        def stay(v0, v, id):
            while id not in v.rows:
                id = v0.rows[id]["parent"]
                if id is None:
                    return None
            return id
        v0 = view()
        if action in ("eqCross", "eqCrossOver", "eqFocus", "eqRoot"):
            start, tab = page, "desk"
            if action == "eqRoot":
                tab = "notes"
                error = call("popToRoot", page)
                # In a rule there may be nothing to remove.
                if error and error["data"]["kind"] != "nothingToPop":
                    return error
                start = stay(v0, view(), page)
            tabs = view().up(start, "tabs", tab)
            error = call("select", start, tab=tab)
            if error:
                return error
            v = view()
            active = v.descend(v.inside[tabs][tab])
            if action == "eqFocus":
                split = v.up(active, "panes", "left")
                error = call("focus", active, pane="left")
                if error:
                    return error
                v = view()
                active = v.descend(v.inside[split]["left"])
            if action == "eqCrossOver":
                return call("present", active, **{"in": "over"}, **to_page("over"))
            return call("push", active, **to_page({"eqCross": "bottom", "eqFocus": "looked", "eqRoot": "deep"}[action]))
        if action == "eqLink":
            result, error = self.ask("link.open", "byHand", {"at": f"#{page}", "url": "/ask/linked"})
            if error:
                return error
            v = view()
            app = v.roots["main"]
            question = v.descend(v.inside[app]["notes"])
            holder = v.rows[question]["parent"]
            return call("dismiss", question, force=True) or call("present", holder, **{"in": "cover"}, **to_page("opened"))
        if action == "eqReset":
            place = v0.place(page)
            error = call("reset", page, tree=[{"page": {"text": "new"}}, {"page": {"text": "newer"}}], force=True)
            if error:
                return error
            v = view()
            return call("present", v.descend(v.at(place)), **{"in": "over"}, **to_page("newest"))
        if action == "eqMove":
            return call("move", page, to="/main/desk", replace=True, **{"in": "right"}) or call("push", page, **to_page("moved"))
        if action == "eqOpen":
            result, error = self.ask("window.open", "byHand", {"window": "loose", **to_page("loose")})
            return error or call("push", result["id"], **to_page("deep"))
        if action == "eqDeep":
            return call("push", page, **to_page("a")) or call("push", page, **to_page("b"))
        if action == "eqLeave":
            parent = v0.rows[page]["parent"]
            return call("dismiss", page) or call("setParams", parent, params={"text": "left"})
        if action == "eqActive":
            active = v0.descend(v0.roots[v0.window(page)])
            return call("present", active, **{"in": "over"}, **to_page("top"))
        if action == "eqBack":
            result, error = self.ask("back", "byHand", {"at": f"#{page}"})
            if error:
                return error
            v = view()
            start = page
            if result["handled"]:
                start = next(i for i in v.rows if v.path(i) == result["active"])
            return call("push", start, **to_page("back"))

    # -- the end of a process
    def do_restart(self, session, step):
        if step["how"] == "close":
            return self.reopen(session)
        session.met |= {n for n in ("killed",) if step["how"] == "SIGKILL"} | {n for n in ("migrated",) if step.get("migrate")}
        met = session.met
        plain = {n: self.save(n, sensitive=False) for n in self.sessions}
        saved = time.time()
        answered = {n: s["seq"] for n, s in plain.items()}
        is_burst = "burst" in step
        if is_burst:
            numbers = [self.p.send(method, {**self.filled(session, method, params), "session": session.name})
                       for method, params in step["burst"]]
            for number in numbers[:step["answers"]]:
                result, error = self.p.read(number)
                if isinstance(result, dict) and "seq" in result:
                    answered[session.name] = max(answered[session.name], result["seq"])
        is_sure = step["how"] != "SIGKILL" or self.head["durability"] == "commit"
        ended = time.time()
        status = self.p.finish(step["how"])
        expect(status == {"eof": 0, "SIGTERM": 143, "SIGHUP": 129, "SIGINT": 130, "SIGKILL": -9}[step["how"]], "exit", step, status)
        if not is_burst and is_sure:
            self.check_tape()
        stored = self.check_store(plain, step, is_sure and not is_burst and self.is_virtual, is_sure, answered)
        if step.get("sleep"):
            time.sleep(step["sleep"])
        for name in [n for n in self.sessions if n not in stored]:
            expect(name != self.flow.name or not is_sure, "lost", name)
            del self.sessions[name]
        if step.get("migrate"):
            self.migrate()
        for name in stored:
            self.migrated(stored[name])
        began = time.time()
        self.start()
        if self.is_virtual:
            # A virtual clock counts the openings in the process, so that the next one begins with its keys.
            self.keys = {}
            self.lost_keys = self.lost_keys or not is_sure
        if self.flow.name not in self.sessions:
            self.sessions[self.flow.name] = Session(self.flow.name, self.save(self.flow.name))
        for name in list(self.sessions):
            if name != self.flow.name:
                result, error = self.p.ask("session.open", {"flow": self.flow.name, "session": name})
                expect(error is None, "reopen", name, error)
            self.came_back(name, stored.get(name), is_sure and not is_burst)
            if name == self.flow.name:
                self.follow()
            if not self.is_virtual and is_sure and not is_burst and name in plain:
                self.check_down_time(plain[name], self.sessions[name].s, saved, ended, began)

    def migrate(self):
        """Goes on with the flow's next version."""
        self.version += 1
        steps = """
  %d:
    - set: { epoch: "${old.shared.epoch + 1}" }
    - { screen: draft, set: { asked: "${old.state.asked + 100}" } }"""
        text = open(self.flow.path, encoding="utf-8").read()
        text = text.replace("flow: walk\n", f"flow: walk\nversion: {self.version}\n")
        text += "migrations:" + "".join(steps % v for v in range(1, self.version)) + "\n"
        self.path = os.path.join(self.folder, f"walk-{self.version}.navtree.yaml")
        with open(self.path, "w", encoding="utf-8") as out:
            out.write(text)
        self.counts["migrations"] += 1

    def migrated(self, s):
        """Does to what is stored what the migrations from its version on do."""
        more = self.version - s["version"] if self.flow.is_ours else 0
        if more:
            s["shared"]["epoch"] += more
            for row in s["rows"]:
                row["state"].update({"asked": row["state"]["asked"] + 100 * more} if row["screen"] == "draft" else {})

    def came_back(self, name, stored, is_sure):
        """What is opened again is what was stored, and what was in flight is asked for again."""
        old = self.sessions[name].s
        new = self.save(name)
        again = {n["params"]["effect"]: n["params"] for n in self.p.notes
                 if n["method"] == "effect.requested" and n["params"]["session"] == name}
        plain = self.save(name, sensitive=False)
        self.take_keys(name, new)
        made = Session(name, new)
        made.is_stored, made.met = True, self.sessions[name].met
        self.sessions[name] = made
        self.evaluate(made)
        self.check_state(new)
        if stored and self.is_virtual and not self.flow.has_restored and not self.flow.has_stores and '"withheld"' not in json.dumps(stored):
            # What rested is requested at once, as a change of its own.
            resting = sum("isResting" in e and "isHeld" not in e for e in stored["effects"])
            names = TREE + (("ended", "now") if resting else ("timers", "effects", "next", "ended", "seq", "now"))
            found = differs(parts(stored, names), parts(plain, names))
            expect(not found, "came-back", found)
            expect(new["seq"] == stored["seq"] + resting, "came-back", stored["seq"], new["seq"])
            expect(all("isHeld" in e or "isResting" not in e for e in new["effects"]), "came-back-resting", new["effects"])
            for e in new["effects"]:
                if not e.get("isQueued") and not e.get("isHeld"):
                    expect(e["effect"] in again and again[e["effect"]].get("again"), "not-asked-again", e)
                else:
                    expect(e["effect"] not in again, "held-asked-again", e)
            self.counts["came back"] += 1
        if not self.is_virtual and stored:
            # What fell due ran once, at the opening.
            self.counts["came back"] += 1

    def check_down_time(self, old, new, saved, ended, began):
        """Time went on while the process was down, but for what counts only the time that it runs."""
        here, slack = time.time(), 250
        left = {t["number"]: t for t in new["timers"]}
        passed = [(x - saved) * 1000 for x in (began, here)]
        ran = any(t["remaining"] <= passed[1] + slack for t in old["timers"] if "timeout" not in t)
        for t in old["timers"]:
            found = left.get(t["number"])
            if "timeout" in t:
                if found and found["remaining"] > 0:
                    expect(found["remaining"] >= found["delay"] - (here - began) * 1000 - slack, "timeout-anew", t, found)
            elif t.get("while") == "running":
                if found:
                    gone = ((ended - saved) + (here - began)) * 1000
                    expect(found["remaining"] >= t["remaining"] - gone - slack, "running-time", t, found, gone)
                    self.counts["running time"] += 1
            elif t["remaining"] < passed[0]:
                expect(found is None, "overdue", t, found)
                self.counts["down time"] += 1
            elif t["remaining"] > passed[1] + slack:
                expect(found or ran, "down-time-lost", t)
                if found:
                    expect(t["remaining"] - passed[1] - slack <= found["remaining"] <= t["remaining"] - passed[0] + slack, "down-time", t, found, passed)
                    self.counts["down time"] += 1

    def check_store(self, plain, step, is_exact, is_sure, answered):
        """What is stored is what was there; vacuum changes nothing, and nothing is damaged."""
        def exported():
            out = {}
            for name, session in self.sessions.items():
                code, text, errors = self.command("store", "export", self.store, name)
                if code == 0:
                    out[name] = json.loads(text)
                else:
                    expect(not session.is_stored or not is_sure, "export", name, code, errors)
            return out
        first = exported()
        for name, stored in first.items():
            if is_exact and name in plain and not self.flow.has_stores:
                if not self.sessions[name].is_stored:
                    expect(False, "stored", name)
                names = TREE + ("timers", "effects", "next", "ended", "tombstones", "seq", "now")
                found = differs(parts(plain[name], names), parts(stored, names))
                expect(not found, "stored", step, found)
            elif is_sure:
                expect(stored["seq"] >= answered[name], "stored-seq", stored["seq"], answered[name])
            elif self.is_virtual and stored["seq"] in self.sessions[name].states and not self.flow.is_secret:
                known = self.sessions[name].states[stored["seq"]]
                found = differs(parts(known), parts(stored))
                expect(not found, "stored-state", step, found)
                self.counts["lost changes"] += 1
        for tool in step.get("tools", []):
            arguments = {"migrate": ["migrate", "--check", self.path, self.store]}.get(tool, [tool, self.store])
            code, text, errors = self.command("store", *arguments)
            expect(code == 0, tool, code, text, errors)
            if tool == "verify":
                expect("0 findings" in text, "verify", text)
            if tool == "vacuum":
                again = exported()
                found = [n for n in first if first[n] != again.get(n)]
                expect(not found and set(first) == set(again), "vacuum", [(n, differs(first[n], again[n])) for n in found])
                code, text, errors = self.command("store", "verify", self.store)
                expect(code == 0 and "0 findings" in text, "vacuum-verify", text, errors)
            self.counts[tool] += 1
        return first

    def reopen(self, session):
        if not session.is_stored:
            return
        plain = self.save(session.name, sensitive=False)
        result, error = self.ask("session.close", session.name)
        expect(error is None, "close", error)
        self.take_keys(session.name, session.s)
        code, text, errors = self.command("store", "export", self.store, session.name)
        expect(code == 0, "export", errors)
        result, error = self.p.ask("session.open", {"flow": self.flow.name, "session": session.name})
        expect(error is None and result["restored"], "reopen", error)
        self.came_back(session.name, plain, True)
        if session.name == self.flow.name:
            self.follow()

    def check_tape(self):
        if self.head["record"] and os.path.exists(self.tapes[-1]):
            code, text, errors = self.command("replay", self.tapes[-1])
            expect(code == 0, "replay", code, text, errors)
            self.counts["replays"] += 1

    def finish(self):
        """The end of the episode: the recording is replayed, and the first process's input gives the same bytes."""
        status = self.p.finish("eof")
        expect(status == 0, "exit", status)
        self.check_tape()
        code, text, errors = self.command("store", "verify", self.store)
        expect(code == 0 and "0 findings" in text, "verify", text, errors)
        if self.is_virtual and self.first.child.returncode == 0:
            other = os.path.join(self.folder, "other.db")
            arguments = self.serving(self.flow.path, other, os.path.join(self.folder, "other.jsonl"))
            # Into a file: a reader of a pipe may be behind, and is told less often.
            given, taken = (os.path.join(self.folder, name) for name in ("input", "output"))
            with open(given, "wb") as file:
                file.write(b"".join(self.first.input))
            with open(given, "rb") as i, open(taken, "wb") as o:
                subprocess.run(arguments, stdin=i, stdout=o, stderr=subprocess.DEVNULL, timeout=300)
            wanted, got = b"".join(self.first.output).splitlines(), open(taken, "rb").read().splitlines()
            wanted, got = ([l.replace(b"other.db", b"s.db") for l in x] for x in (wanted, got))
            for a, b in zip(wanted, got):
                expect(a == b, "same-bytes", a.decode(), b.decode())
            expect(len(wanted) == len(got), "same-bytes", len(wanted), len(got))
            self.counts["same bytes"] += 1

    def close(self):
        if self.p.child.poll() is None:
            self.p.child.kill()
            self.p.child.wait()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def e_moved(a, b):
    """Whether two entries of an effect differ only in what asking again changes."""
    drop = ("retries", "isQueued", "isAgain", "isResting")
    return {k: v for k, v in a.items() if k not in drop} == {k: v for k, v in b.items() if k not in drop}


# ---- episodes -------------------------------------------------------------------------------------------------------
class Watch:
    """Ends a step that takes too long."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __enter__(self):
        def ring(*_):
            raise Finding("slow", f"a step took longer than {self.seconds} s")
        signal.signal(signal.SIGALRM, ring)
        signal.alarm(self.seconds)

    def __exit__(self, *_):
        signal.alarm(0)


def walk(navtree, flow, head, choose, verbose=False, totals=None, met=None):
    """Runs the steps that `choose` gives for a world; (kind, text, steps) of the first finding, or None."""
    steps, world = [], None
    try:
        with Watch(120):
            world = World(navtree, flow, head, verbose, met)
        for step in choose(world):
            steps.append(step)
            with Watch(60):
                world.run(step)
        with Watch(300):
            world.finish()
    except Finding as found:
        return found.kind, str(found), steps
    finally:
        if world:
            if totals is not None:
                totals.update(world.counts)
            world.close()
        if totals is not None:
            totals["steps"] += len(steps)


def replay_steps(navtree, flow, head, steps, verbose=False):
    return walk(navtree, flow, head, lambda _: steps, verbose)


def shorten(navtree, flow, head, steps, kind, runs=80):
    size = max(len(steps) // 2, 1)
    while runs > 0:
        at, shorter = 0, False
        while at < len(steps) and runs > 0:
            candidate = steps[:at] + steps[at + size:]
            runs -= 1
            found = replay_steps(navtree, flow, head, candidate)
            if found and found[0] == kind:
                steps, shorter = found[2] or candidate, True
            else:
                at += size
        if size == 1 and not shorter:
            break
        size = max(size // 2, 1)
    return steps


def episode(navtree, flow, head, seed, count, totals, met):
    def choose(world):
        chooser = Chooser(random.Random(seed), world)
        for _ in range(count):
            yield chooser.step()

    return walk(navtree, flow, head, choose, totals=totals, met=met)


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--navtree", default=os.path.join(HERE, "../.build/release/navtree"))
    ap.add_argument("--flows", nargs="+", help="by default walk.navtree.yaml and the flows of Specs")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--seeds", type=int, default=1, help="walk with so many seeds, one after another")
    ap.add_argument("--steps", type=int, default=20_000, help="steps of each seed")
    ap.add_argument("--episode", type=int, default=250, help="steps with one store")
    ap.add_argument("--seconds", type=float, help="stop after that time")
    ap.add_argument("--clock", choices=["real", "virtual"], help="by default mostly virtual")
    ap.add_argument("--pairs", action="store_true", help="walk to all pairs of features in walk.navtree.yaml, and print how often they met")
    ap.add_argument("--out", default="walk-findings")
    ap.add_argument("--reproduce", metavar="FILE")
    args = ap.parse_args()
    navtree = os.path.abspath(args.navtree)
    if args.reproduce:
        lines = [json.loads(l) for l in open(args.reproduce, encoding="utf-8")]
        head, steps = lines[0], lines[1:]
        found = replay_steps(navtree, Flow(navtree, head["flow"]), head, steps, verbose=True)
        print(f"{found[0]}: {found[1]}" if found else "no finding")
        return 1 if found else 0
    specs = sorted(f for part in ("", "behaviour/", "crossing/") for f in glob.glob(os.path.join(HERE, f"../Specs/{part}*.navtree.yaml")))
    own = os.path.join(HERE, "walk.navtree.yaml")
    paths = args.flows or [own] if args.pairs else args.flows or [own] * max(1, len(specs) // 2) + [p for p in specs if "snapshots-" not in p]
    flows = {p: Flow(navtree, os.path.abspath(p)) for p in dict.fromkeys(paths)}
    totals, findings, began = collections.Counter(), 0, time.time()
    met = pairs.Pairs() if args.pairs else None
    for seed in range(args.seed, args.seed + args.seeds):
        rng, done, number = random.Random(seed), 0, 0
        while done < args.steps and not (args.seconds and time.time() - began > args.seconds):
            flow = flows[rng.choice(paths)]
            number += 1
            head = {"flow": flow.path, "seed": f"{seed}-{number}", "clock": args.clock or ("real" if rng.random() < 0.15 else "virtual"),
                    "durability": rng.choice(["commit", "commit", "batch"]), "record": rng.random() < 0.6,
                    "refuse": not flow.is_secret and rng.random() < 0.5}
            count = min(args.episode, args.steps - done)
            if head["clock"] == "real":
                count = min(count, 60)
            if met:
                met.before = {}
            found = episode(navtree, flow, head, head["seed"], count, totals, met)
            done += count
            if found:
                findings += 1
                kind, text, steps = found
                if len([f for f in glob.glob(os.path.join(args.out, "*")) if kind in f]) < 4:
                    steps = shorten(navtree, flow, head, steps, kind)
                    os.makedirs(args.out, exist_ok=True)
                    path = os.path.join(args.out, f"{head['seed']}-{flow.name}-{kind}.jsonl")
                    with open(path, "w", encoding="utf-8") as out:
                        for line in [head] + steps:
                            out.write(json.dumps(line, ensure_ascii=False) + "\n")
                    print(f"{path}: {len(steps)} steps\n  {text[:1500]}", flush=True)
                else:
                    print(f"{head['seed']}-{flow.name}-{kind}", flush=True)
    seconds = time.time() - began
    print(f"{totals['steps']} steps, {args.seeds} seeds, {findings} findings, {seconds:.0f} s")
    print(", ".join(f"{k} {v}" for k, v in sorted(totals.items())))
    if met:
        met.report(totals["steps"])
    return 1 if findings or met and met.rare(totals["steps"]) else 0


if __name__ == "__main__":
    sys.exit(main())
