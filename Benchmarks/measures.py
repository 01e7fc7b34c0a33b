"""The measures of `make bench`: each gives a table."""
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

import callgrind
import databases
from callgrind import ADDRESSED, FIVE, PLAIN, ROOT
from served import Served, WrongAnswer, line

FLOWS = f"{ROOT}/Benchmarks/flows"
LIMITS = ["--limit", "screens=10000000", "--limit", "sessions=1000000", "--limit", "levels=2000000"]
PYTHON = f"{ROOT}/.build-peers/bin/python3"
PEERS = f"{ROOT}/Benchmarks/Peers"


class Table:
    """Rows of figures under a title. What a row couldn't measure, it says in place of figures."""

    def __init__(self, title, columns):
        self.title, self.columns, self.rows = title, columns, []

    def add(self, name, *figures):
        self.rows.append([name, *figures])


def pages(count):
    return [("push", '{"screen":"page"}')] * count


def counters(count, session=None):
    own = f'"session":"{session}",' if session else ""
    return [("push", f'{{{own}"screen":"{"list" if index % 2 else "detail"}"}}') for index in range(count)]


def micros(seconds, count):
    return seconds / count * 1e6


def spread(runs):
    """The figure of several runs: their median."""
    return statistics.median(runs)


class Measures:
    def __init__(self, navtree, static, floor):
        self.navtree, self.static, self.floor = navtree, static, floor

    def serve(self, flow, *options):
        return Served([self.navtree, "serve", f"{FLOWS}/{flow}.navtree.yaml", *LIMITS, *options])

    # The loop, and the peers.

    def loop(self):
        table = Table("A dispatch through a pipe, five screens deep", ["", "µs", "of the floor"])
        counts = {"floor": 100_000, "navtree": 100_000}
        commands = {
            "floor": ("C++ loop that parses and answers, the floor", [self.floor]),
            "navtree": ("navtree", [self.navtree, "serve", f"{FLOWS}/counter.navtree.yaml"]),
        }
        runs = {name: [] for name in commands}
        # In turn, so that other load on the machine affects both.
        for _ in range(5):
            for name, (_, command) in commands.items():
                runs[name].append(self.answer(command, counts[name]))
        floor = spread(runs["floor"])
        for name, (title, _) in commands.items():
            ratio = statistics.median(each / base for each, base in zip(runs[name], runs["floor"]))
            table.add(title, spread(runs[name]), ratio)
        for title, count, command in self.peers():
            if isinstance(command, str):
                table.add(title, command, "")
                continue
            figure = self.answer(command, count)
            table.add(title, figure, figure / floor)
        return table

    def answer(self, command, count):
        with Served(command) as served:
            served.ask(FIVE + [ADDRESSED] * 1000)
            seconds = served.ask([ADDRESSED] * count)
            path = "/main/detail/list/detail/list/detail"
            seq = count + 1005
            expected = (
                f'{{"jsonrpc":"2.0","id":{seq},"result":{{"seq":{seq},"handledBy":"{path}","active":"{path}"}}}}')
            if served.last.decode() != expected:
                raise WrongAnswer(f"{command}: {served.last!r}")
            return micros(seconds, count)

    @staticmethod
    def peers():
        redux = ["node", f"{PEERS}/redux_peer.js"] if shutil.which("node") else None
        if not os.path.isdir("/usr/share/nodejs/redux"):
            redux = None
        yield "Redux 4.2 of Debian, in Node", 100_000, redux or "not installed"
        for name, module, count in [
            ("transitions 0.9 of PyPI", "transitions", 20_000),
            ("python-statemachine 3.2 of PyPI", "statemachine", 10_000),
            ("Sismic 1.6 of PyPI", "sismic", 2_000),
        ]:
            there = os.path.exists(PYTHON)
            yield name, count, [PYTHON, f"{PEERS}/{module}_peer.py"] if there else "not installed"
        yield "XState, React Navigation", 0, "neither in PyPI nor in Debian"

    # The tree.

    def depth(self):
        table = Table("Requests to the active screen, by its depth (µs)", ["screens in the chain"])
        table.columns += ["dispatch", "push and pop", "state.get", "resident bytes a screen, history included"]
        with self.serve("counter") as served:
            served.ask(counters(10))
            made, base = 10, served.memory()
            for depth in [10, 1_000, 100_000, 1_000_000]:
                while made < depth:
                    step = min(depth - made, 100_000)
                    served.ask(counters(step))
                    made += step
                size = (served.memory() - base) / (made - 10) if depth > 1_000 else ""
                plain = self.times(served, [PLAIN])
                present = [("push", f'{{"screen":"{"list" if depth % 2 else "detail"}"}}'), ("pop", "{}")]
                table.add(
                    f"{depth:,}", plain, self.times(served, present),
                    self.times(served, [("state.get", '{"pointer":"/state/count"}')]), size)
        return table

    def alive(self):
        table = Table(
            "A dispatch among other live screens, in sessions of a thousand (µs)",
            ["live screens", "dispatch", "resident bytes a screen"])
        with self.serve("counter") as served:
            served.ask(counters(9))
            base, made = served.memory(), 0
            session = ("dispatch", '{"session":"counter","action":{"type":"inc"}}')
            for count in [10, 1_000, 100_000, 1_000_000]:
                while made < count // 1000:
                    requests = []
                    for index in range(made, min(made + 100, count // 1000)):
                        requests.append(("session.open", f'{{"flow":"counter","session":"s{index}"}}'))
                        requests += counters(999, f"s{index}")
                    served.ask(requests)
                    made = min(made + 100, count // 1000)
                size = (served.memory() - base) / (made * 1000) if made >= 100 else ""
                table.add(f"{count:,}", self.times(served, [session]), size)
        return table

    def navigation(self):
        table = Table("Navigation and back (µs)", ["", "among 10 screens", "among 100,000", "ratio"])
        operations = [
            ("push, pop", None, [("push", '{"screen":"page"}'), ("pop", "{}")]),
            ("push, back", None, [("push", '{"screen":"page"}'), ("back", "{}")]),
            ("present, dismiss", None, [("present", '{"screen":"sheet"}'), ("dismiss", "{}")]),
            ("replace", None, [("replace", '{"screen":"page"}')]),
            ("setParams", None, [("setParams", '{"params":{"number":1}}')]),
            ("navigate, popTo", None, [
                ("navigate", '{"screen":"page","params":{"number":7}}'),
                ("popTo", '{"screen":"page","identity":0}')]),
            ("select, select", "tabs", [("select", '{"tab":"two"}'), ("select", '{"tab":"one"}')]),
            ("focus, focus", "split", [("focus", '{"pane":"right"}'), ("focus", '{"pane":"left"}')]),
            ("link.open, pop", None, [("link.open", '{"url":"/pages/7"}'), ("pop", "{}")]),
        ]
        for name, on, requests in operations:
            figures = []
            for depth in [10, 100_000]:
                with self.serve("navigation") as served:
                    served.ask(pages(depth))
                    if on:
                        served.ask([("push", f'{{"screen":"{on}"}}')])
                    figures.append(self.times(served, requests, 5_000))
            table.add(name, *figures, figures[1] / figures[0])
        return table

    @staticmethod
    def times(served, requests, count=10_000):
        """The least of three runs, in µs."""
        served.ask(requests * 100)
        return micros(min(served.ask(requests * (count // 3)) for _ in range(3)), count // 3)

    @staticmethod
    def told(served, requests, notified):
        """The same where notifications are told: in bursts that a pipe takes, so that the reader is never behind."""
        burst = max(1, 4_000 // (notified + 1) // len(requests))
        runs = [served.ask(requests * burst) for _ in range(max(9, 3_000 // burst // len(requests)))]
        return micros(statistics.median(runs), burst * len(requests))

    # Subscriptions, effects and stores.

    def subscriptions(self):
        table = Table("A dispatch and what is told of it (µs)", ["", "µs", "of one without a follower"])
        plain = 0
        for count in [0, 1, 10, 100]:
            with self.serve("counter") as served:
                served.ask(FIVE)
                served.ask([("subscribe", '{"at":"#6","initial":false}')] * count)
                figure = self.told(served, [PLAIN], count)
            plain = plain or figure
            table.add(f"{count} followers of the written screen", figure, figure / plain)
        with self.serve("counter") as served:
            served.ask(counters(1_000))
            for screen in range(1, 1_000):
                served.ask([("subscribe", f'{{"at":"#{screen}","depth":1,"initial":false}}')])
            figure = self.times(served, [PLAIN])
        table.add("999 followers of other screens", figure, figure / plain)
        for form in ["patch", "list"]:
            for count in [100, 100_000]:
                with self.serve("objects") as served:
                    objects = ",".join(f'{{"id":{index},"x":0}}' for index in range(count))
                    served.ask([("dispatch", f'{{"action":{{"type":"fill","objects":[{objects}]}}}}')])
                    served.ask([(
                        "subscribe",
                        f'{{"at":"/main","pointer":"/state/objects","form":"{form}","initial":false}}')])
                    move = [
                        ("dispatch", f'{{"action":{{"type":"move","index":{count // 2},"x":{x}}}}}') for x in (1, 2)]
                    figure = self.told(served, move, 1)
                table.add(f"one of {count:,} objects of a list, as {form}", figure, figure / plain)
        return table

    def effects(self):
        table = Table("An effect (µs)", ["", "µs", "of a plain dispatch"])
        with self.serve("effects") as served:
            served.ask(FIVE)
            plain = self.times(served, [PLAIN])
            asked = 0

            def effects(count):
                nonlocal asked
                requests = []
                for _ in range(count):
                    asked += 1
                    requests.append(("dispatch", '{"action":{"type":"ask"}}'))
                    requests.append(("effect.done", f'{{"effect":{asked},"output":{{"count":1}}}}'))
                return requests

            served.ask(effects(100))
            figure = micros(min(served.ask(effects(3_000)) for _ in range(3)), 3_000)
        table.add("a plain dispatch", plain, 1)
        table.add("requested and answered: two requests, one notification", figure, figure / plain)
        return table

    def stores(self):
        table = Table("A dispatch that is stored (µs)", ["", "µs", "of one without a store"])
        runs = {"none": [], "batch": [], "commit": []}
        for _ in range(3):
            for name, each in runs.items():
                with tempfile.TemporaryDirectory() as folder:
                    options = [] if name == "none" else ["--store", f"sqlite:{folder}/s.db", "--durability", name]
                    with self.serve("counter", *options) as served:
                        served.ask(FIVE + [PLAIN] * 1000)
                        each.append(micros(served.ask([PLAIN] * 50_000), 50_000))
        for name, each in runs.items():
            title = "without a store" if name == "none" else f"--durability {name}"
            table.add(title, spread(each), statistics.median(a / b for a, b in zip(each, runs["none"])))
        for count in [100, 10_000]:
            with tempfile.TemporaryDirectory() as folder:
                with self.serve("counter", "--store", f"sqlite:{folder}/s.db", "--durability", "off") as served:
                    for index in range(count):
                        name = f'"session":"s{index}"'
                        served.ask([("session.open", f'{{"flow":"counter",{name}}}'), ("session.close", f"{{{name}}}")])
                    some = []
                    for index in range(0, count, max(count // 500, 1)):
                        name = f'"session":"s{index}"'
                        some += [("session.open", f'{{"flow":"counter",{name}}}'), ("session.close", f"{{{name}}}")]
                    table.add(
                        f"a session opened and closed, among {count:,}", micros(served.ask(some), len(some) // 2), "")
        return table

    def databases(self):
        table = Table("A durable dispatch, stored in PostgreSQL and in SQLite (µs, wall clock)", [""])
        table.columns += databases.COLUMNS
        if databases.is_installed():
            for row in databases.measure(self.navtree):
                table.add(*row)
        else:
            table.add("PostgreSQL isn't installed", "not measured")
        return table

    # The process.

    def start(self):
        table = Table("From the start to the end of a process (ms, wall clock)", ["", "ms", "of `true`"])
        commands = {
            "/bin/true": ["/bin/true"],
            "navtree --version": [self.static, "--version"],
            "navtree serve Specs/social.navtree.yaml, no input": [self.static, "serve", f"{ROOT}/Specs/social.navtree.yaml"],
        }
        runs = {name: [] for name in commands}
        for _ in range(31):
            for name, command in commands.items():
                start = time.monotonic()
                subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
                runs[name].append((time.monotonic() - start) * 1e3)
        for name, each in runs.items():
            table.add(name, spread(each), spread(each) / spread(runs["/bin/true"]))
        return table

    def memory(self):
        table = Table("Memory", ["", "resident bytes"])
        with self.serve("counter") as served:
            served.ask([PLAIN])
            empty = served.memory()
            table.add("the process with one session", empty)
            served.ask([("session.open", f'{{"flow":"counter","session":"s{index}"}}') for index in range(10_000)])
            table.add("a session of one screen, of 10,000", (served.memory() - empty) / 10_000)
        return table

    def load(self):
        table = Table("Loading a flow: `navtree check` (ms of processor time)", ["lines", "ms", "µs a line"])
        screen = "  s{0}:\n    state: {{ n: integer }}\n    slots: {{ next: {{ presents: [s{1}] }} }}\n" \
            "    actions:\n      go:\n        when: state.n < 10\n        set: {{ n: \"${{state.n + 1}}\" }}\n" \
            "        present: s{1}\n"
        with tempfile.TemporaryDirectory() as folder:
            for lines in [100, 10_000]:
                count = lines // 8
                text = "navtree: 1\nflow: large\nstart: s0\nscreens:\n"
                text += "".join(screen.format(index, (index + 1) % count) for index in range(count))
                path = f"{folder}/{lines}.navtree.yaml"
                with open(path, "w") as file:
                    file.write(text)
                runs = [self.check(path) for _ in range(5)]
                table.add(f"{text.count(chr(10)):,}", min(runs) * 1e3, micros(min(runs), text.count("\n")))
        return table

    def check(self, path):
        def spent():
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            return usage.ru_utime + usage.ru_stime

        before = spent()
        subprocess.run([self.navtree, "check", path], stdout=subprocess.DEVNULL, check=True)
        return spent() - before

    def instructions(self):
        table = Table("Instructions of a request, the same in each run", ["", "instructions"])
        if not callgrind.can_count():
            table.add("valgrind isn't installed", "not counted")
            return table
        for name, figure in callgrind.count_all(self.navtree).items():
            table.add(name, figure)
        return table

    def all(self):
        for measure in [
            self.loop, self.depth, self.alive, self.navigation, self.subscriptions, self.effects, self.stores,
            self.databases, self.start, self.memory, self.load, self.instructions,
        ]:
            yield measure()
