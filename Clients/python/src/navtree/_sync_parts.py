"""What the sync client hands out: effects, subscriptions and handles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional

from ._core import EffectContext
from ._subscription import Followed
from ._values import Change, Receipt, Screen

if TYPE_CHECKING:
    from ._sync import Navtree


class Context(EffectContext):
    """An effect, as its handler sees it beside the input."""

    app: Navtree

    def next(self, output: Mapping[str, Any]) -> None:
        """Gives an answer before the last one."""
        self.app.request("effect.next", {"session": self.session, "effect": self.effect, "output": output})


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

    def close(self) -> None:
        """Ends the subscription."""
        number = self.number
        self._app._core.unsubscribed(self)
        if number is not None and self._app.is_open:
            self._app._quietly("unsubscribe", {"subscription": number})

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Handle:
    """A place or a screen: any attribute is the action of that name, but for the four members here.

    `app.at("/main").select(index=0)` dispatches `select`.
    """

    __slots__ = ("_app", "_place")

    def __init__(self, app: Navtree, place: Dict[str, Any]) -> None:
        self._app = app
        self._place = place

    def dispatch(self, name: str, /, **payload: Any) -> Receipt:
        """Sends an action of any name, such as `list.more`."""
        payload["type"] = name
        return Receipt(self._app.request("dispatch", {**self._place, "action": payload}))

    def __getattr__(self, name: str) -> Callable[..., Receipt]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda **payload: self.dispatch(name, **payload)

    @property
    def state(self) -> Any:
        """The screen's state."""
        return self._app.request("state.get", {**self._where, "pointer": "/state"})

    @property
    def params(self) -> Any:
        """The screen's params."""
        return self._app.request("state.get", {**self._where, "pointer": "/params"})

    @property
    def screen(self) -> Screen:
        """The screen, with its computed values; those that it holds by id and type alone."""
        return Screen(self._app.request("state.get", {**self._where, "depth": 1, "computed": True}))

    @property
    def _where(self) -> Dict[str, Any]:
        return {name: value for name, value in self._place.items() if name in ("at", "window", "session")}
