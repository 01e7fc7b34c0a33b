"""The faults."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections import deque

import cluster
import pooler
from clock import Clock
from fleet import Refused


class Fault:
    """Nothing happens; each fault overrides what it needs."""

    name = "none"
    #: Whether a process may be alive and not answer.
    silences = False
    #: The lease, where it isn't that of the others.
    lease = None

    def lack(self, settings):
        """What the machine lacks; None if nothing."""

    def prepare(self, stage):
        """Prepares the folder."""

    async def begin(self, stage):
        """Prepares the server, which runs."""

    def url(self, stage, process):
        return f"postgresql://postgres@127.0.0.1:{stage.cluster.port}/postgres"

    def environment(self, stage, process):
        """The environment of a process; None for that of this one."""

    async def opening(self, stage, sessions):
        """Opens the sessions, if it cares how."""

    async def strike(self, stage, clients):
        pass

    def end(self, stage):
        pass


class KilledOwner(Fault):
    name = "killed-owner"

    async def strike(self, stage, clients):
        await stage.fleet.processes[0].kill()
        await clients.progress(4)
        await stage.fleet.ensure()


class StoppedOwner(Fault):
    name = "stopped-owner"
    silences = True

    async def strike(self, stage, clients):
        fleet, owner = stage.fleet, stage.fleet.processes[0]
        held = [session for session in clients.sessions if session.owner is owner]
        owner.signal(signal.SIGSTOP)
        fleet.stopped.add(owner)
        try:
            await clients.progress(4)
        finally:
            owner.signal(signal.SIGCONT)
            fleet.stopped.discard(owner)
        for session in held:
            try:
                await owner.call("dispatch", {"session": session.name, "action": {"type": "add", "number": -1}})
                raise AssertionError(f"{session.name}: a fenced owner has answered a change")
            except Refused as refusal:
                kind = refusal.data.get("kind")
                assert kind in ("conflict", "unknownSession"), f"{session.name}: a fenced owner answered {refusal}"
        await owner.call("ping", {})
        told = [name for process, name, params in fleet.closed if process == owner.name and params["reason"] == "fenced"]
        for session in held:
            assert told.count(session.name) == 1, f"{session.name}: session.closed was told {told.count(session.name)} times: {fleet.closed}"


class KilledServer(Fault):
    name = "killed-server"

    async def strike(self, stage, clients):
        await asyncio.to_thread(stage.cluster.kill)
        await asyncio.sleep(stage.random.random() * 2 * stage.fleet.lease)
        await asyncio.to_thread(stage.cluster.start)


class TerminatedBackends(Fault):
    name = "terminated-backends"
    QUERY = ("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'client backend' "
             "AND pid <> pg_backend_pid()")

    async def strike(self, stage, clients):
        for _ in range(5):
            await asyncio.to_thread(stage.cluster.sql, self.QUERY)
            await asyncio.sleep(stage.random.random() * 0.1)


class CutLink(Fault):
    name = "cut-link"
    silences = True

    def __init__(self):
        # Each has its turn.
        self.ways = deque(["hold", "drop", "cut"])

    def url(self, stage, process):
        port = stage.link.port if process == "a" else stage.cluster.port
        return f"postgresql://postgres@127.0.0.1:{port}/postgres"

    async def strike(self, stage, clients):
        self.ways.rotate()
        getattr(stage.link, self.ways[0])()
        await asyncio.sleep(stage.random.random() * 4 * stage.fleet.lease)
        stage.link.mend()


class SlowLink(CutLink):
    name = "slow-link"

    async def strike(self, stage, clients):
        stage.link.delay = stage.random.random() * stage.fleet.lease
        await asyncio.sleep(stage.random.random() * 4 * stage.fleet.lease)
        stage.link.mend()


class FullDisk(Fault):
    name = "full-disk"
    BYTES = 150 << 20

    def lack(self, settings):
        if os.getuid() != 0 or not shutil.which("mount"):
            return "a file system in memory can't be mounted"

    def prepare(self, stage):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.BYTES},mode=755", "tmpfs", stage.folder], check=True)

    async def strike(self, stage, clients):
        # What a buffer keeps would fail once more when the file is closed.
        with open(stage.folder + "/filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(1 << 16))
            except OSError:
                pass
        await asyncio.sleep(stage.random.random() * 4 * stage.fleet.lease)
        os.unlink(stage.folder + "/filler")
        # A server that couldn't write its log has ended.
        if stage.cluster.process.poll() is not None:
            await asyncio.to_thread(stage.cluster.start)

    def end(self, stage):
        if stage.cluster:
            stage.cluster.stop()
        subprocess.run(["umount", "-l", stage.folder])


class KilledPooler(Fault):
    name = "killed-pooler"

    def lack(self, settings):
        return None if pooler.program() else "pgbouncer isn't installed"

    async def begin(self, stage):
        self.pooler = pooler.Pooler(stage.folder + "/pooler", stage.cluster)
        await asyncio.to_thread(self.pooler.start)

    def url(self, stage, process):
        return f"postgresql://postgres@127.0.0.1:{self.pooler.port}/postgres"

    async def strike(self, stage, clients):
        self.pooler.kill()
        await asyncio.sleep(stage.random.random() * 2 * stage.fleet.lease)
        await asyncio.to_thread(self.pooler.start)
        await clients.progress(4)
        await stage.fleet.processes[0].kill()
        await clients.progress(4)
        await stage.fleet.ensure()

    def end(self, stage):
        if getattr(self, "pooler", None):
            self.pooler.kill()


class SteppedClock(Fault):
    name = "stepped-clock"

    def lack(self, settings):
        return Clock.lack(settings.navtree)

    def prepare(self, stage):
        self.clock = Clock(stage.folder)

    def environment(self, stage, process):
        return self.clock.environment if process == "a" else None

    async def strike(self, stage, clients):
        fleet, (a, b) = stage.fleet, stage.fleet.processes
        epochs = self.epochs(stage, clients)
        for sign in (1, -1):
            readings = self.clock.readings
            self.clock.step(sign * stage.random.uniform(1, 100))
            # libpq reads the clock when it connects.
            await asyncio.to_thread(stage.cluster.sql, TerminatedBackends.QUERY)
            await clients.progress(4)
            assert self.clock.readings > readings, "nobody has read the clock"
        assert self.epochs(stage, clients) == epochs, "a step of the clock has cost a session its owner"
        await a.kill()
        await clients.progress(4)
        self.clock.step(stage.random.uniform(-100, 100))
        await a.start()
        await self.refuse(stage, a, clients)
        await b.kill()
        await clients.progress(4)
        await fleet.ensure()

    def epochs(self, stage, clients):
        names = ", ".join(f"'{session.name}'" for session in clients.sessions)
        return stage.cluster.sql(f"SELECT name, epoch FROM navtree.sessions WHERE name IN ({names}) ORDER BY name")

    async def refuse(self, stage, process, clients):
        """A lease that lasts isn't over for a process whose clock is wrong."""
        for session in clients.sessions:
            query = f"SELECT epoch, expires FROM navtree.sessions WHERE name = '{session.name}'"
            epoch, expires = (await asyncio.to_thread(stage.cluster.sql, query))[0].split("|")
            try:
                await process.call("session.open", {"flow": "ledger", "session": session.name})
            except Refused as refusal:
                assert refusal.data.get("kind") == "conflict", refusal
                continue
            # A slow owner may have let its lease end; the server tells when it was taken.
            process.sessions.add(session.name)
            query = (f"SELECT expires - interval '{stage.fleet.lease}s' >= '{expires}' FROM navtree.sessions "
                     f"WHERE name = '{session.name}' AND epoch = {int(epoch) + 1}")
            taken = await asyncio.to_thread(stage.cluster.sql, query)
            assert taken != ["f"], f"{session.name}: a process whose clock is wrong has opened it under its owner"


