"""Processes of navtree over one store, and clients that add numbers to sessions until each is acknowledged."""

import asyncio
import itertools
import json
import os
import signal
import time
import zlib
from collections import defaultdict

FLOW = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ledger.navtree.yaml")


class Refused(Exception):
    """An error as an answer."""

    @property
    def data(self):
        return self.args[0].get("data", {})

    def is_conflict_of(self, name):
        """Whether the session was lost, and not another one whose requests were committed with the refused one."""
        return self.data.get("kind") == "conflict" and self.data.get("session", name) == name


class Gone(Exception):
    """The process ended before it answered."""


class Silent(Exception):
    """The process hasn't answered in time; it may do so later."""


class Process:
    """A process that speaks the protocol."""

    def __init__(self, binary, name, store, lease, log=None, environment=None):
        self.name, self.log, self.environment = name, log, environment
        self.command = [binary, "serve", "--store", store, "--lease", lease, "--advertise", "fleet:" + name,
                        "--root", os.path.dirname(FLOW)]
        self.numbers, self.pending = itertools.count(1), {}
        self.process, self.told, self.sessions = None, None, set()
        self.url = "fleet:" + name

    async def start(self):
        self.pending, self.sessions = {}, set()
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=self.log,
            env=self.environment, limit=1 << 26)
        self.reading = asyncio.create_task(self.read(self.process, self.pending))
        await self.call("flow.load", {"path": FLOW})
        return self

    @property
    def is_alive(self):
        return self.process is not None and self.process.returncode is None and not self.reading.done()

    async def read(self, process, pending):
        # A killed process may leave a part of a line.
        while (line := await process.stdout.readline()).endswith(b"\n"):
            message = json.loads(line)
            if "method" in message:
                if self.told:
                    self.told(self, message)
                continue
            answer = pending.pop(message["id"])
            if not answer.done():
                if "error" in message:
                    answer.set_exception(Refused(message["error"]))
                else:
                    answer.set_result(message["result"])
        for answer in list(pending.values()):
            if not answer.done():
                answer.set_exception(Gone(self.name))
        pending.clear()

    async def call(self, method, params, patience=600.0, noting=None):
        """Gives a result. An answer that comes too late is noted all the same."""
        if not self.is_alive:
            raise Gone(self.name)
        number, answer = next(self.numbers), asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda answer: answer.exception() or (noting and noting(answer.result())))
        self.pending[number] = answer
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        try:
            return await asyncio.wait_for(asyncio.shield(answer), patience)
        except asyncio.TimeoutError:
            raise Silent(f"{self.name}: {method}") from None

    def signal(self, number):
        self.process.send_signal(number)

    async def kill(self):
        if self.process and self.process.returncode is None:
            self.signal(signal.SIGKILL)
            await self.process.wait()
            await self.reading

    async def end(self):
        """Ends its input, as a clean shutdown does. Returns its exit status."""
        if self.process is None:
            return 0
        self.process.stdin.close()
        status = await asyncio.wait_for(self.process.wait(), 600)
        await self.reading
        return status


class Session:
    """A session, what was acknowledged of it, and what its processes asked for."""

    def __init__(self, fleet, name):
        self.fleet, self.name = fleet, name
        self.owner = fleet.processes[0]
        self.last = 0
        self.seq = 0  # the last change that was acknowledged
        self.seqs = defaultdict(set)  # by number: the seqs that acknowledged it
        self.keys = defaultdict(set)  # by number: the keys of its effect
        self.answered = []  # the instants of first acknowledgements
        self.conflicts = 0
        self.posts = set()

    async def add(self):
        """Adds the next number. It is asked for under one key until it is acknowledged."""
        self.last += 1
        number = self.last
        params = {"session": self.name, "action": {"type": "add", "number": number}, "request": f"add-{number}"}
        await self.ask("dispatch", params, lambda result: self.acknowledge(number, result["seq"]))

    def acknowledge(self, number, seq):
        if not self.seqs[number]:
            self.answered.append(time.monotonic())
        self.seqs[number].add(seq)
        self.seq = max(self.seq, seq)

    async def ask(self, method, params, noting=None):
        end = time.monotonic() + self.fleet.patience
        while True:
            process, pause = self.owner, 0.01
            try:
                if self.name not in process.sessions:
                    await self.open(process)
                return await process.call(method, params, self.fleet.call_patience, noting)
            except Refused as refusal:
                last = refusal
                kind = refusal.data.get("kind")
                if refusal.is_conflict_of(self.name):
                    self.conflicts += 1
                    process.sessions.discard(self.name)
                    pause = self.turn_to(process, refusal.data)
                elif kind == "unknownSession":
                    process.sessions.discard(self.name)
                elif kind not in ("storage", "conflict"):
                    raise
            except (Gone, Silent) as error:
                last = error
                if isinstance(error, Gone):
                    process.sessions.discard(self.name)
                self.owner = self.fleet.other(process, self.name)
            if time.monotonic() > end:
                raise AssertionError(f"{self.name}: no answer for {self.fleet.patience} s, the last was {last!r}")
            await asyncio.sleep(pause)

    async def open(self, process):
        try:
            await process.call("session.open", {"flow": "ledger", "session": self.name}, self.fleet.call_patience)
        except Refused as refusal:
            if refusal.data.get("kind") != "nameTaken":
                raise
        process.sessions.add(self.name)

    def turn_to(self, asked, data):
        """Asks the owner that a conflict names, if it may answer. Else its lease has to end: gives the time until then."""
        owner = next((p for p in self.fleet.processes if p.url == data.get("url")), None)
        # A process that names its own address means one that had this address before it.
        if owner and owner is not asked and owner.is_alive and owner not in self.fleet.stopped:
            self.owner = owner
            return 0.01
        return max(0.01, min(data.get("expires", 0) / 1000 - time.time(), self.fleet.lease))

    def told(self, process, message):
        params = message["params"]
        if message["method"] == "effect.requested":
            self.keys[params["input"]["number"]].add(params["key"])
            task = asyncio.create_task(self.post(process, params["key"]))
            self.posts.add(task)
            task.add_done_callback(self.posts.discard)

    async def post(self, process, key):
        """Answers an effect where it was asked for. If its asker loses the session, the next owner asks again."""
        while process.is_alive:
            try:
                answer = await process.call("effect.done", {"session": self.name, "effect": key, "output": {}})
                self.seq = max(self.seq, answer["seq"])
                return
            except Refused as refusal:
                if refusal.is_conflict_of(self.name) or refusal.data.get("kind") not in ("storage", "conflict"):
                    return
                await asyncio.sleep(0.05)
            except (Gone, Silent):
                return


class Fleet:
    def __init__(self, processes, lease, call_patience):
        self.processes, self.lease, self.stopped = processes, lease, set()
        # The seconds after which a process counts as silent.
        self.call_patience = call_patience
        self.sessions, self.closed = {}, []
        self.patience = 600.0
        for process in processes:
            process.told = self.told

    def told(self, process, message):
        name = message["params"].get("session")
        if message["method"] == "session.closed":
            process.sessions.discard(name)
            self.closed.append((process.name, name, message["params"]))
        elif name in self.sessions:
            self.sessions[name].told(process, message)

    def other(self, process, name):
        others = [p for p in self.processes if p is not process and p.is_alive and p not in self.stopped]
        return others[zlib.crc32(name.encode()) % len(others)] if others else process

    async def ensure(self):
        for process in self.processes:
            if not process.is_alive:
                await process.start()
