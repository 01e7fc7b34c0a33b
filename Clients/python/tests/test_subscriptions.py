"""Followed values and events, and what a slow consumer gets."""

import asyncio
import gc
import os
import signal
import threading
import time

import pytest
from conftest import PATIENCE, WORK, run, until

from navtree import AsyncNavtree, Navtree, NavtreeError, ProcessDied, RequestTimeout, _subscription


def test_a_subscription_keeps_the_value(app):
    count = app.subscribe("/main", pointer="/state/count")
    whole = app.subscribe("/main")
    app.at("/main").inc()
    assert count.value == 1 and whole.value["state"]["count"] == 1
    first = whole.next(0)
    assert (first.seq, first.since, first.patch) == (
        1,
        1,
        [{"op": "replace", "path": "/state/count", "value": 1}],
    )
    assert whole.next(0) is None
    app.at("/main").inc()
    app.at("/main").write(text="a")
    merged = whole.next(0)
    assert (merged.seq, merged.since, len(merged.patch)) == (3, 2, 2)
    assert merged.value["state"]["text"] == "a" and first.value["state"]["count"] == 1
    assert count.next(0).value == 2


def test_iterating_waits_for_changes(app):
    with app.subscribe("/main", pointer="/state/count", form="value") as count:
        app.at("/main").later()
        for change in count:
            assert (change.value, change.patch) == (1, None)
            break
        assert count.next(0.01) is None
    assert count.ended == "unsubscribed" and list(count) == []
    app.at("/main").inc()
    assert count.value == 1


def test_a_list_is_followed_by_its_changes(app):
    rows = app.subscribe("/main", pointer="/state/rows", form="list")
    for id in (1, 2, 3):
        app.at("/main").add(id=id, name=f"n{id}")
    app.at("/main").drop(index=0)
    change = rows.next(0)
    assert [row["id"] for row in change.value] == [2, 3] == [row["id"] for row in rows.value]
    assert change.patch is None and len(change.lists) == 4 and change.lists[3]["removed"] == [0]


def test_events_come_as_lists(app):
    moves = app.subscribe(form="transitions")
    actions = app.subscribe(form="actions")
    life = app.subscribe(lifecycle=True)
    app.at("/main").deeper()
    app.back()
    assert [row["screen"] for row in moves.value] == ["desk"]
    assert [each["op"] for each in moves.next(0).value] == ["push", "pop"]
    assert [each["action"] for each in actions.next(0).value] == ["deeper", "back"]
    assert [each["event"] for each in life.next(0).value][:2] == ["disappeared", "presented"]


def test_a_screen_that_goes_ends_its_subscription(app):
    app.at("/main").deeper()
    screen = app.subscribe(2)
    app.at("/main/next").inc()
    app.pop()
    assert [change.seq for change in screen] == [2] and screen.ended == "dismissed"


def test_a_subscription_that_nobody_holds_is_given_up(app):
    app.subscribe("/main")
    gc.collect()
    app.at("/main").inc()
    with pytest.raises(NavtreeError) as gone:
        app.unsubscribe(1) if hasattr(app, "unsubscribe") else app.request("unsubscribe", {"subscription": 1})
    assert gone.value.kind == "unknownSubscription"


def test_a_slow_consumer_gets_the_value_once_patches_are_many(app, monkeypatch):
    monkeypatch.setattr(_subscription, "MERGED", 10)
    monkeypatch.setattr(_subscription, "WAITING", 10)
    whole, actions = app.subscribe("/main"), app.subscribe(form="actions")
    for _ in range(15):
        app.at("/main").inc()
    change = whole.next(0)
    assert (change.since, change.seq, change.patch, change.value["state"]["count"]) == (1, 15, None, 15)
    events = actions.next(0)
    assert len(events.value) == 10 and events.missed == 5
    app.at("/main").inc()
    assert len(whole.next(0).patch) == 1 and actions.next(0).missed == 0


def test_effects_are_done_while_a_change_is_waited_for(app):
    app.at("/main").ask(number=3)
    app.effect("job")(lambda input, context: input)
    done = app.subscribe("/main", pointer="/state/done", form="value")
    assert done.next(PATIENCE).value == [3]


def test_listeners_hear_while_a_change_is_waited_for(app):
    heard = []
    app.on("state.changed", lambda params: heard.append(params["seq"]))
    count = app.subscribe("/main", pointer="/state/count", form="value")
    app.at("/main").later()
    assert count.next(PATIENCE).value == 1 and heard == [2]


def test_closing_a_subscription_ends_the_thread_that_waits(app):
    for _ in range(20):
        count = app.subscribe("/main", pointer="/state/count")
        thread = threading.Thread(target=lambda: list(count))
        thread.start()
        until(lambda: app._waiters)
        count.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_one_thread_waits_while_another_requests(app):
    count = app.subscribe("/main", pointer="/state/count", form="value")
    seen = []
    thread = threading.Thread(target=lambda: seen.extend(change.value for change in count))
    thread.start()
    for _ in range(200):
        app.at("/main").inc()
    while not seen or seen[-1] != 200:
        time.sleep(0.001)
    app.close()
    thread.join(PATIENCE)
    assert not thread.is_alive() and seen == sorted(seen)


