"""What the async client hands out: effects, subscriptions and handles."""

from __future__ import annotations

import asyncio
from typing import (
    TYPE_CHECKING,
    Any,
    Awaitable,
    Callable,
    Dict,
    Generator,
    Generic,
    Mapping,
    Optional,
    Union,
    cast,
)

from ._core import EffectContext
from ._effects import is_rejection
from ._errors import NavtreeError
from ._params import MISSING, Missing, given
from ._subscription import Followed
from ._values import Change, Computed, Params, Receipt, Screen, State, TypedScreen

if TYPE_CHECKING:
    from ._async import AsyncNavtree
    from ._async_calls import AsyncCalls


class AsyncContext(EffectContext):
    """An effect, as its handler sees it beside the input."""

    app: AsyncNavtree

    async def next(self, output: Mapping[str, Any]) -> None:
        """Gives an answer before the last one."""
        await self.app.request(
            "effect.next", {"session": self.session, "effect": self.effect, "output": output}
        )

    async def answer(self, output: Optional[Mapping[str, Any]] = None) -> Receipt:
        """Answers the effect; raises where the flow rejects the answer, so that another one may be given.

        What the handler returns after its answer counts no more.
        """
        place = {"session": self.session, "effect": self.effect}
        try:
            answer = await self.app.request(
                "effect.done", place if output is None else {**place, "output": output}
            )
        except NavtreeError as error:
            if is_rejection(error):
                self.rejection = error
            raise
        self.rejection = self.rejected = None
        return Receipt(answer)


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

    async def shown(self) -> None:
        """With `acknowledge`: says that the transitions that have come so far are shown."""
        await self._app._quietly("transition.done", self._shown)

    async def close(self) -> None:
        """Ends the subscription."""
        number = self.number
        self._app._core.unsubscribed(self)
        self._signal.set()
        if number is not None and self._app.is_open:
            await self._app._quietly("unsubscribe", {"subscription": number})
        elif not self._begun.done():
            # It ends in the process as soon as it begins there.
            await asyncio.wait([self._begun])

    async def __aenter__(self) -> AsyncSubscription:
        return await self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()


class AsyncTypedHandle(Generic[State, Params, Computed]):
    """A place or a screen of a known type: what `navtree types` writes has the actions of each."""

    __slots__ = ("_app", "_place", "_timeout")

    def __init__(
        self,
        app: AsyncCalls,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> None:
        self._app = app
        self._place = given(at=place, window=window, session=session, bubbles=bubbles, origin=origin)
        self._timeout = timeout

    async def _send(self, name: str, payload: Dict[str, Any]) -> Receipt:
        payload["type"] = name
        params = {**self._place, "action": payload}
        return Receipt(await self._app.request("dispatch", params, timeout=self._timeout))

    async def _get(self, **params: Any) -> Any:
        for name in ("at", "window", "session"):
            if name in self._place:
                params[name] = self._place[name]
        return await self._app.request("state.get", params, timeout=self._timeout)

    @property
    def state(self) -> Awaitable[State]:
        """The screen's state: `await app.at("/main").state`."""
        return self._get(pointer="/state")

    @property
    def params(self) -> Awaitable[Params]:
        """The screen's params."""
        return self._get(pointer="/params")

    @property
    def computed(self) -> Awaitable[Computed]:
        """The screen's computed values."""
        return self._computed()

    async def _computed(self) -> Computed:
        return cast(Computed, (await self._get(depth=1, computed=True)).get("computed", {}))

    @property
    def screen(self) -> Awaitable[TypedScreen[State, Params, Computed]]:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return self._screen()  # type: ignore[return-value]

    async def _screen(self) -> Screen:
        return Screen(await self._get(depth=1, computed=True))

    @property
    def link(self) -> Awaitable[Optional[str]]:
        """The URL that leads to the screen, if a link of the flow does."""
        return self._link()

    async def _link(self) -> Optional[str]:
        place = {name: self._place[name] for name in ("at", "window", "session") if name in self._place}
        url: Optional[str] = (await self._app.request("link.url", place, timeout=self._timeout))["url"]
        return url


class AsyncHandle(AsyncTypedHandle[Any, Any, Any]):
    """A place or a screen: any attribute is the action of that name, but for the six members here.

    `await app.at("/main").select(index=0)` dispatches `select`.
    """

    __slots__ = ()

    async def dispatch(self, name: str, /, **payload: Any) -> Receipt:
        """Sends an action of any name, such as `list.more`."""
        return await self._send(name, payload)

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Receipt]]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda **payload: self._send(name, payload)

    @property
    def screen(self) -> Awaitable[Screen]:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return self._screen()


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
