"""How the outcome of a handler becomes the answer to its effect."""

from __future__ import annotations

import logging
from typing import Any, Dict, Generator, Iterator, Optional, Tuple

from ._core import Core, EffectContext
from ._errors import LATE, EffectFailed, NavtreeError

#: Rounds of effects that a request of the sync client may cause, each asked for by the answers of the one
#: before.
ROUNDS = 1_000
#: Kinds with which the client's own connection ends; the effect is asked again by the next process, if there
#: is one.
_OVER = frozenset({"processDied", "closed", "forked"})

_log = logging.getLogger("navtree")

Request = Tuple[str, Dict[str, Any]]


def answers(
    core: Core, context: EffectContext, output: Any, failure: Optional[BaseException]
) -> Generator[Request, Optional[NavtreeError], None]:
    """The requests that answer an effect; the next one follows only if one is refused.

    An output that doesn't fit leaves the effect in flight, so it is failed instead, and a reason that doesn't
    fit the declared `errors` is cut down to its kind, then to nothing.
    """
    place = {"session": context.session, "effect": context.effect}
    if failure is None:
        error = yield "effect.done", place if output is None else {**place, "output": output}
        if _is_over(error):
            return
        _log.error("the output for %r was refused: %s", context, error)
        failure = error
    elif not isinstance(failure, EffectFailed):
        _log.warning("the handler of %r failed", context, exc_info=failure)
    for reason in _reasons(failure):
        error = yield "effect.fail", place if reason is None else {**place, "error": reason}
        if _is_over(error):
            return
    _log.error("%r can't be answered, and stays in flight: %s", context, error)
    core.owed.pop((context.session, context.effect), None)


def _is_over(error: Optional[NavtreeError]) -> bool:
    return error is None or error.kind in LATE or error.kind in _OVER


def _reasons(failure: Optional[BaseException]) -> Iterator[Any]:
    if isinstance(failure, EffectFailed):
        yield failure.error
    kind = failure.kind if isinstance(failure, NavtreeError) else type(failure).__name__
    message = failure.message if isinstance(failure, NavtreeError) else str(failure)
    yield {"kind": kind, "message": message}
    yield {"kind": kind}
    yield None


def unfit(problem: Exception) -> NavtreeError:
    """The error for an output that isn't JSON."""
    return NavtreeError("invalidParams", f"not JSON: {problem}")
