"""The child process: its death, its restart, forks, signals, and what is left of it."""

import asyncio
import contextlib
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from conftest import BINARY, HERE, PATIENCE, WORK, children, is_alive, program, run, until

from navtree import (
    AsyncNavtree,
    BinaryNotFound,
    InvalidFlow,
    Navtree,
    NavtreeError,
    ProcessDied,
    ProtocolMismatch,
    find_binary,
)

SOURCE = HERE.parent / "src"
INVALID = "navtree: 1\nflow: bad\nstart: hme\nscreens:\n  home: {}\n"


@pytest.fixture
def python():
    """Starts programs, each in a group of its own, which end with the test."""
    programs: "list[subprocess.Popen[str]]" = []

    def start(text: str) -> "subprocess.Popen[str]":
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "NAVTREE_BINARY": BINARY, "WORK": WORK}
        programs.append(
            subprocess.Popen(
                [sys.executable, "-W", "error", "-c", textwrap.dedent(text)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=environment,
                start_new_session=True,
            )
        )
        return programs[-1]

    yield start
    for each in programs:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(each.pid, signal.SIGKILL)
        each.communicate()


def test_an_invalid_flow_is_told_with_its_diagnostics(tmp_path, caplog):
    flow = tmp_path / "bad.navtree.yaml"
    flow.write_text(INVALID)
    with pytest.raises(ProcessDied, match="did you mean 'home'") as died:
        Navtree(flow).open()
    assert died.value.status == 1 and "[unknown-screen]" in died.value.stderr
    found = [
        {
            "severity": "error",
            "code": "unknown-screen",
            "message": "no screen named 'hme'",
            "file": str(flow),
            "line": 3,
            "column": 8,
            "endColumn": 11,
            "hint": "did you mean 'home'?",
        }
    ]
    assert isinstance(died.value, InvalidFlow) and died.value.diagnostics == found
    assert died.value.kind == "invalidFlow"
    with pytest.raises(InvalidFlow, match="unknown-screen") as other:
        asyncio.run(AsyncNavtree(WORK, flow).open())
    assert other.value.diagnostics == found
    with Navtree() as app:
        with pytest.raises(InvalidFlow, match="did you mean 'home'") as loaded:
            app.flow_load(yaml=INVALID, name="bad.navtree.yaml")
    assert loaded.value.diagnostics == [{**found[0], "file": "bad.navtree.yaml"}]
    copy = pickle.loads(pickle.dumps(died.value))
    assert (str(copy), copy.diagnostics, copy.status) == (str(died.value), found, 1)
    with pytest.raises(ProcessDied, match="No such file"):
        Navtree(tmp_path / "none.navtree.yaml").open()
    assert caplog.records == []  # it stands in the exception


def test_a_process_that_dies_fails_what_waits():
    app = Navtree(WORK).open()
    os.kill(app.pid, signal.SIGSTOP)
    answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(10)]
    os.kill(app.pid, signal.SIGKILL)
    for answer in answers:
        with pytest.raises(ProcessDied, match="was ended by signal 9"):
            answer.result()
    with pytest.raises(ProcessDied):
        app.at("/main").inc()
    app.close()

    async def work(app):
        os.kill(app.pid, signal.SIGSTOP)
        requests = [asyncio.ensure_future(app.at("/main").inc()) for _ in range(10)]
        follower = app.subscribe("/main")
        await asyncio.sleep(0.01)
        os.kill(app.pid, signal.SIGKILL)
        for outcome in await asyncio.wait_for(asyncio.gather(*requests, return_exceptions=True), PATIENCE):
            assert isinstance(outcome, ProcessDied) and outcome.status == -9
        with pytest.raises(ProcessDied):
            async for _ in follower:
                pass
        with pytest.raises(ProcessDied):
            await app.at("/main").inc()

    run(work)


def test_the_tail_of_standard_error_is_told(tmp_path):
    binary = program(
        tmp_path / "navtree",
        """
        import sys
        sys.stdin.readline()
        for number in range(100000):
            print(f"line {number}", file=sys.stderr)
        sys.exit(3)
        """,
    )
    with pytest.raises(ProcessDied, match="line 99999") as died:
        Navtree(binary=binary).open()
    assert died.value.status == 3 and len(died.value.stderr) <= 20_000
    with pytest.raises(ProcessDied, match="line 99999"):
        asyncio.run(AsyncNavtree(binary=binary).open())


