#!/usr/bin/env python3
"""server.py: a grammar fuzzer and property checker for `navtree serve`.

It knows no method and no flow by itself: it reads `rpc.discover` (the OpenRPC document) for the methods, their params,
results, errors and notifications, and `flow.get` for the screens, actions, slots, links and effects of each flow.
From that it makes sequences of requests, valid, nearly valid and hostile, and mutates transcripts. It needs Python
3.9 or later and nothing else; where the package `jsonschema` is there, one answer in 500 is validated with that too.

    server.py --navtree PATH --flows Specs/*.navtree.yaml [--transcripts Specs/*.transcript]
                   [--requests 1000000] [--per-process 2000] [--seed 1] [--time 1800] [--out DIR] [--rss-mb 512]
    server.py --navtree PATH --reproduce FILE.jsonl --flows FLOW.yaml      # prints the answers of a kept input

What is checked of each process, all on the virtual clock:

  died          the process lives until its input ends, exits with 0 and writes nothing to stderr
  answer        each request has exactly one answer, in order, with the id that it had; a notification has none
  schema        each result fits the result's schema of its method, with no member that the schema doesn't name,
                each notification fits its own, each error has a code and a kind that its method declares
  internal      no -32603, no kind `internal`
  undo          after a change and `history.undo` the windows, screens, shared state, kept states and links of
                `snapshot.save` are what they were, after `history.redo` what the change had made
  snapshot      save, restore, save is a fixpoint, but for the changes of the opening: the rules of `restored`, and what
                rests and is asked for at once; undone, they leave what was saved
  subscription  the patches, values and list changes that are told, applied by a client, give what is asked for anew
  shape         of tabs the selected one is made
  fork          a fork doesn't differ from what it was forked of
  explain       `explain` changes nothing, and foretells what `dispatch` then does
  deterministic the same bytes again, from a file to a file, twice: the same bytes
  recording     a session opened with `record`, exported, comes out equal when replayed
  replay        with --record: `navtree replay` comes out equal (one process in four)
  memory        VmHWM of no process is above --rss-mb
  slow          no chunk of 40 requests takes longer than --slow seconds

A finding is written to DIR/NNN-KIND.jsonl (the whole input up to it, shortened where the finding can be seen from the
outside: died, internal, schema, deterministic) and to DIR/findings.txt. Exit status: 0 none, 1 some.
"""
import argparse, copy, fcntl, glob, json, os, random, re, select, signal, subprocess, sys, tempfile, time
from collections import Counter, OrderedDict

try:
    import jsonschema
except ImportError:
    jsonschema = None

MISSING = object()


