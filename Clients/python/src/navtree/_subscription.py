"""What a subscription keeps: the value, and the change that its consumer hasn't taken yet."""

from __future__ import annotations

from collections import deque
from typing import Any, Deque, Dict, List, Mapping, Optional, Set

from . import _patch
from ._errors import NavtreeError
from ._values import Change

#: Operations of merged patches, or list changes, beyond which a slow consumer gets the value alone.
MERGED = 10_000
#: Events that wait for a slow consumer; older ones are dropped and counted.
WAITING = 10_000


class Followed:
    """A followed value, or the followed events, apart from how they are waited for."""

    #: None until navtree has answered, and again while the process is being restarted.
    number: Optional[int]
    #: The last value; of events the rows at the beginning, or None.
    value: Any
    #: The change that `value` is of.
    seq: int
    #: Why navtree ended it: such as `gone` or `sessionClosed`.
    ended: Optional[str]

    def __init__(self, params: Dict[str, Any]) -> None:
        self.number = None
        self.value = None
        self.seq = 0
        self.ended = None
        self._params = params
        self._error: Optional[NavtreeError] = None
        self._is_begun = False
        self._is_of_events = bool(params.get("lifecycle")) or params.get("form") in ("transitions", "actions")
        self._since: Optional[int] = None
        self._patch: Optional[List[Mapping[str, Any]]] = []
        self._lists: Optional[List[Mapping[str, Any]]] = []
        self._events: Deque[Any] = deque()
        #: Of transitions: the ids of the screens after all events that have come.
        self._known: Set[int] = set()
        self._missed = 0

    @property
    def is_over(self) -> bool:
        return self.ended is not None or self._error is not None

    def _begin(self, answer: Mapping[str, Any]) -> None:
        """Takes the answer to `subscribe`; after a restart, another value is a change."""
        self.number = answer["subscription"]
        self.seq = answer["seq"]
        value = answer.get("value")
        if self._is_begun and not self._is_of_events and value != self.value:
            self._note(self.seq)
            self._patch = self._lists = None
        if self._params.get("form") == "transitions":
            present = {row["id"] for row in answer["value"]}
            if self._is_begun:
                # What has happened meanwhile, as one.
                removed = [{"id": id} for id in self._known - present]
                travel = {"op": "travel", "created": value, "removed": removed}
                self._event({"seq": self.seq, "transitions": [travel]})
            self._known = present
        self._is_begun = True
        self.value = value

    def _note(self, since: int) -> None:
        if self._since is None:
            self._since = since
            self._patch, self._lists = [], []

    def _change(self, params: Mapping[str, Any]) -> None:
        """Takes a `state.changed`."""
        self.seq = params["seq"]
        self._note(params.get("since", self.seq))
        if "patch" in params:
            self.value = _patch.apply(self.value, params["patch"])
            self._patch = self._merged(self._patch, params["patch"])
        elif "list" in params:
            self.value = _patch.apply_list(self.value, params["list"])
            self._lists = self._merged(self._lists, [params["list"]])
        else:
            self.value = params.get("value")
            self._patch = None

    @staticmethod
    def _merged(
        former: Optional[List[Mapping[str, Any]]], more: List[Mapping[str, Any]]
    ) -> Optional[List[Mapping[str, Any]]]:
        if former is None or len(former) + len(more) > MERGED:
            return None
        former.extend(more)
        return former

    def _event(self, params: Mapping[str, Any]) -> None:
        """Takes a `state.transitions`, a `state.action` or a `screen.lifecycle`."""
        self.seq = params.get("seq", self.seq)
        self._note(params.get("since", self.seq))
        self._missed += params.get("missed", 0)
        self._events.extend(params.get("transitions", (params,)))
        for each in params.get("transitions", ()):
            self._known.difference_update(row["id"] for row in each["removed"])
            self._known.update(row["id"] for row in each["created"])
        while len(self._events) > WAITING:
            self._events.popleft()
            self._missed += 1

    @property
    def _shown(self) -> Dict[str, Any]:
        """The params of `transition.done` for what has come."""
        session = self._params.get("session")
        return {"seq": self.seq, **({"session": session} if session else {})}

    @property
    def _has_change(self) -> bool:
        return self._since is not None

    def _take(self) -> Change:
        """The changes since the last one that was taken, as one."""
        since = self.seq if self._since is None else self._since
        if self._is_of_events:
            change = Change(self.seq, since, list(self._events), None, None, self._missed)
            self._events.clear()
            self._missed = 0
        else:
            is_list = self._params.get("form") == "list"
            change = Change(
                self.seq,
                since,
                self.value,
                None if is_list else self._patch,
                self._lists if is_list else None,
            )
        self._since = None
        return change
