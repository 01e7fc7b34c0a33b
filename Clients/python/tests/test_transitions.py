"""Transitions that take time, as a program acknowledges them."""

import os
import signal
from pathlib import Path
from typing import Any, List

import pytest

from navtree import Navtree, NavtreeError

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