def test_a_flood_of_standard_error_stops_nothing():
    lines = []
    options = dict(arguments=["--log-level", "debug"], on_stderr=lines.append)
    with Navtree(WORK, **options) as app:
        for _ in range(500):
            for answer in [app.send("ping") for _ in range(20)]:
                answer.result()
    assert len(lines) > 10_000
    lines.clear()

    async def main():
        async with AsyncNavtree(WORK, **options) as app:
            await asyncio.gather(*(app.ping() for _ in range(10_000)))

    asyncio.run(asyncio.wait_for(main(), PATIENCE))
    assert len(lines) > 9_000


def test_another_version_of_the_protocol_says_what_to_do(tmp_path):
    answer = '{"jsonrpc":"2.0","id":1,"result":{"name":"navtree","version":"9","protocol":2}}'
    binary = program(
        tmp_path / "navtree",
        f"""
        import sys
        sys.stdin.readline()
        print('{answer}', flush=True)
        print('{{"jsonrpc":"2.0","method":"settled","params":{{"id":1}}}}', flush=True)
        sys.stdin.read()
        """,
    )
    with pytest.raises(ProtocolMismatch, match="version 2 of the protocol, not 1") as mismatch:
        Navtree(binary=binary).open()
    assert "same release" in mismatch.value.hint and binary in str(mismatch.value)
    with pytest.raises(ProtocolMismatch):
        asyncio.run(AsyncNavtree(binary=binary).open())


@pytest.mark.parametrize("line", ["hello", "{}", '{"id":1}', "[1]", '{"method":"state.changed"}', '"a"'])
def test_a_program_that_speaks_something_else_is_told(tmp_path, line):
    binary = program(
        tmp_path / "navtree",
        f"""
        import sys
        sys.stdin.readline()
        print({line!r}, flush=True)
        sys.stdin.read()
        """,
    )
    with pytest.raises(ProcessDied, match="wrote what is not of the protocol"):
        Navtree(binary=binary).open()
    with pytest.raises(ProcessDied, match="wrote what is not of the protocol"):
        asyncio.run(asyncio.wait_for(AsyncNavtree(binary=binary).open(), PATIENCE))


def test_a_server_that_refuses_the_version_is_told_apart(monkeypatch):
    monkeypatch.setattr("navtree._core.PROTOCOL", 7)
    with pytest.raises(ProtocolMismatch, match="this server speaks version 1 of the protocol, not 7"):
        Navtree(WORK).open()
    with pytest.raises(ProtocolMismatch):
        asyncio.run(AsyncNavtree(WORK).open())


