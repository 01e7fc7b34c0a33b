"""The errors that a client raises; `_kinds.py` has one for each kind of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Tuple, Type, Union

from . import protocol

if TYPE_CHECKING:
    from ._core import EffectContext

#: The kinds of errors: those of the protocol, and the client's own.
Kind = Union[
    protocol.Kind,
    Literal[
        "answerRejected",
        "binaryNotFound",
        "closed",
        "effectsUnsettled",
        "forked",
        "processDied",
        "protocolMismatch",
        "requestTimeout",
        "tooDeep",
    ],
]

_CLASSES: Dict[str, Type[NavtreeError]] = {}


class NavtreeError(Exception):
    """A refused request: its kind, navtree's sentence, the data of the error, and a hint where there is
    one.
    """

    kind: Kind
    message: str
    data: Mapping[str, Any]
    hint: Optional[str]

    def __init_subclass__(cls, kind: Optional[str] = None) -> None:
        if kind is not None:
            _CLASSES[kind] = cls

    def __init__(
        self, kind: Kind, message: str, data: Optional[Mapping[str, Any]] = None, hint: Optional[str] = None
    ) -> None:
        super().__init__(kind, message, data, hint)
        self.kind = kind
        self.message = message
        self.data = {} if data is None else data
        self.hint = hint

    def __str__(self) -> str:
        hint = "" if self.hint is None else f"\nhint: {self.hint}"
        return f"{self.message} [{self.kind}]{hint}"


class Diagnosed(NavtreeError):
    """A text that has errors, such as a flow, with their places."""

    @property
    def diagnostics(self) -> List[protocol.Diagnostic]:
        """The faults: `severity`, `code`, `message`, `file`, `line`, `column`, `endColumn`, and a `hint`."""
        diagnostics: List[protocol.Diagnostic] = self.data.get("diagnostics", [])
        return diagnostics

    def __str__(self) -> str:
        lines = [super().__str__()]
        for each in self.diagnostics:
            place = f"{each['file']}:{each['line']}:{each['column']}"
            lines.append(f"{place}: {each['severity']}: {each['message']} [{each['code']}]")
            if "hint" in each:
                lines.append(f"  hint: {each['hint']}")
        return "\n".join(lines)


class ProcessDied(NavtreeError):
    """The navtree process ended, or couldn't start; `stderr` is the end of what it wrote there.

    A request that waited may have happened or not; with a store, what was answered is kept.
    """

    status: Optional[int]
    stderr: str
    #: Whether the request certainly hasn't happened: the process never read it.
    is_unread: bool = False

    def __init__(self, message: str, status: Optional[int] = None, stderr: str = "") -> None:
        super().__init__("processDied", message, {"status": status, "stderr": stderr})
        self.args = (message, status, stderr)
        self.status = status
        self.stderr = stderr

    def __str__(self) -> str:
        tail = self.stderr.strip()
        return f"{self.message}:\n{tail}" if tail else self.message


class RequestTimeout(NavtreeError, TimeoutError):
    """No answer came in time. The request may happen yet; its answer goes nowhere."""

    def __init__(self, method: str, seconds: float) -> None:
        message = f"{method}: no answer within {seconds:g} s"
        super().__init__("requestTimeout", message, {"method": method, "seconds": seconds})
        self._made_of = (method, seconds)

    def __reduce__(self) -> Tuple[Type[RequestTimeout], Tuple[str, float]]:
        return RequestTimeout, self._made_of


class AnswerRejected(NavtreeError):
    """The flow rejected the answer that a handler returned: its effect stays in flight.

    The rejection is the `__cause__`; `data` has `session`, `effect`, `name`, and `at` or `of`.
    """


def answer_rejected(context: EffectContext) -> AnswerRejected:
    rejection = context.rejected
    assert rejection is not None
    place = {"session": context.session, "effect": context.effect, "name": context.name, "at": context.at}
    error = AnswerRejected(
        "answerRejected",
        f"the answer to {context!r} was rejected, and it stays in flight: {rejection.message}",
        {name: value for name, value in place.items() if value is not None},
        "answer it again: context.answer(…), effect_done, or effect_fail",
    )
    error.__cause__ = rejection
    return error


class ProtocolMismatch(NavtreeError):
    """Client and binary speak different versions of the protocol."""


class BinaryNotFound(NavtreeError):
    """There is no navtree binary where it is looked for."""


class EffectFailed(Exception):
    """Raised by a handler to fail its effect with a reason of the flow's own: `EffectFailed({"code":
    404})`.
    """

    error: Any

    def __init__(self, error: Any = None) -> None:
        super().__init__(error)
        self.error = error


#: The kinds with which the answer to an effect comes too late: nobody wants it any more.
LATE = frozenset({"gone", "notInFlight", "unknownEffect", "unknownSession"})


def error_of(error: Mapping[str, Any]) -> NavtreeError:
    """The exception for an `error` of the protocol."""
    data = error.get("data") or {}
    kind = data.get("kind", "internal")
    return _CLASSES.get(kind, NavtreeError)(
        kind, data.get("message", error.get("message", "")), data, data.get("hint")
    )


def closed() -> NavtreeError:
    return NavtreeError("closed", "this object is closed")


def forked() -> NavtreeError:
    return NavtreeError("forked", "this object belongs to the process that forked; open another one here")
