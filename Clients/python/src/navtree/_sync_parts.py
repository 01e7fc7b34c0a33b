"""What the sync client hands out: effects, subscriptions and handles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Mapping, Optional, Union, cast

from ._core import EffectContext
from ._effects import is_rejection
from ._errors import NavtreeError
from ._params import MISSING, Missing, given
from ._subscription import Followed
from ._values import Change, Computed, Params, Receipt, Screen, State, TypedScreen

if TYPE_CHECKING:
    from ._sync import Navtree
    from ._sync_calls import Calls


class Context(EffectContext):
    """An effect, as its handler sees it beside the input."""

    app: Navtree

    def next(self, output: Mapping[str, Any]) -> None:
        """Gives an answer before the last one."""
        self.app.request("effect.next", {"session": self.session, "effect": self.effect, "output": output})

    def answer(self, output: Optional[Mapping[str, Any]] = None) -> Receipt:
        """Answers the effect; raises where the flow rejects the answer, so that another one may be given.

        What the handler returns after its answer counts no more.
        """
        place = {"session": self.session, "effect": self.effect}
        try:
            answer = self.app.request("effect.done", place if output is None else {**place, "output": output})
        except NavtreeError as error:
            if is_rejection(error):
                self.rejection = error
            raise
        self.rejection = self.rejected = None
        return Receipt(answer)


class Subscription(Followed):
    """A followed value: `value` is current after each request, and iterating waits for changes."""

    _app: Navtree

    def __iter__(self) -> Subscription:
        return self

    def __next__(self) -> Change:
        change = self.next()
        if change is None:
            raise StopIteration
        return change

    def next(self, timeout: Optional[float] = None) -> Optional[Change]:
        """The next change, once there is one; None after `timeout` seconds, and where the subscription has
        ended.
        """
        return self._app._next(self, timeout)

    def shown(self) -> None:
        """With `acknowledge`: says that the transitions that have come so far are shown."""
        self._app._quietly("transition.done", self._shown)

    def close(self) -> None:
        """Ends the subscription."""
        with self._app._lock:
            number = self.number
            self._app._core.unsubscribed(self)
        if number is not None and self._app.is_open:
            self._app._quietly("unsubscribe", {"subscription": number})

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class TypedHandle(Generic[State, Params, Computed]):
    """A place or a screen of a known type: what `navtree types` writes has the actions of each."""

    __slots__ = ("_app", "_place", "_timeout")

    def __init__(
        self,
        app: Calls,
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

    def _send(self, name: str, payload: Dict[str, Any]) -> Receipt:
        payload["type"] = name
        params = {**self._place, "action": payload}
        return Receipt(self._app.request("dispatch", params, timeout=self._timeout))

    def _get(self, **params: Any) -> Any:
        for name in ("at", "window", "session"):
            if name in self._place:
                params[name] = self._place[name]
        return self._app.request("state.get", params, timeout=self._timeout)

    @property
    def state(self) -> State:
        """The screen's state."""
        return cast(State, self._get(pointer="/state"))

    @property
    def params(self) -> Params:
        """The screen's params."""
        return cast(Params, self._get(pointer="/params"))

    @property
    def computed(self) -> Computed:
        """The screen's computed values."""
        return cast(Computed, self._get(depth=1, computed=True).get("computed", {}))

    @property
    def screen(self) -> TypedScreen[State, Params, Computed]:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return Screen(self._get(depth=1, computed=True))  # type: ignore[return-value]

    @property
    def link(self) -> Optional[str]:
        """The URL that leads to the screen, if a link of the flow does."""
        place = {name: self._place[name] for name in ("at", "window", "session") if name in self._place}
        url: Optional[str] = self._app.request("link.url", place, timeout=self._timeout)["url"]
        return url


class Handle(TypedHandle[Any, Any, Any]):
    """A place or a screen: any attribute is the action of that name, but for the six members here.

    `app.at("/main").select(index=0)` dispatches `select`.
    """

    __slots__ = ()

    def dispatch(self, name: str, /, **payload: Any) -> Receipt:
        """Sends an action of any name, such as `list.more`."""
        return self._send(name, payload)

    def __getattr__(self, name: str) -> Callable[..., Receipt]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda **payload: self._send(name, payload)

    @property
    def screen(self) -> Screen:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return Screen(self._get(depth=1, computed=True))
