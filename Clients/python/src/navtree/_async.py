"""The client for programs with an event loop of asyncio."""

from __future__ import annotations

import asyncio
import inspect
from contextvars import ContextVar
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from ._async_calls import AsyncSession
from ._async_connection import AsyncConnection, heard
from ._async_parts import AsyncContext, AsyncSubscription
from ._core import EffectContext, call_hook
from ._effects import PAUSE, answers, taking_both, unfit
from ._errors import EffectFailed, NavtreeError, RequestTimeout, answer_rejected, closed
from ._subscription import Followed

#: The clients whose handlers this code belongs to, with the tasks of the handlers.
_HANDLING: ContextVar[Tuple[Tuple[AsyncNavtree, asyncio.Task[Any]], ...]] = ContextVar("handling", default=())


class AsyncNavtree(AsyncConnection):
    """A navtree process and the sessions in it, for programs with an event loop of asyncio.

    Handlers of effects run as tasks, which `effect.cancelled` cancels. An object belongs to the loop that
    opened it.
    """

    def session(self, name: str) -> AsyncSession:
        """A handle on a session, which has what the client has."""
        return AsyncSession(self, name)

    # Effects and notifications

    def _register(
        self, name: str, handler: Callable[..., Any], replace: bool, session: Optional[str]
    ) -> Callable[[], None]:
        remove = self._core.effect(name, taking_both(handler), session=session, replace=replace)
        for context in list(self._core.owed.values()):
            if context.name == name:
                self._asked(context)
        return remove

    def _listen(
        self, notification: str, listener: Callable[..., Any], session: Optional[str]
    ) -> Callable[[], None]:
        return self._core.listen(notification, listener, session)

    async def settled(self, *, timeout: Optional[float] = None) -> None:
        """Returns when no effect that has a handler is owed.

        Raises `AnswerRejected` if the flow has rejected an answer, so that its effect stays in flight.
        """
        await self._settled(None, timeout)

    async def _settled(self, session: Optional[str], timeout: Optional[float]) -> None:
        if any(app is self and not task.done() for app, task in _HANDLING.get()):
            raise RuntimeError("settled() within a handler of the same client would wait for itself")
        if timeout is None:
            await self._all_done(session)
        else:
            try:
                await asyncio.wait_for(self._all_done(session), timeout)
            except asyncio.TimeoutError:
                raise RequestTimeout("settled", timeout) from None
        rejected = self._core.rejected(session)
        if rejected is not None:
            raise answer_rejected(rejected)

    async def _all_done(self, session: Optional[str]) -> None:
        while True:
            await self.request("ping", timeout=None)
            tasks = [
                task for key, task in self._tasks.items() if session in (None, self._doing[key][0].session)
            ]
            if not tasks:
                return
            await asyncio.wait(tasks)

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        context = AsyncContext(params)
        context.app = self
        return context

    def _asked(self, context: EffectContext) -> None:
        if context.rejected is not None or self.is_closed:
            return
        if context.key in self._tasks:
            # A task answers what the next process asks again; the process itself asks again after a timeout, which
            # gives the former try up. The next one follows when its task ends.
            former, start = self._doing[context.key]
            if start == self._options.starts and former is not context and former.cancelled is None:
                former.cancelled = "timedOut"
                self._unasked(former)
            return
        if self._core.handler(context) is not None:
            self._doing[context.key] = (context, self._options.starts)
            self._tasks[context.key] = self._loop_of().create_task(self._do(context))

    def _unasked(self, context: EffectContext) -> None:
        task = self._tasks.get(context.key)
        if task is not None:
            task.cancel()

    async def _do(self, context: EffectContext) -> None:
        me = asyncio.current_task()
        assert me is not None
        _HANDLING.set((*_HANDLING.get(), (self, me)))
        try:
            await self._handle(context)
        finally:
            del self._tasks[context.key], self._doing[context.key]
            owed = self._core.owed.get((context.session, context.effect))
            if owed is not None and owed is not context:
                self._asked(owed)

    async def _handle(self, context: EffectContext) -> None:
        handler = self._core.handler(context)
        # It may have been taken away.
        if handler is None:
            return
        output: Any = None
        failure: Optional[BaseException] = None
        try:
            output = handler(context.input, context)
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
        # What it answers may be followed by the next request, and isn't given up for that.
        self._doing[context.key] = (context, None)
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
        if context.rejected is not None:
            told = call_hook(self._options.on_rejected, context, context.rejected)
            if inspect.isawaitable(told):
                await heard(told)

    # Subscriptions

    def _subscribe(self, params: Dict[str, Any]) -> AsyncSubscription:
        is_running = self._process is not None and self._burying is None
        waits = not is_running and self._options.restart and self._options.starts > 0 and not self.is_closed
        if self._process is None and not waits:
            raise (
                NavtreeError("closed", "this object isn't open: see `open`")
                if self._death is None
                else self._death()
            )
        subscription = AsyncSubscription(params)
        subscription._app = self
        subscription._signal = asyncio.Event()
        if waits:
            # It begins before the requests that wait for the next process with it.
            self._follows.append(subscription)
            subscription._begun = self._loop_of().create_task(self._begins(subscription))
            subscription._begun.add_done_callback(lambda begun: begun.cancelled() or begun.exception())
        else:
            subscription._begun = self._follow(subscription)
        return subscription

    async def _begins(self, subscription: AsyncSubscription) -> None:
        """Waits until a subscription has begun in the next process, or can't."""
        try:
            while not subscription._is_begun and not subscription.is_over:
                subscription._signal.clear()
                await self._started("subscribe", self._options.timeout)
                if not subscription._is_begun and not subscription.is_over:
                    await subscription._signal.wait()
        except (NavtreeError, asyncio.CancelledError) as error:
            if not isinstance(error, NavtreeError) and not self.is_closed:
                raise
            subscription._error = error if isinstance(error, NavtreeError) else closed()
            if subscription in self._follows:
                self._follows.remove(subscription)
            subscription._signal.set()
        if subscription._error is not None:
            raise subscription._error

    def _signal(self, followed: Followed) -> None:
        if isinstance(followed, AsyncSubscription):
            followed._signal.set()
