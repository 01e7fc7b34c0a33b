"""Time limits, hooks and logs of requests."""

import asyncio
import logging
import os
import pickle
import signal
import threading
import time
from contextlib import contextmanager

import pytest
from conftest import PATIENCE, WORK, run

from navtree import AnswerRejected, AsyncNavtree, Navtree, Rejected, RequestTimeout


@contextmanager
def stopped(app):
    pid = app.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_request_ends_in_time(app):
    with stopped(app):
        start = time.monotonic()
        with pytest.raises(RequestTimeout, match=r"ping: no answer within 0.5 s") as error:
            app.call("ping", timeout=0.5)
        assert time.monotonic() - start >= 0.5
        with pytest.raises(TimeoutError):
            app.at("/main", timeout=0.01).inc()
        with pytest.raises(RequestTimeout):
            app.push("desk", timeout=0.01)
        answer = app.send("dispatch", {"at": "/main", "action": {"type": "inc"}})
        with pytest.raises(RequestTimeout):
            answer.result(timeout=0.01)
    assert error.value.kind == "requestTimeout" and error.value.data == {"method": "ping", "seconds": 0.5}
    copy = pickle.loads(pickle.dumps(error.value))
    assert (type(copy), str(copy), copy.data) == (RequestTimeout, str(error.value), error.value.data)
    # The answers that come late go nowhere, though their requests have happened.
    assert app.call("ping") == {}
    assert answer.result()["reply"] == 2
    assert app.at("/main").state["count"] == 2 and app.state_active()[0]["at"] == "/main/next"


def test_the_client_has_a_limit_for_all_requests():
    with Navtree(WORK, timeout=0.05) as app:
        with stopped(app):
            for use in (app.ping, app.at("/main").inc, lambda: app.subscribe("/main")):
                with pytest.raises(RequestTimeout):
                    use()
            held = threading.Thread(target=lambda: app.call("ping", timeout=None))
            held.start()
            # Another thread's request has the client.
            with pytest.raises(RequestTimeout):
                app.ping()
            assert held.is_alive()
        held.join(PATIENCE)
        assert app.call("ping", timeout=PATIENCE) == {}
        assert app.at("/main", timeout=PATIENCE).state["count"] == 1
    assert Navtree(WORK)._options.timeout == 30


@pytest.mark.parametrize("limit", [10**8, float("inf")])
def test_a_limit_may_be_long(limit):
    with Navtree(WORK, timeout=limit, patience=limit) as app:
        counted = app.subscribe("/main", pointer="/state/count")
        assert app.ping(timeout=limit) == {}
        app.at("/main").later()
        assert counted.next(limit).value == 1

    async def go():
        async with AsyncNavtree(WORK, timeout=limit, patience=limit) as app:
            assert await app.ping() == {}
            await app.settled(timeout=limit)

    asyncio.run(go())


def test_async_requests_end_in_time():
    async def work(app):
        desk = app.at("/main")
        with stopped(app):
            start = time.monotonic()
            with pytest.raises(RequestTimeout, match=r"ping: no answer within 0.5 s"):
                await app.call("ping", timeout=0.5)
            assert time.monotonic() - start >= 0.5
            limits = [0.05, 0.01, 0.03, None, 0.02] * 20
            asked = [asyncio.ensure_future(app.call("ping", timeout=limit)) for limit in limits]
            bounded = [request for request, limit in zip(asked, limits) if limit is not None]
            outcomes = await asyncio.gather(*bounded, return_exceptions=True)
            assert all(type(outcome) is RequestTimeout for outcome in outcomes)
            with pytest.raises(RequestTimeout):
                await app.settled(timeout=0.01)
            with pytest.raises(TimeoutError):
                await app.at("/main", timeout=0.01).inc()
        assert [await request for request, limit in zip(asked, limits) if limit is None] == [{}] * 20
        assert (await desk.inc()).reply == 2
        assert await app.call("ping", timeout=PATIENCE) == {}

    run(work)


def test_a_start_that_takes_long_goes_on(tmp_path):
    """The lease of a store that another process has is waited for."""
    options = dict(arguments=["--wait", "1m"], store=f"sqlite:{tmp_path / 'a.db'}")
    with Navtree(WORK, **options):
        late = Navtree(WORK, **options)
        with pytest.raises(RequestTimeout):
            late.call("ping", timeout=0.2)
        pid = late.pid
    assert late.call("ping", timeout=PATIENCE) == {} and late.pid == pid
    late.close()


def test_hooks_and_logs_tell_of_requests(caplog):
    caplog.set_level(logging.DEBUG, "navtree")
    made, ended = [], []

    def broken(request):
        made.append((request.id, request.method))
        raise LookupError("a hook of its own")

    def answered(request):
        kind = None if request.error is None else request.error.kind
        ended.append((request.id, request.method, kind, request.seconds >= 0))

    with Navtree(WORK, on_request=broken, on_answer=answered) as app:
        app.at("/main").write(text="secret")
        with pytest.raises(Rejected):
            app.at("/main").refuse()
    assert [method for _, method in made] == ["initialize", "flow.list", "dispatch", "dispatch"]
    assert ended == [(id, method, "rejected" if id == 4 else None, True) for id, method in made]
    assert "request 3: dispatch\n" in caplog.text and "request 4: dispatch: rejected after" in caplog.text
    assert "a hook failed" in caplog.text and "secret" not in caplog.text

    async def main():
        ended.clear()
        async with AsyncNavtree(WORK, on_answer=answered) as app:
            with stopped(app):
                with pytest.raises(RequestTimeout):
                    await app.call("ping", timeout=0.01)
            await app.ping()
        assert [(method, kind) for _, method, kind, _ in ended[2:]] == [
            ("ping", "requestTimeout"),
            ("ping", None),
        ]

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_hooks_that_raise_harm_no_request(caplog):
    def broken(*given):
        raise LookupError("a hook of its own")

    options = dict(on_stderr=broken, on_rejected=broken, arguments=["--log-level", "debug"])
    with Navtree(WORK, **options) as app:
        app.effect("strict", lambda input: {"text": "x"})
        assert app.at("/main").askPicky().seq == 1
        assert app.at("/main").inc().reply == 1
        caplog.clear()

    async def later(*given):
        broken()

    async def main():
        for hook in (broken, later):
            async with AsyncNavtree(WORK, **{**options, "on_rejected": hook}) as app:
                app.effect("strict", lambda input: {"text": "x"})
                await app.at("/main").askPicky()
                with pytest.raises(AnswerRejected):
                    await app.settled()
                assert (await app.at("/main").inc()).reply == 1
                assert "a hook of its own" in caplog.text
                caplog.clear()

    asyncio.run(main())
