"""Requests, answers and errors, through both clients."""

import asyncio
import pickle

import pytest
from conftest import SOCIAL, WORK, run

from navtree import (
    Action,
    AsyncNavtree,
    DismissRefused,
    Navtree,
    NavtreeError,
    NoScreenAt,
    NotHandled,
    Receipt,
    Rejected,
)


def test_a_handle_sends_any_action(app):
    desk = app.at("/main")
    receipt = desk.inc()
    assert (receipt.seq, receipt.handled_by, receipt.active, receipt.reply) == (1, "/main", "/main", 1)
    assert desk.dispatch("inc").reply == 2
    assert desk.write(text="hello").seq == 3
    assert desk.state["text"] == "hello" and desk.params == {}
    assert desk.screen.screen == "desk" and desk.screen.id == 1
    assert app.screen("/main").state["count"] == 2
    assert app.screen(1).slots["sheet"] is None
    # The names of a handle's members are actions through dispatch alone.
    with pytest.raises(NotHandled):
        desk.dispatch("state")
    with pytest.raises(AttributeError):
        desk._private


def test_errors_have_kind_data_and_hint(app):
    desk = app.at("/main")
    with pytest.raises(Rejected, match=r"not today \[rejected\]") as rejected:
        desk.refuse()
    assert rejected.value.data["at"] == "/main" and rejected.value.hint is None
    with pytest.raises(NotHandled) as unknown:
        desk.incc()
    assert unknown.value.hint == "did you mean 'inc'?" and "hint: did you mean" in str(unknown.value)
    desk.open()
    app.at("/main/sheet").edit()
    with pytest.raises(DismissRefused):
        app.dismiss()
    with pytest.raises(NavtreeError) as other:
        app.at("/nowhere").inc()
    assert type(other.value) is NoScreenAt and other.value.kind == "noScreenAt"
    copy = pickle.loads(pickle.dumps(unknown.value))
    assert (type(copy), copy.kind, copy.hint, str(copy)) == (
        NotHandled,
        "notHandled",
        unknown.value.hint,
        str(unknown.value),
    )


def test_the_methods_of_the_protocol_are_methods(app):
    assert app.push("desk").id == 2
    assert app.state_active() == [{"window": "main", "at": "/main/next", "id": 2, "screen": "desk"}]
    assert app.pop().active == "/main"
    assert app.back().handled is False
    assert app.state_get(at=["/main", 9], pointer="/state/count")[1]["error"]["data"]["kind"] == "noScreenAt"
    assert app.history_undo().same_as == 1
    fork = app.session_fork("work", as_="trial")
    assert fork["session"] == "trial"
    assert app.at("/main", session="trial").inc().reply == 1
    assert app.window_open("second", "desk", session="work").active == "/second"
    assert app.dispatch("inc", at="/main", session="work", returns=["receipt"], origin="user").changed == [
        {"at": "/main", "id": 1, "pointers": ["/state/count"]}
    ]


def test_a_batch_and_an_explanation(app):
    receipt = app.batch(
        [("inc", {}), Action("write", {"text": "b"}, at="/main"), {"action": {"type": "inc"}}]
    )
    assert receipt.seq == 1 and [each.reply for each in receipt.results] == [1, None, 2]
    with pytest.raises(Rejected) as failed:
        app.batch([("inc", {}), ("refuse", {})])
    assert failed.value.data["index"] == 1
    ok, refused = app.batch([("inc", {}), ("refuse", {})], atomic=False).results
    assert isinstance(ok, Receipt) and isinstance(refused, Rejected)
    explained = app.explain("refuse")
    assert isinstance(explained.error, Rejected) and explained.rules[0]["holds"] is True
    assert app.explain("inc").error is None and app.screen("/main").state["count"] == 3


def test_the_async_client_does_the_same():
    async def work(app):
        desk = app.at("/main")
        assert (await desk.inc()).reply == 1
        assert (await desk.dispatch("inc")).seq == 2
        with pytest.raises(Rejected):
            await desk.refuse()
        assert await app.screen("/main").state == await desk.state
        assert (await app.screen("/main")).id == 1 and (await desk.screen).screen == "desk"
        assert await app.screen("/main").params == {}
        assert [each.reply for each in (await app.batch([("inc", {}), ("inc", {})])).results] == [3, 4]
        assert (await app.explain("refuse")).error.kind == "rejected"
        assert (await app.push("desk")).id == 2
        assert (await app.state_outline()).startswith("/main")

    run(work)


