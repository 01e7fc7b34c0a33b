"""The client for programs without an event loop."""

from __future__ import annotations

import inspect
import os
import select
import time
from typing import Any, Callable, Dict, Mapping, Optional

from ._core import EffectContext, call_hook
from ._effects import PAUSE, ROUNDS, answers, taking_both, unfit
from ._errors import NavtreeError, answer_rejected
from ._process import LONGEST, Process
from ._sync_calls import Session
from ._sync_connection import Connection
from ._sync_parts import Context, Subscription
from ._values import Change


class Navtree(Connection):
    """A navtree process and the sessions in it, for programs without an event loop.

    The process starts with the first request or with `open`. The effects that a flow asks for are done in the
    thread that makes a request: before a request that changes something, and again before it returns. Several
    threads may use one object, one request at a time.
    """

    # Effects and notifications

    def session(self, name: str) -> Session:
        """A handle on a session, which has what the client has."""
        return Session(self, name)

    def _register(
        self, name: str, handler: Callable[..., Any], replace: bool, session: Optional[str]
    ) -> Callable[[], None]:
        if inspect.iscoroutinefunction(handler):
            raise TypeError(f"the handler of {name!r} is async: it needs an AsyncNavtree")
        return self._core.effect(name, taking_both(handler), session=session, replace=replace)

    def _listen(
        self, notification: str, listener: Callable[..., Any], session: Optional[str]
    ) -> Callable[[], None]:
        return self._core.listen(notification, listener, session)

    def settled(self, *, timeout: Optional[float] = None) -> None:
        """Does all effects that are owed and have a handler, as each request that changes does.

        Raises `AnswerRejected` if the flow has rejected an answer, so that its effect stays in flight.
        """
        self._settled(None, timeout)

    def settle(self) -> None:
        """The same as `settled`."""
        self._settled(None, None)

    def _settled(self, session: Optional[str], timeout: Optional[float]) -> None:
        self._acquire("settled", timeout)
        try:
            if self._is_doing:
                raise RuntimeError("settled() within a handler of the same client would wait for itself")
            self.request("ping", timeout=timeout)
            if self._core.owed:
                self._do_owed()
            self._after()
            rejected = self._core.rejected(session)
            if rejected is not None:
                raise answer_rejected(rejected)
        finally:
            self._lock.release()

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        context = Context(params)
        context.app = self
        return context

    def _do_owed(self) -> None:
        core = self._core
        self._is_doing = True
        try:
            for _ in range(ROUNDS):
                owed = [
                    each
                    for each in core.owed.values()
                    if each.rejected is None and core.handler(each) is not None
                ]
                if not owed:
                    return
                for context in owed:
                    if core.owed.get((context.session, context.effect)) is context:
                        self._do(context)
            raise NavtreeError(
                "effectsUnsettled",
                f"after {ROUNDS} rounds of effects {owed[0].name!r} is asked for again and again",
            )
        finally:
            self._is_doing = False

    def _do(self, context: EffectContext) -> None:
        handler = self._core.handler(context)
        # Another handler may have taken it away.
        if handler is None:
            return
        output: Any = None
        failure: Optional[BaseException] = None
        try:
            output = handler(context.input, context)
        except Exception as problem:
            failure = problem
        attempts = answers(self._core, context, output, failure)
        try:
            method, params = next(attempts)
            while True:
                if method == PAUSE:
                    time.sleep(params["seconds"])
                    method, params = next(attempts)
                    continue
                try:
                    error = self._quietly(method, params)
                except (TypeError, ValueError, RecursionError) as problem:
                    error = unfit(problem)
                method, params = attempts.send(error)
        except StopIteration:
            pass
        if context.rejected is not None:
            call_hook(self._options.on_rejected, context, context.rejected)

    # Subscriptions

    def _subscribe(self, params: Dict[str, Any]) -> Subscription:
        subscription = Subscription(params)
        subscription._app = self
        seconds = self._options.timeout
        end = None if seconds is None else time.monotonic() + seconds
        with self._lock:
            self._running(end)
            pending = self._begin("subscribe", subscription._params, subscription)
            if not self._waited(pending, end):
                self._core.give_up(pending, seconds or 0.0)
            pending.outcome()
        return subscription

    def _next(self, subscription: Subscription, timeout: Optional[float]) -> Optional[Change]:
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._lock:
                process = (
                    None if subscription.is_over and not self._options.restart else self._look(subscription)
                )
                if subscription._has_change:
                    return subscription._take()
                if subscription._error is not None:
                    raise subscription._error
                if subscription.ended is not None or self._is_closed:
                    return None
                left = None if end is None else max(0.0, end - time.monotonic())
                if left == 0:
                    return None
                assert process is not None
                # Other threads may read what this one waits for: they write into this pipe.
                wake, waker = os.pipe()
                os.set_blocking(waker, False)
                self._waiters.append(waker)
                poll = select.poll()
                for fd in (process.stdout, process.stderr, wake):
                    poll.register(fd, select.POLLIN)
                if self._out:
                    # Such as what is kept in the program, which the process asked for.
                    poll.register(process.stdin, select.POLLOUT)
            try:
                poll.poll(None if left is None else min(left * 1000, LONGEST))
            finally:
                with self._lock:
                    self._waiters.remove(waker)
                    os.close(wake)
                    os.close(waker)

    def _look(self, subscription: Subscription) -> Optional[Process]:
        """Takes what has come without waiting, and does what it asks for."""
        if self._is_closed:
            return None
        self._running(None)
        self._pump(0)
        if self._core.owed and not self._is_doing and self._process is not None:
            self._do_owed()
        if not self._is_doing:
            self._after()
        if self._process is None and (self._is_closed or not self._options.restart):
            return None
        return self._running(None)
