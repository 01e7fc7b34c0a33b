"""A router: one conversation on standard input, spread over several navtree processes by the names of sessions.

    python3 Specs/hosts/router.py FLOW URL=COMMAND [URL=COMMAND …]

Each COMMAND starts a process, here or through ssh, over the same store: `navtree serve --store postgresql://…
--advertise URL`. The router loads the flow in it. A session is opened in the process that consistent hashing gives,
and stays there. If another process owns it, the `conflict` names that one's URL, and the router asks there. When a
process dies, its sessions are opened in the next ones, and what wasn't answered is asked again under its key, so that
it happens once. A process whose version of the flow doesn't fit a session is passed over. Answers of one session come
in order. Batches aren't taken. Nothing but Python's own library is needed.
"""

import asyncio
import bisect
import collections
import hashlib
import itertools
import json
import os
import sys
import time

PATIENCE = 60  # the seconds after which a request is given up
PAUSE = 0.05


class Ring:
    """Consistent hashing: a process that comes or goes moves no session but those of its own arcs."""

    POINTS = 64

    def __init__(self, urls):
        self.points = sorted((self.hash(f"{url} {n}"), url) for url in urls for n in range(self.POINTS))

    @staticmethod
    def hash(text):
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def order(self, session):
        """All URLs, in the order in which they may own a session."""
        start = bisect.bisect(self.points, (self.hash(session), ""))
        return list(dict.fromkeys(url for _, url in self.points[start:] + self.points[:start]))


class Refused(Exception):
    """An error as an answer."""


class Gone(Exception):
    """The process died before it answered."""


class Node:
    """A navtree process, which is started again when it dies."""

    def __init__(self, url, command, flow, tell):
        self.url, self.command, self.flow, self.tell = url, command, flow, tell
        self.is_alive, self.is_ready, self.sessions, self.pending, self.input = False, False, set(), {}, None
        self.refused = set()  # the sessions that its version of the flow doesn't fit
        self.ids = itertools.count(1)

    async def live(self):
        while True:
            process = await asyncio.create_subprocess_shell(
                "exec " + self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26)
            self.input, self.is_alive = process.stdin, True
            loading = asyncio.create_task(self.load())
            while line := await process.stdout.readline():
                self.take(json.loads(line))
            self.is_alive = self.is_ready = False
            self.sessions.clear()
            self.refused.clear()
            for answer in self.pending.values():
                if not answer.done():
                    answer.set_exception(Gone())
            self.pending.clear()
            await asyncio.gather(loading, return_exceptions=True)
            await process.wait()
            await asyncio.sleep(PAUSE)

    async def load(self):
        try:
            await self.call("flow.load", {"path": self.flow})
            self.is_ready = True
        except Refused as refusal:
            print(f"{self.url}: {refusal}", file=sys.stderr)

    def take(self, message):
        if "method" in message:
            return self.tell(message)
        answer = self.pending.pop(message["id"], None)
        if answer and not answer.done():
            if "error" in message:
                answer.set_exception(Refused(message["error"]))
            else:
                answer.set_result(message["result"])

    async def call(self, method, params):
        if not self.is_alive:
            raise Gone
        answer = asyncio.get_running_loop().create_future()
        number = next(self.ids)
        self.pending[number] = answer
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        try:
            self.input.write(json.dumps(request).encode() + b"\n")
            await self.input.drain()
        except OSError:
            pass  # The end of its output follows, which ends all that is pending.
        return await answer


class Router:
    def __init__(self, flow, commands):
        self.nodes = {url: Node(url, command, flow, self.write) for url, command in commands.items()}
        self.ring = Ring(commands)
        self.openings = {}  # by session: the params with which its client opened it
        self.owners = {}  # by session: the URL that a conflict named
        self.turns = collections.defaultdict(asyncio.Lock)
        self.keys = (f"router-{os.getpid()}-{time.time_ns()}-{n}" for n in itertools.count(1))
        self.keyed = set()  # the methods that take a key

    async def run(self):
        lives = [asyncio.create_task(node.live()) for node in self.nodes.values()]
        described = await self.ask(None, "rpc.discover", {})
        self.keyed = {
            method["name"] for method in described["methods"] if any(p["name"] == "request" for p in method["params"])}
        tasks = set()
        while line := await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.readline):
            task = asyncio.create_task(self.answer(json.loads(line)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            await asyncio.sleep(0)  # It takes its turn before the next line is read.
        await asyncio.gather(*tasks)
        for life in lives:
            life.cancel()
        for node in self.nodes.values():
            node.input.close()  # At the end of its input a process commits and releases its sessions.

    async def answer(self, request):
        method, params = request["method"], dict(request.get("params", {}))
        session = params.get("session") or (params.get("flow") if method == "session.open" else None)
        if method in self.keyed:
            params.setdefault("request", next(self.keys))
        try:
            async with self.turns[session]:
                outcome = {"result": await self.ask(session, method, params)}
        except Refused as refusal:
            outcome = {"error": refusal.args[0]}
        if "id" in request:
            self.write({"jsonrpc": "2.0", "id": request["id"], **outcome})

    async def ask(self, session, method, params):
        """Asks the process that owns the session, whichever that is by now."""
        end = time.monotonic() + PATIENCE
        while True:
            node = self.owner(session)
            try:
                if node is None:
                    raise Gone
                if session in self.openings and session not in node.sessions and method != "session.open":
                    await self.open(node, session)
                result = await node.call(method, params)
                self.note(node, session, method, params)
                return result
            except Gone:
                refusal = Refused({"code": -32000, "message": "no process answers", "data": {"retry": True}})
            except Refused as error:
                refusal = error
                if not self.corrects(node, session, error.args[0].get("data", {})):
                    raise
            if time.monotonic() > end:
                raise refusal
            await asyncio.sleep(PAUSE)

    def owner(self, session):
        fitting = [url for url in self.ring.order(session or "") if session not in self.nodes[url].refused]
        ready = [url for url in fitting if self.nodes[url].is_ready]
        open_in = [url for url in ready if session in self.nodes[url].sessions]
        named = [url for url in ready if url == self.owners.get(session)]
        return next((self.nodes[url] for url in named + open_in + ready), None)

    async def open(self, node, session):
        try:
            await node.call("session.open", self.openings[session])
        except Refused as refusal:
            if refusal.args[0].get("data", {}).get("kind") != "nameTaken":
                raise
        node.sessions.add(session)

    def note(self, node, session, method, params):
        if method == "session.open":
            self.openings[session] = {"flow": params["flow"], "session": session}
            node.sessions.add(session)
        elif method in ("session.close", "session.delete"):
            for known in (self.openings, self.owners):
                known.pop(session, None)
            node.sessions.discard(session)

    def corrects(self, node, session, data):
        """Learns from a refusal. Returns whether the request is to be asked again."""
        if data.get("kind") == "unknownSession" and session in self.openings:
            node.sessions.discard(session)
            return True
        if data.get("kind") == "conflict" and ("owner" in data or "process" in data):
            # Otherwise another session was lost, and the request was to be committed with one of that.
            if data.get("session", session) == session:
                node.sessions.discard(session)
                self.owners[session] = data.get("url")
            return True
        if data.get("kind") == "storage" and data.get("retry") is False and session not in node.sessions:
            # During a deploy, a session of another version of the flow.
            node.refused.add(session)
            return any(session not in other.refused for other in self.nodes.values())
        return False

    def write(self, message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    flow, *nodes = sys.argv[1:]
    asyncio.run(Router(flow, dict(node.split("=", 1) for node in nodes)).run())
