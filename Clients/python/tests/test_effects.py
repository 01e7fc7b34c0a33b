"""Handlers of effects: their outcome, their order, their cancellation."""

import asyncio
import logging
from pathlib import Path

import pytest
from conftest import PATIENCE, WORK, run

from navtree import (
    AnswerRejected,
    AsyncNavtree,
    EffectFailed,
    Navtree,
    NavtreeError,
    Rejected,
    UnknownEffect,
)


def test_effects_are_done_before_a_request_and_before_it_returns(app):
    order = []
    app.at("/main").ask(number=1)  # no handler yet
    assert app.effect_list()[0]["name"] == "job"

    @app.effect("job")
    def job(input, context):
        order.append(
            (input["number"], context.name, context.at, context.again, app.at("/main").state["done"])
        )
        if input["number"] < 3:
            app.at("/main").ask(number=input["number"] + 2)
        return {"number": input["number"] * 10}

    assert app.at("/main").state["done"] == []  # reading doesn't run handlers
    receipt = app.at("/main").ask(number=2)
    assert receipt.handled_by == "/main"
    assert order == [
        (1, "job", "/main", False, []),
        (3, "job", "/main", False, [10]),
        (2, "job", "/main", False, [10, 30]),
        (4, "job", "/main", False, [10, 30, 20]),
    ]
    assert app.at("/main").state["done"] == [10, 30, 20, 40] and app.effect_list() == []


def test_an_exception_fails_the_effect(app, caplog):
    outcomes = iter([ValueError("no luck"), EffectFailed({"code": 7})])

    @app.effect("job")
    def job(input, context):
        raise next(outcomes)

    app.at("/main").ask(number=1)
    app.at("/main").ask(number=2)
    assert app.at("/main").state["failed"] == [{"kind": "ValueError", "message": "no luck"}, {"code": 7}]
    # The first one is a mistake, which is told; the second one is an answer.
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "no luck" in caplog.text


def test_a_retry_is_asked_again(app):
    tries = []

    @app.effect("again")
    def again(input, context):
        tries.append((context.key, context.again))
        if len(tries) < 3:
            raise EffectFailed()

    app.at("/main").retry()
    assert [again for _, again in tries] == [False, True, True] and len({key for key, _ in tries}) == 1
    assert app.at("/main").state["text"] == "retried"


def test_an_output_that_doesnt_fit_fails_the_effect(app, caplog):
    outputs = iter([{"text": 1}, {"text": "x", "more": 1}, None, {"text": object()}, {"text": "good"}])
    app.effect("strict")(lambda input, context: next(outputs))
    for _ in range(5):
        app.at("/main").askStrict()
    # The effect declares `errors: { code }`: a reason with more than a kind is refused, and cut down to it.
    assert [each["kind"] for each in app.at("/main").state["failed"]] == ["invalidParams"] * 4
    assert app.at("/main").state["text"] == "good" and app.effect_list() == []
    assert "was refused" in caplog.text


def test_an_effect_whose_failure_doesnt_fit_either_stays_in_flight(app, caplog):
    calls = []
    app.effect("fussy")(lambda input, context: calls.append(1) or {"extra": 1})
    app.at("/main").askFussy()
    app.at("/main").inc()
    assert len(calls) == 1 and len(app.effect_list()) == 1
    assert "can't be answered, and stays in flight: error of 'fussy': 'code' is missing" in caplog.text


def test_a_rejected_answer_leaves_the_effect_in_flight(app, caplog):
    calls = []

    @app.effect("strict")
    def strict(input, context):
        calls.append(context)
        return {"text": "x"}

    app.at("/main").askPicky()
    app.at("/main").inc()
    assert len(calls) == 1 and len(app.effect_list()) == 1 and app.at("/main").state["failed"] == []
    assert "was rejected, and it stays in flight: not like this" in caplog.text
    with pytest.raises(AnswerRejected, match="'strict' of /main in 'work'.*not like this") as error:
        app.settled()
    assert error.value.data == {"session": "work", "effect": 1, "name": "strict", "at": "/main"}
    assert isinstance(error.value.__cause__, Rejected)
    # Another answer may be given.
    app.at("/main").tolerate()
    calls[0].answer({"text": "good"})
    assert app.at("/main").state["text"] == "good" and app.effect_list() == []
    app.settled()


