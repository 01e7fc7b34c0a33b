"""What the async client hands out: effects, subscriptions and handles."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, Generator, Mapping

from ._core import EffectContext
from ._subscription import Followed
from ._values import Change, Receipt, Screen

if TYPE_CHECKING:
    from ._async import AsyncNavtree


class AsyncContext(EffectContext):
    """An effect, as its handler sees it beside the input."""

    app: AsyncNavtree

    async def next(self, output: Mapping[str, Any]) -> None:
        """Gives an answer before the last one."""
        await self.app.request(
            "effect.next", {"session": self.session, "effect": self.effect, "output": output}
        )


class AsyncSubscription(Followed):
    """A followed value: `value` is current after each request, and iterating waits for changes.

    What is requested after `subscribe` is followed, also before the subscription is awaited.
    """

    _app: AsyncNavtree
    _begun: asyncio.Future[Any]
    _signal: asyncio.Event

    def __await__(self) -> Generator[Any, None, AsyncSubscription]:
        """Waits until the subscription has begun, so that `value` is there."""
        yield from asyncio.shield(self._begun).__await__()
        return self

    def __aiter__(self) -> AsyncSubscription:
        return self

    async def __anext__(self) -> Change:
        if not self._begun.done():
            await self
        while not self._has_change:
            if self._error is not None:
                raise self._error
            if self.ended is not None or self._app.is_closed:
                raise StopAsyncIteration
            self._signal.clear()
            await self._signal.wait()
        return self._take()

    async def close(self) -> None:
        """Ends the subscription."""
        number = self.number
        self._app._core.unsubscribed(self)
        self._signal.set()
        if number is not None and self._app.is_open:
            await self._app._quietly("unsubscribe", {"subscription": number})

    async def __aenter__(self) -> AsyncSubscription:
        return await self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()


class AsyncHandle:
    """A place or a screen: any attribute is the action of that name, but for the four members here.

    `await app.at("/main").select(index=0)` dispatches `select`.
    """

    __slots__ = ("_app", "_place")

    def __init__(self, app: AsyncNavtree, place: Dict[str, Any]) -> None:
        self._app = app
        self._place = place

    async def dispatch(self, name: str, /, **payload: Any) -> Receipt:
        """Sends an action of any name, such as `list.more`."""
        payload["type"] = name
        return Receipt(await self._app.request("dispatch", {**self._place, "action": payload}))

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Receipt]]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda **payload: self.dispatch(name, **payload)

    @property
    def state(self) -> Awaitable[Any]:
        """The screen's state: `await app.at("/main").state`."""
        return self._app.request("state.get", {**self._where, "pointer": "/state"})

    @property
    def params(self) -> Awaitable[Any]:
        """The screen's params."""
        return self._app.request("state.get", {**self._where, "pointer": "/params"})

    @property
    def screen(self) -> Awaitable[Screen]:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return self._screen()

    async def _screen(self) -> Screen:
        return Screen(await self._app.request("state.get", {**self._where, "depth": 1, "computed": True}))

    @property
    def _where(self) -> Dict[str, Any]:
        return {name: value for name, value in self._place.items() if name in ("at", "window", "session")}


class AsyncScreen:
    """A screen to be read: awaited as a whole, or one part of it."""

    __slots__ = ("_handle",)

    def __init__(self, handle: AsyncHandle) -> None:
        self._handle = handle

    def __await__(self) -> Generator[Any, None, Screen]:
        return self._handle._screen().__await__()

    @property
    def state(self) -> Awaitable[Any]:
        """The screen's state: `await app.screen("/main").state`."""
        return self._handle.state

    @property
    def params(self) -> Awaitable[Any]:
        """The screen's params."""
        return self._handle.params
