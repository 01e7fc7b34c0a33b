"""The values that requests answer and subscriptions give."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Mapping, NamedTuple, Optional, TypeVar, Union, cast

from . import protocol
from ._errors import NavtreeError, error_of

#: The types of a screen's parts.
State = TypeVar("State", covariant=True)
Params = TypeVar("Params", covariant=True)
Computed = TypeVar("Computed", covariant=True)


_R = TypeVar("_R", covariant=True)


class Actions(Generic[_R]):
    """The actions of a screen, in what `navtree types` writes; how they are sent is a handle's."""

    __slots__ = ()

    def _send(self, name: str, payload: Dict[str, Any]) -> _R:
        raise NotImplementedError

    def _act(self, name: str, payload: Mapping[str, Any]) -> _R:
        """Sends an action without the members that were left out."""
        return self._send(name, {key: value for key, value in payload.items() if value is not ...})


class Action(NamedTuple):
    """An action for `batch`: its name and payload, and the screen that it goes to."""

    name: str
    payload: Mapping[str, Any] = {}
    at: Union[str, int, None] = None
    window: Optional[str] = None

    def entry(self) -> Mapping[str, Any]:
        entry: dict[str, Any] = {"action": {**self.payload, "type": self.name}}
        if self.at is not None:
            entry["at"] = self.at
        if self.window is not None:
            entry["window"] = self.window
        return entry


class Change(NamedTuple):
    """A change of a followed value.

    With a slow consumer several changes are one: `since` is the `seq` of the first of them, and `seq` that of
    the last.
    """

    seq: int
    since: int
    #: The value after the change. Of transitions, actions and lifecycle events: a list of those that came.
    value: Any
    #: A JSON Patch from the value before to `value`; None where `value` has come anew.
    patch: Optional[List[Mapping[str, Any]]]
    #: Of `form="list"`: the list changes from the value before to `value`, in order; None where it has come
    #: anew.
    lists: Optional[List[Mapping[str, Any]]] = None
    #: Of events: the number of those before `value` that were dropped.
    missed: int = 0


class Record:
    """An object that navtree answers, as `raw`, with its members as attributes."""

    __slots__ = ("raw",)

    raw: Mapping[str, Any]

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Record) and other.raw == self.raw

    __hash__ = None  # type: ignore[assignment]


class Receipt(Record):
    """The answer to a request that changes: which change it was, and what came of it.

    An attribute is None where the answer has no such member.
    """

    __slots__ = ()

    @property
    def seq(self) -> int:
        """The number of the session's last change."""
        seq: int = self.raw["seq"]
        return seq

    @property
    def active(self) -> Optional[str]:
        """The address of the active screen of the window acted on."""
        return self.raw.get("active")

    @property
    def handled_by(self) -> Any:
        """The address of the screen whose rule ran; of a broadcast the rows of those that took it."""
        return self.raw.get("handledBy")

    @property
    def reply(self) -> Any:
        """The `reply` of a rule."""
        return self.raw.get("reply")

    @property
    def id(self) -> Optional[int]:
        """The screen that was made or found."""
        return self.raw.get("id")

    @property
    def queued(self) -> Optional[int]:
        """The number under which `request.done` tells the outcome, where it waits for transitions; then there is no `seq`."""
        return self.raw.get("queued")

    @property
    def handled(self) -> Optional[bool]:
        """Of `back`: whether anything could go back."""
        return self.raw.get("handled")

    @property
    def waits(self) -> Optional[bool]:
        """Of `link.open`: whether the link waits."""
        return self.raw.get("waits")

    @property
    def declined(self) -> Optional[List[protocol.DispatchResultDeclined]]:
        """The screens that were asked and didn't take the action."""
        return self.raw.get("declined")

    @property
    def created(self) -> Optional[List[protocol.DispatchResultCreated]]:
        """The screens created."""
        return self.raw.get("created")

    @property
    def removed(self) -> Optional[List[protocol.DispatchResultCreated]]:
        """The screens removed."""
        return self.raw.get("removed")

    @property
    def changed(self) -> Optional[List[protocol.DispatchResultChanged]]:
        """The remaining screens that changed."""
        return self.raw.get("changed")

    @property
    def shared(self) -> Optional[List[str]]:
        """The places of the shared state that changed."""
        return self.raw.get("shared")

    @property
    def asked(self) -> Optional[List[protocol.DispatchResultAsked]]:
        """The effects requested."""
        return self.raw.get("asked")

    @property
    def patch(self) -> Optional[protocol.Patch]:
        """From the former to the present state of the window."""
        return self.raw.get("patch")

    @property
    def state(self) -> Optional[protocol.Screen]:
        """The present state of the window."""
        return self.raw.get("state")

    @property
    def same_as(self) -> Optional[int]:
        """Of the history: the change that first led to that state."""
        return self.raw.get("sameAs")

    @property
    def now(self) -> Optional[int]:
        """Of the clock: milliseconds since 1970."""
        return self.raw.get("now")

    @property
    def fired(self) -> Optional[int]:
        """Of the clock: the number of timers that ran."""
        return self.raw.get("fired")

    @property
    def results(self) -> List[Union[Receipt, NavtreeError]]:
        """Of a batch: the outcome of each action; the error of one that failed, which isn't raised."""
        return [
            error_of(row["error"]) if "error" in row else Receipt(row)
            for row in self.raw.get("results") or ()
        ]


class Explanation(Receipt):
    """What a dispatch would do and why; nothing has changed, so that there is no `seq`."""

    __slots__ = ()

    @property
    def rules(self) -> List[protocol.ExplainResultRule]:
        """The rules that were examined, each with its guard and the values of the guard's parts."""
        rules: List[protocol.ExplainResultRule] = self.raw["rules"]
        return rules

    @property
    def file(self) -> str:
        """The flow's file."""
        file: str = self.raw["file"]
        return file

    @property
    def error(self) -> Optional[NavtreeError]:
        """The error that the dispatch would raise."""
        error = self.raw.get("error")
        return None if error is None else error_of(error)


class TypedScreen(Record, Generic[State, Params, Computed]):
    """A screen as it was when it was read, whose parts have types."""

    __slots__ = ()

    @property
    def id(self) -> int:
        id: int = self.raw["id"]
        return id

    @property
    def screen(self) -> str:
        """Its type."""
        screen: str = self.raw["screen"]
        return screen

    @property
    def at(self) -> str:
        at: str = self.raw["at"]
        return at

    @property
    def params(self) -> Params:
        return cast(Params, self.raw.get("params") or {})

    @property
    def state(self) -> State:
        return cast(State, self.raw.get("state") or {})

    @property
    def computed(self) -> Computed:
        return cast(Computed, self.raw.get("computed") or {})

    @property
    def selected(self) -> Optional[str]:
        """Of tabs: the selected one."""
        return self.raw.get("selected")

    @property
    def focus(self) -> Optional[str]:
        """Of a split: the pane in focus."""
        return self.raw.get("focus")

    @property
    def slots(self) -> Mapping[str, Optional[Screen]]:
        """The screens that it holds."""
        slots = self.raw.get("slots") or {}
        return {name: None if slot is None else Screen(slot) for name, slot in slots.items()}


class Screen(TypedScreen[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]]):
    """A screen as it was when it was read."""

    __slots__ = ()