def test_an_answer_that_breaks_an_invariant_fails_the_effect(tmp_path):
    flow = tmp_path / "small.navtree.yaml"
    flow.write_text(
        "navtree: 1\nflow: small\nstart: desk\n"
        "effects: { job: { input: {}, output: { n: integer } } }\n"
        "invariants: { small: { always: \"screens.all(s, s.state.n < 5)\", enforce: true } }\n"
        "screens:\n  desk:\n    state: { n: integer, problem: { default: null } }\n    actions:\n"
        "      ask: { effect: { name: job, done: got, failed: bad } }\n"
        '      got: { set: { n: "${action.output.n}" } }\n'
        '      bad: { set: { problem: "${action.error}" } }\n'
    )
    failed = {"n": 0, "problem": {"kind": "flowDefect"}}
    with Navtree(flow) as app:
        app.effect("job", lambda input: {"n": 9})
        app.at("/main").ask()
        app.settled()
        assert app.at("/main").state == failed and app.effect_list() == []

    async def main():
        async with AsyncNavtree(flow) as app:
            caught = []

            @app.effect("job")
            async def job(input, context):
                with pytest.raises(NavtreeError) as error:
                    await context.answer({"n": 9})
                caught.append(error.value.kind)

            await app.at("/main").ask()
            await app.settled()
            assert caught == ["invariantBroken"]
            assert await app.at("/main").state == failed and await app.effect_list() == []

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_a_handler_may_answer_again(app):
    rejections = []

    @app.effect("strict")
    def strict(input, context):
        try:
            context.answer({"text": "first"})
        except Rejected as rejection:
            rejections.append(rejection.message)
            app.at("/main").tolerate()
        context.answer({"text": "second"})
        return {"text": "counts no more"}

    app.at("/main").askPicky()
    assert rejections == ["not like this"] and app.at("/main").state["text"] == "second"
    assert app.effect_list() == []


def test_a_rejection_goes_to_on_rejected():
    told = []

    def rejected(context, error):
        told.append((context.name, error.message))
        context.app.at("/main").tolerate()
        context.answer({"text": "better"})

    def lets_it_through(input, context):
        context.answer({"text": "x"})

    with Navtree(WORK, on_rejected=rejected) as app:
        app.effect("strict", lets_it_through)
        app.at("/main").askPicky()
        app.settled()
        assert told == [("strict", "not like this")] and app.at("/main").state["text"] == "better"

    async def main():
        asked = []

        async def rejected(context, error):
            asked.append(error.kind)
            if len(asked) == 2:
                await context.app.at("/main").tolerate()
                await context.answer({"text": "better"})

        async with AsyncNavtree(WORK, on_rejected=rejected) as app:

            @app.effect("strict")
            async def strict(input, context):
                if not asked:
                    with pytest.raises(Rejected):
                        await context.answer({"text": "x"})
                    return None
                return {"text": "y"}

            await app.at("/main").askPicky()
            with pytest.raises(AnswerRejected, match="not like this"):
                await app.settled()
            assert len(await app.effect_list()) == 1
            [owed] = await app.effect_list()
            await app.effect_fail(owed["key"])
            await app.settled()
            await app.at("/main").askPicky()
            await app.settled()
            assert asked == ["rejected"] * 2 and (await app.at("/main").state)["text"] == "better"

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_a_misspelt_effect_is_found(caplog):
    app = Navtree(WORK)
    app.effect("jbo", lambda input: None)
    with pytest.raises(UnknownEffect, match="no loaded flow declares an effect 'jbo'") as error:
        app.open()
    assert error.value.hint == "did you mean 'job'?"
    app.close()
    with Navtree() as app:
        app.effect("jbo", lambda input: None)
        app.effect("something else", lambda input: None)
        with pytest.raises(UnknownEffect, match="did you mean 'job'"):
            app.flow_load(yaml=Path(WORK).read_text())
        with pytest.raises(UnknownEffect, match="'nothing like it'") as error:
            app.effect("nothing like it", lambda input: None)
        assert error.value.hint is None

    async def work(app):
        with pytest.raises(UnknownEffect, match="did you mean 'job'"):

            @app.effect("jobb")
            async def job(input):
                pass

        # One that has no handler is told of once.
        await app.at("/main").ask(number=1)
        await app.at("/main").ask(number=2)
        await app.ping()

    run(work)
    assert caplog.text.count("'job' of /main in 'work'> is requested and has no handler") == 1


