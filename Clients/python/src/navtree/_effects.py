"""How the outcome of a handler becomes the answer to its effect."""

from __future__ import annotations

import inspect
import logging
from typing import Any, Callable, Dict, Generator, Iterator, Optional, Tuple

from ._core import Core, EffectContext
from ._errors import LATE, EffectFailed, NavtreeError
from ._kinds import InvalidParams

#: Rounds of effects that a request of the sync client may cause, each asked for by the answers of the one
#: before.
ROUNDS = 1_000
#: Kinds with which the client's own connection ends; the effect is asked again by the next process, if there
#: is one.
_OVER = frozenset({"processDied", "closed", "forked"})

#: In place of a method: the params have the `seconds` to wait, and nothing is sent.
PAUSE = ""
#: The pauses between tries to answer while the store can't be written, in seconds.
_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)

_log = logging.getLogger("navtree")

Step = Tuple[str, Dict[str, Any]]


def taking_both(handler: Callable[..., Any]) -> Callable[..., Any]:
    """The handler, as one that takes the input and the context."""
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError):
        return handler
    kinds = [each.kind for each in parameters]
    positional = kinds.count(inspect.Parameter.POSITIONAL_ONLY)
    positional += kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if positional != 1 or inspect.Parameter.VAR_POSITIONAL in kinds:
        return handler
    return lambda input, _: handler(input)


def answers(
    core: Core, context: EffectContext, output: Any, failure: Optional[BaseException]
) -> Generator[Step, Optional[NavtreeError], None]:
    """The requests that answer an effect; the next one follows only if one is refused.

    An output that the flow rejects leaves the effect in flight, with the rejection in the context. One that
    doesn't fit fails it, and a reason that doesn't fit the declared `errors` is cut down to its kind, then to
    nothing.
    """
    if context.cancelled is not None or context.is_answered:
        if failure is not None and context.is_answered:
            _log.warning("the handler of %r failed after its answer", context, exc_info=failure)
        return
    place = {"session": context.session, "effect": context.effect}
    if failure is None and output is None and context.rejection is not None:
        # It gave its answer by the context, in vain.
        failure = context.rejection
    if failure is None:
        error = yield from _trying(
            context, "effect.done", place if output is None else {**place, "output": output}
        )
        if _is_over(error):
            return
        if _is_temporary(error) or error is not None and error.kind == "requestTimeout":
            _leave(core, context, error)
            return
        if error is not None and is_rejection(error):
            _reject(context, error)
            return
        _log.error("the output for %r was refused: %s", context, error)
        failure = error
    elif failure is context.rejection and context.rejection is not None:
        _reject(context, context.rejection)
        return
    elif not isinstance(failure, EffectFailed):
        _log.warning("the handler of %r failed", context, exc_info=failure)
    for reason in _reasons(failure):
        error = yield from _trying(
            context, "effect.fail", place if reason is None else {**place, "error": reason}
        )
        if _is_over(error):
            return
        if _is_temporary(error) or error is not None and error.kind == "requestTimeout":
            break
    _leave(core, context, error)


def _trying(
    context: EffectContext, method: str, params: Dict[str, Any]
) -> Generator[Step, Optional[NavtreeError], Optional[NavtreeError]]:
    """Sends an answer again while it is refused for the moment. Returns the last refusal."""
    error = yield method, params
    for pause in _PAUSES:
        if not _is_temporary(error) or _is_lost(error, context) or context.cancelled is not None:
            break
        yield PAUSE, {"seconds": pause}
        error = yield method, params
    return error


def is_rejection(error: NavtreeError) -> bool:
    """Whether a rule of the flow refused the answer, so that another one may be given.

    After any other failure of a rule the effect has failed.
    """
    return error.kind == "rejected"


def _reject(context: EffectContext, error: NavtreeError) -> None:
    context.rejected = error
    _log.warning("the answer to %r was rejected, and it stays in flight: %s", context, error)


def _is_temporary(error: Optional[NavtreeError]) -> bool:
    return error is not None and isinstance(error.data, dict) and error.data.get("retry") is True


def _is_lost(error: Optional[NavtreeError], context: EffectContext) -> bool:
    """Whether another process goes on with the session, and asks for the effect there."""
    return (
        error is not None
        and error.kind == "conflict"
        and error.data.get("session", context.session) == context.session
    )


def _leave(core: Core, context: EffectContext, error: Optional[NavtreeError]) -> None:
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
    return InvalidParams("invalidParams", f"not JSON: {problem}")
