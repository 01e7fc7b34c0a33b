"""Many requests, many effects, many deaths: few of each, and the whole counts with `make faults`."""

import asyncio
import contextlib
import os
import random
import signal
import threading

import pytest
from conftest import PATIENCE, WORK, children, run, times

from navtree import AsyncNavtree, EffectFailed, Navtree, ProcessDied, Rejected, RequestTimeout

PIPELINED = times(1_000, 10_000)
EFFECTS = times(200, 1_000)
KILLS = times(5, 200)
OPENINGS = times(10, 1_000)
SEED = int(os.environ.get("NAVTREE_SEED", "1"))


def test_many_requests_under_way(app):
    names = ["inc" if number % 7 else "refuse" for number in range(PIPELINED)]
    answers = [app.send("dispatch", {"action": {"type": name}}) for name in names]
    count = 0
    for name, answer in zip(names, answers):
        if name == "inc":
            count += 1
            assert answer.result()["reply"] == count
        else:
            with pytest.raises(Rejected):
                answer.result()
    assert app.at("/main").state["count"] == count


def test_many_async_requests_under_way():
    async def work(app):
        requests = [
            app.at("/main").inc() if number % 7 else app.at("/main").refuse() for number in range(PIPELINED)
        ]
        outcomes = await asyncio.gather(*requests, return_exceptions=True)
        replies = [outcome.reply for outcome in outcomes if not isinstance(outcome, Rejected)]
        assert (
            replies == list(range(1, len(replies) + 1)) and len(replies) == PIPELINED - (PIPELINED + 6) // 7
        )

    run(work)


def test_many_effects_in_flight_are_answered_in_any_order(app):
    """The sync client does effects one after another; answered by hand they may be in flight together."""
    seeded = random.Random(SEED)
    desk = app.at("/main")
    for number in range(EFFECTS):
        desk.ask(number=number)
    owed = app.effect_list()
    assert len(owed) == EFFECTS
    seeded.shuffle(owed)
    answers, done, failed = [], [], []
    for effect in owed:
        number = effect["input"]["number"]
        kind = seeded.choice(["done", "fail", "cancel"])
        if kind == "cancel":
            answers.append(app.send("dispatch", {"action": {"type": "stop", "number": number}}))
        elif kind == "done":
            done.append(number)
            answers.append(app.send("effect.done", {"effect": effect["key"], "output": {"number": number}}))
        else:
            failed.append(number)
            answers.append(app.send("effect.fail", {"effect": effect["key"], "error": number}))
    for answer in answers:
        answer.result()
    assert desk.state["done"] == done and desk.state["failed"] == failed and app.effect_list() == []

    # And by handlers, with exceptions among them.
    @app.effect("job")
    def job(input, context):
        if input["number"] % 5 == 0:
            raise EffectFailed(input["number"])
        return input

    before = len(done)
    for number in range(EFFECTS):
        app.send("dispatch", {"action": {"type": "ask", "number": number}})
    app.settle()
    state = desk.state
    assert state["done"][before:] == [number for number in range(EFFECTS) if number % 5]
    assert state["failed"][len(failed) :] == [number for number in range(EFFECTS) if number % 5 == 0]


def test_many_async_effects_in_flight_end_in_any_order():
    async def work(app):
        seeded = random.Random(SEED)
        gates = {}
        cancelled = []

        @app.effect("job")
        async def job(input, context):
            number = input["number"]
            gate = gates[number] = asyncio.Event()
            try:
                await gate.wait()
            except asyncio.CancelledError:
                cancelled.append(number)
                raise
            if number % 3 == 0:
                raise ValueError(str(number))
            return input

        desk = app.at("/main")
        await asyncio.gather(*(desk.ask(number=number) for number in range(EFFECTS)))
        while len(gates) < EFFECTS:
            await asyncio.sleep(0)
        order = list(range(EFFECTS))
        seeded.shuffle(order)
        stopped = []
        for number in order:
            if number % 3 == 1:
                stopped.append(number)
                await desk.stop(number=number)
            else:
                gates[number].set()
            if seeded.random() < 0.1:
                await asyncio.sleep(0)
        await app.settled()
        state = await desk.state
        assert sorted(state["done"]) == [number for number in range(EFFECTS) if number % 3 == 2]
        assert sorted(int(each["message"]) for each in state["failed"]) == list(range(0, EFFECTS, 3))
        assert cancelled == stopped and await app.effect_list() == []

    run(work)