def test_the_binary_is_looked_for_in_three_places(monkeypatch, tmp_path):
    monkeypatch.setenv("NAVTREE_BINARY", BINARY)
    assert find_binary() == BINARY
    monkeypatch.setenv("NAVTREE_BINARY", str(tmp_path / "none"))
    with pytest.raises(BinaryNotFound, match="NAVTREE_BINARY names no program"):
        find_binary()
    # A missing one is the same error however it was named.
    for named in (tmp_path / "none", str(tmp_path / "none"), str(tmp_path)):
        with pytest.raises(BinaryNotFound, match="can't be run"):
            Navtree(binary=named).open()
        with pytest.raises(BinaryNotFound, match="can't be run"):
            asyncio.run(AsyncNavtree(binary=named).open())
    with pytest.raises(FileNotFoundError):
        Navtree(cwd=tmp_path / "none", binary=BINARY).open()
    monkeypatch.delenv("NAVTREE_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BinaryNotFound, match="(?s)_bin.*NAVTREE_BINARY.*PATH"):
        find_binary()
    (tmp_path / "navtree").symlink_to(BINARY)
    assert find_binary() == str(tmp_path / "navtree")
    # A package with the binary inside, or with the command of a wheel.
    site = tmp_path / "lib" / "site-packages"
    package = site / "navtree"
    shutil.copytree(SOURCE / "navtree", package, ignore=shutil.ignore_patterns("_bin"))
    command = tmp_path / "bin" / "navtree"
    command.parent.mkdir()
    command.symlink_to(BINARY)
    record = site / "navtree-0.1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("navtree/__init__.py,,\n../../bin/navtree,sha256=x,1\n")
    where = [sys.executable, "-c", "import navtree; print(navtree.find_binary())"]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    assert subprocess.check_output(where, env=environment, text=True).strip() == str(command.resolve())
    (site / "bin").mkdir()
    command.rename(site / "bin" / "navtree")
    assert subprocess.check_output(where, env=environment, text=True).strip() == str(site / "bin" / "navtree")
    (package / "_bin").mkdir(exist_ok=True)
    (package / "_bin" / "navtree").symlink_to(BINARY)
    assert subprocess.check_output(where, env=environment, text=True).strip() == str(
        package / "_bin" / "navtree"
    )
    version = subprocess.check_output(
        [sys.executable, "-m", "navtree", "--version"], env=environment, text=True
    )
    assert version == subprocess.check_output([BINARY, "--version"], text=True)


def test_with_a_store_a_restarted_process_goes_on(tmp_path):
    asked = []
    with Navtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
        count = app.subscribe("/main", pointer="/state/count")
        app.at("/main").inc()
        app.at("/main").ask(number=5)
        first, pid = count.next(0), app.pid
        os.kill(pid, signal.SIGKILL)
        # Nothing was asked: the request goes to another process.
        assert app.at("/main").inc().reply == 2 and app.pid not in (pid, None)
        os.kill(app.pid, signal.SIGSTOP)
        answer = app.send("dispatch", {"action": {"type": "inc"}})
        os.kill(app.pid, signal.SIGKILL)
        assert answer.result()["reply"] == 3
        app.at("/main").inc()
        assert count.value == count.next(0).value > first.value
        os.kill(app.pid, signal.SIGKILL)
        until(lambda: not app.is_open)
        assert app.pid is None
        answer = app.send("ping")
        assert answer.result() == {} and app.is_open

        @app.effect("job")
        def job(input, context):
            asked.append((input, context.again))
            return input

        app.at("/main").inc()
        assert asked == [({"number": 5}, True)] and app.at("/main").state["done"] == [5]
    for store in (None, {}):
        with pytest.raises(ValueError, match="needs a store"):
            Navtree(WORK, restart=True, store=store)


@pytest.mark.parametrize("pause", [0, 0.05])
def test_with_a_store_effects_and_subscriptions_go_on_without_a_request(tmp_path, pause):
    async def main():
        async with AsyncNavtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
            asked = []

            @app.effect("job")
            async def job(input, context):
                asked.append(context.again)
                if len(asked) == 1:
                    os.kill(app.pid, signal.SIGKILL)
                    if pause:
                        await asyncio.sleep(pause)
                return input

            done = await app.subscribe("/main", pointer="/state/done", form="value")
            await app.at("/main").ask(number=7)
            change = await asyncio.wait_for(done.__anext__(), PATIENCE)
            assert change.value == [7]
            await app.settled()
            assert (await app.at("/main").state)["done"] == [7]
            assert asked == [False]  # the task that ran answers what is asked again

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_what_was_sent_together_is_made_again_in_its_order(tmp_path):
    with Navtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
        app.ping()
        answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(20)]
        os.kill(app.pid, signal.SIGKILL)
        until(lambda: not app.is_open)
        assert answers[-1].result()["reply"] == 20
        assert [answer.result()["reply"] for answer in answers] == list(range(1, 21))
        # Also where nobody waits for the answer; but not once the client is closed.
        app.send("dispatch", {"action": {"type": "inc"}})
        os.kill(app.pid, signal.SIGKILL)
        until(lambda: not app.is_open)
        assert app.at("/main").inc().reply == 22
        last = app.send("dispatch", {"action": {"type": "inc"}})
        os.kill(app.pid, signal.SIGKILL)
        until(lambda: not app.is_open)
    with pytest.raises(NavtreeError, match="closed|ended by signal 9"):
        last.result()


