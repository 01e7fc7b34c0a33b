"""What the tests share. `NAVTREE_FAULTS=1` runs the long ones with their whole counts."""

import asyncio
import os
import signal
import sys
import textwrap
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from navtree import AsyncNavtree, Navtree, find_binary  # noqa: E402

HERE = Path(__file__).parent
WORK = str(HERE / "work.navtree.yaml")
SOCIAL = str(HERE.parent.parent.parent / "Specs" / "social.navtree.yaml")
BINARY = find_binary()

pytest_plugins = ["pytester"]

#: The seconds of a wait that only a hang outlasts.
PATIENCE = 600.0

# A shell that runs the tests in the background has them ignore it, and so would the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def times(few: int, many: int) -> int:
    """How often a long test repeats itself."""
    return many if os.environ.get("NAVTREE_FAULTS") else few


def program(path: Path, text: str) -> str:
    """A stand-in for the binary, in Python. A link names Python, since `#!` knows no path with a space."""
    link = path.with_name("python")
    if not link.exists():
        link.symlink_to(sys.executable)
    path.write_text(f"#!{link}\n" + textwrap.dedent(text))
    path.chmod(0o755)
    return str(path)


def children() -> "list[int]":
    """The navtree processes that this process started, zombies too."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().rsplit(")", 1)
        except OSError:
            continue
        if int(rest.split()[1]) == os.getpid() and "navtree" in name:
            found.append(int(folder.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(condition, seconds: float = PATIENCE) -> None:
    """Waits for another process."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.002)


@pytest.fixture(autouse=True)
def no_child_is_left():
    yield
    if os.path.isdir("/proc/self"):
        assert children() == []


@pytest.fixture
def app():
    with Navtree(WORK) as app:
        yield app


def run(work, timeout: float = PATIENCE):
    """Runs a coroutine function over an open AsyncNavtree of the work flow; a hang is a failure."""

    async def main():
        async with AsyncNavtree(WORK) as app:
            await work(app)

    asyncio.run(asyncio.wait_for(main(), timeout))