def test_killed_at_random_moments_every_acknowledged_change_is_there(tmp_path):
    seeded = random.Random(SEED)
    acknowledged = sent = 0
    with Navtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:
        count = app.subscribe("/main", pointer="/state/count")
        for _ in range(KILLS):
            app.ping()
            pid = app.pid
            killer = threading.Timer(seeded.uniform(0, 0.03), os.kill, (pid, signal.SIGKILL))
            killer.start()
            answers = []
            try:
                # One that dies while nothing was asked raises nothing.
                while app.pid == pid:
                    if seeded.random() < 0.2:
                        sent += 20
                        answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(20)]
                        for answer in answers:
                            acknowledged = max(acknowledged, answer.result()["reply"])
                    sent += 1
                    acknowledged = max(acknowledged, app.at("/main").inc().reply)
            except ProcessDied as death:
                assert death.status == -signal.SIGKILL
            for answer in answers:
                try:
                    acknowledged = max(acknowledged, answer.result()["reply"])
                except ProcessDied:
                    pass
            killer.join()
            now = app.at("/main").state["count"]
            assert acknowledged <= now <= sent
            acknowledged = now
            assert count.value == now
            assert len(children()) == 1


def test_killed_at_random_moments_tasks_and_subscriptions_go_on(tmp_path):
    async def main():
        seeded = random.Random(SEED)
        acknowledged = sent = deaths = 0
        followed = []
        async with AsyncNavtree(WORK, store=f"sqlite:{tmp_path / 'a.db'}", restart=True) as app:

            @app.effect("job")
            async def job(input, context):
                await asyncio.sleep(seeded.uniform(0, 0.005))
                return input

            async def follow():
                async for change in app.subscribe("/main", pointer="/state/count", form="value"):
                    followed.append(change.value)

            async def write():
                nonlocal acknowledged, sent, deaths
                while True:
                    try:
                        sent += 1
                        acknowledged = max(acknowledged, (await app.at("/main").inc()).reply)
                    except ProcessDied:
                        deaths += 1

            tasks = [asyncio.ensure_future(each) for each in (follow(), write(), write(), write())]
            asked = set()
            for number in range(KILLS):
                try:
                    await app.at("/main").ask(number=number)
                    asked.add(number)
                except ProcessDied:
                    pass
                await asyncio.sleep(seeded.uniform(0, 0.03))
                # The number is the child's, that hasn't been waited for yet.
                if app.pid is not None:
                    os.kill(app.pid, signal.SIGKILL)
            for task in tasks[1:]:
                task.cancel()
            await asyncio.gather(*tasks[1:], return_exceptions=True)
            while True:
                try:
                    await app.settled()
                    state = await app.at("/main").state
                    break
                except ProcessDied:
                    pass
            assert acknowledged <= state["count"] <= sent and deaths > 0
            # Each effect that was asked for has been answered; one more than once only by another handler of
            # its kind.
            assert asked <= set(state["done"]) and len(set(state["done"])) == len(state["done"])
            assert await app.effect_list() == [] and len(children()) == 1
            while followed[-1] != state["count"]:
                await asyncio.sleep(0.001)
            assert followed == sorted(followed)
            tasks[0].cancel()

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def held():
    """The descriptors, threads and children of this process."""
    return len(os.listdir("/proc/self/fd")), threading.active_count(), children()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no /proc")
def test_opening_and_closing_leaves_nothing():
    with Navtree(WORK) as app:
        app.ping()
    before = held()
    for _ in range(OPENINGS):
        with Navtree(WORK) as app:
            app.effect("job", lambda input: input)
            app.subscribe("/main")
            app.at("/main").ask(number=1)
            with contextlib.suppress(RequestTimeout):
                app.call("ping", timeout=0)
    assert held() == before

    async def main():
        tasks = asyncio.all_tasks()
        before = held()
        for _ in range(OPENINGS):
            async with AsyncNavtree(WORK) as app:

                @app.effect("job")
                async def job(input):
                    await asyncio.sleep(60)

                app.subscribe("/main")
                await app.at("/main").ask(number=1)
                with contextlib.suppress(RequestTimeout):
                    await app.call("ping", timeout=0)
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == tasks and held() == before

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_nothing_hangs_when_the_process_dies_under_a_pipeline():
    for _ in range(times(3, 50)):
        app = Navtree(WORK, patience=6 * PATIENCE).open()
        answers = [app.send("dispatch", {"action": {"type": "inc"}}) for _ in range(PIPELINED)]
        os.kill(app.pid, signal.SIGKILL)
        replies = 0
        for answer in answers:
            try:
                replies = answer.result()["reply"]
            except ProcessDied:
                pass
        assert replies < PIPELINED
        app.close()
        assert children() == []
