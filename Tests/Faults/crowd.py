#!/usr/bin/env python3
"""crowd.py: many stored sessions, some of them open in several processes, one of which is killed again and again.

    crowd.py [--navtree PATH] [--stored 100000] [--open 1000] [--processes 4] [--lease 5s] [--every 5] [--seconds 300]

Nothing may be lost, and a session of a killed process must answer again after the lease and a second at most. What it
measures is for Docs/guides/scale.md.
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

import checks
import cluster
from faults import seconds
from fleet import Fleet, Process, Session


#: The sessions that a process with this number owns.
OWNED = "SELECT name FROM {0}.sessions WHERE owner LIKE '%.{1}.%'"


async def store(settings, url, log):
    """Stores sessions that nobody opens."""
    start = time.monotonic()
    share = settings.stored // settings.processes

    async def fill(index):
        process = Process(settings.navtree, f"fill-{index}", url, settings.lease, log)
        process.command += ["--durability", "off"]
        await process.start()
        for first in range(0, share, 200):
            names = [f"stored-{index}-{number}" for number in range(first, min(first + 200, share))]
            await asyncio.gather(*(process.call("session.open", {"flow": "ledger", "session": n}, 600) for n in names))
            await asyncio.gather(*(process.call("session.close", {"session": n}, 600) for n in names))
        assert await process.end() == 0

    await asyncio.gather(*(fill(index) for index in range(settings.processes)))
    print(f"{share * settings.processes} sessions stored in {time.monotonic() - start:.0f} s", flush=True)


class Crowd:
    def __init__(self, settings, stage):
        self.settings, self.stage = settings, stage
        self.random = random.Random(settings.seed)
        self.orphans = {}  # by name: when the process that owned the session was killed, and gone
        self.waits = []  # after a kill: the time until each session of the process answered
        self.tasks = []
        self.isEnding = False

    async def work(self, session):
        """Adds a number now and then."""
        while not self.isEnding:
            await session.add()
            await asyncio.sleep(self.random.random() * 2 * self.settings.pause)

    async def kill(self, process):
        """Kills a process, starts it again, and measures how long the sessions that it owned stand still."""
        number, start = process.process.pid, time.monotonic()
        await process.kill()
        # What it answered before its end counts for nothing.
        end = time.monotonic()
        # The database knows what it owned, which its clients may not know yet.
        owned = await asyncio.to_thread(self.stage.cluster.sql, OWNED.format(checks.SCHEMA, number))
        for name in owned:
            if session := self.stage.fleet.sessions.get(name):
                if name not in self.orphans:
                    self.tasks.append(asyncio.create_task(self.wait(session)))
                self.orphans[name] = (start, end)
        await process.start()

    async def wait(self, session):
        # The clients ask all the time, so the first answer after the kill tells.
        while not session.answered or session.answered[-1] < self.orphans[session.name][1]:
            await asyncio.sleep(0.02)
        start, end = self.orphans.pop(session.name)
        self.waits.append(next(instant for instant in session.answered if instant >= end) - start)

    async def run(self):
        fleet = self.stage.fleet
        sessions = list(fleet.sessions.values())
        await asyncio.gather(*(session.open(session.owner) for session in sessions))
        tasks = [asyncio.create_task(self.work(session)) for session in sessions]
        end = time.monotonic() + self.settings.seconds
        kills = 0
        while time.monotonic() < end:
            await asyncio.sleep(self.settings.every)
            await self.kill(self.random.choice(fleet.processes))
            kills += 1
        await asyncio.sleep(seconds(self.settings.lease) + 1)
        self.isEnding = True
        await asyncio.gather(*tasks, *self.tasks)
        return kills, sum(session.last for session in sessions)


class Stage:
    """What checks.py needs of a stage."""

    def __init__(self, settings, server, url, log):
        self.settings, self.cluster, self.log, self.fault = settings, server, log, self
        self.lease = settings.lease
        self.url = lambda stage, process: url


async def main(settings):
    folder = tempfile.mkdtemp(prefix="navtree-crowd-")
    os.chmod(folder, 0o755)
    server = cluster.Cluster(folder + "/primary")
    processes = []
    try:
        with open(server.data + "/postgresql.conf", "a") as file:
            file.write("max_wal_size = 1GB\nshared_buffers = 256MB\n")
        server.start()
        url = f"postgresql://postgres@127.0.0.1:{server.port}/postgres"
        log = open(folder + "/stderr", "wb")
        await store(settings, url, log)
        stage = Stage(settings, server, url, log)
        processes += [Process(settings.navtree, f"p{n}", url, settings.lease, log) for n in range(settings.processes)]
        stage.fleet = fleet = Fleet(processes, seconds(settings.lease), 60.0)
        fleet.sessions = {f"open-{n}": Session(fleet, f"open-{n}") for n in range(settings.open)}
        for number, session in enumerate(fleet.sessions.values()):
            session.owner = processes[number % len(processes)]
        await fleet.ensure()
        crowd = Crowd(settings, stage)
        before = server.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'")
        start = time.monotonic()
        kills, changes = await crowd.run()
        took = time.monotonic() - start
        after = server.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'")
        sessions = list(fleet.sessions.values())
        await checks.settle(stage, sessions)
        await checks.check(stage, sessions)
        waits = sorted(crowd.waits)
        size = server.sql("SELECT pg_database_size('postgres')")
        print(f"{kills} kills in {took:.0f} s; {changes} changes and as many answers to effects, none lost or twice")
        print(f"{len(waits)} sessions of killed processes answered again after {waits[len(waits) // 2]:.2f} s in the median, "
              f"{waits[len(waits) * 99 // 100]:.2f} s in 99 %, {waits[-1]:.2f} s at most")
        print(f"{(int(after[0]) - int(before[0])) / took:.0f} transactions a second; database {int(size[0]) >> 20} MiB")
        if waits[-1] > seconds(settings.lease) + 1:
            print(f"FAILED: a session answered later than the lease and a second")
            return 1
        return 0
    finally:
        for process in processes:
            await process.kill()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    # It tells of each line that was written to a killed process.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser(description="Many sessions, and processes that are killed.")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--navtree", default=root + "/.build/release/navtree")
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--open", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--lease", default="5s")
    parser.add_argument("--every", type=float, default=5, help="the seconds between two kills")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--pause", type=float, default=2, help="the mean seconds between two changes of a session")
    parser.add_argument("--seed", type=int, default=1)
    sys.exit(asyncio.run(main(parser.parse_args())))
