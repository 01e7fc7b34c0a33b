"""Which features of a session have met, how often, and how a walk is led to those that have met least.

Two features meet when one of them happens in a change while the other is there, or happened in the change before. What
happens at an instant (an undo, a fork, a kill) is there only then. A condition (a timer, a waiting link, a kept state)
is there as long as it holds, and happens when it begins, ends or changes.
"""
import collections, json
from followed import FORMS

EVENTS = {
    "undo": "undo and redo", "fork": "a fork", "replaced": "a snapshot in place", "killed": "store and kill",
    "migrated": "a migration", "reopened": "a window closed and opened again", "batch": "a batch",
    "broadcast": "a broadcast", "told": "a broadcast of a rule", "refused": "a dismissal refused",
    "moved": "a screen moved", "parted": "a window by a rule", "collapsed": "a split collapsed or expanded",
    "queued": "a request that waits", "dropped": "a request dropped",
}
CONDITIONS = {
    "link": "a link that waits", "timer": "a timer", "effect": "an effect in flight", "stream": "a stream",
    "idle": "an idle time", "deadline": "a deadline", "loading": "a list that loads", "kept": "a kept state", "result": "a result awaited",
    "moving": "transitions pending",
}
FOLLOWED = {form: f"a subscription ({form})" for form in FORMS}
FEATURES = {**EVENTS, **CONDITIONS, **FOLLOWED}
# Pairs that can't meet, each with the reason.
APART = {}
ENOUGH, STEPS = 100, 60_000


def conditions(s, flow):
    """The conditions that hold in a snapshot, with what makes each of them."""
    asked = collections.defaultdict(dict)
    for e in s["effects"]:
        sort = "loading" if e.get("loads") else "stream" if e["name"] in flow.streams else "effect"
        asked[sort][e["effect"]] = e
    return {
        "link": [(k["url"], k["window"]) for k in s["links"]],
        **{sort: [(t["number"], t["delay"]) for t in s["timers"] if "timeout" not in t and ("idle" in t) == (sort == "idle")]
           for sort in ("timer", "idle")},
        "deadline": [e["effect"] for e in s["effects"] if "deadline" in e],
        **{sort: asked[sort] for sort in ("effect", "stream", "loading")},
        "kept": {json.dumps([k["screen"], k["identity"]]): k["state"] for k in s["kept"]},
        "result": [w["screen"] for w in s["waiting"]],
    }


def turned(old, new, flow):
    """The conditions that began, ended or changed between two snapshots."""
    a, b = conditions(old, flow), conditions(new, flow)
    return {n for n in a if a[n] != b[n]}


class Pairs:
    """How often each pair has met, and on the diagonal how often each feature happened."""

    def __init__(self):
        self.counts, self.before = collections.Counter(), {}

    def note(self, session, happened, there):
        met = {frozenset((a, b)) for a in happened for b in there | happened | self.before.get(session, set())}
        met -= {frozenset((a,)) for a in FEATURES}
        self.counts.update(met | {frozenset((a,)) for a in happened})
        self.before[session] = happened

    def cells(self):
        names = list(FEATURES)
        return [frozenset((a, b)) for i, a in enumerate(names) for b in names[:i + 1] if frozenset((a, b)) not in APART]

    def rare(self, steps):
        """The cells below the minimum, which is that of 60,000 steps in proportion."""
        return [c for c in self.cells() if self.counts[c] * STEPS < ENOUGH * min(steps, STEPS)]

    def report(self, steps):
        names = list(FEATURES)
        wide = max(map(len, FEATURES.values())) + 3
        print("pairs of features that met in a change or its neighbours:")
        print(" " * wide + "".join(f"{i + 1:7}" for i in range(len(names))))
        for i, a in enumerate(names):
            cells = ("   apart" if frozenset((a, b)) in APART else f"{self.counts[frozenset((a, b))]:7}" for b in names[:i + 1])
            print(f"{i + 1:2} {FEATURES[a]:{wide - 3}}" + "".join(cells))
        for pair, reason in APART.items():
            print(f"apart: {', '.join(sorted(FEATURES[n] for n in pair))}: {reason}")
        low = min(self.counts[c] for c in self.cells())
        print(f"the least of {len(self.cells())} cells: {low}; the minimum is {ENOUGH * min(steps, STEPS) / STEPS:.0f}")
        for cell in self.rare(steps):
            print(f"too rare: {', '.join(sorted(FEATURES[n] for n in cell))}: {self.counts[cell]}")