def test_a_handler_may_do_without_the_context_and_is_taken_away(app):
    remove = app.effect("job", lambda input: {"number": input["number"] + 1})
    app.at("/main").ask(number=1)
    with pytest.raises(ValueError, match="replace=True"):
        app.effect("job", print)
    app.effect("job", lambda input, context: {"number": 10}, replace=True)
    remove()  # it isn't there any more
    app.at("/main").ask(number=1)
    again = app.effect("job", lambda input: {"number": 20}, replace=True)
    again()
    app.at("/main").ask(number=1)
    assert app.at("/main").state["done"] == [2, 10] and len(app.effect_list()) == 1

    async def work(app):
        async def job(input):
            return {"number": 3}

        app.effect("job", job)
        await app.at("/main").ask(number=1)
        await app.settled()
        assert (await app.at("/main").state)["done"] == [3]

    run(work)


def test_settled_within_a_handler_raises(app):
    @app.effect("job")
    def job(input):
        with pytest.raises(RuntimeError, match="wait for itself"):
            app.settled()
        return input

    app.at("/main").ask(number=1)
    assert app.at("/main").state["done"] == [1]

    async def work(app):
        @app.effect("job")
        async def job(input):
            for wait in (app.settled(), asyncio.ensure_future(app.settled()), app.session("work").settled()):
                with pytest.raises(RuntimeError, match="wait for itself"):
                    await wait
            return input

        await app.at("/main").ask(number=1)
        await app.settled()
        assert (await app.at("/main").state)["done"] == [1]

    run(work)


def test_effects_that_ask_each_other_end_with_an_error(app):
    app.effect("loop")(lambda input, context: {})
    with pytest.raises(NavtreeError, match="after 1000 rounds of effects 'loop'") as error:
        app.at("/main").spin()
    assert error.value.kind == "effectsUnsettled"


def test_progress_is_given_before_the_answer(app):
    seen = []

    @app.effect("progress")
    def progress(input, context):
        for percent in (10, 50):
            context.next({"percent": percent})
            seen.append(app.at("/main").state["count"])
        return {"text": "whole"}

    app.at("/main").askProgress()
    assert seen == [10, 50] and app.at("/main").state["text"] == "whole"


def test_an_effect_that_is_cancelled_under_its_handler_isnt_answered(app):
    reasons = []

    @app.effect("job")
    def job(input, context):
        app.at("/main").stop(number=input["number"])
        reasons.append(context.cancelled)
        return {"number": 1}

    app.at("/main").ask(number=1)
    assert reasons == ["cancelled"] and app.at("/main").state["done"] == []


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_isnt_an_exception_goes_through_and_leaves_the_effect_owed(app, kind):
    outcomes = iter([kind(), None])

    @app.effect("job")
    def job(input, context):
        outcome = next(outcomes)
        if outcome is not None:
            raise outcome
        return {"number": 1}

    with pytest.raises(kind):
        app.at("/main").ask(number=1)
    assert len(app.effect_list()) == 1
    app.settle()
    assert app.at("/main").state["done"] == [1]


def test_an_effect_may_be_answered_by_hand(app):
    app.at("/main").ask(number=1)
    [owed] = app.effect_list()
    app.effect_done(owed["key"], output={"number": 5})
    app.effect("job")(lambda input, context: pytest.fail("it is answered"))
    app.at("/main").inc()
    assert app.at("/main").state["done"] == [5]


def test_a_handler_is_a_function_of_the_right_kind(app):
    async def wrong(input, context):
        pass

    with pytest.raises(TypeError, match="needs an AsyncNavtree"):
        app.effect("job")(wrong)
    app.effect("job")(print)
    with pytest.raises(ValueError, match="has a handler already"):
        app.effect("job")(print)


def test_handlers_may_be_registered_before_the_process_starts():
    app = Navtree(WORK)
    app.effect("job")(lambda input, context: {"number": 3})
    with app:
        app.at("/main").ask(number=1)
        assert app.at("/main").state["done"] == [3]


def test_async_handlers_run_side_by_side_and_settled_waits_for_them():
    async def work(app):
        gate = asyncio.Event()
        under_way = set()

        @app.effect("job")
        async def job(input, context):
            under_way.add(input["number"])
            await gate.wait()
            return input

        for number in range(20):
            await app.at("/main").ask(number=number)
        settled = asyncio.ensure_future(app.settled())
        while len(under_way) < 20:
            await asyncio.sleep(0)
        await app.ping()
        assert not settled.done()
        gate.set()
        await settled
        assert sorted((await app.at("/main").state)["done"]) == list(range(20))

    run(work)


