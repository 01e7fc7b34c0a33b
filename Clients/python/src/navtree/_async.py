"""The client for programs with an event loop of asyncio."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable, Iterable, Mapping, Optional, Tuple, TypeVar, Union

from ._async_connection import AsyncConnection
from ._async_parts import AsyncContext, AsyncHandle, AsyncScreen, AsyncSubscription
from ._core import EffectContext
from ._effects import PAUSE, answers, unfit
from ._errors import EffectFailed, NavtreeError
from ._params import entries, given
from ._subscription import Followed
from ._values import Action, Receipt

_Handler = TypeVar("_Handler", bound=Callable[..., Any])


class AsyncNavtree(AsyncConnection):
    """A navtree process and the sessions in it, for programs with an event loop of asyncio.

    Handlers of effects run as tasks, which `effect.cancelled` cancels. An object belongs to the loop that
    opened it.
    """

    # Effects and notifications

    def effect(self, name: str) -> Callable[[_Handler], _Handler]:
        """Registers the handler of an effect: `await handler(input, context)` gives the output, or raises."""

        def register(handler: _Handler) -> _Handler:
            self._core.effect(name, handler)
            for context in list(self._core.owed.values()):
                if context.name == name:
                    self._asked(context)
            return handler

        return register

    def on(self, notification: str) -> Callable[[_Handler], _Handler]:
        """Registers a listener of a notification, such as `invariant.broken`; it gets the params."""

        def register(listener: _Handler) -> _Handler:
            self._core.listeners.setdefault(notification, []).append(listener)
            return listener

        return register

    async def settled(self) -> None:
        """Returns when no effect that has a handler is owed."""
        while True:
            await self.request("ping")
            tasks = [task for task in self._tasks.values() if task is not asyncio.current_task()]
            if not tasks:
                return
            await asyncio.wait(tasks)

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        context = AsyncContext(params)
        context.app = self
        return context

    def _asked(self, context: EffectContext) -> None:
        # A task of that key answers this one too, or is followed by another when it ends.
        if context.name in self._core.handlers and context.key not in self._tasks and not self.is_closed:
            self._tasks[context.key] = self._loop_of().create_task(self._do(context))

    def _unasked(self, context: EffectContext) -> None:
        task = self._tasks.get(context.key)
        if task is not None:
            task.cancel()

    async def _do(self, context: EffectContext) -> None:
        try:
            await self._handle(context)
        finally:
            del self._tasks[context.key]
            owed = self._core.owed.get((context.session, context.effect))
            if owed is not None and owed is not context:
                self._asked(owed)

    async def _handle(self, context: EffectContext) -> None:
        output: Any = None
        failure: Optional[BaseException] = None
        try:
            output = self._core.handlers[context.name](context.input, context)
            if inspect.isawaitable(output):
                output = await output
        except (KeyboardInterrupt, SystemExit):
            raise
        except asyncio.CancelledError as problem:
            # A task within the handler may have been cancelled; else it is this one.
            if context.cancelled is not None or not self.is_open:
                raise
            failure = EffectFailed({"kind": "cancelled"})
            failure.__cause__ = problem
        except BaseException as problem:
            failure = problem
        if context.cancelled is not None:
            return
        attempts = answers(self._core, context, output, failure)
        try:
            method, params = next(attempts)
            while True:
                if method == PAUSE:
                    await asyncio.sleep(params["seconds"])
                    method, params = next(attempts)
                    continue
                try:
                    error = await self._quietly(method, params)
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
    ) -> AsyncSubscription:
        """Follows a place, a screen, a part of one, a query, or events, from this very request on."""
        if self._process is None:
            raise (
                NavtreeError("closed", "this object isn't open: see `open`")
                if self._death is None
                else self._death()
            )
        subscription = AsyncSubscription(
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
        subscription._signal = asyncio.Event()
        subscription._begun = self._follow(subscription)
        return subscription

    def _signal(self, followed: Followed) -> None:
        if isinstance(followed, AsyncSubscription):
            followed._signal.set()

    # Sugar over the methods

    def at(
        self,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
    ) -> AsyncHandle:
        """A handle on a place or a screen: `await app.at("/main").select(index=0)`; by default the active
        screen.
        """
        return AsyncHandle(
            self, given(at=place, window=window, session=session, bubbles=bubbles, origin=origin)
        )

    def screen(self, place: Union[str, int, None] = None, **where: Any) -> AsyncScreen:
        """A screen as it is: `await app.screen("/main").state`, or `await app.screen("/main")` as a whole."""
        return AsyncScreen(self.at(place, **where))

    async def batch(
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
            await self.request(
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
