"""The client for programs without an event loop."""

from __future__ import annotations

import inspect
import os
import select
import time
from typing import Any, Callable, Iterable, Mapping, Optional, Tuple, TypeVar, Union

from ._core import EffectContext
from ._effects import PAUSE, ROUNDS, answers, unfit
from ._errors import NavtreeError
from ._params import entries, given
from ._process import Process
from ._sync_connection import Connection
from ._sync_parts import Context, Handle, Subscription
from ._values import Action, Change, Receipt, Screen

_Handler = TypeVar("_Handler", bound=Callable[..., Any])


class Navtree(Connection):
    """A navtree process and the sessions in it, for programs without an event loop.

    The process starts with the first request or with `open`. The effects that a flow asks for are done in the
    thread that makes a request: before a request that changes something, and again before it returns. Several
    threads may use one object, one request at a time.
    """

    # Effects and notifications

    def effect(self, name: str) -> Callable[[_Handler], _Handler]:
        """Registers the handler of an effect: `handler(input, context)` gives the output, or raises."""

        def register(handler: _Handler) -> _Handler:
            if inspect.iscoroutinefunction(handler):
                raise TypeError(f"the handler of {name!r} is async: it needs an AsyncNavtree")
            self._core.effect(name, handler)
            return handler

        return register

    def on(self, notification: str) -> Callable[[_Handler], _Handler]:
        """Registers a listener of a notification, such as `invariant.broken`; it gets the params."""

        def register(listener: _Handler) -> _Handler:
            self._core.listeners.setdefault(notification, []).append(listener)
            return listener

        return register

    def settle(self) -> None:
        """Does all effects that are owed and have a handler, as each request that changes does."""
        self.request("ping")
        with self._lock:
            if self._core.owed and not self._is_doing:
                self._do_owed()
            self._after()

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        context = Context(params)
        context.app = self
        return context

    def _do_owed(self) -> None:
        core = self._core
        self._is_doing = True
        try:
            for _ in range(ROUNDS):
                owed = [each for each in core.owed.values() if each.name in core.handlers]
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
        output: Any = None
        failure: Optional[BaseException] = None
        try:
            output = self._core.handlers[context.name](context.input, context)
        except Exception as problem:
            failure = problem
        if context.cancelled is not None:
            return
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

    # Subscriptions

    def subscribe(
        self,
        at: Union[str, int, None] = None,
        *,
        pointer: Optional[str] = None,
        depth: Optional[int] = None,
        computed: Optional[bool] = None,
        sensitive: Optional[bool] = None,
        form: Optional[str] = None,
        key: Optional[str] = None,
        query: Optional[Mapping[str, Any]] = None,
        lifecycle: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Subscription:
        """Follows a place, a screen, a part of one, a query, or events."""
        subscription = Subscription(
            given(
                at=at,
                pointer=pointer,
                depth=depth,
                computed=computed,
                sensitive=sensitive,
                form=form,
                key=key,
                query=query,
                lifecycle=lifecycle,
                window=window,
                session=session,
            )
        )
        subscription._app = self
        with self._lock:
            self._running()
            pending = self._begin("subscribe", subscription._params, subscription)
            self._wait(pending)
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
            try:
                poll.poll(None if left is None else left * 1000)
            finally:
                with self._lock:
                    self._waiters.remove(waker)
                    os.close(wake)
                    os.close(waker)

    def _look(self, subscription: Subscription) -> Optional[Process]:
        """Takes what has come without waiting, and does what it asks for."""
        if self._is_closed:
            return None
        self._running()
        self._pump(0)
        if self._core.owed and not self._is_doing and self._process is not None:
            self._do_owed()
        if self._process is None and not self._options.restart:
            return None
        return self._running()

    # Sugar over the methods

    def at(
        self,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
    ) -> Handle:
        """A handle on a place or a screen: `app.at("/main").select(index=0)`; by default the active
        screen.
        """
        return Handle(self, given(at=place, window=window, session=session, bubbles=bubbles, origin=origin))

    def screen(self, place: Union[str, int, None] = None, **where: Any) -> Screen:
        """A screen as it is: `app.screen("/main").state`."""
        return self.at(place, **where).screen

    def batch(
        self,
        actions: Iterable[Union[Action, Tuple[str, Mapping[str, Any]], Mapping[str, Any]]],
        *,
        atomic: Optional[bool] = None,
        session: Optional[str] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Sends several actions as one change, or with `atomic=False` as a change each; see
        `Receipt.results`.
        """
        return Receipt(
            self.request(
                "batch",
                given(
                    actions=entries(actions),
                    atomic=atomic,
                    session=session,
                    origin=origin,
                    ifSeq=if_seq,
                    request=request,
                ),
            )
        )