# ---- schemas: compiled to closures, strict about members that no schema names --------------------------------------
class Schemas:
    def __init__(self, components):
        self.components, self.refs = components, {}

    def check(self, schema):
        """A function that gives None, or what is wrong with a value."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name not in self.refs:
                self.refs[name] = None
                self.refs[name] = self.check(self.components["schemas"][name])
            return lambda v: self.refs[name](v)
        tests = []
        if "anyOf" in schema:
            options = [self.check(s) for s in schema["anyOf"]]
            def any_of(v):
                faults = []
                for o in options:
                    fault = o(v)
                    if fault is None:
                        return None
                    faults.append(fault)
                return "none of: " + "; ".join(faults)[:300]
            tests.append(any_of)
        kind = schema.get("type")
        if kind:
            is_a = {"object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list),
                    "string": lambda v: isinstance(v, str), "boolean": lambda v: isinstance(v, bool),
                    "null": lambda v: v is None,
                    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
                    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool)}
            kinds = [is_a[k] for k in (kind if isinstance(kind, list) else [kind])]
            tests.append(lambda v: None if any(k(v) for k in kinds) else f"{str(v)[:60]!r} is no {kind}")
        if "enum" in schema:
            values = schema["enum"]
            tests.append(lambda v: None if v in values else f"{str(v)[:60]!r} is none of {values}")
        if "pattern" in schema:
            pattern = re.compile(schema["pattern"])
            tests.append(lambda v: None if not isinstance(v, str) or pattern.search(v) else f"{v[:80]!r} isn't {schema['pattern']}")
        if "items" in schema:
            item = self.check(schema["items"])
            def items(v):
                if isinstance(v, list):
                    for i, e in enumerate(v):
                        fault = item(e)
                        if fault:
                            return f"/{i}: {fault}"
            tests.append(items)
        if "properties" in schema or "required" in schema or isinstance(schema.get("additionalProperties"), dict):
            members = {k: self.check(s) for k, s in schema.get("properties", {}).items()}
            required = schema.get("required", [])
            others = schema.get("additionalProperties", "properties" not in schema)
            rest = self.check(others) if isinstance(others, dict) else None
            def properties(v):
                if isinstance(v, dict):
                    for k in required:
                        if k not in v:
                            return f"{k} is missing"
                    for k, e in v.items():
                        test = members.get(k, rest)
                        if test is None:
                            if others is True:
                                continue
                            return f"{k} isn't in the schema"
                        fault = test(e)
                        if fault:
                            return f"/{k}: {fault}"
            tests.append(properties)
        if not tests:
            return lambda v: None
        if len(tests) == 1:
            return tests[0]
        def all_of(v):
            for t in tests:
                fault = t(v)
                if fault:
                    return fault
        return all_of


class Method:
    def __init__(self, doc, schemas):
        self.name = doc["name"]
        self.params = {p["name"]: p for p in doc["params"]}
        self.result_schema = doc["result"]["schema"]
        self.check = schemas.check(self.result_schema)
        self.kinds = set(doc["x-errorKinds"])
        self.codes = {e["code"] for e in doc["errors"]}


# ---- JSON Patch and list changes, as a client applies them ---------------------------------------------------------
def tokens(pointer):
    return [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]

def without(value, member):
    """A value without the members of a name, at any depth."""
    if isinstance(value, dict): return {k: without(v, member) for k, v in value.items() if k != member}
    return [without(v, member) for v in value] if isinstance(value, list) else value


def lookup(doc, pointer):
    for t in tokens(pointer):
        doc = doc[int(t)] if isinstance(doc, list) else doc[t]
    return doc

def apply_patch(doc, patch):
    doc = copy.deepcopy(doc)
    def add(path, value):
        nonlocal doc
        ts = tokens(path)
        if not ts:
            doc = value
            return
        at = doc
        for t in ts[:-1]:
            at = at[int(t)] if isinstance(at, list) else at[t]
        if isinstance(at, list):
            i = len(at) if ts[-1] == "-" else int(ts[-1])
            if i > len(at):
                raise IndexError(path)
            at.insert(i, value)
        else:
            at[ts[-1]] = value
    def remove(path):
        nonlocal doc
        ts = tokens(path)
        at = doc
        for t in ts[:-1]:
            at = at[int(t)] if isinstance(at, list) else at[t]
        return at.pop(int(ts[-1]) if isinstance(at, list) else ts[-1])
    for step in patch:
        op, path = step["op"], step["path"]
        if op == "add":
            add(path, copy.deepcopy(step["value"]))
        elif op == "remove":
            remove(path)
        elif op == "replace":
            lookup(doc, path)
            ts = tokens(path)
            if ts:
                at = doc
                for t in ts[:-1]:
                    at = at[int(t)] if isinstance(at, list) else at[t]
                at[int(ts[-1]) if isinstance(at, list) else ts[-1]] = copy.deepcopy(step["value"])
            else:
                doc = copy.deepcopy(step["value"])
        elif op == "move":
            add(path, remove(step["from"]))
        elif op == "copy":
            add(path, copy.deepcopy(lookup(doc, step["from"])))
        elif op == "test":
            if lookup(doc, path) != step["value"]:
                raise ValueError("test failed")
    return doc

def apply_list(value, changes):
    if "initial" in changes:
        return changes["initial"]
    value = list(value or [])
    for i in changes["removed"]:
        value.pop(i)
    for a, b in changes["moved"]:
        value.insert(b, value.pop(a))
    for i, e in changes["added"]:
        value.insert(i, e)
    for i, e in changes["changed"]:
        value[i] = e
    return value


# ---- what a flow says, and values that fit it or nearly do ---------------------------------------------------------
HOSTILE_STRINGS = ["", " ", "\u0000", "\u2028", "\ufeff", "é", "e\u0301", "👩‍👩‍👧", "\u202e", "../../../etc/passwd", "${1}", "$${", "/", "~", "~1", "#", "#0",
                   "/main#1", "null", "true", "0", "-1", "1e999", "%00", "%2F", "a" * 300, "x" * 5000, "\x1b[31m", "\r\n", "'", "\"", "\\", "<script>",
                   "nav.push", "list.load", "type", "__proto__", "constructor", "sqlite:/dev/null/x", "1m30s", "99999999999999999999d", "*", "...", "a/b//c"]
HOSTILE_NUMBERS = [0, 1, -1, 2, 63, 64, 65, 255, 512, 513, 65536, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -2**63, -2**63 + 1, 2**63 - 2, 0.5, -0.0, 1e308, 5e-324, 1.0, 3.0]

class Flow:
    def __init__(self, doc):
        self.doc = doc
        self.screens = doc["screens"]
        self.names = list(self.screens)
        self.actions = {n: s.get("actions", {}) for n, s in self.screens.items()}
        self.own = doc.get("actions", {})
        self.effects = doc.get("effects", {})
        self.links = doc.get("links", [])
        # Those that hosts may dispatch, as far as the flow shows it: what reads an answer is navtree's to send.
        self.open = {n: self.public(a) for n, a in self.actions.items()}
        self.open_own = self.public(self.own)
        self.all_actions = sorted({a for s in self.actions.values() for a in s} | set(self.own))
        self.has_restored = any("restored" in s.get("lifecycle", {}) for s in self.screens.values())
        # What the time alone changes is told with the next change.
        computed = [doc.get("computed")] + [s.get("computed") for s in self.screens.values()]
        self.computes_now = re.search(r"\bnow\b", json.dumps(computed)) is not None
        self.fields = sorted({f for s in self.screens.values() for part in ("state", "params") for f in s.get(part, {})})


    @staticmethod
    def public(actions):
        return {n: a for n, a in actions.items() if not a.get("private", re.search(r"\baction\.(output|error|result|reason)\b", json.dumps(a)))}


class Gen:
    def __init__(self, rng, flow, methods, model):
        self.r, self.flow, self.methods, self.m = rng, flow, methods, model
        self.count = 100000  # above the ids of transcripts

    def any(self, depth=0):
        r = self.r
        k = r.randrange(9 if depth < 3 else 6)
        if k == 0: return None
        if k == 1: return r.random() < 0.5
        if k == 2: return r.choice(HOSTILE_NUMBERS)
        if k == 3: return r.choice(HOSTILE_STRINGS)
        if k == 4: return r.randrange(10)
        if k == 5: return self.word()
        if k == 6: return [self.any(depth + 1) for _ in range(r.randrange(4))]
        if k == 7: return {self.word(): self.any(depth + 1) for _ in range(r.randrange(4))}
        return r.choice([[], {}, [[]], [{}], {"": ""}])

    def word(self):
        r = self.r
        return r.choice([r.choice(self.flow.names), r.choice(self.flow.fields or ["a"]), r.choice(self.flow.all_actions or ["a"]), r.choice("abcxyz"), str(r.randrange(30))])

    def value(self, schema, depth=0):
        """A value that fits a field's schema, most often."""
        r = self.r
        if not isinstance(schema, dict) or r.random() < 0.02:
            return self.any()
        if "const" in schema: return schema["const"]
        if "enum" in schema: return r.choice(schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list): kind = r.choice(kind)
        if kind == "string":
            if "pattern" in schema:
                return r.choice(["https://example.org/a", "/a", "#a", "abc", "a@b.cd", "1234", "2024-01-01", self.word()])
            s = r.choice([self.word(), self.word(), r.choice(HOSTILE_STRINGS[:10]), "word %d" % r.randrange(5)])
            return s[:schema.get("maxLength", 10**6)] + "x" * max(0, schema.get("minLength", 0) - len(s))
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", -3), schema.get("maximum", 12)
            if low > high: low, high = high, low
            v = r.choice([r.randint(int(low), int(high)), r.randint(0, 4), int(low), int(high)])
            return v if kind == "integer" or r.random() < 0.5 else v + 0.5
        if kind == "boolean": return r.random() < 0.5
        if kind == "null": return None
        if kind == "array":
            n = r.randint(schema.get("minItems", 0), max(schema.get("minItems", 0), min(schema.get("maxItems", 5), 5)))
            return [self.value(schema.get("items", {"type": "integer"}), depth + 1) for _ in range(n)]
        if kind == "object":
            out = {}
            for k, s in schema.get("properties", {}).items():
                if k in schema.get("required", []) or r.random() < 0.6:
                    out[k] = self.value(s, depth + 1)
            extra = schema.get("additionalProperties")
            if isinstance(extra, dict) or (extra is None and r.random() < 0.3 and depth < 2):
                for _ in range(r.randrange(3)):
                    out[self.word()] = self.value(extra, depth + 1) if isinstance(extra, dict) else self.any(2)
            if not out and "properties" not in schema and r.random() < 0.7:
                out = {"id": r.randrange(6), "name": self.word()}
            return out
        return self.any(2)

    def fields(self, fields):
        out = {}
        for k, s in (fields or {}).items():
            needed = "default" not in s and not (isinstance(s.get("type"), list) and "null" in s["type"])
            if needed or self.r.random() < 0.4:
                out[k] = self.value(s)
        return out

    def address(self):
        r, m = self.r, self.m
        k = r.random()
        if m.screens and k < 0.45:
            return "#%d" % r.choice(list(m.screens))
        if m.paths and k < 0.85:
            p = r.choice(m.paths)
            return p if r.random() < 0.85 else p + "#%d" % r.choice(list(m.screens) or [1])
        if k < 0.9: return "#%d" % r.randrange(60)
        if k < 0.95: return "/" + "/".join(r.choice(["main", "detail", self.word()]) for _ in range(r.randrange(1, 5)))
        return r.choice(["", "/", "#", "main", "/main/", "//", "#-1", "#99999999999999999999", "/main#", "/main#x", "/é", "#01"])

    def screen_of(self, at):
        if at and at.startswith("#") and at[1:].isdigit():
            return self.m.screens.get(int(at[1:]))
        return self.m.by_path.get(at) if at else self.m.active_type

    def action(self, at=MISSING):
        r, f = self.r, self.flow
        if r.random() < 0.12:
            name = r.choice([n for n in ("present", "push", "navigate", "replace", "reset", "pop", "popTo", "popToRoot", "dismiss", "back", "select", "focus", "setParams") if n in self.methods] + ["open"])
            params = self.params(name) if name != "open" else {"url": self.url()}
            for k in ("session", "at", "window"): params.pop(k, None)
            return {"type": "nav." + name, **params}
        kind = self.screen_of(at) if at is not MISSING else None
        actions, own = (f.open, f.open_own) if r.random() < 0.95 else (f.actions, f.own)
        known = actions.get(kind) if kind and r.random() < 0.85 else None
        if not known:
            kind = r.choice(f.names)
            known = actions.get(kind) or own
        if r.random() < 0.1 and own: known = own
        if known and r.random() < 0.9:
            name = r.choice(list(known))
            return {"type": name, **self.fields(known[name].get("payload"))}
        name = r.choice(["list.load", "list.more", "list.refresh", "list.retry", "list.insert", "list.update", "list.remove", "list.move", "detail.load", "detail.retry", "dismissRequested", self.word()])
        out = {"type": name}
        if name == "list.insert": out["item"] = {"id": r.randrange(9), "name": self.word()}
        if name in ("list.update", "list.remove", "list.move"): out["key"] = r.choice([r.randrange(9), self.word()])
        if name == "list.update": out["item"] = {"name": self.word()}
        if name in ("list.insert", "list.move") and r.random() < 0.5: out["before"] = r.randrange(9)
        return out

    def url(self):
        r, f = self.r, self.flow
        if not f.links or r.random() < 0.1:
            return r.choice(["/", "", "/nowhere", "?", "//", "/%zz", "/a?b=c#d", "http://x/y", "/" + "a/" * 50, "/é?ü=%C3%BC", "\u0000"])
        link = r.choice(f.links)
        url = re.sub(r"\{([^}]*)\}", lambda m: r.choice([str(r.randrange(20)), self.word(), "a/b" if "*" in m[1] else "a"]) if not (m[1].endswith("?") and r.random() < .3) else "", link["url"])
        if link.get("query") and r.random() < 0.6:
            url += "?" + "&".join("%s=%s" % (k, r.choice([str(r.randrange(9)), self.word(), "%20", ""])) for k in link["query"])
        for p in f.doc.get("prefixes", []):
            if r.random() < 0.1: return p + url
        return url

    def tree(self, depth=0):
        r, f = self.r, self.flow
        if depth == 0 and r.random() < 0.4:
            out = []
            name = r.choice(f.names)
            for _ in range(r.randrange(1, 5)):
                out.append({name: self.fields(f.screens[name].get("params"))})
                slots = f.screens[name].get("slots", {})
                options = [n for s in slots.values() for n in (f.names if s["presents"] == "any" else s["presents"])]
                name = r.choice(options or f.names)
            return out
        name = r.choice(f.names)
        s = f.screens[name]
        out = {"screen": name, "params": self.fields(s.get("params"))}
        if r.random() < 0.3: out["state"] = self.fields(s.get("state"))
        if s.get("tabs") and r.random() < 0.5: out["selected"] = r.choice(list(s["tabs"]))
        if s.get("panes") and r.random() < 0.5: out["focus"] = r.choice(list(s["panes"]))
        if depth < 3 and r.random() < 0.5:
            slots = {}
            for n, slot in s.get("slots", {}).items():
                options = f.names if slot["presents"] == "any" else slot["presents"]
                if options and r.random() < 0.5:
                    sub = self.tree(depth + 1)
                    if isinstance(sub, dict):
                        sub["screen"] = r.choice(options)
                        sub["params"] = self.fields(f.screens[sub["screen"]].get("params"))
                    slots[n] = sub
            if slots: out["slots"] = slots
        return out

    def expression(self, kind=None):
        r = self.r
        s = self.flow.screens.get(kind or r.choice(self.flow.names), {})
        reads = ["state." + k for k in s.get("state", {})] + ["params." + k for k in s.get("params", {})] + ["shared." + k for k in self.flow.doc.get("shared", {})]
        a = r.choice(reads + ["screen.id", "1", "'a'"]) if r.random() < 0.9 else self.word()
        return r.choice([a, f"{a} == {a}", f"string({a}) != ''", f"{a} == null", "screen.id > 2", "true", f"has({a})", f"[{a}, {a}]", "{'a': %s}" % a, "parent == null", a + " +", "1 / 0 == 1", "size(screen.path) < 12"])

    def screens_expression(self):
        return self.r.choice(["size(screens)", "screens.map(s, s.id)", "screens.filter(s, s.active).map(s, s.type)", "screens.exists(s, s.depth > 3)", "shared", "screens.map(s, s.params)",
                              "screens.map(s, s.state)", "screens[0].state", "screens", "screens.map(a, screens.map(b, a.id * b.id))", "nope", "screens.filter(s, s.type == '%s').size()" % self.r.choice(self.flow.names)])

    def param(self, method, name, schema):
        if name == "request":  # a key of the caller's: never twice, or the second time nothing happens
            self.requests_keyed = getattr(self, "requests_keyed", 0) + 1
            return "q%d" % self.requests_keyed
        r, m, f = self.r, self.m, self.flow
        if name == "session": return r.choice(m.sessions) if r.random() < 0.97 else self.word()
        if name == "with" and method == "session.compare": return r.choice(m.sessions)
        if name == "as": return "fork%d" % r.randrange(6)
        if name == "at" or name == "to" and method == "move": return self.address()
        if name == "screen": return r.choice(f.names) if r.random() < 0.97 else self.word()
        if name == "window":
            if method == "window.open": return r.choice(["second", "third", "w%d" % r.randrange(4)])
            return r.choice(m.windows) if r.random() < 0.9 else self.word()
        if name == "action": return self.action()
        if name == "actions": return [{k: v for k, v in {"at": self.address() if r.random() < 0.5 else None, "action": self.action()}.items() if v is not None} for _ in range(r.randrange(5))]
        if name == "tree": return self.tree()
        if name == "url": return self.url()
        if name == "in":
            return r.choice([s for n in f.names for s in f.screens[n].get("slots", {})] or ["a"])
        if name == "tab": return r.choice([t for n in f.names for t in f.screens[n].get("tabs", {})] or ["a"])
        if name == "pane": return r.choice([t for n in f.names for t in f.screens[n].get("panes", {})] or ["a"])
        if name in ("then", "otherwise") and method == "present": return r.choice(f.all_actions or ["a"])
        if name == "effect": return r.choice(list(m.effects)) if m.effects and r.random() < 0.85 else r.randrange(40)
        if name == "subscription": return r.choice(list(m.loose)) if m.loose and r.random() < 0.9 else r.choice([99, 1000, -1])
        if name == "seq": return max(0, m.seq - r.randrange(8))
        if name == "flow": return f.doc["flow"] if r.random() < 0.95 else self.word()
        if name == "pointer":
            return r.choice(["", "/id", "/state", "/params", "/slots", "/computed", "/state/" + self.word(), "/params/" + self.word(), "/state/items/0", "/slots/" + self.word() + "/state", "state", "/~2", "/-", "/0"])
        if name == "depth": return r.choice([0, 1, 2, 3, 64, 65, -1, 10**9])
        if name == "count": return r.choice([0, 1, 1, 1, 2, 3, 10**6, -1, 2**63 - 1])
        if name in ("where",): return self.expression()
        if name == "select": return self.expression()
        if name == "expr": return self.screens_expression()
        if name == "query": return self.params("state.query")
        if name == "by": return r.choice([0, 1, 100, 1000, 60000, "1s", "1m30s", "2h", -1, "x", 2**62])
        if name == "clock": return "virtual"
        if name == "form": return r.choice(["patch", "value", "list"])
        if name == "key" and method == "subscribe": return r.choice(["id", "name", "key", self.word()])
        if name == "path": return r.choice(["/nonexistent", "", "../x", "/dev/null", "/proc/self/mem"])
        if name == "yaml": return r.choice(["", "a: b", "navtree: 1\nflow: small\nstart: home\nscreens:\n  home: {}\n", "navtree: 1\nflow: small\nstart: hme\nscreens:\n  home: {}\n", "[", "\u0000", "&a [*a]", "- " * 300])
        if name == "format": return r.choice(["mermaid", "dot", "json"])
        if name == "snapshot": return m.snapshot if m.snapshot and r.random() < 0.9 else self.any()
        if name == "lines": return m.recording if m.recording and r.random() < 0.7 else []
        if name == "result": return r.choice([{"saved": True}, self.any(), self.word(), 1])
        if name == "output": return {}
        if name == "error": return r.choice([{"kind": "offline"}, self.any()])
        if name == "identity": return r.choice([None, r.randrange(6), self.word(), {"id": 1}])
        if name == "return": return r.sample(["receipt", "patch", "state"], r.randrange(1, 4))
        if name == "params": return None
        if "enum" in schema: return r.choice(schema["enum"])
        if schema.get("type") == "boolean": return r.random() < 0.5
        if schema.get("type") == "string": return self.word()
        if schema.get("type") == "integer": return r.choice(HOSTILE_NUMBERS[:14])
        return self.any()

    def params(self, method, session=None):
        r, f, m = self.r, self.flow, self.m
        out = {}
        doc = self.methods[method].params
        for name, p in doc.items():
            rare = {"request": 0.05, "ifSeq": 0.05, "session": 0.0, "at": 0.55, "force": 0.15, "pointer": 0.3, "window": 0.1, "initial": 0.15, "lifecycle": 0.1, "query": 0.2, "record": 0.2, "sensitive": 0.3,
                    "key": 0.2, "link": 0.1, "params": 0.9, "in": 0.2, "yaml": 0.9, "path": 0.05, "expr": 0.4, "where": 0.6, "secrets": 0.05}
            if p.get("required") or r.random() < rare.get(name, 0.35):
                v = self.param(method, name, p.get("schema", {}))
                if v is not None or name in ("identity", "result", "error"):
                    out[name] = v
        if method == "state.query" or "query" in out and method == "subscribe":
            q = out if method == "state.query" else out["query"]
            if "expr" in q:
                for k in ("screen", "where", "select"): q.pop(k, None)
            elif isinstance(q, dict) and "screen" not in q: q["screen"] = r.choice(f.names)
            if method == "subscribe":
                for k in ("at", "pointer", "depth", "computed", "lifecycle", "window"): out.pop(k, None)
        if method == "subscribe" and out.get("lifecycle"):
            out = {"lifecycle": True}
        if method in ("flow.load", "flow.check") and "yaml" in out: out.pop("path", None)
        if "params" in doc and "screen" in out:
            s = f.screens.get(out["screen"])
            if s is not None: out["params"] = self.fields(s.get("params"))
        elif "params" in doc and method == "setParams":
            kind = self.screen_of(out.get("at"))
            out["params"] = self.fields(f.screens.get(kind, {}).get("params")) or {}
        if method == "dispatch" or method == "explain":
            out["action"] = self.action(out.get("at"))
        if method == "broadcast":
            actions, own = (f.open, f.open_own) if r.random() < 0.95 else (f.actions, f.own)
            known = actions.get(out.get("screen")) or own
            if known:
                name = r.choice(list(known))
                out["action"] = {"type": name, **self.fields(known[name].get("payload"))}
        if method in ("effect.done", "effect.next"):
            e = f.effects.get(m.effects.get(out.get("effect")))
            if e is not None: out["output"] = self.fields(e.get("next", e.get("output")) if method == "effect.next" else e.get("output"))
        if "session" in doc and "session" not in out:
            if session: out["session"] = session
            elif len(m.sessions) > 1 or r.random() < 0.6: out["session"] = r.choice([m.sessions[0]] * 6 + m.sessions) if r.random() < 0.99 else self.word()
        if method == "session.open":
            out["session"] = "s%d" % r.randrange(5)
        return out

    WEIGHTS = {"dispatch": 30, "explain": 3, "batch": 4, "broadcast": 3, "present": 6, "push": 8, "navigate": 4, "replace": 2, "reset": 2, "pop": 3, "popTo": 2, "popToRoot": 1, "dismiss": 4, "back": 4,
               "select": 4, "focus": 2, "setParams": 3, "move": 3, "effect.done": 10, "effect.fail": 2, "link.open": 4, "state.get": 4, "state.query": 4, "subscribe": 1.5, "unsubscribe": 1.5, "clock.advance": 3,
               "history.undo": 2, "history.redo": 2, "history.goto": 1, "window.open": 1, "window.close": 1, "session.open": 0.2, "session.close": 0.2, "session.delete": 0.05, "session.fork": 0.3, "session.compare": 0.5,
               "snapshot.save": 0.5, "snapshot.restore": 0.3, "flow.load": 0.2, "flow.check": 0.3, "flow.graph": 0.1, "flow.get": 0.1, "rpc.discover": 0.01, "initialize": 0.05, "shutdown": 0, "recording.export": 0.2,
               "recording.replay": 0.2, "link.url": 1, "transition.done": 1, "flow.unload": 0.01, "effect.next": 5}

    def method(self):
        if not hasattr(self, "names"):
            self.names = list(self.methods)
            self.weights = [self.WEIGHTS.get(n, 0.5) for n in self.names]
        return self.r.choices(self.names, self.weights)[0]

    def next_id(self):
        self.count += 1
        return self.count

    def request(self):
        """A request, most often valid: (object, method)."""
        method = self.method()
        out = {"jsonrpc": "2.0", "id": self.next_id(), "method": method}
        params = self.params(method)
        if params or self.r.random() < 0.3: out["params"] = params
        if method in ("session.close", "session.delete") and params.get("session") == self.m.sessions[0]:
            params["session"] = "s0"
        return out

    def hostile(self, req):
        """A request with something wrong in it; still JSON."""
        r = self.r
        req = copy.deepcopy(req)
        if req["method"] == "unsubscribe": return req  # what is followed must be known
        spots = []
        def walk(v, where):
            if isinstance(v, dict):
                for k in v:
                    spots.append((v, k)); walk(v[k], where)
            elif isinstance(v, list):
                for i in range(len(v)):
                    spots.append((v, i)); walk(v[i], where)
        if isinstance(req.get("params"), dict): walk(req["params"], "params")
        k = r.randrange(10)
        if k < 4 and spots:
            at, key = r.choice(spots)
            at[key] = self.any()
        elif k == 4 and spots:
            at, key = r.choice(spots)
            del at[key]
        elif k == 5 and spots:
            at, key = r.choice(spots)
            if isinstance(at, dict):
                s = str(key)
                i = r.randrange(len(s) + 1)
                at[s[:i] + r.choice(["", "x", "é", "/"]) + s[i + 1:]] = at.pop(key)
        elif k == 6:
            req.setdefault("params", {})
            if isinstance(req["params"], dict): req["params"][self.word()] = self.any()
        elif k == 7:
            req["params"] = r.choice([[], [1], None, "x", 7, True, [self.any() for _ in range(r.randrange(6))]])
        elif k == 8:
            req["method"] = r.choice([req["method"] + "x", req["method"].upper(), "", 1, None, [], "rpc.", "nav.push", "dispatch\u0000"])
        else:
            v = []
            for _ in range(r.choice([3, 100, 480])): v = [v] if r.random() < .5 else {"a": v}
            req.setdefault("params", {})
            if isinstance(req["params"], dict): req["params"][r.choice(["action", "params", "at", "tree", "snapshot", "output", "x"])] = v
        return req

    def bytes(self, line):
        """A line with bytes that are wrong."""
        r = self.r
        if b"unsubscribe" in line: return b"[" + line
        b = bytearray(line)
        for _ in range(r.choice([1, 1, 2, 5])):
            k, i = r.randrange(7), r.randrange(len(b) + 1)
            if k == 0 and b: b[min(i, len(b) - 1)] = r.randrange(256)
            elif k == 1: b[i:i] = bytes([r.randrange(256)])
            elif k == 2: del b[i:i + r.randrange(1, 6)]
            elif k == 3: b[i:i] = r.choice([b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\r", b"\\ud800", b"\\u0000", b"[" * 600, b"{\"a\":" * 600, b"1e400", b"-", b"NaN", b",", b"}", b"/*x*/"])
            elif k == 4: b = b[:i]
            elif k == 5:
                j = r.randrange(len(b) + 1)
                b[i:i] = b[min(i, j):max(i, j)][:200]
            else: b[i:i] = str(r.choice([2**64, 2**64 - 1, -2**63 - 1, "1" * 400, "0.1e-400", "1E+5", "01"])).encode()
        return bytes(b.replace(b"\n", b" "))


class Model:
    """What the fuzzer believes of a process, from its answers: only to choose well."""
    def __init__(self, session):
        self.sessions, self.windows = [session], ["main"]
        self.screens, self.paths, self.by_path, self.active_type = {1: None}, ["/main"], {}, None
        self.effects, self.loose, self.seq, self.snapshot, self.recording = OrderedDict(), set(), 0, None, None

    def rows(self, rows):
        self.screens = {r["id"]: r["screen"] for r in rows}
        paths = {}
        for r in rows:
            base = paths.get(r["parent"]) if r["parent"] is not None else "/" + r.get("window", "main")
            if base is not None:
                paths[r["id"]] = base if r["parent"] is None else base + "/" + r["slot"]
        self.by_path = {p: self.screens[i] for i, p in paths.items()}
        self.paths = list(self.by_path) or ["/main"]


# ---- one process ---------------------------------------------------------------------------------------------------
class Died(Exception):
    pass

class Process:
    def __init__(self, command, err):
        self.err = err
        self.p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err, bufsize=0)
        self.i, self.o = self.p.stdin.fileno(), self.p.stdout.fileno()
        for fd in (self.i, self.o):
            try: fcntl.fcntl(fd, 1031, 1 << 20)  # F_SETPIPE_SZ, so that no reader is behind
            except OSError: pass
            fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK)
        self.rest = b""

    def exchange(self, data, until, limit=60):
        """Writes data and reads lines until one begins as `until`, or the end when that is None."""
        lines, view, deadline = [], memoryview(data), time.time() + limit
        if until is None and not data:
            self.p.stdin.close()
        while True:
            w = [self.i] if len(view) else []
            r, w, _ = select.select([self.o], w, [], max(0.01, deadline - time.time()))
            if w:
                try: view = view[os.write(self.i, view):]
                except BrokenPipeError: view = memoryview(b"")
            if r:
                got = os.read(self.o, 1 << 20)
                if not got:
                    if until is None: return lines
                    raise Died("end of output; exit status %s" % self.p.wait())
                parts = (self.rest + got).split(b"\n")
                self.rest = parts.pop()
                lines += parts
                if until and parts and parts[-1].startswith(until) or until and any(l.startswith(until) for l in parts):
                    return lines
            if time.time() > deadline:
                raise Died("no answer for %d s" % limit)

    def peak(self):
        try:
            return int(re.search(r"VmHWM:\s+(\d+)", open("/proc/%d/status" % self.p.pid).read())[1])
        except (OSError, TypeError):
            return 0