class AllAtOnce(CutLink):
    name = "all-at-once"

    async def strike(self, stage, clients):
        await asyncio.gather(self.cut(stage), self.stop(stage), self.terminate(stage), self.kill(stage))
        await stage.fleet.ensure()

    async def cut(self, stage):
        for _ in range(3):
            self.ways.rotate()
            getattr(stage.link, self.ways[0])()
            await self.rest(stage)
            stage.link.mend()
            await self.rest(stage)

    async def stop(self, stage):
        fleet = stage.fleet
        for _ in range(3):
            process = stage.random.choice(fleet.processes)
            if process.is_alive:
                process.signal(signal.SIGSTOP)
                fleet.stopped.add(process)
                await self.rest(stage)
                if process.is_alive:
                    process.signal(signal.SIGCONT)
                fleet.stopped.discard(process)
            await self.rest(stage)

    async def terminate(self, stage):
        for _ in range(4):
            await asyncio.to_thread(stage.cluster.sql, TerminatedBackends.QUERY)
            await self.rest(stage)

    async def kill(self, stage):
        """Kills the process that isn't behind the link, and perhaps the server."""
        await self.rest(stage)
        await stage.fleet.processes[1].kill()
        await self.rest(stage)
        if stage.random.random() < 0.3:
            await asyncio.to_thread(stage.cluster.kill)
            await asyncio.to_thread(stage.cluster.start)

    async def rest(self, stage):
        await asyncio.sleep(stage.random.random() * 2 * stage.fleet.lease)


