"""Transitions that take time, as a program acknowledges them."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any, List

import pytest
from conftest import PATIENCE, until

from navtree import AsyncNavtree, Navtree, NavtreeError

FLOW = str(Path(__file__).resolve().parents[3] / "Specs/behaviour/moving.navtree.yaml")


def act(app: Any, kind: str, **payload: Any) -> Any:
    return app.request("dispatch", {"action": {"type": kind, **payload}})


def outcomes(app: Any) -> List[Any]:
    told: List[Any] = []
    app.on("request.done", told.append)
    return told


def test_what_waits_runs_once_a_transition_is_shown() -> None:
    with Navtree(FLOW, clock="virtual") as app:
        told = outcomes(app)
        followed = app.subscribe(form="transitions", acknowledge=True)
        act(app, "open", n=1)
        assert act(app, "open", n=2)["queued"] == 1
        assert app.transition_done(seq=1).raw["pending"] == 1
        assert [each["result"]["active"] for each in told] == ["/main/top/top"]
        followed.close()
        assert app.request("state.query", {"expr": "transitions.pending"}) == 0


def test_what_a_screen_drops_may_be_sent_again() -> None:
    with Navtree(FLOW, clock="virtual") as app:
        followed = app.subscribe(form="transitions", acknowledge=True)
        act(app, "fill")
        with pytest.raises(NavtreeError) as caught:
            act(app, "tap")
        assert (caught.value.kind, caught.value.data["pending"]) == ("moving", 1)
        followed.shown()
        assert act(app, "tap")["seq"] == 2


def test_a_real_clock_ends_a_transition() -> None:
    with Navtree(FLOW, clock="real", arguments=["--limit", "transition=20ms"]) as app:
        told = outcomes(app)
        followed = app.subscribe(form="transitions", acknowledge=True)
        act(app, "open", n=1)
        act(app, "tap")
        while app.request("state.query", {"expr": "shared.taps"}) == 0:
            pass
        assert [each["queued"] for each in told] == [1]


def test_a_replay_goes_the_same_way() -> None:
    with Navtree(FLOW, clock="virtual") as app:
        app.request("session.open", {"flow": "moving", "session": "r", "record": True})

        def ask(method: str, **params: Any) -> Any:
            return app.request(method, {**params, "session": "r"})

        def step(kind: str, **payload: Any) -> Any:
            return ask("dispatch", action={"type": kind, **payload})

        followed = app.subscribe(form="transitions", acknowledge=True, session="r")
        step("open", n=1)
        assert (step("open", n=2)["queued"], step("tap")["queued"]) == (1, 2)
        assert ask("transition.done", seq=1)["pending"] == 1
        ask("clock.advance", by="6s")
        step("open", n=3)
        step("tap")
        followed.close()
        assert ask("state.query", expr="shared.taps") == 2
        assert app.request("recording.replay", {"lines": ask("recording.export")["lines"]})["equal"]


def moved(store: str) -> None:
    """Goes elsewhere in another process."""
    with Navtree(FLOW, clock="virtual", store=store) as other:
        other.pop()
        act(other, "open", n=2)
        act(other, "open", n=3)


def assert_is_sum(value: List[Any]) -> None:
    assert [each["op"] for each in value] == ["push", "travel"]
    assert [row["params"].get("n") for row in value[1]["created"]] == [None, 2, 3]
    assert value[1]["removed"] == [{"id": value[0]["created"][0]["id"]}]


def test_what_happened_over_a_restart_is_one_transition(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'a.db'}"
    with Navtree(FLOW, clock="virtual", store=store, restart=True) as app:
        followed = app.subscribe(form="transitions")
        act(app, "open", n=1)
        os.kill(app.pid or 0, signal.SIGKILL)
        until(lambda: not app.is_open)
        moved(store)
        app.ping()
        change = followed.next(0)
        assert change is not None
        assert_is_sum(change.value)
        assert [row["params"].get("n") for row in followed.value] == [None, 2, 3]


def test_async_what_happened_over_a_restart_is_one_transition(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'a.db'}"

    async def main() -> None:
        async with AsyncNavtree(FLOW, clock="virtual", store=store, restart=True) as app:
            followed = await app.subscribe(form="transitions")
            await app.request("dispatch", {"action": {"type": "open", "n": 1}})
            os.kill(app.pid or 0, signal.SIGKILL)
            until(lambda: not app.is_open)
            moved(store)
            await app.ping()
            assert_is_sum((await followed.__anext__()).value)

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_after_a_kill_nothing_waits(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'moving.db'}"
    with Navtree(FLOW, clock="virtual", store=store) as app:
        followed = app.subscribe(form="transitions", acknowledge=True)
        act(app, "open", n=1)
        assert act(app, "tap")["queued"] == 1
        os.kill(app.pid, signal.SIGKILL)
    with Navtree(FLOW, clock="virtual", store=store) as app:
        assert app.request("state.query", {"expr": "[transitions.pending, shared.taps]"}) == [0, 0]
        assert app.request("state.active")[0]["at"] == "/main/top"