class Run:
    """One process and all that is asked of it."""
    def __init__(self, fuzzer, flow_path, seed, transcript=None, record=False):
        self.z, self.path, self.seed, self.record = fuzzer, flow_path, seed, record
        self.rng = random.Random(seed)
        self.flow = fuzzer.flow(flow_path)
        self.model = Model(self.flow.doc["flow"])
        self.gen = Gen(self.rng, self.flow, fuzzer.methods, self.model)
        self.input, self.expected, self.then, self.asked = [], [], {}, {}
        self.output, self.findings, self.subs = [], [], {}
        self.merged, self.requests, self.restores, self.transcript = False, 0, 0, transcript
        self.seqs = {}

    def finding(self, kind, text):
        if sum(1 for k, _, _ in self.findings if k == kind) < 3:
            self.findings.append((kind, text, len(self.input)))

    # -- asking
    def put(self, line, expected):
        self.input.append(line)
        self.expected.append(expected)
        self.requests += 1

    def ask(self, req, then=None):
        self.put(json.dumps(req, ensure_ascii=self.rng.random() < 0.5).encode("utf-8", "surrogatepass"), ("one", req["id"]))
        self.asked[req["id"]] = req
        if then: self.then[req["id"]] = then

    def call(self, method, params, then=None):
        self.ask({"jsonrpc": "2.0", "id": self.gen.next_id(), "method": method, "params": params}, then)

    def random_line(self):
        r, g = self.rng, self.gen
        req = g.request()
        while req["method"] in ("snapshot.restore", "session.delete") and self.record and not self.z.args.record_restored: req = g.request()
        k = r.random()
        if k < 0.80:
            if r.random() < 0.01: req["id"] = r.choice(["s%d", "é%d", "\u2028%d"]) % req["id"]
            return self.ask(req)
        if k < 0.90:
            req = g.hostile(req)
            return self.put(json.dumps(req).encode(), ("one", req["id"])) or self.asked.__setitem__(req["id"], None)
        if k < 0.93:
            del req["id"]
            if r.random() < .3: req = g.hostile(req)
            params = req.get("params")
            if "method" in req and isinstance(req["method"], str) and (params is None or isinstance(params, (dict, list))) or True:
                bad = not isinstance(req.get("method"), str) or ("params" in req and not isinstance(req["params"], (dict, list)))
                return self.put(json.dumps(req).encode(), ("any",) if bad else ("none",))
        if k < 0.96:
            reqs, ids = [], []
            for _ in range(r.randrange(1, 6)):
                q = g.request()
                while q["method"] in ("snapshot.restore", "session.delete") and self.record and not self.z.args.record_restored: q = g.request()
                if r.random() < .2: q = g.hostile(q); self.asked[q["id"]] = None
                else: self.asked[q["id"]] = q
                if r.random() < .25: self.asked.pop(q["id"]); del q["id"]; ids.append(("maybe",)) if not isinstance(q.get("method"), str) or ("params" in q and not isinstance(q["params"], (dict, list))) else None
                else: ids.append(q["id"])
                reqs.append(q)
            return self.put(json.dumps(reqs).encode(), ("batch", ids) if [i for i in ids if i != ("maybe",)] else ("none",) if not ids else ("any",))
        if k < 0.965:
            return self.put(r.choice([b"", b"  ", b"\t", b"[]", b"[1]", b"1", b"null", b"{}", b'"x"', b"[[]]", b"[{}]", b"\xef\xbb\xbf", b"\r", b"{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\r"]), ("any",))
        req["id"] = "spoilt %d" % req["id"]  # an id that no other request comes to have by a changed digit
        return self.put(g.bytes(json.dumps(req).encode()), ("any",))

    def change(self):
        """A request that changes something, for the properties."""
        g = self.gen
        while True:
            req = g.request()
            if req["method"] in ("dispatch", "present", "push", "navigate", "replace", "reset", "pop", "popTo", "popToRoot", "dismiss", "back", "select", "focus", "setParams", "move", "window.open", "window.close",
                                 "effect.done", "effect.fail", "link.open", "batch", "broadcast", "link.drop"):
                req.setdefault("params", {})["session"] = self.model.sessions[0]
                if req["method"] == "batch": req["params"].pop("atomic", None)
                return req

    def property_undo(self):
        s, seen = self.model.sessions[0], {}
        change = self.change()
        def keep(name):
            def f(result, error): seen[name] = result if error is None else None
            return f
        def end(result, error):
            seen["again"] = result
            a, b, c = seen.get("before"), seen.get("after"), seen.get("undone")
            if not a or not b or not seen.get("change") or b["seq"] != a["seq"] + 1 or not c or not seen.get("undo"): return
            self.z.props["undo"] += 1
            for part in ("windows", "rows", "shared", "kept", "links", "waiting", "timers", "effects"):
                soft = part in ("waiting", "timers", "effects")
                if a.get(part) != c.get(part):
                    if soft: self.z.soft[f"undo: {part} differ"] += 1
                    else: self.finding("undo", f"{part} after undo of {json.dumps(change)[:300]}: {json.dumps(a.get(part))[:1500]} became {json.dumps(c.get(part))[:1500]}")
                if not soft and seen.get("redo") and result and b.get(part) != result.get(part):
                    self.finding("redo", f"{part} after redo of {json.dumps(change)[:300]}: {json.dumps(b.get(part))[:1500]} became {json.dumps(result.get(part))[:1500]}")
        save = {"session": s, "sensitive": True}
        self.call("snapshot.save", save, keep("before"))
        self.ask(change, keep("change"))
        self.call("snapshot.save", save, keep("after"))
        self.call("history.undo", {"session": s}, keep("undo"))
        self.call("snapshot.save", save, keep("undone"))
        self.call("history.redo", {"session": s}, keep("redo"))
        self.call("snapshot.save", save, end)

    def property_explain(self):
        s, seen, g = self.model.sessions[0], {}, self.gen
        at = g.address() if self.rng.random() < .6 else None
        params = {"session": s, "action": g.action(at)}
        if at: params["at"] = at
        def keep(name):
            def f(result, error): seen[name] = (result, error)
            return f
        def end(result, error):
            if seen["a"] != seen["b"]:
                self.finding("explain", f"explain {json.dumps(params)[:300]} changed the session: {json.dumps(seen['a'])[:1500]} -> {json.dumps(seen['b'])[:1500]}")
            told = seen["told"][0]
            if told is None: return
            self.z.props["explain"] += 1
            if error is not None:
                if told.get("error") != error: self.finding("explain", f"explain {json.dumps(params)[:300]} foretells {json.dumps(told.get('error'))[:800]}, dispatch answers {json.dumps(error)[:800]}")
            else:
                for k in ("handledBy", "active", "reply", "declined", "created", "removed", "changed", "shared", "patch", "asked"):
                    if told.get(k) != result.get(k): self.finding("explain", f"explain {json.dumps(params)[:300]} foretells {k} {json.dumps(told.get(k))[:800]}, dispatch does {json.dumps(result.get(k))[:800]}; error foretold {json.dumps(told.get('error'))}")
        save = {"session": s, "sensitive": True}
        self.call("snapshot.save", save, keep("a"))
        self.call("explain", params, keep("told"))
        self.call("snapshot.save", save, keep("b"))
        self.call("dispatch", {**params, "return": ["receipt", "patch"]}, end)

    def property_snapshot(self):
        """Of the snapshot that was saved before this chunk."""
        saved = self.model.snapshot
        if not saved or (self.record and not self.z.args.record_restored): return
        self.restores += 1
        name, seen = "r%d" % self.restores, {}
        def first(result, error):
            seen["restored"] = error is None
            if error is not None and error["data"]["kind"] != "unknownFlow": self.finding("snapshot", f"an own snapshot isn't restored: {json.dumps(error)[:600]} {json.dumps(saved)[:2500]}")
        def listed(result, error):
            seen["made"] = [] if error is not None else [e["cause"] for e in result[1:]]
            if not seen.get("restored"): return
            # What rested is requested at once, each as a change of its own, after the rules of 'restored'.
            resting = sum("isResting" in e and "isHeld" not in e for e in saved["effects"])
            rules, retries = [c for c in seen["made"] if c == "restored"], [c for c in seen["made"] if c == "effect.retry"]
            if rules + retries != seen["made"] or len(rules) > self.flow.has_restored or len(retries) > resting or not rules and len(retries) != resting:
                self.finding("snapshot", f"opening made {json.dumps(seen['made'])}, with {resting} effects that rest: {json.dumps(saved)[:2500]}")
        def back(result, error): seen["back"] = error is None
        def saved_again(result, error):
            if not seen.get("restored") or error is not None: return
            if not seen["back"]: return  # an enforced invariant forbids the former state
            made = seen.get("made", [])
            if result["seq"] != saved["seq"] + len(made) + 1: self.finding("snapshot", f"seq: saved {saved['seq']}, opened by {json.dumps(made)}, gone back {result['seq']}")
            self.z.props["snapshot"] += 1
            # Without what the opening made, all is as it was; but numbers are never given again.
            # Going back is a request of the host, with which idle times begin anew.
            def kept(of, part):
                if part != "timers": return of.get(part)
                return [{key: value for key, value in timer.items() if key != "remaining" or "idle" not in timer} for timer in of.get(part) or []]
            for part in ("rows", "shared", "windows", "next", "clock", "now", "timers", "kept", "links", "waiting", "version", "hash", "tombstones", "ended", "effects"):
                if kept(saved, part) != kept(result, part) and not (made and part in ("next", "ended")):
                    if part in ("ended", "effects", "tombstones"):
                        self.z.soft[f"snapshot: {part} differ after restore"] += 1
                    else: self.finding("snapshot", f"{part}: saved {json.dumps(saved.get(part))[:1500]} restored {json.dumps(result.get(part))[:1500]}")
        self.call("snapshot.restore", {"snapshot": saved, "session": name}, first)
        self.call("history.list", {"session": name}, listed)
        self.call("history.goto", {"session": name, "seq": saved["seq"]}, back)
        self.call("snapshot.save", {"session": name, "sensitive": True}, saved_again)
        self.call("session.close", {"session": name})

    def property_fork(self):
        s, seen = self.model.sessions[0], {}
        name = "f%d" % self.gen.next_id()
        def forked(result, error): seen["ok"] = error is None
        def compared(result, error):
            if seen.get("ok"):
                self.z.props["fork"] += 1
                if result != []: self.finding("fork", f"a fork differs from what it was forked of: {json.dumps(result)[:800]} {json.dumps(error)[:300]}")
        def saves(name):
            def f(result, error): seen[name] = result
            return f
        def end(result, error):
            a = seen.get("one")
            if seen.get("ok") and a and result:
                for part in ("rows", "shared", "windows", "next", "kept", "links", "seq"):
                    if a.get(part) != result.get(part): self.finding("fork", f"{part} of a fork: {json.dumps(a.get(part))[:600]} vs {json.dumps(result.get(part))[:600]}")
        self.call("session.fork", {"session": s, "as": name}, forked)
        self.call("session.compare", {"session": s, "with": name, "sensitive": True}, compared)
        self.call("snapshot.save", {"session": s, "sensitive": True}, saves("one"))
        self.call("snapshot.save", {"session": name, "sensitive": True}, end)
        self.call("session.close", {"session": name})

    def property_recording(self):
        """A recorded session of its own; its recording is replayed in the next chunk."""
        name, g = "rec%d" % self.gen.next_id(), self.gen
        self.call("session.open", {"session": name, "flow": self.flow.doc["flow"], "clock": "virtual", "record": True})
        for _ in range(self.rng.randrange(1, 16)):
            req = g.request()
            while "session" not in self.z.methods[req["method"]].params or req["method"].startswith("session.") or req["method"] in ("snapshot.restore", "subscribe"): req = g.request()
            if not isinstance(req.get("params", {}), dict): continue
            req.setdefault("params", {})["session"] = name
            self.ask(req)
        def exported(result, error):
            if error is None and result["complete"]: self.to_replay = {"lines": result["lines"], "secrets": result.get("secrets", [])}
        self.call("recording.export", {"session": name, "sensitive": True}, exported)
        self.call("session.close", {"session": name})

    to_replay = None

    def property_replay(self):
        lines, self.to_replay = self.to_replay, None
        def replayed(result, error):
            self.z.props["recording"] += 1
            if error is not None and error["data"]["kind"] == "unknownFlow": return  # it was unloaded
            if error is not None or not result["equal"]: self.finding("recording", f"replay of {json.dumps(lines)[:3000]}: {json.dumps(result)[:600]} {json.dumps(error)[:300]}")
        self.call("recording.replay", lines, replayed)

    def property_subscribe(self):
        """Follows something, and asks for it at the end of each chunk."""
        s, g, r = self.model.sessions[0], self.gen, self.rng
        form = r.choice(["patch", "patch", "value", "list"])
        params = {"session": s, "form": form, "sensitive": True}
        again = {"session": s, "sensitive": True}
        k = r.random()
        if k < 0.25:
            kind = r.choice(self.flow.names)
            q = {"screen": kind, "where": g.expression(kind)} if r.random() < 0.5 else {"screen": kind}
            if r.random() < 0.6: q["select"] = g.expression(kind)
            if r.random() < 0.3: q = {"expr": g.screens_expression()}
            params["query"] = q
            params.pop("sensitive"); again.pop("sensitive")
            if r.random() < 0.5: q["sensitive"] = True
            question = ("state.query", {"session": s, **q})
        else:
            at = r.choice(["/main", "/main", g.address()])
            params["at"] = at; again["at"] = at
            if r.random() < 0.5: params["depth"] = again["depth"] = r.choice([1, 2, 3, 64])
            if r.random() < 0.3: params["computed"] = again["computed"] = True
            if form == "list" or r.random() < 0.3:
                params["pointer"] = again["pointer"] = r.choice(["/state/items", "/state/" + g.word(), "/params", "/state", "/slots"])
            question = ("state.get", again)
        def begun(result, error):
            if error is None:
                self.subs[result["subscription"]] = {"params": params, "question": question, "value": result.get("value"), "ok": True}
        self.call("subscribe", params, begun)

    # -- transitions that are acknowledged
    def begin_moving(self):
        """Acknowledges transitions until the next chunk: what waits has its outcome by then."""
        s = self.model.sessions[0]
        def begun(result, error):
            if error is None: self.acknowledging = result["subscription"]
        self.call("subscribe", {"session": s, "form": "transitions", "acknowledge": True, "initial": False}, begun)
        for _ in range(self.rng.randrange(1, 30)): self.random_line()

    def end_moving(self):
        s, number = self.model.sessions[0], self.acknowledging
        self.acknowledging = None
        self.call("unsubscribe", {"subscription": number})
        def asked(result, error):
            self.z.props["moving"] += 1
            if error is None and result not in (0, None): self.finding("moving", f"{result} transitions are pending without a subscription that acknowledges")
            if error is None and self.waiting: self.finding("moving", f"no outcome of {sorted(self.waiting)[:9]}")
            self.waiting = set()
        self.call("state.query", {"session": s, "expr": "transitions.pending"}, asked)

    acknowledging, waiting = None, frozenset()

    def settle(self):
        """At the end of a chunk: what was told is compared with what is asked for."""
        for number, sub in list(self.subs.items()):
            def compare(result, error, number=number, sub=sub):
                if number not in self.subs or not sub["ok"]: return
                if error is not None:
                    if error["data"]["kind"] in ("noScreenAt", "staleScreen", "invalidParams", "gone", "unknownWindow", "expressionFailed", "costExceeded"): result = None
                    else: return
                if error is not None and sub["params"].get("computed") and error["data"]["kind"] in ("expressionFailed", "costExceeded"): return  # told as null
                self.z.props["subscription"] += 1
                told = sub["value"]
                if sub["question"][0] == "state.get" and isinstance(result, dict): result.pop("transitions", None)  # which isn't the screen's
                if sub["params"].get("computed") and self.flow.computes_now:
                    told, result = without(told, "computed"), without(result, "computed")
                if result != told and sub["params"]["form"] == "list" and not isinstance(result, list):
                    sub["ok"] = False
                    self.z.soft_finding("list form", f"over what is no list: {json.dumps(sub['params'])} was told {json.dumps(told)[:300]} but {sub['question'][0]} gives {json.dumps(result)[:300]}", self)
                elif result != told:
                    sub["ok"] = False
                    self.finding("subscription", f"{json.dumps(sub['params'])} was told {json.dumps(told)[:1200]} but {sub['question'][0]} gives {json.dumps(result)[:1200]} ({json.dumps(error)[:200]})")
            self.call(sub["question"][0], sub["question"][1], compare)
        s = self.model.sessions[0]
        def saved(result, error):
            if error is None:
                self.model.snapshot = result
                held = {(r["parent"], r["slot"]) for r in result["rows"]}
                for row in result["rows"]:
                    if "selected" in row and (row["id"], row["selected"]) not in held:
                        self.finding("shape", f"the selected tab isn't made: {json.dumps(result['rows'])[:1500]}")
                self.model.seq = result["seq"]
                self.model.windows = result["windows"]
                self.model.rows(result["rows"])
        self.call("snapshot.save", {"session": s, "sensitive": True}, saved)
        def active(result, error):
            if error is None: self.model.active_type = result[0]["screen"]
        self.call("state.active", {"session": s}, active)
        def listed(result, error):
            if error is None: self.model.sessions = [s] + [e["session"] for e in result if e["open"] and e["session"] != s]
        self.call("session.list", {}, listed)
        for extra in self.model.sessions[7:]:
            self.call("session.close", {"session": extra})

    # -- answers
    def note(self, message):
        name, params = message.get("method"), message.get("params")
        check = self.z.notifications.get(name)
        if check is None:
            return self.finding("schema", f"a notification that isn't described: {json.dumps(message)[:300]}")
        fault = check(params)
        if fault: self.finding("schema", f"{name}: {fault}: {json.dumps(message)[:500]}")
        if name == "effect.requested" and params["session"] == self.model.sessions[0]:
            self.model.effects[params["effect"]] = params["name"]
            if len(self.model.effects) > 30: self.model.effects.popitem(last=False)
        elif name == "state.changed":
            if "since" in params: self.merged = True
            sub = self.subs.get(params["subscription"])
            if sub and sub["ok"]:
                try:
                    if "patch" in params: sub["value"] = apply_patch(sub["value"], params["patch"])
                    elif "list" in params: sub["value"] = apply_list(sub["value"], params["list"])
                    else: sub["value"] = params["value"]
                except Exception as e:
                    sub["ok"] = False
                    self.finding("subscription", f"{json.dumps(sub['params'])}: a change can't be applied ({e!r}): {json.dumps(params)[:600]} to {json.dumps(sub['value'])[:600]}")
            if params["seq"] < self.seqs.get(params["subscription"], -1):
                self.finding("order", f"seq went back: {json.dumps(message)[:300]}")
            self.seqs[params["subscription"]] = params["seq"]
        elif name == "request.done":
            self.waiting = set(self.waiting) - {params["queued"]}
        elif name == "subscription.ended":
            self.subs.pop(params["subscription"], None); self.model.loose.discard(params["subscription"])

    def answer(self, message, known=True):
        """One response; of a line that was spoilt it isn't known what was asked."""
        z = self.z
        if message.get("jsonrpc") != "2.0" or ("result" in message) == ("error" in message) or set(message) - {"jsonrpc", "id", "result", "error"}:
            self.finding("answer", "no JSON-RPC response: " + json.dumps(message)[:300])
        known = known and isinstance(message.get("id"), (int, str))
        req = self.asked.pop(message["id"], None) if known else None
        error = message.get("error")
        if error is not None:
            data = error.get("data") or {}
            z.kinds[data.get("kind")] += 1
            if error.get("code") == -32603 or data.get("kind") == "internal":
                self.finding("internal", f"{json.dumps(req)[:600]} -> {json.dumps(error)[:600]}")
            if not isinstance(error.get("message"), str) or not isinstance(error.get("code"), int) or not isinstance(data.get("kind"), str) or not isinstance(data.get("message"), str) or not isinstance(data.get("retry"), bool):
                self.finding("schema", "an error without code, message, kind or retry: " + json.dumps(error)[:300])
            if req and isinstance(req.get("method"), str):
                m = z.methods.get(req["method"])
                if m and error["code"] not in (-32600, -32601) and (error["code"] not in m.codes or data.get("kind") not in m.kinds):
                    z.soft_finding("undeclared error", f"{req['method']} answers {data.get('kind')} ({error['code']}), which it doesn't declare: {json.dumps(req)[:300]} -> {json.dumps(error)[:300]}", self)
        elif req and isinstance(req.get("method"), str):
            m = z.methods[req["method"]]
            z.ok[req["method"]] += 1
            fault = m.check(message["result"])
            if fault: self.finding("schema", f"{req['method']}: {fault}: {json.dumps(req)[:400]} -> {json.dumps(message['result'])[:600]}")
            z.checked += 1
            if jsonschema and z.checked % 500 == 0:
                try: z.validator(m).validate(message["result"])
                except jsonschema.ValidationError as e: self.finding("schema", f"{req['method']}: jsonschema: {e.message[:300]}")
                z.validated += 1
            if isinstance(message["result"], dict) and list(message["result"]) == ["queued"]:
                self.waiting = set(self.waiting) | {message["result"]["queued"]}
                self.then.pop(message["id"], None)
                return
            if req["method"] == "subscribe" and len(self.then) >= 0 and message["id"] not in self.then: self.model.loose.add(message["result"]["subscription"])
            elif req["method"] == "recording.export": self.model.recording = message["result"]["lines"]
            elif req["method"] == "unsubscribe": self.model.loose.discard(req["params"].get("subscription")); self.subs.pop(req["params"].get("subscription"), None)
        then = self.then.pop(message["id"], None) if known else None
        if then:
            try: then(message.get("result"), error)
            except (TypeError, KeyError, AttributeError, IndexError) as e: self.finding("answer", f"{e!r} with {json.dumps(req)[:300]} -> {json.dumps(message)[:600]}")

    def take(self, lines):
        head = 0
        expected = self.expected
        for line in lines:
            try: message = json.loads(line)
            except Exception as e:
                self.finding("answer", f"a line that isn't JSON ({e}): {line[:300]!r}")
                continue
            self.z.answers += 1
            if isinstance(message, dict) and "method" in message and "id" not in message:
                self.note(message)
                continue
            while head < len(expected) and expected[head][0] == "none": head += 1
            if head >= len(expected):
                self.finding("answer", f"an answer to nothing: {line[:300]!r}")
                continue
            kind = expected[head]
            if kind[0] == "any":
                # The next that must be answered, or what may be.
                j = head
                while j < len(expected) and expected[j][0] in ("any", "none"): j += 1
                if j < len(expected) and self.fits(message, expected[j]):
                    head = j
                    kind = expected[head]
                else:
                    head += 1
                    for m in message if isinstance(message, list) else [message]: self.answer(m, False)
                    continue
            if not self.fits(message, kind):
                self.finding("answer", f"expected {kind}, got {line[:300]!r}")
            head += 1
            for m in message if isinstance(message, list) else [message]: self.answer(m)
        while head < len(expected) and expected[head][0] in ("none", "any"): head += 1
        if head < len(expected): self.finding("answer", f"no answer to {expected[head:head + 3]}")
        self.expected = []

    @staticmethod
    def fits(message, kind):
        if kind[0] == "one": return isinstance(message, dict) and "id" in message and message["id"] == kind[1] and type(message["id"]) == type(kind[1])
        if kind[0] == "batch":
            if not isinstance(message, list): return False
            ids, want = [m.get("id") for m in message], kind[1]
            i = 0
            for w in want:
                if w == ("maybe",):
                    if i < len(ids) and ids[i] is None: i += 1
                elif i < len(ids) and ids[i] == w: i += 1
                else: return False
            return i == len(ids)
        return False

    # -- the whole
    def chunk_lines(self):
        r = self.rng
        if self.transcript:
            for _ in range(40):
                line = r.choice(self.transcript)
                try: obj = json.loads(line)
                except Exception: obj = None
                k = r.random()
                if isinstance(obj, dict) and isinstance(obj.get("method"), str) and obj["method"] != "shutdown" and k < 0.85 and (obj.get("params") is None or isinstance(obj["params"], (dict, list))) and not (obj["method"] in ("session.open", "flow.load") or obj["method"] in ("snapshot.restore", "session.delete") and self.record and not self.z.args.record_restored):
                    obj["id"] = self.gen.next_id()
                    p = obj.get("params")
                    if isinstance(p, dict) and ("at" in p) and r.random() < .2: p["at"] = self.gen.address()
                    if k < 0.2:
                        obj = self.gen.hostile(obj)
                        self.put(json.dumps(obj).encode(), ("one", obj["id"])); self.asked[obj["id"]] = None
                    else: self.ask(obj)
                elif isinstance(obj, dict) and obj.get("method") in ("session.open", "flow.load", "shutdown", "snapshot.restore", "session.delete"): continue
                elif b"snapshot.restore" in line or b"session.delete" in line: continue
                elif b"shutdown" not in line: self.put(self.gen.bytes(line) if k > .9 else line, ("any",))
            return
        if self.acknowledging: return self.end_moving()
        for _ in range(28): self.random_line()
        if r.random() < .1: return self.begin_moving()
        k = r.random()
        if k < 0.35: self.property_undo()
        elif k < 0.6: self.property_explain()
        elif k < 0.7: self.property_snapshot()
        elif k < 0.75: self.property_fork()
        elif k < 0.8 and not self.record: self.property_recording()
        if self.to_replay: self.property_replay()
        if len(self.subs) < 5 and r.random() < .4: self.property_subscribe()
        for _ in range(6): self.random_line()
        if r.random() < .35: self.property_undo()

    def go(self, count):
        z = self.z
        command = [z.args.navtree, "serve", self.path, "--clock", "virtual", "--limit", "firings=100", "--limit", "states=100"] + (["--record", z.tmp + "/recording"] if self.record else [])
        if self.record:
            for f in glob.glob(z.tmp + "/recording*"): os.unlink(f)
        errors = open(z.tmp + "/stderr", "w+b")
        p = Process(command, errors)
        try:
            while self.requests < count:
                start = len(self.input)
                self.chunk_lines()
                self.settle()
                mark = self.gen.next_id()
                self.call("ping", {})
                until = b'{"jsonrpc":"2.0","id":%d,' % (mark + 1)
                t = time.time()
                lines = p.exchange(b"\n".join(self.input[start:]) + b"\n", until)
                t = time.time() - t
                z.slowest = max(z.slowest, (t, self.path, self.seed))
                if t > z.args.slow: self.finding("slow", f"{t:.2f} s for {len(self.input) - start} lines")
                self.output += lines
                self.take(lines)
                if any(k in ("died", "answer") for k, _, _ in self.findings): break
            z.rss = max(z.rss, (p.peak(), self.path, self.seed))
            if p.peak() > z.args.rss_mb * 1024: self.finding("memory", f"VmHWM {p.peak()} kB")
            rest = p.exchange(b"", None)
            self.output += rest
            if p.rest: self.finding("answer", f"a last line without newline: {p.rest[:200]!r}")
            status = p.p.wait(30)
            if status != 0: self.finding("died", f"exit status {status}")
        except Died as e:
            self.finding("died", str(e))
            p.p.kill(); p.p.wait()
        errors.seek(0)
        text = errors.read()
        if text: self.finding("died", f"stderr: {text[:600]!r}")
        if self.record and not any(k == "died" for k, _, _ in self.findings):
            done = subprocess.run([z.args.navtree, "replay", z.tmp + "/recording", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            z.props["replay"] += 1
            try: equal = json.loads(done.stdout)["equal"]
            except Exception: equal = None
            if equal is not True:
                self.finding("replay", f"status {done.returncode}: {done.stdout[:900]!r} {done.stderr[:600]!r}")
                z.keep_file("%05d-replay.recording" % self.seed, open(z.tmp + "/recording", "rb").read())
        elif self.rng.random() < z.args.twice: self.twice()
        return self

    def batch_run(self, lines, command=None):
        """All lines from a file to a file: (output, status)."""
        z = self.z
        with open(z.tmp + "/in", "wb") as f: f.write(b"\n".join(lines) + b"\n")
        with open(z.tmp + "/in", "rb") as i, open(z.tmp + "/out", "wb") as o:
            try: status = subprocess.run([z.args.navtree, "serve", self.path, "--clock", "virtual", "--limit", "firings=100", "--limit", "states=100"], stdin=i, stdout=o, stderr=subprocess.DEVNULL, timeout=120).returncode
            except subprocess.TimeoutExpired: status = "timeout"
        return open(z.tmp + "/out", "rb").read(), status

    def twice(self):
        a, s1 = self.batch_run(self.input)
        b, s2 = self.batch_run(self.input)
        self.z.props["deterministic"] += 1
        if (a, s1) != (b, s2): self.finding("deterministic", f"the same input twice: {first_difference(a, b)}")
        piped = b"".join(l + b"\n" for l in self.output)
        if not self.merged and a != piped and not any(k == "died" for k, _, _ in self.findings):
            self.finding("deterministic", f"from a file or in turn: {first_difference(piped, a)}")

def first_difference(a, b):
    x, y = a.split(b"\n"), b.split(b"\n")
    for i, (p, q) in enumerate(zip(x, y)):
        if p != q: return f"line {i + 1}: {p[:300]!r} / {q[:300]!r}"
    return f"{len(x)} / {len(y)} lines"


class Fuzzer:
    def __init__(self, args):
        self.args = args
        self.tmp = tempfile.mkdtemp(prefix="fuzz-server-")
        self.flows, self.props, self.kinds, self.ok, self.soft = {}, Counter(), Counter(), Counter(), Counter()
        self.softly, self.found, self.answers, self.checked, self.validated = {}, [], 0, 0, 0
        self.rss, self.slowest, self.total, self.processes = (0,), (0,), 0, 0
        document = self.ask_once(args.flows[0], [{"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}])[0]
        self.document = document
        schemas = Schemas(document["components"])
        self.methods = {m["name"]: Method(m, schemas) for m in document["methods"]}
        self.notifications = {n["name"]: schemas.check(n["schema"]) for n in document["x-notifications"]}
        self.validators = {}

    def validator(self, method):
        if method.name not in self.validators:
            self.validators[method.name] = jsonschema.Draft202012Validator({**method.result_schema, "components": self.document["components"]})
        return self.validators[method.name]

    def ask_once(self, flow, requests):
        out = subprocess.run([self.args.navtree, "serve", flow, "--clock", "virtual"], input="\n".join(map(json.dumps, requests)).encode(), stdout=subprocess.PIPE).stdout
        answers = [json.loads(l) for l in out.splitlines()]
        return [a["result"] for a in answers if "id" in a]

    def flow(self, path):
        if path not in self.flows:
            name = self.ask_once(path, [{"jsonrpc": "2.0", "id": 1, "method": "flow.list"}])[0][0]["flow"]
            self.flows[path] = Flow(self.ask_once(path, [{"jsonrpc": "2.0", "id": 1, "method": "flow.get", "params": {"flow": name}}])[0])
        return self.flows[path]

    def soft_finding(self, kind, text, run):
        key = (kind, " ".join(text.split()[:4]))
        self.soft[" ".join((kind + ": " + text).split(":")[:2])[:120]] += 1
        if key not in self.softly:
            self.softly[key] = text

    def keep_file(self, name, data):
        os.makedirs(self.args.out, exist_ok=True)
        with open(os.path.join(self.args.out, name), "wb") as f: f.write(data)

    def shorten(self, run, kind, text, upto):
        """The fewest lines for which a fault that is seen from outside is still there (ddmin, bounded)."""
        lines = run.input[:upto]
        if kind == "died": test = lambda ls: run.batch_run(ls)[1] not in (0, "timeout")
        elif kind == "internal": test = lambda ls: b'"kind":"internal"' in run.batch_run(ls)[0]
        elif kind == "deterministic": test = lambda ls: run.batch_run(ls)[0] != run.batch_run(ls)[0]
        else: return lines
        if not test(lines): return lines
        size, end = len(lines) // 2, time.time() + 30
        while size >= 1 and time.time() < end:
            i, smaller = 0, False
            while i < len(lines) and time.time() < end:
                rest = lines[:i] + lines[i + size:]
                if rest and test(rest): lines, smaller = rest, True
                else: i += size
            if not smaller: size //= 2
        return lines

    def go(self):
        a, begun, i = self.args, time.time(), 0
        transcripts = {}
        for t in a.transcripts or []:
            flow, lines = None, []
            for line in open(t, encoding="utf-8", errors="surrogateescape"):
                if line.startswith("$ "):
                    names = [w for w in line.split() if w.endswith(".yaml")]
                    flow = names[0] if names else flow
                elif line.startswith("> "): lines.append(line[2:].rstrip("\n").encode("utf-8", "surrogateescape"))
            path = next((f for f in a.flows if flow and os.path.basename(f) == os.path.basename(flow)), None)
            if path and lines: transcripts.setdefault(path, []).extend(lines)
        while self.total < a.requests and time.time() - begun < a.time:
            seed = a.seed * 1000003 + i
            path = a.flows[i % len(a.flows)]
            r = random.Random(seed)
            mutate = transcripts.get(path) if r.random() < 0.2 else None
            run = Run(self, path, seed, mutate, record=r.random() < 0.25).go(a.per_process)
            self.total += run.requests
            self.processes += 1
            i += 1
            for kind, text, upto in run.findings:
                self.found.append((kind, path, seed, text))
                name = "%05d-%s" % (len(self.found), kind)
                if len(self.found) < 200:
                    lines = self.shorten(run, kind, text, upto) if sum(1 for f in self.found if f[0] == kind) <= 1 else run.input[:upto]
                    self.keep_file(name + ".jsonl", b"\n".join(lines) + b"\n")
                    self.keep_file(name + ".out", b"\n".join(run.output) + b"\n")
                os.makedirs(a.out, exist_ok=True)
                with open(os.path.join(a.out, "findings.txt"), "a") as f: f.write(f"{name} {os.path.basename(path)} seed {seed}\n  {text}\n")
            if i % 20 == 0 and a.verbose: self.report(begun)
        self.report(begun)
        return 1 if self.found else 0

    def report(self, begun):
        t = time.time() - begun
        print(f"{self.total} requests in {self.processes} processes, {t:.0f} s ({self.total / max(t, .1):.0f}/s); {self.answers} lines answered, {self.checked} results checked ({self.validated} with jsonschema)")
        print(f"  properties: {dict(self.props)}; max RSS {self.rss[0] // 1024} MB {self.rss[1:]}; slowest chunk {self.slowest[0]:.3f} s {self.slowest[1:]}")
        print(f"  findings: {dict(Counter(f[0] for f in self.found))}; to be looked at: {dict(self.soft)}")
        sys.stdout.flush()

    def coverage(self):
        print("  succeeded by method:", dict(sorted(self.ok.items(), key=lambda e: -e[1])))
        print("  errors by kind:", dict(self.kinds.most_common()))
        never = [m for m in self.methods if m not in self.ok]
        print("  never succeeded:", never)
        for (k, _), t in self.softly.items(): print("  ?", k, t[:600])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--navtree", default="navtree")
    p.add_argument("--flows", nargs="+", required=True)
    p.add_argument("--transcripts", nargs="*")
    p.add_argument("--requests", type=int, default=1000000)
    p.add_argument("--per-process", type=int, default=2000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--time", type=float, default=1800)
    p.add_argument("--twice", type=float, default=1.0, help="the share of processes whose input is run twice more")
    p.add_argument("--slow", type=float, default=5.0)
    p.add_argument("--rss-mb", type=int, default=512)
    p.add_argument("--out", default="fuzz-server-findings")
    p.add_argument("--verbose", action="store_true")
    p.add_argument("--record-restored", action="store_true", help="restore snapshots and delete sessions while recording, too")
    p.add_argument("--reproduce")
    a = p.parse_args()
    z = Fuzzer(a)
    if a.reproduce:
        run = Run(z, a.flows[0], 0)
        out, status = run.batch_run(open(a.reproduce, "rb").read().rstrip(b"\n").split(b"\n"))
        sys.stdout.buffer.write(out)
        return status
    try: status = z.go()
    finally: z.coverage()
    for f in z.found[:20]: print("!", f[0], os.path.basename(f[1]), "seed", f[2], f[3][:500])
    return status

if __name__ == "__main__":
    sys.exit(main())