def test_many_requests_are_under_way_at_once(app):
    answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(2000)]
    answers.append(app.send("dispatch", {"action": {"type": "refuse"}}))
    with pytest.raises(Rejected):
        answers[-1].result()
    assert all(answer.is_done for answer in answers)
    assert [answer.result()["reply"] for answer in answers[:-1]] == list(range(1, 2001))


def test_answers_may_be_asked_for_in_any_order():
    async def work(app):
        requests = [asyncio.ensure_future(app.at("/main").inc()) for _ in range(2000)]
        for request in reversed(requests):
            await request
        assert [request.result().reply for request in requests] == list(range(1, 2001))
        # One that isn't waited for any more takes nothing from the others.
        dropped = asyncio.ensure_future(app.at("/main").inc())
        await asyncio.sleep(0)
        dropped.cancel()
        assert (await app.at("/main").inc()).reply == 2002

    run(work)


def test_a_message_may_be_as_long_as_a_line_of_the_protocol():
    text = "é" * 5_000_000
    with Navtree(WORK) as app:
        app.at("/main").write(text=text)
        assert app.at("/main").state["text"] == text
        answers = [
            app.send("dispatch", {"action": {"type": "write", "text": text}, "return": ["state"]})
            for _ in range(3)
        ]
        assert all(len(answer.result()["state"]["state"]["text"]) == len(text) for answer in answers)
        with pytest.raises(NavtreeError, match="line") as refused:
            app.at("/main").write(text="x" * 17_000_000)
        assert refused.value.kind == "invalidRequest"
        assert app.at("/main").inc().reply == 1

    async def work(app):
        written = [app.at("/main").write(text=text) for _ in range(3)]
        read = [app.at("/main").state for _ in range(3)]
        outcome = await asyncio.gather(*written, *read)
        assert all(state["text"] == text for state in outcome[3:])
        with pytest.raises(NavtreeError):
            await app.at("/main").write(text="x" * 17_000_000)

    run(work)


def test_params_that_arent_json_are_refused_before_anything_is_sent(app):
    for value in (float("inf"), object(), "\ud800", {1, 2}):
        with pytest.raises((TypeError, ValueError)):
            app.at("/main").write(text=value)
    deep = []
    for _ in range(600):
        deep = [deep]
    with pytest.raises(NavtreeError):
        app.request("dispatch", {"action": {"type": "inc", "deep": deep}})
    assert app.at("/main").inc().seq == 1


def test_the_example_of_the_documentation():
    async def main():
        async with AsyncNavtree(SOCIAL) as app:

            @app.effect("fetchUsers")
            async def fetch(input, context):
                return {"items": [{"id": 1, "name": "Ada"}], "cursor": None}

            await app.settled()
            receipt = await app.at("/main").select(index=0)
            assert (receipt.seq, receipt.active, receipt.handled_by) == (2, "/main/detail", "/main")

    asyncio.run(main())


def test_listeners_get_notifications():
    flow = (
        "navtree: 1\nflow: sums\nstart: a\nshared: { n: integer }\n"
        "invariants: { small: { always: shared.n < 2 } }\n"
        "screens: { a: {} }\nactions: { more: { shared: { n: '${shared.n + 1}' } } }\n"
    )
    with Navtree() as app:
        broken = []
        app.on("invariant.broken")(lambda params: broken.append((params["invariant"], app.ping())))
        app.flow_load(yaml=flow)
        app.session_open("sums")
        app.at().more()
        app.at().more()
        assert broken == [("small", {})]


def test_a_listener_that_raises_takes_nothing_from_the_others(app, caplog):
    def raises(params):
        raise ValueError("boom")

    heard = []
    app.on("state.changed", raises)
    app.on("state.changed", lambda params: heard.append(params["seq"]))
    count = app.subscribe("/main", pointer="/state/count")
    assert [app.at("/main").inc().seq for _ in range(2)] == [1, 2] == heard and count.value == 2
    assert caplog.text.count("a listener of 'state.changed' failed") == 2

    async def work(app):
        async def fails(params):
            raises(params)

        heard.clear()
        for listener in (raises, fails, lambda params: heard.append(params["seq"])):
            app.on("state.changed", listener)
        await app.subscribe("/main", pointer="/state/count")
        assert [(await app.at("/main").inc()).seq for _ in range(2)] == [1, 2] == heard
        await asyncio.sleep(0)

    caplog.clear()
    run(work)
    assert caplog.text.count("a listener of 'state.changed' failed") == 2
    assert "a listener failed" in caplog.text