def test_a_process_that_never_starts_again_is_an_error(tmp_path):
    binary = tmp_path / "navtree"
    binary.symlink_to(BINARY)
    options = dict(binary=binary, store=f"sqlite:{tmp_path / 'a.db'}", restart=True)
    with Navtree(WORK, **options) as app:
        program(tmp_path / "other", "raise SystemExit(5)")
        binary.unlink()
        binary.symlink_to(tmp_path / "other")
        os.kill(app.pid, signal.SIGKILL)
        for _ in range(3):
            with pytest.raises(ProcessDied):
                app.at("/main").inc()
        binary.unlink()
        binary.symlink_to(BINARY)
        assert app.at("/main").inc().reply == 1

    async def main():
        async with AsyncNavtree(WORK, **options) as app:
            count = await app.subscribe("/main", pointer="/state/count")
            binary.unlink()
            binary.symlink_to(tmp_path / "other")
            os.kill(app.pid, signal.SIGKILL)
            for _ in range(3):
                with pytest.raises(ProcessDied):
                    await app.at("/main").inc()
            binary.unlink()
            binary.symlink_to(BINARY)
            assert (await app.at("/main").inc()).reply == 2
            assert (await asyncio.wait_for(count.__anext__(), PATIENCE)).value == 2

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_the_first_request_after_a_death_starts_another_process(tmp_path):
    record = tmp_path / "x.rec"
    options = dict(store=f"sqlite:{tmp_path / 'a.db'}", restart=True)
    (tmp_path / "x.3.rec").touch()
    with Navtree(WORK, record=record, **options) as app:
        for number in range(1, 4):
            assert app.at("/main").inc().reply == number
            os.kill(app.pid, signal.SIGKILL)
    names = sorted(path.name for path in tmp_path.glob("x*"))
    assert names == ["x.2.rec", "x.3.rec", "x.4.rec", "x.rec"][: len(names)] or "x.4.rec" in names
    assert (tmp_path / "x.2.rec").stat().st_size > 0 and (tmp_path / "x.3.rec").stat().st_size == 0
    with pytest.raises(ProcessDied, match="no recording is overwritten: move it away"):
        Navtree(WORK, record=record).open()

    async def main():
        async with AsyncNavtree(WORK, **options) as app:
            for number in range(4, 8):
                assert (await app.at("/main").inc()).reply == number
                os.kill(app.pid, signal.SIGKILL)
            # Those that waited together are made again in their order.
            replies = await asyncio.gather(*(app.at("/main").inc() for _ in range(20)))
            assert [each.reply for each in replies] == list(range(8, 28))
            os.kill(app.pid, signal.SIGKILL)
            until(lambda: not app.is_open)
            await app.ping()
            assert app.is_open

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_what_was_sent_before_closing_is_answered():
    # The process may end before its last answers are read.
    async def once():
        app = await AsyncNavtree(WORK).open()
        requests = [asyncio.ensure_future(app.at("/main").inc()) for _ in range(100)]
        await asyncio.sleep(0)
        await app.close()
        assert (await requests[-1]).reply == 100

    async def main():
        for _ in range(20):
            await once()

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_what_fills_no_pipe_at_once_is_written_before_closing():
    app = Navtree(WORK).open()
    app.send("dispatch", {"action": {"type": "write", "text": "x" * 500_000}})
    answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(2000)]
    app.close()
    assert answers[-1].result()["reply"] == 2000


