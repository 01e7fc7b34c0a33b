"""The protocol without input and output.

Requests become bytes, and bytes become answers, effects and changes.

Both clients own one `Core`, write what `begin` gives, and hand what they read to `feed`.
"""

from __future__ import annotations

import difflib
import json
import logging
import re
import time
from typing import (
    Any,
    Callable,
    Dict,
    FrozenSet,
    Iterable,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Sequence,
    Set,
    Tuple,
)
from weakref import WeakValueDictionary

from ._errors import LATE, NavtreeError, ProcessDied, ProtocolMismatch, RequestTimeout, error_of
from ._kinds import UnknownEffect
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


def _encoder() -> Callable[[Any], str]:
    """Writes JSON. `JSONEncoder.encode` makes an encoder of C for each value: two thirds of its time."""
    standard = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text = getattr(json.encoder, "encode_basestring", None)
    try:
        chunks = json.encoder.c_make_encoder(  # type: ignore[attr-defined]
            None, standard.default, text, None, ":", ",", False, False, False
        )
        "".join(chunks({"a": [1, "b"]}, 0))
    except (AttributeError, TypeError):
        return standard.encode
    return lambda value: "".join(chunks(value, 0))


_encode = _encoder()
_decoder = json.JSONDecoder()
#: The names of methods as JSON.
_NAMES: Dict[str, str] = {}
_DEBUG = logging.DEBUG
#: The methods whose answers are noted here.
_NOTED = frozenset(
    """effect.done effect.fail flow.load flow.unload session.open session.fork snapshot.restore session.close
    session.delete""".split()
)
_SETTLED = b'{"jsonrpc":"2.0","method":"settled","params":{"id":'
_ID = re.compile(rb'\{"jsonrpc":"2\.0","id":(\d+),')


