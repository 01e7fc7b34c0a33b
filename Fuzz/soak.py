#!/usr/bin/env python3
"""soak.py: sessions, slow readers, clients that vanish and stores, for a quarter of an hour.

    soak.py --navtree PATH [--time 900] [--out DIR]

Each client talks to a `navtree serve` of its own, whose store is a file:

  steady     many sessions, a few requests at a time, and the time of each answer
  slow       follows its sessions, sends ahead, and reads little at a time
  vanishing  leaves in the middle: closes its pipes, or kills the process by SIGKILL or SIGTERM, and comes back

What is checked:

  once       each request has exactly one answer, in order
  count      a screen has counted each answered change once; after a kill those that were answered, and none that
             wasn't sent
  told       a slow reader is told of no change twice, and ends with what the session has
  flat       the memory of a process in its last quarter is that of its second, and so are its open files
  store      each store verifies at the end

The exit status is 1 if there is a finding. Python 3.9, no packages.
"""
import argparse
import collections
import json
import os
import random
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FLOW = """
navtree: 1
flow: soak
start: list
effects:
  fetch: { input: { page: integer }, output: { count: integer } }
screens:
  list:
    kind: list
    state: { count: integer, asked: integer, text: string }
    slots: { detail: { presents: [detail] } }
    actions:
      inc: { set: { count: "${state.count + 1}" } }
      ask: { effect: { name: fetch, with: { page: "${state.count}" }, done: done } }
      done: { set: { asked: "${state.asked + action.output.count}" } }
      write: { payload: { text: string }, set: { text: "${action.text}" } }
  detail:
    kind: detail
    state: { count: integer }
    actions:
      inc: { set: { count: "${state.count + 1}" } }
"""


class Finding(Exception):
    pass


class Server:
    """A process, and the requests that wait for its answers."""

    def __init__(self, options, folder, name):
        self.navtree, self.store = options.navtree, f"{folder}/{name}.db"
        self.flow = f"{folder}/soak.navtree.yaml"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.navtree, "serve", self.flow, "--store", f"sqlite:{self.store}", "--limit", "history=20"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        self.number, self.waiting, self.rest, self.unsent = 0, collections.deque(), b"", b""
        self.results, self.notices, self.times = {}, [], []

    def send(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.unsent += json.dumps(request).encode() + b"\n"
        self.waiting.append((self.number, time.monotonic()))
        return self.number

    def exchange(self, most=1 << 20, patience=60.0):
        """Writes what the process takes, and reads once. Returns whether anything happened."""
        ready = select.select([self.output], [self.input] if self.unsent else [], [], patience)
        if ready[1]:
            self.unsent = self.unsent[os.write(self.input, self.unsent[: 1 << 16]):]
        if ready[0]:
            chunk = os.read(self.output, most)
            if not chunk:
                raise Finding(f"the process has ended: {self.process.wait()}")
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            now = time.monotonic()
            for line in lines:
                self.take(json.loads(line), now)
        return bool(ready[0] or ready[1])

    def take(self, message, now):
        if "id" not in message:
            self.notices.append(message)
            return
        if not self.waiting:
            raise Finding(f"an answer that nothing waits for: {message}")
        number, sent = self.waiting.popleft()
        if message["id"] != number:
            raise Finding(f"{number} waits, and {message['id']} is answered")
        # A session that is opened again requests what is in flight again: the second answer is refused.
        if "error" in message and message["error"]["data"].get("why") != "answered":
            raise Finding(f"refused: {message}")
        self.times.append(now - sent)
        self.results[number] = message.get("result")

    def settle(self, most=1 << 20):
        while self.waiting:
            if not self.exchange(most):
                raise Finding(f"{len(self.waiting)} requests have no answer for a minute")

    def ask(self, method, **params):
        number = self.send(method, **params)
        self.settle()
        return self.results.pop(number)

    def count(self, session):
        return self.ask("state.get", session=session, at="/main", pointer="/state/count")

    def figures(self):
        """The resident bytes, and the number of open files."""
        with open(f"/proc/{self.process.pid}/status") as file:
            memory = next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))
        return memory, len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self):
        self.process.stdin.close()
        try:
            while self.exchange(patience=10):
                pass
        except (Finding, ValueError, OSError):
            pass
        self.process.wait(60)
        self.process.stdout.close()