def test_closing_twice_and_using_after_close():
    app = Navtree(WORK)
    app.close()
    app = Navtree(WORK).open()
    answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(100)]
    app.close()
    app.close()
    assert answers[-1].result()["reply"] == 100  # what was sent is answered
    for use in (app.open, app.at("/main").inc, lambda: app.subscribe("/main"), lambda: app.send("ping")):
        with pytest.raises(NavtreeError, match="closed"):
            use()

    async def main():
        app = AsyncNavtree(WORK)
        await app.close()
        app = await AsyncNavtree(WORK).open()
        requests = [asyncio.ensure_future(app.at("/main").inc()) for _ in range(100)]
        await asyncio.sleep(0)
        first = asyncio.ensure_future(app.close())
        await asyncio.sleep(0)
        assert not first.done()
        await app.close()
        assert children() == []  # both wait for the end
        await first
        await app.close()
        assert (await requests[-1]).reply == 100
        with pytest.raises(NavtreeError, match="closed"):
            await app.at("/main").inc()
        with pytest.raises(NavtreeError, match="closed"):
            app.subscribe("/main")

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_closing_never_hangs(tmp_path):
    deaf = program(
        tmp_path / "navtree",
        """
        import signal, sys, time
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, signal.SIG_IGN)
        sys.stdin.readline()
        print('{"jsonrpc":"2.0","id":1,"result":{"protocol":1}}', flush=True)
        print('{"jsonrpc":"2.0","method":"settled","params":{"id":1}}', flush=True)
        while True:
            time.sleep(1)
        """,
    )
    # The patience is the app's own: another one still waits.
    patient = Navtree(binary=deaf, patience=6 * PATIENCE).open()
    pid, waiting = patient.pid, threading.Thread(target=patient.close)
    waiting.start()
    try:
        app = Navtree(binary=deaf, patience=0.1).open()
        app.close()
        assert waiting.is_alive() and children() == [pid]
    finally:
        os.kill(pid, signal.SIGKILL)
        waiting.join(PATIENCE)
    assert children() == []

    # While another thread waits for an answer that never comes.
    app = Navtree(binary=deaf, patience=0.1).open()
    outcomes = []

    def ask():
        try:
            app.ping()
        except NavtreeError as error:
            outcomes.append(error.kind)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.05)
    app.close()
    thread.join(PATIENCE)
    assert not thread.is_alive() and outcomes in (["processDied"], ["closed"]) and children() == []

    async def main():
        app = await AsyncNavtree(binary=deaf, patience=0.1).open()
        request = asyncio.ensure_future(app.ping())
        await asyncio.sleep(0.01)
        await app.close()
        with pytest.raises(NavtreeError):
            await request

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_a_handler_that_doesnt_end_doesnt_stop_the_closing():
    async def main():
        app = await AsyncNavtree(WORK).open()

        released = asyncio.Event()

        @app.effect("job")
        async def job(input, context):
            while not released.is_set():
                with contextlib.suppress(asyncio.CancelledError):
                    await released.wait()

        await app.at("/main").ask(number=1)
        await asyncio.sleep(0)
        await app.close()
        released.set()

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_a_client_that_isnt_closed_leaves_nothing():
    with pytest.warns(ResourceWarning, match="wasn't closed"):
        app = Navtree(WORK).open()
        pid = app.pid
        del app
    until(lambda: not is_alive(pid))


def test_two_threads_make_requests(app):
    errors = []

    def work():
        try:
            for _ in range(200):
                app.at("/main").inc()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert errors == [] and app.at("/main").state["count"] == 800


def test_an_async_client_belongs_to_its_loop():
    async def work(app):
        def elsewhere():
            with pytest.raises(RuntimeError, match="belongs to the event loop"):
                asyncio.run(app.ping())

        thread = threading.Thread(target=elsewhere)
        thread.start()
        while thread.is_alive():
            await asyncio.sleep(0.001)
        await app.ping()

    run(work)


def test_the_child_of_a_fork_has_its_own_client_and_takes_nothing_from_the_parents():
    app = Navtree(WORK, patience=6 * PATIENCE).open()
    app.at("/main").inc()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            try:
                app.at("/main").inc()
            except NavtreeError as error:
                status = 2 if error.kind == "forked" else 3
            app.close()
            with Navtree(WORK) as own:
                status = status if own.at("/main").inc().reply == 1 else 4
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert app.at("/main").inc().reply == 2
    # Nor does a child that lives on keep the process alive.
    child = os.fork()
    if child == 0:
        time.sleep(6 * PATIENCE)
        os._exit(0)
    try:
        pid = app.pid
        app.close()
        assert not is_alive(pid)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


CLIENTS = {
    "sync": """
        import os, time
        from navtree import Navtree
        with Navtree(os.environ["WORK"]) as app:
            print(app.pid, flush=True)
            while True:
                app.at("/main").inc()
                time.sleep(PAUSE)
        """,
    "async": """
        import asyncio, os
        from navtree import AsyncNavtree
        async def main():
            async with AsyncNavtree(os.environ["WORK"]) as app:
                @app.effect("job")
                async def job(input, context):
                    await asyncio.sleep(60)
                await app.at("/main").ask(number=1)
                print(app.pid, flush=True)
                while True:
                    await app.at("/main").inc()
                    await asyncio.sleep(PAUSE)
        asyncio.run(main())
        """,
    "waiting": """
        import os
        from navtree import Navtree
        with Navtree(os.environ["WORK"]) as app:
            print(app.pid, flush=True)
            for change in app.subscribe("/main"):
                pass
        """,
}


