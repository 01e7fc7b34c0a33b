#!/usr/bin/env python3
"""databases.py: durable dispatches stored in PostgreSQL beside SQLite, and beside a bare UPDATE through libpq.

Usage: databases.py NAVTREE [FOLDER]

The server and the file lie in the folder, by default the temporary one: the speed of its disk decides, and one in
memory (/dev/shm) shows what is left without it. Times are those of the clock, since the server's are in them. The
three take turns of some milliseconds, so that other load on the machine affects all of them; a figure is the median of
its turns, a ratio the median of the turns' ratios.
"""
import ctypes
import os
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from callgrind import FIVE, PLAIN, ROOT  # noqa: E402
from served import Served  # noqa: E402

sys.path.insert(0, f"{ROOT}/Tests/Faults")
import cluster  # noqa: E402

TURNS = 25
SESSIONS = 1_000
NAMED = ("dispatch", '{"session":"counter","action":{"type":"inc"}}')


class Libpq:
    """A connection that updates one row, each time in a transaction of its own."""

    def __init__(self, port):
        self.library = ctypes.CDLL("libpq.so.5")
        for name in ["PQconnectdb", "PQexec", "PQexecParams"]:
            getattr(self.library, name).restype = ctypes.c_void_p
        self.connection = ctypes.c_void_p(
            self.library.PQconnectdb(f"host=127.0.0.1 port={port} user=postgres dbname=postgres".encode()))
        self.run(b"CREATE TABLE bare(id bigint PRIMARY KEY, n bigint) WITH (fillfactor = 50)")
        self.run(b"INSERT INTO bare VALUES(1, 0)")

    def run(self, sql):
        done = ctypes.c_void_p(self.library.PQexecParams(self.connection, sql, 0, None, None, None, None, 1))
        # PGRES_COMMAND_OK
        if self.library.PQresultStatus(done) != 1:
            raise RuntimeError(f"{sql}: {ctypes.string_at(self.library.PQerrorMessage(self.connection))}")
        self.library.PQclear(done)

    def ask(self, count):
        for _ in range(count):
            self.run(b"UPDATE bare SET n = n + 1 WHERE id = 1")


class Store:
    """A process over a store."""

    def __init__(self, navtree, url):
        self.served = Served(
            [navtree, "serve", f"{ROOT}/Benchmarks/flows/counter.navtree.yaml", "--store", url, "--limit", "sessions=100000"])
        self.served.ask(FIVE + [PLAIN] * 1000)
        self.served.ask([("session.open", f'{{"flow":"counter","session":"s{n}"}}') for n in range(SESSIONS)])
        self.others = [
            ("dispatch", f'{{"session":"s{n}","action":{{"type":"inc"}}}}') for n in range(SESSIONS)]

    def one(self, count):
        """Asks one request after another, with as little work between them as the bare connection has."""
        for _ in range(count):
            self.served.exchange(*NAMED)

    def ask(self, requests, together):
        """Asks some requests at a time, and waits for the answers."""
        for first in range(0, len(requests), together):
            self.served.ask(requests[first:first + together])


def micros(work, count):
    start = time.monotonic()
    work()
    return (time.monotonic() - start) / count * 1e6


class Rounds:
    def __init__(self, navtree, folder, port):
        self.stores = {
            "SQLite": Store(navtree, f"sqlite:{folder}/s.db"),
            "PostgreSQL": Store(navtree, f"postgresql://postgres@127.0.0.1:{port}/postgres"),
        }
        self.bare = Libpq(port)

    def turns(self, works, count):
        """The figures of works by name, in µs, one of each turn."""
        figures = {name: [] for name in works}
        for turn in range(TURNS + 1):
            for name, work in works.items():
                figure = micros(work, count)
                # The first one has caches to fill.
                if turn > 0:
                    figures[name].append(figure)
        return figures

    def dispatches(self, title, requests, together):
        works = {name: lambda store=store: store.ask(requests(store), together) for name, store in self.stores.items()}
        yield title, self.turns(works, len(requests(self.stores["SQLite"])))

    def all(self):
        yield from self.dispatches("pipelined, one session", lambda _: [NAMED] * 4_000, 4_000)
        yield from self.dispatches("pipelined, 32 at a time", lambda _: [NAMED] * 1_024, 32)
        yield from self.dispatches("pipelined, 1,000 sessions", lambda store: store.others, SESSIONS)
        works = {name: lambda store=store: store.one(20) for name, store in self.stores.items()}
        works["bare UPDATE"] = lambda: self.bare.ask(20)
        yield "one by one", self.turns(works, 20)

    def close(self):
        for store in self.stores.values():
            store.served.__exit__()


def ratio(above, below):
    return statistics.median(a / b for a, b in zip(above, below))


COLUMNS = ["SQLite", "PostgreSQL", "its rate beside SQLite", "a bare UPDATE", "PostgreSQL beside that"]


def is_installed():
    return cluster.programs() is not None


def measure(navtree, parent=None):
    """Rows: a title and the figures of the columns."""
    folder = tempfile.mkdtemp(prefix="navtree-bench-", dir=parent)
    os.chmod(folder, 0o755)
    server = cluster.Cluster(folder + "/postgres")
    with open(server.data + "/postgresql.conf", "a") as file:
        file.write("max_wal_size = 1GB\nshared_buffers = 128MB\n")
    rounds = None
    try:
        server.start()
        rounds = Rounds(navtree, folder, server.port)
        for title, figures in rounds.all():
            sqlite, postgres = figures["SQLite"], figures["PostgreSQL"]
            bare = figures.get("bare UPDATE")
            yield [
                title, statistics.median(sqlite), statistics.median(postgres), ratio(sqlite, postgres),
                statistics.median(bare) if bare else "", ratio(postgres, bare) if bare else ""]
    finally:
        if rounds:
            rounds.close()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if not is_installed():
        return print("PostgreSQL isn't installed")
    load = os.getloadavg()[0]
    print(" " * 26 + "".join(f"{column:>24s}" for column in COLUMNS))
    for title, *figures in measure(*sys.argv[1:]):
        print(f"{title:26s}" + "".join(f"{figure:24.2f}" for figure in figures if figure != ""), flush=True)
    print(f"µs of the clock, and ratios; load {load:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