class Client(threading.Thread):
    def __init__(self, options, folder, name, seed):
        super().__init__(name=name, daemon=True)
        self.options, self.folder = options, folder
        self.random = random.Random(seed)
        self.end_time = options.start + options.time
        self.finding, self.requests, self.kills = None, 0, 0
        self.samples, self.times = [], []
        self.counts = collections.Counter()

    def run(self):
        try:
            self.server = Server(self.options, self.folder, self.name)
            self.work()
            self.finish()
        except Exception as error:  # noqa: BLE001 a finding of any kind ends this client
            self.finding = f"{type(error).__name__}: {error}"

    def finish(self):
        for session, count in self.counts.items():
            if self.server.count(session) != count:
                raise Finding(f"{session} has counted {self.server.count(session)}, not {count}")
        self.server.end()
        done = subprocess.run([self.options.navtree, "store", "verify", self.server.store], capture_output=True, text=True)
        if done.returncode:
            raise Finding(f"the store: {done.stdout} {done.stderr}")

    def open(self, count):
        self.sessions = [f"{self.name}-{index}" for index in range(count)]
        for session in self.sessions:
            self.server.send("session.open", flow="soak", session=session)
        self.server.settle()

    def change(self, session):
        """Sends a random request or some that belong together."""
        send, kind = self.server.send, self.random.randrange(10)
        if kind < 5:
            send("dispatch", session=session, at="/main", action={"type": "inc"})
            self.counts[session] += 1
        elif kind < 6:
            send("push", session=session, screen="detail", at="/main")
            send("dispatch", session=session, action={"type": "inc"})
            send("popToRoot", session=session)
        elif kind < 7:
            text = "x" * self.random.choice([1, 10, 1_000, 20_000])
            send("dispatch", session=session, at="/main", action={"type": "write", "text": text})
        elif kind < 8:
            send("dispatch", session=session, at="/main", action={"type": "ask"})
        elif kind < 9:
            send("session.close", session=session)
            send("session.open", flow="soak", session=session)
        else:
            send("state.get", session=session)

    def answer_effects(self):
        for notice in self.server.notices:
            if notice["method"] == "effect.requested":
                params = notice["params"]
                self.server.send("effect.done", session=params["session"], effect=params["effect"], output={"count": 1})

    def sample(self):
        now = time.monotonic() - self.options.start
        if not self.samples or now - self.samples[-1][0] >= self.options.time / 100:
            self.samples.append((now, *self.server.figures()))

    def collect(self):
        self.requests += len(self.server.times)
        self.times += self.server.times
        self.server.times, self.server.results, self.server.notices = [], {}, []


class Steady(Client):
    def work(self):
        self.open(200)
        while time.monotonic() < self.end_time:
            for _ in range(self.random.randint(1, 8)):
                self.change(self.random.choice(self.sessions))
            self.server.settle()
            self.answer_effects()
            self.server.settle()
            self.collect()
            self.sample()


class Slow(Client):
    def work(self):
        self.open(20)
        self.last, self.told = {}, {}
        for session in self.sessions:
            self.follow(session)
        while time.monotonic() < self.end_time:
            for _ in range(200):
                session = self.random.choice(self.sessions)
                action = {"type": "write", "text": "x" * self.random.randrange(2_000)}
                self.server.send("dispatch", session=session, at="/main", action=action)
                self.server.send("dispatch", session=session, at="/main", action={"type": "inc"})
                self.counts[session] += 1
            while self.server.waiting:
                if not self.server.exchange(most=8_192):
                    raise Finding("nothing for a minute")
                time.sleep(0.002)
            # What was combined while it was behind follows.
            while self.server.exchange(most=8_192, patience=0.1):
                pass
            self.check_told()
            self.collect()
            self.sample()

    def follow(self, session):
        number = self.server.ask("subscribe", session=session, at="/main", initial=False)["subscription"]
        self.last[number], self.told[number] = None, (session, 0)

    def check_told(self):
        for notice in self.server.notices:
            params = notice["params"]
            if notice["method"] != "state.changed":
                continue
            last, first = self.last[params["subscription"]], params.get("since", params["seq"])
            if last is not None and first <= last:
                raise Finding(f"{params['subscription']} was told of {last}, then again from {first}")
            self.last[params["subscription"]] = params["seq"]
            for change in params["patch"]:
                if change["path"] == "/state/count":
                    self.told[params["subscription"]] = (self.told[params["subscription"]][0], change["value"])
        for session, count in self.told.values():
            if count != self.counts[session]:
                raise Finding(f"{session} has counted {self.counts[session]}, and the last told is {count}")


