"""The protocol without input and output.

Requests become bytes, and bytes become answers, effects and changes.

Both clients own one `Core`, write what `begin` gives, and hand what they read to `feed`.
"""

from __future__ import annotations

import json
import logging
import re
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple
from weakref import WeakValueDictionary

from ._errors import LATE, NavtreeError, ProcessDied, ProtocolMismatch, error_of
from ._subscription import Followed

#: The version of the protocol that this client speaks.
PROTOCOL = 1

#: The methods that change no session; before and after any other one the sync client does what is owed.
READS = frozenset(
    """initialize ping metrics rpc.discover flow.load flow.unload flow.check flow.list flow.get flow.graph
    session.list session.flush session.compare explain window.list effect.list link.resolve link.url
    link.list link.pending state.get state.query state.active state.outline state.actions subscribe
    unsubscribe snapshot.save clock.get timer.list history.list recording.export recording.replay plan
    test.run""".split()
)

_log = logging.getLogger("navtree")
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode
_SETTLED = b'{"jsonrpc":"2.0","method":"settled","params":{"id":'
_ID = re.compile(rb'\{"jsonrpc":"2\.0","id":(\d+),')


class Pending:
    """A request whose answer, with all that it causes, hasn't come yet."""

    __slots__ = (
        "id",
        "method",
        "params",
        "result",
        "error",
        "is_answered",
        "is_done",
        "callback",
        "followed",
    )

    def __init__(
        self,
        id: int,
        method: str,
        params: Mapping[str, Any],
        callback: Optional[Callable[[Pending], None]],
        followed: Optional[Followed],
    ) -> None:
        self.id = id
        self.method = method
        self.params = params
        self.result: Any = None
        self.error: Optional[NavtreeError] = None
        self.is_answered = False
        self.is_done = False
        self.callback = callback
        #: The subscription that it begins: changes may stand right behind the answer.
        self.followed = followed

    def finish(self) -> None:
        self.is_done = True
        if self.callback is not None:
            self.callback(self)
            self.callback = None

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class EffectContext:
    """An effect that navtree asks for, as its handler sees it beside the input."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.session: str = params["session"]
        #: Its number in the session.
        self.effect: int = params["effect"]
        self.name: str = params["name"]
        #: The address of the screen that asks, and its id; None if the session asks.
        self.at: Optional[str] = params.get("at")
        self.id: Optional[int] = params.get("id")
        self.of: Optional[str] = params.get("of")
        self.input: Dict[str, Any] = params["input"]
        #: Stays the same when the effect is asked again; no other effect has it.
        self.key: str = params["key"]
        #: Whether it was asked before: by this process or a former one.
        self.again: bool = params.get("again", False)
        #: Why nobody wants it any more; None while it is wanted.
        self.cancelled: Optional[str] = None

    def __repr__(self) -> str:
        return f"<effect {self.effect} {self.name!r} of {self.at or self.of} in {self.session!r}>"


class Core:
    """A conversation with one navtree process: its requests, subscriptions and effects."""

    def __init__(self) -> None:
        self.handlers: Dict[str, Callable[..., Any]] = {}
        self.listeners: Dict[str, List[Callable[[Mapping[str, Any]], Any]]] = {}
        self.owed: Dict[Tuple[str, int], EffectContext] = {}
        #: Dropped by their users, they are unsubscribed at their next change.
        self.followed: WeakValueDictionary[int, Followed] = WeakValueDictionary()
        self.dropped: List[int] = []
        #: Notifications for listeners, in order.
        self.told: List[Tuple[str, Mapping[str, Any]]] = []
        self.make_context: Callable[[Mapping[str, Any]], EffectContext] = EffectContext
        self.on_effect: Callable[[EffectContext], None] = _nothing
        self.on_cancel: Callable[[EffectContext], None] = _nothing
        self.on_change: Callable[[Followed], None] = _nothing
        self._last_id = 0
        self._pending: Dict[int, Pending] = {}
        #: The beginning of a line, in pieces.
        self._rest: List[bytes] = []

    @property
    def waiting(self) -> int:
        """The number of requests under way."""
        return len(self._pending)

    # Requests

    def begin(
        self,
        method: str,
        params: Mapping[str, Any],
        callback: Optional[Callable[[Pending], None]] = None,
        followed: Optional[Followed] = None,
    ) -> Tuple[Pending, bytes]:
        """A request, and its line. Nothing has happened if the params aren't JSON: that raises."""
        id = self._last_id + 1
        line = '{"jsonrpc":"2.0","id":%d,"method":%s,"params":%s}\n' % (id, _encode(method), _encode(params))
        data = line.encode()
        self._last_id = id
        pending = self._pending[id] = Pending(id, method, params, callback, followed)
        return pending, data

    def greeting(self, client: str) -> Dict[str, Any]:
        return {"client": client, "protocol": PROTOCOL, "settled": True}

    def greeted(self, binary: str, pending: Pending) -> Mapping[str, Any]:
        """The answer to the greeting; raises if the two don't speak the same version."""
        error = pending.error
        said = None
        if error is not None:
            if isinstance(error, ProcessDied) or error.data.get("pointer") not in ("/protocol", "/settled"):
                raise error
            said = error.message
        elif pending.result["protocol"] != PROTOCOL:
            said = f"this server speaks version {pending.result['protocol']} of the protocol, not {PROTOCOL}"
        if said is not None:
            raise ProtocolMismatch(
                "protocolMismatch",
                f"{binary}: {said}",
                hint="install the package navtree and the binary of the same release, or name another binary "
                "in NAVTREE_BINARY",
            )
        result: Mapping[str, Any] = pending.result
        return result

    # What comes

    def feed(self, data: bytes) -> None:
        """Takes bytes as they come.

        Complexity: linear in all bytes, however lines are cut.
        """
        lines = data.split(b"\n")
        if len(lines) == 1:
            self._rest.append(data)
            return
        if self._rest:
            self._rest.append(lines[0])
            lines[0] = b"".join(self._rest)
            self._rest = []
        last = lines.pop()
        if last:
            self._rest.append(last)
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        if line.startswith(_SETTLED):
            self._finish(int(line[len(_SETTLED) : -2]))
            return
        try:
            message = _decode(line.decode())
        except RecursionError:
            self._refuse_deep(line)
            return
        if "method" in message:
            self._tell(message["method"], message["params"])
            return
        pending = self._pending.get(message["id"]) if message["id"] is not None else self._oldest()
        if pending is None:
            return
        error = message.get("error")
        if error is None:
            pending.result = message["result"]
        else:
            pending.error = error_of(error)
        pending.is_answered = True
        if pending.method in ("effect.done", "effect.fail"):
            if error is None or pending.error is not None and pending.error.kind in LATE:
                self._is_answered(pending.params)
        elif pending.followed is not None and error is None:
            pending.followed._begin(pending.result)
            self.followed[pending.result["subscription"]] = pending.followed
        if message["id"] is None or pending.method == "initialize" and error is not None:
            self._finish(pending.id)

    def _finish(self, id: int) -> None:
        pending = self._pending.pop(id, None)
        if pending is not None:
            pending.finish()

    def _oldest(self) -> Optional[Pending]:
        """The request that an answer without an id belongs to: answers come in the order of requests."""
        return next((each for each in self._pending.values() if not each.is_answered), None)

    def _refuse_deep(self, line: bytes) -> None:
        match = _ID.match(line)
        pending = self._pending.get(int(match[1])) if match else None
        if pending is not None:
            pending.is_answered = True
            pending.error = NavtreeError("tooDeep", "the answer is nested deeper than Python can read")

    def _tell(self, method: str, params: Mapping[str, Any]) -> None:
        if method in ("state.changed", "state.transitions", "state.action", "screen.lifecycle"):
            number = params["subscription"]
            followed = self.followed.get(number)
            if followed is None:
                self.dropped.append(number)
            else:
                if method == "state.changed":
                    followed._change(params)
                else:
                    followed._event(params)
                self.on_change(followed)
        elif method == "effect.requested":
            context = self.make_context(params)
            self.owed[context.session, context.effect] = context
            self.on_effect(context)
        elif method == "effect.cancelled":
            gone = self.owed.pop((params["session"], params["effect"]), None)
            if gone is not None:
                gone.cancelled = params["reason"]
                self.on_cancel(gone)
        elif method == "subscription.ended":
            ended = self.followed.pop(params["subscription"], None)
            if ended is not None:
                ended.ended = params["reason"]
                self.on_change(ended)
        elif method == "settled":
            for id in params.get("ids", (params.get("id"),)):
                self._finish(id)
            return
        if method in self.listeners:
            self.told.append((method, params))
        elif method == "log":
            # It failed outside a request, so that no caller learns of it.
            _log.log(logging.getLevelName(params["level"].upper()), "%s", params["message"])

    # Subscriptions

    def unsubscribed(self, followed: Followed) -> None:
        """Forgets a subscription that its user closes."""
        if followed.number is not None:
            self.followed.pop(followed.number, None)
        followed.ended = followed.ended or "unsubscribed"

    # Effects

    def _is_answered(self, params: Mapping[str, Any]) -> None:
        effect = params.get("effect")
        session = params.get("session")
        if self.owed.pop((session, effect), None) is None:  # type: ignore[arg-type]
            for place, owed in self.owed.items():
                if owed.key == effect or session is None and owed.effect == effect:
                    del self.owed[place]
                    return

    def effect(self, name: str, handler: Callable[..., Any]) -> None:
        if name in self.handlers:
            raise ValueError(f"the effect {name!r} has a handler already")
        self.handlers[name] = handler

    def tell_listeners(self) -> List[Any]:
        """Runs the listeners of what has come; a client calls it where they may make requests themselves."""
        results = []
        while self.told:
            method, params = self.told.pop(0)
            results += [listener(params) for listener in self.listeners.get(method, ())]
        return results

    # The end

    def died(self, error: Callable[[], NavtreeError], *, follows: bool) -> List[Followed]:
        """Fails all that waits. The subscriptions end too, unless the client begins them again
        (`follows`).
        """
        pending, self._pending = list(self._pending.values()), {}
        followed = list(self.followed.values())
        self.followed.clear()
        self._rest = []
        self.dropped = []
        self.owed.clear()
        for each in followed:
            each.number = None
            if not follows:
                problem = error()
                if problem.kind == "closed":
                    each.ended = "closed"
                else:
                    each._error = problem
                self.on_change(each)
        for request in pending:
            if not request.is_answered:
                request.error = error()
            request.finish()
        return followed


def _nothing(_: Any) -> None:
    pass