@pytest.mark.parametrize("kind", list(CLIENTS))
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_program_no_child_is_left(python, kind, end):
    for pause in ("0", "0.01"):
        # As in a terminal, the signal goes to the whole group.
        child = python(CLIENTS[kind].replace("PAUSE", pause))
        pid = int(child.stdout.readline())
        time.sleep(random.uniform(0, 0.02))
        os.killpg(child.pid, end)
        _, errors = child.communicate(timeout=PATIENCE)
        until(lambda: not is_alive(pid))
        if end == signal.SIGINT:
            assert "KeyboardInterrupt" in errors and "Exception ignored" not in errors, errors


def test_an_interrupted_request_leaves_the_client_usable(python):
    child = python("""
        import os, signal
        from navtree import Navtree
        with Navtree(os.environ["WORK"]) as app:
            interrupted, inside = 0, False
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0007)
            def interrupt(*_):
                global inside
                if inside:
                    inside = False
                    raise KeyboardInterrupt
            signal.signal(signal.SIGALRM, interrupt)
            while interrupted < 200:
                try:
                    inside = True
                    app.at("/main").inc()
                    inside = False
                except KeyboardInterrupt:
                    interrupted += 1
                except Exception as error:
                    # Interrupted in the middle of a line, the client ends the process.
                    inside = False
                    if getattr(error, "kind", "") != "processDied":
                        raise
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    print("died")
                    raise SystemExit
            signal.setitimer(signal.ITIMER_REAL, 0)
            app.at("/main").inc()
            print("fine")
        """)
    output, errors = child.communicate(timeout=PATIENCE)
    assert output.strip() in ("fine", "died"), errors


def test_stores_shared_values_and_limits_are_options(tmp_path):
    flow = tmp_path / "-odd.navtree.yaml"
    flow.write_text(
        "navtree: 1\nflow: odd\nstart: a\nshared: { user: string, n: integer }\nscreens: { a: {} }\n"
        "actions: { tell: { reply: '${shared.user}' } }\n"
    )
    with Navtree(
        flow.name,
        cwd=tmp_path,
        shared={"user": "7", "n": 7},
        limits={"queue": 5, "transition": "3s"},
        clock="virtual",
        record=tmp_path / "a.rec",
        store={"": "memory:"},
    ) as app:
        assert app.at().tell().reply == "7"
        limits = app.server["limits"]
        assert (limits["queue"], limits["transition"]) == (5, 3000) and app.clock_get()["clock"] == "virtual"
    assert (tmp_path / "a.rec").exists()
    with pytest.raises(TypeError, match="no such option: colour"):
        Navtree(WORK, colour="red")
    with pytest.raises(ProcessDied, match="'size=1' is invalid"):
        Navtree(WORK, limits={"size": 1}).open()


def test_a_fork_under_another_threads_request_leaves_no_lock(app):
    app.at("/main").inc()
    with app._lock:
        held, fork = threading.Event(), []

        def forks():
            child = os.fork()
            if child == 0:
                try:
                    app.ping()
                except NavtreeError as error:
                    app.close()
                    os._exit(0 if error.kind == "forked" else 1)
                finally:
                    os._exit(2)
            fork.append(os.waitpid(child, 0)[1])
            held.set()

        threading.Thread(target=forks).start()
        assert held.wait(PATIENCE)
    assert fork == [0] and app.at("/main").inc().reply == 2


def test_what_fails_outside_a_request_is_logged(app, caplog):
    app.flow_load(
        yaml="navtree: 1\nflow: late\nstart: a\nshared: { n: integer }\nscreens: { a: {} }\n"
        "actions: { go: { after: { delay: 1ms, send: bad } }, bad: { shared: { n: '${1 / shared.n}' } } }\n"
    )
    app.session_open("late", clock="virtual")
    app.at(session="late").go()
    app.clock_advance("1s", session="late")

    def is_logged():
        app.ping()
        return caplog.records

    until(is_logged)
    assert caplog.records[0].name == "navtree"