class Request:
    """A request; `is_done` once its answer has come with all that it causes, or it has failed.

    The hooks `on_request` and `on_answer` get it.
    """

    #: The time from the request to its end, once it has one; for hooks alone.
    seconds: Optional[float]
    #: When it is given up, on the clock of its client, and after how many seconds; set if it ever is.
    deadline: float
    timeout: float

    __slots__ = (
        "id",
        "method",
        "params",
        "result",
        "error",
        "seconds",
        "is_answered",
        "is_done",
        "callback",
        "followed",
        "deadline",
        "timeout",
        "end",
        "is_sent",
    )

    def __init__(
        self,
        id: int,
        method: str,
        params: Mapping[str, Any],
        callback: Optional[Callable[[Request], None]],
        followed: Optional[Followed],
        end: int,
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
        #: The number of the byte behind its line, among all that the process is sent.
        self.end = end
        #: Whether it is made again where a process ends that hasn't read it, also if nobody waits for it.
        self.is_sent = False

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
        #: Whether it was answered, by the context or by hand.
        self.is_answered = False
        #: Why the flow rejected the last answer that was given by the context.
        self.rejection: Optional[NavtreeError] = None
        #: Why the flow rejected what the handler returned; the effect stays in flight.
        self.rejected: Optional[NavtreeError] = None

    def __repr__(self) -> str:
        return f"<effect {self.effect} {self.name!r} of {self.at or self.of} in {self.session!r}>"


class Core:
    """A conversation with one navtree process: its requests, subscriptions and effects."""

    def __init__(self) -> None:
        #: The handlers by session, None for all, and by the effect's name.
        self.handlers: Dict[Tuple[Optional[str], str], Callable[..., Any]] = {}
        #: The effects that the loaded flows declare; None while there is no flow.
        self.declared: Optional[FrozenSet[str]] = None
        #: Whether there is something in the next two.
        self.has_news = False
        #: Whether flows were loaded or unloaded since `declares`.
        self.has_other_flows = False
        #: The names of effects that came when they had no handler, and those of which that was told.
        self._unhandled: Set[str] = set()
        self._warned: Set[str] = set()
        self.on_request: Optional[Callable[[Request], Any]] = None
        self.on_answer: Optional[Callable[[Request], Any]] = None
        self.has_hooks = False
        #: When the requests were made that hooks or logs were told of.
        self._told_at: Dict[int, float] = {}
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
        #: What the program keeps itself, by the names of stores, and who sends an answer about it.
        self.keepers: Mapping[str, MutableMapping[str, str]] = {}
        self.on_field: Callable[[bytes], None] = _nothing
        self._last_id = 0
        #: The number of all bytes for the process.
        self._bytes = 0
        self._pending: Dict[int, Request] = {}
        #: Those of `send` that the process which ended last hadn't read, in order.
        self.unread: List[Request] = []
        #: Whether another process follows one that dies.
        self.goes_on = False
        #: The flows that were loaded by request, and the sessions that were opened, with the requests that do
        #: so in the next process; and those of the process's own that were ended.
        self.kept: Dict[Tuple[str, str], Tuple[str, Mapping[str, Any]]] = {}
        #: The flows that each process begins with, and the names of its sessions; None before the first one.
        self.own: Optional[FrozenSet[str]] = None
        #: The beginning of a line, in pieces.
        self._rest: List[bytes] = []

    @property
    def waiting(self) -> int:
        """The number of requests under way."""
        return len(self._pending)

    # Requests

    def hear(
        self,
        on_request: Optional[Callable[[Request], Any]],
        on_answer: Optional[Callable[[Request], Any]],
    ) -> None:
        self.on_request = on_request
        self.on_answer = on_answer
        self.has_hooks = on_request is not None or on_answer is not None

    def begin(
        self,
        method: str,
        params: Mapping[str, Any],
        callback: Optional[Callable[[Request], None]] = None,
        followed: Optional[Followed] = None,
    ) -> Tuple[Request, bytes]:
        """A request, and its line. Nothing has happened if the params aren't JSON: that raises."""
        request = Request(self._last_id + 1, method, params, callback, followed, 0)
        return request, self._written(request)

    def begin_again(self, request: Request) -> bytes:
        """The line of a request that the former process hasn't read, for the present one."""
        request.id = self._last_id + 1
        request.error = None
        return self._written(request)

    def _written(self, request: Request) -> bytes:
        name = _NAMES.get(request.method)
        if name is None:
            name = _NAMES[request.method] = _encode(request.method)
        id, params = request.id, _encode(request.params)
        data = ('{"jsonrpc":"2.0","id":%d,"method":%s,"params":%s}\n' % (id, name, params)).encode()
        self._last_id = id
        self._bytes += len(data)
        request.end = self._bytes
        self._pending[id] = request
        if self.has_hooks or _log.isEnabledFor(_DEBUG):
            self._told_request(request)
        return data

    def _told_request(self, request: Request) -> None:
        """Tells of a request. Its params may be secret, and aren't logged."""
        request.seconds = None
        self._told_at[request.id] = time.perf_counter()
        _log.debug("request %d: %s", request.id, request.method)
        call_hook(self.on_request, request)

    def _told_answer(self, request: Request) -> None:
        started = self._told_at.pop(request.id, None)
        if started is None:
            return
        what = "answered" if request.error is None else request.error.kind
        request.seconds = time.perf_counter() - started
        milliseconds = request.seconds * 1000
        _log.debug("request %d: %s: %s after %.1f ms", request.id, request.method, what, milliseconds)
        call_hook(self.on_answer, request)

    def give_up(self, request: Request, seconds: Optional[float] = None) -> None:
        """Fails a request whose time is over; the answer that may come yet goes nowhere."""
        if not request.is_done:
            request.error = RequestTimeout(request.method, request.timeout if seconds is None else seconds)
            self._finish_one(request)

    def fail(self, request: Request, error: NavtreeError) -> None:
        request.error = error
        self._finish_one(request)

    def overdue(self, now: float) -> Tuple[List[Request], Optional[float]]:
        """The requests whose time is over, and the next time at which one may be.

        Complexity: O(requests under way).
        """
        waiting = [each for each in self._pending.values() if hasattr(each, "deadline") and not each.is_done]
        late = [each for each in waiting if each.deadline <= now]
        return late, min((each.deadline for each in waiting if each.deadline > now), default=None)

    def greeting(self, client: str) -> Dict[str, Any]:
        """The params of the first request to a process."""
        self._bytes = 0
        return {"client": client, "protocol": PROTOCOL, "settled": True}

    def greeted(self, binary: str, pending: Request) -> Mapping[str, Any]:
        """The answer to the greeting; raises if the two don't speak the same version."""
        error = pending.error
        said = None
        if error is not None:
            if isinstance(error, (ProcessDied, RequestTimeout)) or error.data.get("pointer") not in (
                "/protocol",
                "/settled",
            ):
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
            text = line.decode()
            # A line has no white space around its value, which `decode` looks for twice.
            message, end = _decoder.raw_decode(text)
            if end != len(text):
                message = _decoder.decode(text)
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
        failure = None if error is None else error_of(error)
        if not pending.is_done:
            pending.error = failure
            if error is None:
                pending.result = message["result"]
        pending.is_answered = True
        if pending.method in _NOTED:
            self._note(pending.method, pending.params, message.get("result"), failure)
        elif pending.followed is not None and error is None:
            if pending.is_done or pending.followed.is_over:
                # It was given up, or closed, before it began.
                self.dropped.append(message["result"]["subscription"])
            else:
                pending.followed._begin(message["result"])
                self.followed[message["result"]["subscription"]] = pending.followed
        if message["id"] is None or pending.method == "initialize" and error is not None:
            self._finish(pending.id)

    def _note(
        self, method: str, params: Mapping[str, Any], result: Any, failure: Optional[NavtreeError]
    ) -> None:
        if method in ("effect.done", "effect.fail"):
            if failure is None or failure.kind in LATE:
                self._is_answered(params)
        elif failure is not None:
            pass
        elif method == "flow.load":
            self.has_news = self.has_other_flows = True
            self._keep("flow", result["flow"], method, params)
        elif method == "flow.unload":
            self.has_news = self.has_other_flows = True
            self.kept.pop(("flow", params["flow"]), None)
        elif method == "session.open":
            # A stored session has its own shared values, and its links have been opened.
            kept = {name: params[name] for name in ("flow", "clock", "record") if name in params}
            self._opened(result["session"], {**kept, "session": result["session"]})
        elif method == "session.fork":
            if params.get("store"):
                self._opened(result["session"], {"session": result["session"]})
        elif method == "snapshot.restore":
            former = self.kept.get(("session", result["session"]), (method, {}))[1]
            self._opened(result["session"], {**former, "session": result["session"]})
        else:
            self.kept.pop(("session", params["session"]), None)
            if params["session"] in (self.own or ()):
                # The next process opens it anew: what it is then at most goes again.
                fresh = {"ifSeq": 0} if method == "session.delete" else {}
                self._keep("end of", params["session"], method, {"session": params["session"], **fresh})

    def _opened(self, session: str, params: Mapping[str, Any]) -> None:
        self.kept.pop(("end of", session), None)
        self._keep("session", session, "session.open", params)

    def _keep(self, what: str, name: str, method: str, params: Mapping[str, Any]) -> None:
        if self.goes_on:
            self.kept[what, name] = (method, params)

    def _finish(self, id: int) -> None:
        request = self._pending.pop(id, None)
        if request is not None:
            self._finish_one(request)

    def _finish_one(self, request: Request) -> None:
        """Ends a request, unless it was given up before."""
        if request.is_done:
            return
        request.is_done = True
        if request.callback is not None:
            request.callback(request)
            request.callback = None
        if self._told_at:
            self._told_answer(request)

    def _oldest(self) -> Optional[Request]:
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
            if self.handler(context) is None:
                self._unhandled.add(context.name)
                self.has_news = True
            self.on_effect(context)
        elif method == "effect.cancelled":
            gone = self.owed.pop((params["session"], params["effect"]), None)
            if gone is not None:
                gone.cancelled = params["reason"]
                self.on_cancel(gone)
        elif method == "field.requested":
            self._answer_field(params)
        elif method == "subscription.ended":
            ended = self.followed.pop(params["subscription"], None)
            if ended is not None:
                ended.ended = params["reason"]
                self.on_change(ended)
        elif method == "session.closed":
            self.kept.pop(("session", params["session"]), None)
        elif method == "settled":
            for id in params.get("ids", (params.get("id"),)):
                self._finish(id)
            return
        if method in self.listeners:
            self.told.append((method, params))
        elif method == "log":
            # It failed outside a request, so that no caller learns of it.
            _log.log(logging.getLevelName(params["level"].upper()), "%s", params["message"])

    # Fields

    def _answer_field(self, params: Mapping[str, Any]) -> None:
        """Answers what is asked of the program's own store."""
        try:
            data = _notification("field.done", {"field": params["field"], **self._kept(params)})
        except Exception as problem:
            reason = f"{type(problem).__name__}: {problem}".encode(errors="replace").decode()
            data = _notification("field.fail", {"field": params["field"], "error": reason})
        self._bytes += len(data)
        self.on_field(data)

    def _kept(self, params: Mapping[str, Any]) -> Dict[str, str]:
        """Does what is asked of the program's own store; what it keeps is the `value`."""
        key, operation = params["key"], params["operation"]
        keeper = self.keepers[key.partition("/")[0]]
        if operation == "write":
            keeper[key] = params["value"]
        elif key not in keeper:
            pass
        elif operation == "delete":
            del keeper[key]
        else:
            value = keeper[key]
            if not isinstance(value, str):
                raise TypeError(f"what is kept as {key!r} is {type(value).__name__}, and no text")
            return {"value": value}
        return {}

    # Subscriptions

    def unsubscribed(self, followed: Followed) -> None:
        """Forgets a subscription that its user closes."""
        if followed.number is not None:
            self.followed.pop(followed.number, None)
        followed.ended = followed.ended or "unsubscribed"
        self.on_change(followed)

    # Effects

    def _is_answered(self, params: Mapping[str, Any]) -> None:
        effect = params.get("effect")
        session = params.get("session")
        place = (session, effect)
        if place not in self.owed:
            for each, owed in self.owed.items():
                if owed.key == effect or session is None and owed.effect == effect:
                    place = each
                    break
        context = self.owed.pop(place, None)  # type: ignore[arg-type]
        if context is not None:
            context.is_answered = True

    def handler(self, context: EffectContext) -> Optional[Callable[..., Any]]:
        """The handler of an effect: that of its session, else that of all."""
        handlers = self.handlers
        return handlers.get((context.session, context.name)) or handlers.get((None, context.name))

    def effect(
        self, name: str, handler: Callable[..., Any], *, session: Optional[str] = None, replace: bool = False
    ) -> Callable[[], None]:
        """Registers a handler, and returns what takes it away."""
        key = (session, name)
        if key in self.handlers and not replace:
            raise ValueError(f"the effect {name!r} has a handler already: replace=True replaces it")
        if self.declared is not None:
            self._check([name], self.declared)
        self.handlers[key] = handler

        def remove() -> None:
            if self.handlers.get(key) is handler:
                del self.handlers[key]

        return remove

    def declares(self, flows: Sequence[Mapping[str, Any]], *, are_all: bool) -> None:
        """Takes what `flow.list` answers; raises if no flow declares the effect of a handler.

        Unless they `are_all`, another flow may be loaded yet: then only a name that resembles one of them was
        misspelt.
        """
        self.has_other_flows = False
        if are_all and self.own is None:
            self.own = frozenset(flow["flow"] for flow in flows)
        known = frozenset(name for flow in flows for name in flow.get("effects", ()))
        self.declared = known if flows else None
        if self.declared is not None:
            names = sorted({name for _, name in self.handlers})
            if not are_all:
                names = [name for name in names if difflib.get_close_matches(name, known, 1)]
            self._check(names, known)

    @staticmethod
    def _check(names: Iterable[str], known: FrozenSet[str]) -> None:
        for name in names:
            if name not in known:
                close = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean {close[0]!r}?" if close else None
                raise UnknownEffect(
                    "unknownEffect", f"no loaded flow declares an effect {name!r}", {"effect": name}, hint
                )

    def warn_of_unhandled(self) -> None:
        """Tells once of each effect that is requested and has no handler."""
        self.has_news = self.has_other_flows
        names, self._unhandled = self._unhandled, set()
        for context in self.owed.values():
            if context.name in names and context.name not in self._warned and self.handler(context) is None:
                self._warned.add(context.name)
                _log.warning("%r is requested and has no handler", context)

    def rejected(self, session: Optional[str] = None) -> Optional[EffectContext]:
        """An effect whose answer was rejected, and that waits for another one."""
        for context in self.owed.values():
            if context.rejected is not None and session in (None, context.session):
                return context
        return None

    def listen(
        self,
        notification: str,
        listener: Callable[[Mapping[str, Any]], Any],
        session: Optional[str] = None,
    ) -> Callable[[], None]:
        """Registers a listener, and returns what takes it away."""

        def hears(params: Mapping[str, Any]) -> Any:
            return listener(params) if session in (None, params.get("session")) else None

        listeners = self.listeners.setdefault(notification, [])
        listeners.append(hears)

        def remove() -> None:
            if hears in listeners:
                listeners.remove(hears)

        return remove

    def tell_listeners(self) -> List[Any]:
        """Runs the listeners of what has come; a client calls it where they may make requests themselves."""
        results = []
        while self.told:
            method, params = self.told.pop(0)
            for listener in tuple(self.listeners.get(method, ())):
                try:
                    results.append(listener(params))
                except Exception:
                    # It is no fault of the others, nor of the request that is under way.
                    _log.exception("a listener of %r failed", method)
        return results

    # The end

    def lists(self, sessions: Sequence[Mapping[str, Any]]) -> None:
        """Takes what `session.list` answers in another process, before the sessions are opened."""
        flows = {each["session"]: each["flow"] for each in sessions}
        for key, (method, params) in list(self.kept.items()):
            if method == "session.open" and key[1] in flows:
                self.kept[key] = (method, {**params, "flow": flows[key[1]]})
            elif method == "session.open" and "flow" not in params:
                del self.kept[key]
                _log.warning("the %s %r isn't there any more", *key)

    def resumed(self, key: Tuple[str, str], error: Optional[BaseException]) -> None:
        """Takes the outcome of loading a flow, or of opening or ending a session, in another process."""
        if isinstance(error, NavtreeError) and error.kind not in ("nameTaken", "processDied"):
            self.kept.pop(key, None)
            if key[0] != "end of":
                _log.warning("the %s %r isn't there any more: %s", *key, error)

    def died(
        self, error: Callable[[], NavtreeError], *, follows: bool, read: Optional[int] = None
    ) -> List[Followed]:
        """Fails all that waits. The subscriptions end too, unless the client begins them again
        (`follows`).

        `read` is the number of bytes that the process has read, if it is known.
        """
        pending, self._pending = list(self._pending.values()), {}
        followed = list(self.followed.values())
        self.followed.clear()
        self._rest = []
        self.dropped = []
        self.owed.clear()
        self.unread = []
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
            if not request.is_answered and not request.is_done:
                request.error = error()
                if read is not None and request.end > read and isinstance(request.error, ProcessDied):
                    request.error.is_unread = True
                    if request.is_sent and follows:
                        # It goes on to wait.
                        self.unread.append(request)
                        self._told_answer(request)
                        continue
            self._finish_one(request)
        return followed


def _notification(method: str, params: Mapping[str, Any]) -> bytes:
    return f'{{"jsonrpc":"2.0","method":"{method}","params":{_encode(params)}}}\n'.encode()


def _nothing(_: Any) -> None:
    pass


def call_hook(hook: Optional[Callable[..., Any]], *given: Any) -> Any:
    """Calls a hook of the program, whose errors are its own."""
    if hook is not None:
        try:
            return hook(*given)
        except Exception:
            _log.exception("a hook failed")
    return None