class Vanishing(Client):
    def work(self):
        self.open(20)
        sent, kept = collections.Counter(), collections.Counter()
        while time.monotonic() < self.end_time:
            began = self.requests
            deadline = time.monotonic() + self.random.uniform(0.1, 2)
            asked = {}
            while time.monotonic() < deadline:
                session = self.random.choice(self.sessions)
                asked[self.server.send("dispatch", session=session, at="/main", action={"type": "inc"})] = session
                sent[session] += 1
                if len(self.server.waiting) > 20:
                    self.server.exchange()
            for number in self.server.results:
                if number in asked:
                    kept[asked[number]] += 1
            self.collect()
            self.leave()
            self.server.start()
            self.open(len(self.sessions))
            for session in self.sessions:
                found = self.server.count(session)
                if not kept[session] <= found <= sent[session]:
                    raise Finding(f"{session} counts {found}; answered {kept[session]}, sent {sent[session]}")
                sent[session] = kept[session] = found
            if self.requests == began:
                raise Finding("nothing was answered")
        self.counts = kept

    def leave(self):
        self.kills += 1
        process = self.server.process
        way = self.random.randrange(4)
        if way == 0:
            process.kill()
        elif way == 1:
            process.send_signal(signal.SIGTERM)
        elif way == 2 and not self.server.unsent:
            try:
                os.write(self.server.input, b'{"jsonrpc":"2.0","id":1,"meth')
            except BlockingIOError:
                pass
        # The reader's end first: what is written then has no reader.
        process.stdout.close()
        process.stdin.close()
        process.wait(60)


def flatness(samples, column):
    """The median of the last quarter beside that of the second one."""
    quarter = len(samples) // 4
    if quarter < 2:
        return None
    second = statistics.median(sample[column] for sample in samples[quarter:2 * quarter])
    last = statistics.median(sample[column] for sample in samples[-quarter:])
    return second, last


def report(clients):
    findings = []
    for client in clients:
        line = f"{client.name}: {client.requests:,} answers"
        if client.kills:
            line += f", left {client.kills} times"
        memory, files = flatness(client.samples, 1), flatness(client.samples, 2)
        if memory:
            line += f", memory {memory[0] / 1e6:.1f} MB, then {memory[1] / 1e6:.1f} MB"
            if memory[1] > 1.05 * memory[0] + (2 << 20):
                findings.append(f"{client.name}: the memory grows")
            if files[1] > files[0]:
                findings.append(f"{client.name}: the open files are more")
        print(line)
        if client.times and not client.kills:
            times = sorted(client.times)
            marks = [("half", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("99.9 %", 0.999)]
            each = [f"{name} within {times[int(part * (len(times) - 1))] * 1e3:.2f} ms" for name, part in marks]
            print(f"  {', '.join(each)}, all within {times[-1] * 1e3:.0f} ms")
        if client.finding:
            findings.append(f"{client.name}: {client.finding}")
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--navtree", required=True)
    parser.add_argument("--time", type=float, default=900)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="navtree-soak-") as folder:
        with open(f"{folder}/soak.navtree.yaml", "w") as file:
            file.write(FLOW)
        kinds = [(Steady, "steady-1"), (Steady, "steady-2"), (Slow, "slow"), (Vanishing, "vanishing")]
        clients = [kind(options, folder, name, options.seed + index) for index, (kind, name) in enumerate(kinds)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        findings = report(clients)
    print(f"{options.time:.0f} s, {len(findings)} findings")
    for finding in findings:
        print(finding)
    sys.exit(bool(findings))


main()
