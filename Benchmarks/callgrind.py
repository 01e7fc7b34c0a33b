"""Instructions of requests, counted by callgrind: the same in each run, whatever the load.

A figure is the difference of two runs of other lengths, so that starting and ending aren't in it. It is that of the
stripped binary of a release build.
"""
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from served import WrongAnswer, line

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIGURES = f"{ROOT}/Benchmarks/instructions"
SHORT, LONG = 1000, 3000

FIVE = [("push", '{"screen":"detail"}' if index % 2 == 0 else '{"screen":"list"}') for index in range(5)]
TEN = [("push", '{"screen":"page"}')] * 10
PLAIN = ("dispatch", '{"action":{"type":"inc"}}')
ADDRESSED = ("dispatch", '{"at":"/main/detail/list/detail/list/detail","action":{"type":"inc"}}')

STORED = "dispatch that is stored"

# By name: the flow, the requests before, and those that are counted together.
REQUESTS = {
    "dispatch": ("counter", FIVE, [PLAIN]),
    "dispatch with an address": ("counter", FIVE, [ADDRESSED]),
    "dispatch with a patch subscriber": ("counter", [("subscribe", "{}")], [PLAIN]),
    "state.get of one pointer": ("counter", FIVE, [("state.get", '{"pointer":"/state/count"}')]),
    STORED: ("counter", FIVE, [PLAIN]),
    "push and pop": ("navigation", TEN, [("push", '{"screen":"page"}'), ("pop", "{}")]),
}


def can_count():
    return shutil.which("valgrind") is not None


def count_all(navtree):
    """The figures by name."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
        binary = f"{folder}/navtree"
        # valgrind can't read the debug information of Swift.
        subprocess.run(["strip", "-S", "-o", binary, navtree], check=True)
        return dict(zip(REQUESTS, executor.map(lambda name: _count(binary, folder, name), REQUESTS)))


def known():
    """The figures that the repository holds."""
    with open(FIGURES) as file:
        return {name: int(figure) for figure, name in (line.strip().split(" ", 1) for line in file)}


def _count(binary, folder, name):
    flow, before, counted = REQUESTS[name]
    short, long = (_total(binary, folder, flow, before + counted * times, name == STORED) for times in (SHORT, LONG))
    return round((long - short) / (LONG - SHORT))


def _total(binary, folder, flow, requests, is_stored):
    out = tempfile.mktemp(dir=folder)
    store = ["--store", f"sqlite:{tempfile.mkdtemp(dir=folder)}/s.db"] if is_stored else []
    with tempfile.TemporaryFile() as stdin:
        stdin.write("".join(line(number, *request) for number, request in enumerate(requests, 1)).encode())
        stdin.seek(0)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--quiet", f"--callgrind-out-file={out}", binary, "serve",
             f"{ROOT}/Benchmarks/flows/{flow}.navtree.yaml", *store],
            stdin=stdin, capture_output=True, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    if done.returncode or b'"error"' in done.stdout or not done.stdout:
        raise WrongAnswer(repr((done.stdout + done.stderr)[-500:]))
    with open(out) as file:
        return next(int(line.split()[1]) for line in file if line.startswith(("summary:", "totals:")))