def test_a_thread_that_waits_goes_on_with_the_next_process(tmp_path):
    with Navtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
        count = app.subscribe("/main", pointer="/state/count", form="value")
        seen = []
        thread = threading.Thread(target=lambda: seen.extend(change.value for change in count))
        thread.start()
        for number in range(1, 4):
            app.at("/main").inc()
            until(lambda: seen and seen[-1] == number)
            os.kill(app.pid, signal.SIGKILL)
            until(lambda: _goes_on(app))
        app.close()
        thread.join(PATIENCE)
        assert not thread.is_alive() and seen == [1, 2, 3]


def test_a_death_while_values_are_followed_again_leaves_each_followed_once(tmp_path):
    asked = []

    def dies(request):
        if request.method == "subscribe":
            asked.append(request)
            if len(asked) == 4:
                os.kill(app.pid, signal.SIGKILL)

    options = dict(store=f"sqlite:{tmp_path / 'a.db'}", restart=True)
    with Navtree(WORK, on_request=dies, **options) as app:
        rows = app.subscribe("/main", pointer="/state/rows", form="list")
        count = app.subscribe("/main", pointer="/state/count")
        os.kill(app.pid, signal.SIGKILL)
        until(lambda: _goes_on(app))
        app.at("/main").add(id=1, name="x")
        app.at("/main").inc()
        assert [row["id"] for row in rows.value] == [1] and count.value == 1
        assert len(app._core.followed) == 2 and len(asked) == 6
        # One that was closed meanwhile isn't followed again.
        os.kill(app.pid, signal.SIGKILL)
        count.close()
        app.ping()
        assert len(app._core.followed) == 1 and len(asked) == 7


def _goes_on(app):
    try:
        return app.ping() == {}
    except ProcessDied:
        return False


def test_async_iteration_merges_what_a_slow_consumer_missed():
    async def work(app):
        seen = []

        async def follow():
            async for change in app.subscribe("/main", pointer="/state/count"):
                seen.append(change)
                if change.value == 50:
                    return

        task = asyncio.ensure_future(follow())
        await asyncio.sleep(0)
        await asyncio.gather(*(app.at("/main").inc() for _ in range(50)))
        await asyncio.wait_for(task, PATIENCE)
        assert seen[0].since == 1 and seen[-1].seq == 50
        assert all(before.seq < after.since for before, after in zip(seen, seen[1:]))
        assert sum(len(change.patch) for change in seen) == 50

    run(work)


def test_an_async_subscription_follows_what_is_requested_after_it():
    async def work(app):
        count = app.subscribe("/main", pointer="/state/count")
        await app.at("/main").inc()
        assert count.value == 1 and (await count) is count
        assert (await count.__anext__()).value == 1
        waiting = asyncio.ensure_future(count.__anext__())
        await asyncio.sleep(0)
        await count.close()
        with pytest.raises(StopAsyncIteration):
            await waiting
        wrong = app.subscribe("/main", pointer="nowhere")
        with pytest.raises(NavtreeError):
            await wrong
        with pytest.raises(NavtreeError):
            await wrong.__anext__()

    run(work)


def test_an_async_subscription_may_be_closed_before_it_begins():
    async def work(app):
        count = app.subscribe("/main", pointer="/state/count")
        await count.close()
        assert (await app.call("metrics"))["subscriptions"] == {"open": 0}
        assert count.ended == "unsubscribed" and count.number is None

    run(work)


def test_an_async_subscription_waits_for_the_next_process(tmp_path):
    async def main():
        async with AsyncNavtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
            for number in (1, 3):
                os.kill(app.pid, signal.SIGKILL)
                while app._process is not None:
                    await asyncio.sleep(0.001)
                count = app.subscribe("/main", pointer="/state/count")
                gone = app.subscribe("/main")
                await gone.close()
                # What is requested after it is followed.
                assert (await app.at("/main").inc()).reply == number
                assert (await count).value == number
                assert (await count.__anext__()).seq == number
                await app.at("/main").inc()
                assert count.value == number + 1 and gone.value is None
                assert (await app.call("metrics"))["subscriptions"] == {"open": 1}
                await count.close()
            os.kill(app.pid, signal.SIGKILL)
            while app._process is not None:
                await asyncio.sleep(0.001)
            waiting = app.subscribe("/main")
        with pytest.raises(NavtreeError, match="closed"):
            await waiting
        with pytest.raises(NavtreeError, match="closed"):
            await waiting.__anext__()

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_an_async_subscription_has_a_timeout():
    async def main():
        async with AsyncNavtree(WORK, timeout=0.05) as app:
            os.kill(app.pid, signal.SIGSTOP)
            late = app.subscribe("/main")
            try:
                with pytest.raises(RequestTimeout):
                    await late
            finally:
                os.kill(app.pid, signal.SIGCONT)
            # Its answer goes nowhere.
            await app.request("ping", timeout=None)
            while (await app.request("metrics", timeout=None))["subscriptions"]["open"] > 0:
                await asyncio.sleep(0.001)
            assert late.number is None

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_a_cancelled_consumer_leaves_the_subscription_whole():
    async def work(app):
        async with app.subscribe("/main", pointer="/state/count", form="value") as count:
            for _ in range(3):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(count.__anext__(), 0.01)
            await app.at("/main").inc()
            assert (await count.__anext__()).value == 1

    run(work)


def test_async_iteration_ends_with_the_client():
    async def work(app):
        count = await app.subscribe("/main")
        waiting = asyncio.ensure_future(count.__anext__())
        await asyncio.sleep(0)
        await app.close()
        with pytest.raises((StopAsyncIteration, NavtreeError)):
            await asyncio.wait_for(waiting, PATIENCE)

    run(work)
