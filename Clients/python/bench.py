"""The cost of a request through each client, beside that of the bare pipe: python3 bench.py

The three take turns, so that whatever else the machine does falls on all of them; costs are medians. All run
on one core: left to the scheduler, a wake-up on another one takes 5 or 50 µs, whatever the client does.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "src"))

from navtree import AsyncNavtree, Navtree, find_binary  # noqa: E402

FLOW = str(Path(__file__).parent / "tests" / "work.navtree.yaml")
ROUNDS, REQUESTS, PIPELINED = 40, 250, 10_000


class Bare:
    """Requests that are ready, written to a pipe; an answer is read up to its newline and not looked at."""

    def __init__(self):
        command = [find_binary(), "serve", FLOW]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        params = {"at": "/main", "action": {"type": "inc"}}
        request = {"jsonrpc": "2.0", "id": 1, "method": "dispatch", "params": params}
        self.request = json.dumps(request).encode() + b"\n"

    def call(self):
        os.write(self.process.stdin.fileno(), self.request)
        while not os.read(self.process.stdout.fileno(), 65536).endswith(b"\n"):
            pass

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def times(call):
    for _ in range(REQUESTS):
        start = time.perf_counter()
        call()
        yield time.perf_counter() - start


async def async_times(desk):
    found = []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        await desk.inc()
        found.append(time.perf_counter() - start)
    return found


def pipelined():
    with Navtree(FLOW) as app:
        start, used = time.perf_counter(), time.process_time()
        answers = [app.send("dispatch", {"at": "/main", "action": {"type": "inc"}}) for _ in range(PIPELINED)]
        assert [answer.result()["reply"] for answer in answers][-1] == PIPELINED
        return PIPELINED / (time.perf_counter() - start), (time.process_time() - used) / PIPELINED


async def async_pipelined():
    async with AsyncNavtree(FLOW) as app:
        desk = app.at("/main")
        start, used = time.perf_counter(), time.process_time()
        answers = await asyncio.gather(*(desk.inc() for _ in range(PIPELINED)))
        assert answers[-1].reply == PIPELINED
        return PIPELINED / (time.perf_counter() - start), (time.process_time() - used) / PIPELINED


async def main():
    bare, direct, followed = Bare(), Navtree(FLOW).open(), await AsyncNavtree(FLOW).open()
    found = {"pipe": [], "sync": [], "async": []}
    for _ in range(ROUNDS):
        found["pipe"] += times(bare.call)
        found["sync"] += times(direct.at("/main").inc)
        found["async"] += await async_times(followed.at("/main"))
    bare.close()
    direct.close()
    await followed.close()
    return {name: statistics.median(each) * 1e6 for name, each in found.items()}


if __name__ == "__main__":
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    medians = asyncio.run(main())
    if cores:
        os.sched_setaffinity(0, cores)
    print(f"bare pipe        {medians['pipe']:6.1f} µs")
    for name, most in (("sync", 40), ("async", 150)):
        more = medians[name] - medians["pipe"]
        print(f"{name:5} client     {medians[name]:6.1f} µs, {more:5.1f} µs more (at most {most})")
    # Of a throughput the best run is the least disturbed one; the processor's time depends little on others.
    for name, run in (("sync", pipelined), ("async", lambda: asyncio.run(async_pipelined()))):
        rates, used = zip(*(run() for _ in range(7)))
        print(
            f"{name:5} pipelined  {max(rates):7,.0f} a second (at least 20,000), "
            f"{statistics.median(used) * 1e6:.1f} µs of the client's processor each"
        )
