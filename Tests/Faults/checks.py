"""What must hold after a fault."""

import asyncio
import subprocess
import threading
import time
from collections import defaultdict

from fleet import Process

#: The schema of the store in its database.
SCHEMA = "navtree"


class EpochWatch:
    """Reads all sessions again and again: epochs only grow, and what was acknowledged is stored at any time.

    The last change may go back under one epoch: one that took effect though it was answered `storage`, since the
    answer of the database was lost for longer than the lease, is taken back by the next commit.
    """

    QUERY = f"SELECT name, epoch, seq FROM {SCHEMA}.sessions"

    def __init__(self, stage):
        self.stage, self.faults, self.isOpen = stage, [], True
        self.epochs = defaultdict(int)
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while self.isOpen:
            self.read()
            time.sleep(0.1)

    def read(self):
        acknowledged = {name: session.seq for name, session in self.stage.fleet.sessions.items()}
        for row in self.stage.cluster.sql(self.QUERY) or []:
            name, epoch, seq = row.rsplit("|", 2)
            former, self.epochs[name] = self.epochs[name], int(epoch)
            if int(epoch) < former:
                self.faults.append(f"{name}: the epoch {former}, then {epoch}")
            if int(seq) < acknowledged.get(name, 0):
                self.faults.append(f"{name}: change {acknowledged[name]} was acknowledged, {seq} is stored")

    def close(self):
        self.isOpen = False
        self.thread.join()

    def check(self):
        self.read()
        assert not self.faults, "; ".join(self.faults)


async def settle(stage, sessions):
    """Waits until no effect is owed."""
    end = time.monotonic() + 600
    for session in sessions:
        while owed := await session.ask("effect.list", {"session": session.name}):
            assert time.monotonic() < end, (
                f"{session.name} is owed effects, and nobody asks for them: {owed} in {session.owner.name}, "
                f"{len(session.posts)} on their way, closed: {losses(stage, session)}")
            await asyncio.sleep(0.02)


def losses(stage, session):
    """What the fleet told of the ends of the session."""
    return [(process, params) for process, name, params in stage.fleet.closed if name == session.name]


def model(session):
    numbers = list(range(1, session.last + 1))
    return {"count": len(numbers), "sum": sum(numbers), "posted": len(numbers), "numbers": numbers}


async def check(stage, sessions):
    for session in sessions:
        state = await read(session.ask, session.name)
        difference(f"{session.name}, in its owner", state, model(session))
        for number in range(1, session.last + 1):
            seqs, keys = session.seqs[number], session.keys[number]
            assert len(seqs) == 1, f"{session.name}: {number} was acknowledged as the changes {sorted(seqs)}"
            assert len(keys) == 1, f"{session.name}: the effect of {number} has the keys {sorted(keys)}"
        extra = [number for number in session.keys if number > session.last or number < 1]
        assert not extra, f"{session.name}: effects were asked for numbers that were never added: {extra}"
        order = [min(session.seqs[number]) for number in range(1, session.last + 1)]
        assert order == sorted(order), f"{session.name}: the changes aren't in order"
        gaps = stage.cluster.sql(GAPS.format(SCHEMA, session.name))
        assert gaps == [], f"{session.name}: the journal has gaps: {gaps}"
    for session in sessions:
        await session.ask("session.close", {"session": session.name})
    verify(stage)
    await restore(stage, sessions)


#: Rows of changes that don't follow the row before, or the snapshot.
GAPS = """
SELECT c.after, c.seq FROM {0}.changes c JOIN {0}.sessions s ON s.id = c.session JOIN {0}.snapshots p ON p.session = s.id
WHERE s.name = '{1}' AND c.after <> coalesce((SELECT max(b.seq) FROM {0}.changes b WHERE b.session = c.session AND
b.seq < c.seq), p.seq)
"""


async def read(call, name):
    return (await call("state.get", {"session": name, "at": "/main"}))["state"]


def difference(place, state, expected):
    if state == expected:
        return
    numbers, wanted = state["numbers"], expected["numbers"]
    lost = sorted(set(wanted) - set(numbers))
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    extra = sorted(set(numbers) - set(wanted))
    rest = {name: (state[name], value) for name, value in expected.items() if name != "numbers" and state[name] != value}
    raise AssertionError(f"{place}: lost {lost}, twice {twice}, never added {extra}, otherwise {rest}")


def verify(stage):
    done = subprocess.run([stage.settings.navtree, "store", "verify", stage.fault.url(stage, "verify")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"navtree store verify: {done.stdout}"


async def restore(stage, sessions):
    """Opens the sessions in a process that has held none of them."""
    process = Process(stage.settings.navtree, "restored", stage.fault.url(stage, "verify"), stage.lease,
                      stage.log)
    await process.start()
    for session in sessions:
        await process.call("session.open", {"flow": "ledger", "session": session.name})
        difference(f"{session.name}, restored", await read(process.call, session.name), model(session))
        owed = await process.call("effect.list", {"session": session.name})
        assert not owed, f"{session.name}, restored: {len(owed)} effects are owed"
    assert await process.end() == 0, "a process that restored the sessions failed to end"