class Aims:
    """Steps to the pairs that have met least, in `walk.navtree.yaml`.

    Both features of a pair are prepared before the first of them happens, so that they are neighbours.
    """

    def __init__(self, rng, world, pairs):
        self.r, self.w, self.pairs = rng, world, pairs
        self.plan, self.tries = [], 0

    def step(self):
        session = self.w.sessions[self.w.flow.name]
        if not self.plan or self.tries > 8:
            cells = sorted(self.pairs.cells(), key=lambda c: (self.pairs.counts[c], self.r.random()))
            self.plan, self.tries = list(self.r.choice(cells[:6])), 0
            self.plan.sort()
            self.r.shuffle(self.plan)
        self.tries += 1
        step = next((p for p in (self.prepared(f, session.s) for f in ["app", "page"] + self.plan) if p), None)
        if not step:
            step = self.act(self.plan.pop(0), session.s)
        return {"session": session.name, **step}

    # -- what is there
    def rows(self, s, screen):
        return [r["id"] for r in s["rows"] if r["screen"] == screen]

    def page(self, s):
        return f"#{self.r.choice(self.rows(s, 'page'))}"

    def leaves(self, s):
        """The pages that hold nothing and may be dismissed."""
        holders, screens = {r["parent"] for r in s["rows"]}, {r["id"]: r["screen"] for r in s["rows"]}
        return [r["id"] for r in s["rows"] if r["screen"] == "page" and r["id"] not in holders
                and screens.get(r["parent"]) not in (None, "app", "desk") and r["slot"] != "cover"]

    def free(self, s):
        """The pages with no modal."""
        taken = {r["parent"] for r in s["rows"] if r["slot"] in ("over", "cover")}
        return [i for i in self.rows(s, "page") if i not in taken]

    @staticmethod
    def asked(method, **params):
        return {"do": "change", "method": method, "params": params}

    def acted(self, at, **action):
        return self.asked("dispatch", at=at, action=action)

    # -- what is done first
    def prepared(self, feature, s):
        """The next step towards a feature that can't happen yet; None if it can."""
        roots = {r["window"]: r for r in s["rows"] if r["parent"] is None}
        if feature == "app":
            if "main" not in roots:
                return self.asked("window.open", window="main", screen="app")
            if roots["main"]["screen"] != "app":
                return self.asked("reset", at="/main", tree={"screen": "app"}, force=True)
        elif feature == "page" and not self.rows(s, "page"):
            return self.asked("select", at="/main", tab="notes", force=True)
        elif feature == "link" and s["shared"]["user"]:
            return self.acted("/main", type="signOut")
        elif feature in ("loading", "list", "queued"):
            people = [r for r in s["rows"] if r["slot"] == "people" and r["screen"] == "people"]
            if not people:
                return self.asked("reset", at="/main", tree={"screen": "app", "selected": "people"}, force=True)
        elif feature in ("collapsed", "dropped") and not self.rows(s, "desk"):
            return self.asked("select", at="/main", tab="desk", force=True)
        elif feature in ("kept", "moved") and not self.leaves(s) or feature == "parted" and "loose" not in s["windows"] and not self.leaves(s):
            return self.asked("push", at=self.page(s), screen="page", params={"text": self.r.choice("abcd")})
        elif feature == "result" and not s["waiting"] and not self.free(s):
            return self.asked("push", at=self.page(s), screen="page", params={"text": self.r.choice("abcd")})
        elif feature == "fork" and "trial" in self.w.sessions:
            return {"do": "delete", "session": "trial"}
        elif feature == "refused":
            drafts = [r for r in s["rows"] if r["screen"] == "draft"]
            if not drafts:
                taken = [r for r in s["rows"] if r["parent"] == roots["main"]["id"] and r["slot"] == "over"]
                if taken:
                    return self.asked("dismiss", at=f"#{taken[0]['id']}", force=True)
                return self.asked("present", at="/main", screen="draft", **{"in": "over"})
            if all(d["state"]["text"] == "" for d in drafts):
                return self.acted(f"#{drafts[0]['id']}", type="write", text="dirty")
        if feature in ("queued", "dropped") and not self.w.pending():
            return self.act("moving", s)

    # -- what happens
    def act(self, feature, s):
        again = {"at": self.page(s), "action": {"type": "again"}}
        if feature == "undo":
            return {"do": "undoRedo", "method": "dispatch", "params": again}
        if feature == "fork":
            return {"do": "fork", "as": "trial", "store": self.r.random() < 0.3}
        if feature == "replaced":
            return {"do": "replace", "changes": [["dispatch", again]]}
        if feature == "killed":
            return {"do": "restart", "how": "SIGKILL", "tools": []}
        if feature == "migrated":
            return {"do": "restart", "how": self.r.choice(["eof", "SIGTERM"]), "tools": [], "migrate": True}
        if feature == "reopened":
            return {"do": "window", "window": "side", "screen": "page", "params": {"text": self.r.choice("abcd")}}
        if feature == "batch":
            return self.asked("batch", actions=[again, again])
        if feature == "broadcast":
            return self.asked("broadcast", screen="page", action={"type": "again"})
        if feature == "told":
            return self.acted(self.page(s), type="tellAll")
        if feature == "idle":
            return self.acted(self.page(s), type="idle")
        if feature == "deadline":
            return self.acted(self.page(s), type="call", text="a")
        if feature == "refused":
            return self.asked("dismiss", at="#%d" % next(r["id"] for r in s["rows"] if r["screen"] == "draft" and r["state"]["text"]))
        if feature == "link":
            if s["links"] and self.r.random() < 0.3:
                return self.asked("link.drop", url=s["links"][0]["url"])
            return self.asked("link.open", url=self.r.choice(["/bare/%d", "/mine/a%d", "/held/a%d"]) % self.r.randrange(9))
        if feature == "moved":
            leaf = self.r.choice(self.leaves(s))
            to = self.r.choice([i for i in self.rows(s, "page") if i != leaf])
            return self.asked("move", at=f"#{leaf}", to=f"#{to}", ifOccupied="replace", force=True, **{"in": "over"})
        if feature == "parted":
            if "loose" in s["windows"]:
                return self.acted("#%d" % next(r["id"] for r in s["rows"] if r["screen"] == "page"), type="join")
            return self.acted(f"#{self.r.choice(self.leaves(s))}", type="part")
        if feature in ("collapsed", "dropped"):
            desk = next(r for r in s["rows"] if r["screen"] == "desk")
            return self.acted(f"#{desk['id']}", type="turn", narrow=not desk["params"]["narrow"])
        if feature == "timer":
            return self.acted(self.page(s), type="remind", delay=3000)
        if feature in ("effect", "stream"):
            there = [e["effect"] for e in s["effects"] if not e.get("loads") and not e.get("isQueued") and (e["name"] == "watch") == (feature == "stream")]
            if there and feature == "stream" and self.r.random() < 0.8:
                return self.asked("effect.next", effect=there[0], output={"n": self.r.randrange(9)})
            if len(there) > 2:
                return self.asked("effect.done", effect=there[0], output={"at": "there"})
            return self.acted(self.page(s), **({"type": "watch"} if feature == "stream" else {"type": "saveLatest", "text": "a"}))
        if feature == "loading":
            return self.acted("/main/people", type="list.refresh")
        if feature in ("list", "queued"):
            return self.acted("/main/people", type="list.insert", item={"id": self.r.randrange(50)})
        if feature == "kept":
            return self.asked("dismiss", at=f"#{self.r.choice(self.leaves(s))}", force=True)
        if feature == "result":
            if s["waiting"] and self.r.random() < 0.5 or not self.free(s):
                return self.asked("dismiss", at=f"#{self.r.choice(s['waiting'])['screen']}", force=True)
            return self.acted(f"#{self.r.choice(self.free(s))}", type="ask")
        if feature == "moving" and self.w.pending() and self.r.random() < 0.5:
            return {"do": "shown"}
        if feature in ("lifecycle", "transitions", "moving"):
            return self.asked("select", at="/main", tab=self.r.choice(["people", "desk", "notes", "lazily"]), force=True)
        return self.asked("dispatch", **again)