def test_a_cancelled_effect_cancels_its_task():
    async def work(app):
        ends = []

        @app.effect("job")
        async def job(input, context):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ends.append((input["number"], context.cancelled))
                raise

        await app.at("/main").ask(number=1)
        await asyncio.sleep(0)
        await app.at("/main").stop(number=1)
        await app.settled()
        assert ends == [(1, "cancelled")] and (await app.at("/main").state)["done"] == []
        # With its screen the effect goes too.
        await app.at("/main").deeper()
        await app.at("/main/next").ask(number=2)
        await asyncio.sleep(0)
        await app.pop()
        await app.settled()
        assert [number for number, _ in ends] == [1, 2]

    run(work)


def test_async_handlers_fail_their_effects_too(caplog):
    async def work(app):
        async def cancelled_within():
            task = asyncio.ensure_future(asyncio.sleep(60))
            asyncio.get_running_loop().call_soon(task.cancel)
            await task

        async def wrong():
            raise LookupError("nothing")

        async def chosen():
            raise EffectFailed({"code": 1})

        class Odd(BaseException):
            pass

        async def odd():
            raise Odd("odd")

        kinds = iter([cancelled_within, wrong, chosen, odd])

        @app.effect("job")
        async def job(input, context):
            await next(kinds)()

        for number in range(4):
            await app.at("/main").ask(number=number)
            await app.settled()
        assert (await app.at("/main").state)["failed"] == [
            {"kind": "cancelled"},
            {"kind": "LookupError", "message": "nothing"},
            {"code": 1},
            {"kind": "Odd", "message": "odd"},
        ]

    run(work)


def test_a_late_answer_is_swallowed():
    async def work(app):
        @app.effect("job")
        async def job(input, context):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                pass  # goes on all the same
            await context.app.ping()
            return {"number": 1}

        await app.at("/main").ask(number=1)
        await asyncio.sleep(0)
        await app.at("/main").stop(number=1)
        await app.settled()
        assert (await app.at("/main").state)["done"] == []

    run(work)


def test_a_handler_that_comes_late_gets_what_is_owed_and_may_be_a_plain_function():
    async def work(app):
        await app.at("/main").ask(number=4)
        await app.settled()  # nothing that has a handler is owed

        @app.effect("job")
        def job(input, context):
            return {"number": 4}

        await app.settled()
        assert (await app.at("/main").state)["done"] == [4]

    run(work)


def test_async_retries_and_progress():
    async def work(app):
        tries = []

        @app.effect("again")
        async def again(input, context):
            tries.append(context.again)
            if len(tries) < 3:
                raise EffectFailed()

        @app.effect("progress")
        async def progress(input, context):
            await context.next({"percent": 30})
            return {"text": str((await app.at("/main").state)["count"])}

        await app.at("/main").retry()
        await app.settled()
        assert tries == [False, True, True]
        await app.at("/main").askProgress()
        await app.settled()
        assert (await app.at("/main").state)["text"] == "30"

    run(work)


def test_async_a_try_that_timed_out_is_given_up_for_the_next(tmp_path):
    flow = tmp_path / "late.navtree.yaml"
    flow.write_text(
        """
        navtree: 1
        flow: late
        start: desk
        effects: { job: { output: { number: integer }, timeout: 1s, retries: 1 } }
        screens:
          desk:
            state: { number: integer }
            actions:
              go: { effect: { name: job, done: done } }
              done: { set: { number: "${action.output.number}" } }
        """
    )

    async def work():
        tries = []
        async with AsyncNavtree(str(flow), clock="virtual") as app:

            @app.effect("job")
            async def job(input, context):
                tries.append(context.again)
                if len(tries) == 1:
                    try:
                        await asyncio.Event().wait()
                    finally:
                        tries.append(context.cancelled)
                return {"number": 7}

            await app.at("/main").go()
            while not tries:
                await asyncio.sleep(0)
            await app.clock_advance("1s")
            await app.settled()
            assert tries == [False, "timedOut", True]
            assert (await app.at("/main").state)["number"] == 7

    asyncio.run(work())