class RacingOwners(Fault):
    name = "racing-owners"
    # None ends while its owner waits for the machine.
    lease = "10m"

    async def opening(self, stage, sessions):
        for _ in range(2):
            for session in sessions:
                winner = await self.race(stage, session)
                if _ == 0:
                    await winner.call("session.close", {"session": session.name})
                else:
                    winner.sessions.add(session.name)
                    session.owner = winner

    async def race(self, stage, session):
        params = {"flow": "ledger", "session": session.name}
        processes = stage.fleet.processes
        outcomes = await asyncio.gather(
            *(process.call("session.open", params) for process in processes), return_exceptions=True)
        winners = [p for p, outcome in zip(processes, outcomes) if not isinstance(outcome, Exception)]
        assert len(winners) == 1, f"{session.name}: {len(winners)} processes have opened it: {outcomes}"
        for process, outcome in zip(processes, outcomes):
            if isinstance(outcome, Exception):
                data = outcome.data
                assert data["kind"] == "conflict" and data["url"] == winners[0].url and "owner" in data, data
        return winners[0]


class PromotedReplica(Fault):
    name = "promoted-replica"

    async def begin(self, stage):
        self.number = 0
        self.replica = await asyncio.to_thread(self.follow, stage)

    def follow(self, stage, port=None):
        """Makes a synchronous replica."""
        self.number += 1
        replica = cluster.Cluster(f"{stage.folder}/replica-{self.number}", stage.cluster, port)
        replica.start()
        stage.cluster.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        stage.cluster.sql("SELECT pg_reload_conf()")
        while stage.cluster.sql("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'") != ["1"]:
            time.sleep(0.02)
        return replica

    def url(self, stage, process):
        # The next replica takes the port of the dead server, so the processes know both.
        ports = sorted([stage.cluster.port, self.replica.port])
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"

    async def strike(self, stage, clients):
        former = stage.cluster
        await asyncio.to_thread(former.kill)
        stage.cluster = self.replica
        await asyncio.to_thread(self.promote, stage.cluster)
        await clients.progress(4)
        shutil.rmtree(former.folder)
        self.replica = await asyncio.to_thread(self.follow, stage, former.port)

    def promote(self, replica):
        # What an operator does: nobody follows the new server yet.
        replica.run("pg_ctl", "-D", replica.data, "-w", "promote")
        replica.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        replica.sql("SELECT pg_reload_conf()")

    def end(self, stage):
        if getattr(self, "replica", None):
            self.replica.stop()


FAULTS = {fault.name: fault for fault in (
    PromotedReplica(), KilledServer(), KilledOwner(), StoppedOwner(), TerminatedBackends(), CutLink(), SlowLink(),
    FullDisk(), KilledPooler(), SteppedClock(), RacingOwners(), AllAtOnce())}
