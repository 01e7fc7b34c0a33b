"""Handles of sessions, in a process with several."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from conftest import PATIENCE, WORK, run

from navtree import AsyncNavtree, Navtree, NavtreeError, Rejected, UnknownSession

NAMES = ["a", "b", "c"]


def test_a_handle_has_what_the_client_has(app):
    for name in NAMES:
        app.session_open("work", session=name)
    with pytest.raises(NavtreeError, match="which session"):
        app.at("/main").inc()
    a, b = app.session("a"), app.session("b")
    assert a.at("/main").inc().reply == 1 and a.dispatch("inc").reply == 2 and b.dispatch("inc").reply == 1
    assert a.screen("/main").state["count"] == 2 and a.at("/main").computed == {}
    assert a.at("/main").link is None and a.at("/main").screen.id == 1
    assert a.batch([("inc", {}), ("inc", {})]).results[-1].reply == 4
    assert a.explain("refuse").error.kind == "rejected" and a.push("desk").active == "/main/next"
    assert a.window_open("second", "desk").active == "/second"
    assert a.at(window="second").inc().reply == 1 and a.at("/second").state["count"] == 1
    assert [each["window"] for each in a.window_list()] == ["main", "second"]
    assert len(b.window_list()) == 1 and a.ping() == {} and a.call("effect.list") == []
    assert a.send("dispatch", {"at": "/main", "action": {"type": "inc"}}).result()["reply"] == 5
    with pytest.raises(Rejected):
        b.at().refuse()
    count = b.subscribe("/main", pointer="/state/count")
    a.at("/main").inc()
    b.at("/main").inc()
    assert count.value == 2
    # Another session may be named all the same.
    assert a.at("/main", session="c").inc().reply == 1
    b.session_close("b")
    assert [each["session"] for each in app.session_list() if each["open"]] == ["work", "a", "c"]


def test_a_session_has_handlers_of_its_own(app):
    app.session_open("work", session="a")
    a, work = app.session("a"), app.session("work")
    app.effect("job", lambda input: {"number": 1})
    remove = a.effect("job", lambda input: {"number": 2})
    for session in (a, work):
        session.at("/main").ask(number=0)
    remove()
    a.at("/main").ask(number=0)
    assert a.at("/main").state["done"] == [2, 1] and work.at("/main").state["done"] == [1]
    heard = []
    a.on("effect.requested", lambda params: heard.append(params["session"]))
    for session in (work, a):
        session.at("/main").ask(number=0)
        session.settled()
    assert heard == ["a"]


def test_async_handles_do_the_same():
    async def work(app):
        for name in NAMES:
            await app.session_open("work", session=name)
        a, b = app.session("a"), app.session("b")
        gate = asyncio.Event()

        @app.effect("job")
        async def job(input, context):
            if context.session == "b":
                await gate.wait()
            return {"number": 1}

        @a.effect("job")
        def own(input):
            return {"number": 2}

        for session in (a, b):
            await session.at("/main").ask(number=0)
        await a.settled()  # those of b go on
        assert (await a.at("/main").state)["done"] == [2] and (await b.at("/main").state)["done"] == []
        settled = asyncio.ensure_future(b.settled())
        await asyncio.sleep(0)
        gate.set()
        await settled
        assert (await b.screen("/main")).state["done"] == [1]
        changes = await a.subscribe("/main", pointer="/state/count", form="value")
        await b.dispatch("inc")
        await a.dispatch("inc")
        assert (await changes.__anext__()).value == 1
        assert await a.at("/main").link is None and await a.at("/main").computed == {}
        assert (await a.batch([("inc", {})])).results[0].reply == 2
        assert (await a.at(window="main").screen).screen == "desk"

    run(work)


def test_fifty_sessions_with_an_effect_each():
    async def work(app: AsyncNavtree):
        names = [f"user {number}" for number in range(50)]
        await asyncio.gather(*(app.session_open("work", session=name) for name in names))

        @app.effect("job")
        async def job(input):
            await asyncio.sleep(0)
            return input

        handles = [app.session(name).at("/main") for name in names]
        await asyncio.gather(*(each.ask(number=number) for number, each in enumerate(handles)))
        await app.settled()
        assert [(await each.state)["done"] for each in handles] == [[number] for number in range(50)]

    run(work)


def test_a_session_is_named_before_it_is_open():
    with Navtree(WORK) as app:
        later = app.session("later")
        later.session_open("work", session="later")
        assert later.at().inc().reply == 1 and repr(later) == "<session 'later'>"


def test_sessions_go_on_with_the_next_process(tmp_path, caplog):
    options = dict(store=f"sqlite:{tmp_path / 'a.db'}", restart=True)
    with Navtree(WORK, **options) as app:
        for name in NAMES:
            app.session_open("work", session=name, link=None)
            app.session(name).at("/main").inc()
        app.session_close("c")
        a = app.session("a")
        count = a.subscribe("/main", pointer="/state/count")
        a.at("/main").ask(number=1)
        os.kill(app.pid, signal.SIGKILL)
        assert a.at("/main").inc().reply == 2 and count.value == 2
        assert [each["session"] for each in app.session_list() if each["open"]] == ["work", "a", "b"]
        a.effect("job", lambda input: input)
        a.settled()
        assert a.at("/main").state["done"] == [1]

    # So do flows that were loaded by request.
    with Navtree(**{**options, "store": f"sqlite:{tmp_path / 'b.db'}"}) as app:
        app.flow_load(yaml=Path(WORK).read_text())
        app.session_open("work", session="a")
        app.effect("job", lambda input: input)
        for number in range(1, 4):
            assert app.session("a").at("/main").inc().reply == number
            os.kill(app.pid, signal.SIGKILL)
        app.flow_unload("work")
        os.kill(app.pid, signal.SIGKILL)
        with pytest.raises(UnknownSession):
            app.session("a").at("/main").inc()
        assert app.flow_list() == []
    assert "the session 'a' isn't there any more" in caplog.text
    caplog.clear()

    async def main():
        async with AsyncNavtree(WORK, **options) as app:
            await asyncio.gather(*(app.session_open("work", session=name) for name in NAMES))
            counts = [await app.session(name).subscribe("/main", pointer="/state/count") for name in NAMES]
            os.kill(app.pid, signal.SIGKILL)
            replies = await asyncio.gather(*(app.session(name).at("/main").inc() for name in NAMES))
            assert [each.reply for each in replies] == [3, 2, 2]
            assert [(await each.__anext__()).value for each in counts] == [3, 2, 2]

    asyncio.run(asyncio.wait_for(main(), PATIENCE))
    assert "isn't there any more" not in caplog.text


def test_the_next_process_has_the_sessions_that_the_last_one_had(tmp_path, caplog):
    options = dict(store=f"sqlite:{tmp_path / 'a.db'}", restart=True)
    with Navtree(WORK, **options) as app:
        app.session_fork("work", as_="fork", store=True)
        app.session_fork("work", as_="passing")
        app.snapshot_restore(app.snapshot_save(session="work"), session="restored")
        app.session_delete("work")
        for count in (1, 2):
            for name in ("fork", "restored"):
                assert app.session(name).at("/main").inc().reply == count
            os.kill(app.pid, signal.SIGKILL)
            assert {each["session"] for each in app.session_list()} == {"fork", "restored"}
        # A session of that name that is opened anew stays.
        app.session_open("work")
        app.session("work").at("/main").inc()
        os.kill(app.pid, signal.SIGKILL)
        assert app.session("work").at("/main").inc().reply == 2
        app.session_close("work")
        os.kill(app.pid, signal.SIGKILL)
        assert [each["session"] for each in app.session_list() if not each["open"]] == ["work"]

    async def main():
        async with AsyncNavtree(WORK, **{**options, "store": f"sqlite:{tmp_path / 'b.db'}"}) as app:
            await app.session_fork("work", as_="fork", store=True)
            await app.session_delete("work")
            for count in (1, 2):
                assert (await app.session("fork").at("/main").inc()).reply == count
                os.kill(app.pid, signal.SIGKILL)
                assert [each["session"] for each in await app.session_list()] == ["fork"]

    asyncio.run(asyncio.wait_for(main(), PATIENCE))
    assert "isn't there any more" not in caplog.text
