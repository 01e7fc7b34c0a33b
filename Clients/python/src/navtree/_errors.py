"""The errors that a client raises."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class NavtreeError(Exception):
    """A refused request: its kind, navtree's sentence, the data of the error, and a hint where there is
    one.
    """

    kind: str
    message: str
    data: Mapping[str, Any]
    hint: Optional[str]

    def __init__(
        self, kind: str, message: str, data: Optional[Mapping[str, Any]] = None, hint: Optional[str] = None
    ) -> None:
        super().__init__(kind, message, data, hint)
        self.kind = kind
        self.message = message
        self.data = {} if data is None else data
        self.hint = hint

    def __str__(self) -> str:
        hint = "" if self.hint is None else f"\nhint: {self.hint}"
        return f"{self.message} [{self.kind}]{hint}"


class Rejected(NavtreeError):
    """A rule of the flow refused the action."""


class NotHandled(NavtreeError):
    """No screen on the path took the action, nor did the flow's own actions."""


class DismissRefused(NavtreeError):
    """A screen to be removed isn't dismissible."""


class ProcessDied(NavtreeError):
    """The navtree process ended, or couldn't start; `stderr` is the end of what it wrote there.

    A request that waited may have happened or not; with a store, what was answered is kept.
    """

    status: Optional[int]
    stderr: str

    def __init__(self, message: str, status: Optional[int] = None, stderr: str = "") -> None:
        super().__init__("processDied", message, {"status": status, "stderr": stderr})
        self.args = (message, status, stderr)
        self.status = status
        self.stderr = stderr

    def __str__(self) -> str:
        tail = self.stderr.strip()
        return f"{self.message}:\n{tail}" if tail else self.message


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


_CLASSES: Dict[str, Type[NavtreeError]] = {
    "rejected": Rejected,
    "notHandled": NotHandled,
    "dismissRefused": DismissRefused,
}

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
