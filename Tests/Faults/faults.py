#!/usr/bin/env python3
"""faults.py: faults of a fleet of navtree processes over PostgreSQL, and what must hold after each.

    faults.py [--navtree PATH] [--count 3] [--jobs 1] [--lease 300ms] [--seed 1] [FAULT …]

Two processes serve sessions of one store, and clients add numbers to the sessions, each asked for under one key until it
is acknowledged. In the midst of it comes a fault. Afterwards

  - each number is in its session once, in order: what was acknowledged is stored
  - all acknowledgements of a number name one change
  - what was acknowledged is stored at any time, the journal has no gap, and the epochs of a session only grow
  - a session opened anew equals a model, and equals what its owner held
  - each number's effect was asked for under one key: no process asked for the effect of a change that it had lost

PostgreSQL is made in a temporary folder and stopped at the end. What the machine lacks is told and skipped. Python 3.9
or later, and nothing else, is needed.
"""

import argparse
import asyncio
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import checks
import cluster
from fleet import Fleet, Process, Session
from kinds import FAULTS
from link import Link


class Stage:
    """A server, a link to it, and two processes: one behind the link."""

    def __init__(self, settings, fault, folder):
        self.settings, self.fault, self.folder = settings, fault, folder
        self.lease = fault.lease or settings.lease
        self.cluster, self.link, self.fleet = None, None, None
        self.random = random.Random(f"{settings.seed} {fault.name}")
        self.outages = []

    async def open(self):
        self.fault.prepare(self)
        self.cluster = cluster.Cluster(self.folder + "/primary")
        self.cluster.start()
        self.link = Link(self.cluster.port)
        await self.link.open()
        await self.fault.begin(self)
        self.log = open(self.folder + "/stderr", "wb")
        processes = [
            Process(self.settings.navtree, name, self.fault.url(self, name), self.lease, self.log,
                    self.fault.environment(self, name))
            for name in ("a", "b")]
        lease = seconds(self.lease)
        self.fleet = Fleet(processes, lease, max(1.0, 2 * lease) if self.fault.silences else 120.0)
        await self.fleet.ensure()

    async def close(self):
        for process in self.fleet.processes if self.fleet else []:
            await process.kill()
        if self.link:
            self.link.close()
        self.fault.end(self)
        if self.cluster:
            self.cluster.stop()

    async def repeat(self, number):
        """Runs the fault once, and checks what must hold."""
        fleet = self.fleet
        await fleet.ensure()
        names = [f"{self.fault.name}-{number}-{index}" for index in range(self.settings.sessions)]
        fleet.sessions = {name: Session(fleet, name) for name in names}
        fleet.closed = []
        sessions = list(fleet.sessions.values())
        watch = checks.EpochWatch(self)
        clients = Clients(sessions)
        try:
            await self.fault.opening(self, sessions)
            clients.start()
            await clients.progress(4)
            await asyncio.sleep(self.random.random() * 0.1)
            await self.fault.strike(self, clients)
            await clients.progress(4)
            await clients.stop()
            self.outages += [max(b - a for a, b in zip(s.answered, s.answered[1:])) for s in sessions]
            await checks.settle(self, sessions)
            await checks.check(self, sessions)
        finally:
            clients.cancel()
            watch.close()
        watch.check()


class Clients:
    """The clients of the sessions, one each."""

    def __init__(self, sessions):
        self.sessions, self.tasks, self.is_ending = sessions, [], False

    def start(self):
        self.tasks = [asyncio.create_task(self.work(session)) for session in self.sessions]

    async def work(self, session):
        while not self.is_ending:
            await session.add()
            await asyncio.sleep(0)

    async def progress(self, count):
        """Waits until each session has acknowledged so many more numbers."""
        goals = {session: len(session.seqs) + count for session in self.sessions}
        end = time.monotonic() + 600
        while any(len(session.answered) < goal for session, goal in goals.items()):
            for task in self.tasks:
                if task.done():
                    task.result()
            if time.monotonic() > end:
                raise AssertionError("no progress for 600 s")
            await asyncio.sleep(0.005)

    async def stop(self):
        self.is_ending = True
        await asyncio.gather(*self.tasks)

    def cancel(self):
        for task in self.tasks:
            task.cancel()


def seconds(text):
    return float(text[:-2]) / 1000 if text.endswith("ms") else float(text[:-1]) * (60 if text.endswith("m") else 1)


async def run(settings, fault):
    folder = tempfile.mkdtemp(prefix="navtree-faults-")
    os.chmod(folder, 0o755)
    stage = Stage(settings, fault, folder)
    start = time.monotonic()
    number = 0
    try:
        await stage.open()
        for number in range(1, settings.count + 1):
            await stage.repeat(number)
        outages = sorted(stage.outages)
        print(f"{fault.name}: {settings.count} times, {time.monotonic() - start:.0f} s; a session stood still for "
              f"{outages[len(outages) // 2]:.2f} s in the median, {outages[-1]:.2f} s at most", flush=True)
        return True
    except Exception as error:
        print(f"{fault.name}: FAILED in repetition {number}: {type(error).__name__}: {error}", flush=True)
        if stage.fleet:
            with open(folder + "/stderr", errors="replace") as log:
                print("".join("  " + line for line in log.readlines()[-20:]), end="", flush=True)
        if settings.trace:
            raise
        return False
    finally:
        await stage.close()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description="Faults of a fleet of navtree processes over PostgreSQL.")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--navtree", default=root + "/.build/debug/navtree")
    parser.add_argument("--count", type=int, default=3, help="the repetitions of each fault")
    parser.add_argument("--jobs", type=int, default=1, help="the faults that run side by side, each with its own server")
    parser.add_argument("--lease", default="300ms")
    parser.add_argument("--sessions", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trace", action="store_true", help="show where a check failed")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(FAULTS))
    settings = parser.parse_args()
    if unknown := [name for name in settings.faults if name not in FAULTS]:
        parser.error(f"no fault is named {unknown[0]}: there are {', '.join(FAULTS)}")
    if not cluster.programs():
        print("PostgreSQL isn't installed: the faults are skipped")
        return 0
    # A request to a process that has just been killed is no news.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    with ThreadPoolExecutor(settings.jobs) as pool:
        outcomes = list(pool.map(lambda name: attempt(settings, FAULTS[name]), settings.faults or FAULTS))
    return 0 if all(outcomes) else 1


def attempt(settings, fault):
    """Runs a fault. Returns whether nothing went wrong."""
    if reason := fault.lack(settings):
        print(f"{fault.name}: skipped, {reason}", flush=True)
        return True
    return asyncio.run(run(settings, fault))


if __name__ == "__main__":
    sys.exit(main())
