"""The client for programs without an event loop."""

from __future__ import annotations

import inspect
import os
import select
import threading
import time
import warnings
import weakref
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from ._core import READS, Core, EffectContext, Pending
from ._effects import ROUNDS, answers, unfit
from ._errors import NavtreeError, ProcessDied, closed, forked
from ._methods import Methods
from ._params import entries, given
from ._process import Options, PathLike, Process, Settings
from ._subscription import Followed
from ._sync_parts import Answer, Context, Handle, Subscription
from ._values import Action, Change, Receipt, Screen

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Handler = TypeVar("_Handler", bound=Callable[..., Any])
#: Bytes of requests of `send` that wait to be written together.
_TOGETHER = 65_536


class Navtree(Methods):
    """A navtree process and the sessions in it, for programs without an event loop.

    The process starts with the first request or with `open`. The effects that a flow asks for are done in the
    thread that makes a request: before a request that changes something, and again before it returns. Several
    threads may use one object, one request at a time.
    """

    def __init__(self, *flows: PathLike, **settings: Unpack[Settings]) -> None:
        self._options = Options(flows, settings)
        self._core = Core()
        # Weakly: an object that is dropped without being closed ends its process at once.
        me = weakref.ref(self)
        self._core.make_context = lambda params: _context(me(), params)
        self._core.on_change = lambda _: _wake(me())
        self._process: Optional[Process] = None
        self._death: Optional[Callable[[], ProcessDied]] = None
        self._is_closed = False
        self._lock = threading.RLock()
        _clients.add(self)
        self._out = bytearray()
        #: True while the stream is being read: an exception of a signal in between leaves it unknown.
        self._is_reading = False
        self._is_doing = False
        self._waiters: List[int] = []
        self._follows: List[Followed] = []
        self._hears_all = select.poll()
        #: The answer to `initialize`: name, version, protocol, methods and limits.
        self.server: Mapping[str, Any] = {}

    # The process

    @property
    def is_open(self) -> bool:
        return self._process is not None and not self._is_closed

    @property
    def pid(self) -> Optional[int]:
        """The id of the navtree process, while there is one."""
        return None if self._process is None else self._process.pid

    def open(self) -> Navtree:
        """Starts the process, unless it runs."""
        with self._lock:
            self._running()
        return self

    def __enter__(self) -> Navtree:
        return self.open()

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process: requests that were sent are still answered, and what waits to be stored is
        stored.
        """
        # Another thread may wait for an answer that never comes: then the process is ended under it.
        is_mine = self._lock.acquire(timeout=self._options.patience)
        try:
            process, self._process = self._process, None
            was_closed, self._is_closed = self._is_closed, True
            if process is None:
                return
            if process.is_of_fork:
                return
            if is_mine:
                if not self._is_reading and self._out:
                    process.write(self._out)
                process.bury(self._options.patience, self._fed)
            elif not was_closed:
                process.child.kill()
                process.child.wait()
            self._core.died(closed, follows=False)
        finally:
            _wake(self)
            if is_mine:
                self._lock.release()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None and not process.is_of_fork:
            warnings.warn(f"{self!r} wasn't closed", ResourceWarning, source=self)
            process.bury(1.0)

    def _running(self) -> Process:
        process = self._process
        if process is not None:
            if process.is_of_fork:
                raise forked()
            if not self._is_reading:
                return process
            # Interrupted in the middle of a line: what follows can't be told apart any more.
            process.kill()
            self._bury(process)
        if self._is_closed:
            raise closed()
        if self._death is not None and not self._options.restart:
            raise self._death()
        return self._start()

    def _start(self) -> Process:
        process = self._process = self._options.start()
        self._death = None
        self._is_reading = False
        self._hears_all = select.poll()
        self._hears_all.register(process.stdout, select.POLLIN)
        self._hears_all.register(process.stderr, select.POLLIN)
        self._out.clear()
        # What it writes before it answers is part of the error of a start that fails, and told if it doesn't
        # fail.
        log, process._log = process._log, None
        try:
            pending, data = self._core.begin("initialize", self._core.greeting("python"))
            self._out += data
            self._wait(pending)
            self.server = self._core.greeted(process.command[0], pending)
        except BaseException:
            if self._process is not None:
                self._process = None
                process.kill()
            raise
        process.tell(log)
        for followed in self._follows:
            try:
                pending, data = self._core.begin("subscribe", followed._params, None, followed)
                self._out += data
                self._result(pending)
            except ProcessDied:
                raise
            except NavtreeError as error:
                followed._error = error
        self._follows = []
        return process

    def _bury(self, process: Process) -> None:
        """Notes the end of a process, and fails all that waits for it."""
        self._process = None
        process.bury(1.0)
        self._is_reading = False
        self._death = process.died()
        self._out.clear()
        self._follows += self._core.died(self._death, follows=self._options.restart)

    # Requests

    def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        """Makes a request of the protocol, and waits for its answer with all that it causes."""
        with self._lock:
            process = self._running()
            changes = method not in READS and not self._is_doing
            if changes and self._core.handlers:
                # A timer may have asked for something meanwhile.
                self._pump(0)
                if self._core.owed:
                    self._do_owed()
                if self._process is not process:
                    self._running()
            pending, data = self._core.begin(method, params or {})
            self._out += data
            self._wait(pending)
            if changes and self._core.owed:
                self._do_owed()
            if self._core.told or self._core.dropped:
                self._after()
            if pending.error is not None:
                raise pending.error
            return pending.result

    def send(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Answer:
        """Makes a request without waiting: thousands may be under way.

        Effects are done when an answer is waited for.
        """
        with self._lock:
            self._running()
            pending, data = self._core.begin(method, params or {})
            self._out += data
            if len(self._out) > _TOGETHER:
                self._pump(0)
            return Answer(self, pending)

    def _result(self, pending: Pending) -> Any:
        with self._lock:
            self._wait(pending)
            if not self._is_doing:
                if pending.method not in READS and self._core.owed and self._process is not None:
                    self._do_owed()
                self._after()
            return pending.outcome()

    def _wait(self, pending: Pending) -> None:
        while not pending.is_done:
            self._pump(None)

    def _pump(self, timeout: Optional[float]) -> None:
        """Writes what waits, and takes what has come; waits for something to come, at most `timeout`
        milliseconds.
        """
        process = self._process
        if process is None:
            raise closed() if self._death is None else self._death()
        if process.is_of_fork:
            raise forked()
        if self._out:
            self._is_reading = True
            # A process that doesn't read any more has ended, or is about to: the end of its output tells.
            if not process.write(self._out):
                self._out.clear()
            if self._out:
                self._hears_all.register(process.stdin, select.POLLOUT)
            self._is_reading = False
        events = self._hears_all.poll(timeout)
        self._is_reading = True
        for fd, _ in events:
            if fd == process.stdout:
                data = process.read()
                if data:
                    try:
                        self._core.feed(data)
                    except Exception as problem:
                        process.blame(problem)
                        self._bury(process)
                        return
                elif data is not None:
                    self._bury(process)
                    return
            elif fd == process.stderr:
                if not process.read_stderr():
                    self._hears_all.unregister(fd)
            else:
                self._hears_all.unregister(fd)
        self._is_reading = False

    def _fed(self, data: bytes) -> None:
        self._core.feed(data)

    def _after(self) -> None:
        """Tells the listeners, and unsubscribes what nobody follows any more."""
        dropped, self._core.dropped = self._core.dropped, []
        for number in set(dropped):
            self._quietly("unsubscribe", {"subscription": number})
        self._core.tell_listeners()

    def _quietly(self, method: str, params: Mapping[str, Any]) -> Optional[NavtreeError]:
        """Makes a request of the client's own, and answers its error."""
        with self._lock:
            if self._process is None:
                return None
            pending, data = self._core.begin(method, params)
            self._out += data
            self._wait(pending)
            return pending.error

    # Effects and notifications

    def effect(self, name: str) -> Callable[[_Handler], _Handler]:
        """Registers the handler of an effect: `handler(input, context)` gives the output, or raises."""

        def register(handler: _Handler) -> _Handler:
            if inspect.iscoroutinefunction(handler):
                raise TypeError(f"the handler of {name!r} is async: it needs an AsyncNavtree")
            self._core.effect(name, handler)
            return handler

        return register

    def on(self, notification: str) -> Callable[[_Handler], _Handler]:
        """Registers a listener of a notification, such as `invariant.broken`; it gets the params."""

        def register(listener: _Handler) -> _Handler:
            self._core.listeners.setdefault(notification, []).append(listener)
            return listener

        return register

    def settle(self) -> None:
        """Does all effects that are owed and have a handler, as each request that changes does."""
        self.request("ping")
        with self._lock:
            if self._core.owed and not self._is_doing:
                self._do_owed()
            self._after()

    def _do_owed(self) -> None:
        core = self._core
        self._is_doing = True
        try:
            for _ in range(ROUNDS):
                owed = [each for each in core.owed.values() if each.name in core.handlers]
                if not owed:
                    return
                for context in owed:
                    if core.owed.get((context.session, context.effect)) is context:
                        self._do(context)
            raise NavtreeError(
                "effectsUnsettled",
                f"after {ROUNDS} rounds of effects {owed[0].name!r} is asked for again and again",
            )
        finally:
            self._is_doing = False

    def _do(self, context: EffectContext) -> None:
        output: Any = None
        failure: Optional[BaseException] = None
        try:
            output = self._core.handlers[context.name](context.input, context)
        except Exception as problem:
            failure = problem
        if context.cancelled is not None:
            return
        attempts = answers(self._core, context, output, failure)
        try:
            method, params = next(attempts)
            while True:
                try:
                    error = self._quietly(method, params)
                except (TypeError, ValueError, RecursionError) as problem:
                    error = unfit(problem)
                method, params = attempts.send(error)
        except StopIteration:
            pass

    # Subscriptions

    def subscribe(
        self,
        at: Union[str, int, None] = None,
        *,
        pointer: Optional[str] = None,
        depth: Optional[int] = None,
        computed: Optional[bool] = None,
        sensitive: Optional[bool] = None,
        form: Optional[str] = None,
        key: Optional[str] = None,
        query: Optional[Mapping[str, Any]] = None,
        lifecycle: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Subscription:
        """Follows a place, a screen, a part of one, a query, or events."""
        subscription = Subscription(
            given(
                at=at,
                pointer=pointer,
                depth=depth,
                computed=computed,
                sensitive=sensitive,
                form=form,
                key=key,
                query=query,
                lifecycle=lifecycle,
                window=window,
                session=session,
            )
        )
        subscription._app = self
        with self._lock:
            self._running()
            pending, data = self._core.begin("subscribe", subscription._params, None, subscription)
            self._out += data
            self._wait(pending)
            pending.outcome()
        return subscription

    def _next(self, subscription: Subscription, timeout: Optional[float]) -> Optional[Change]:
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._lock:
                process = (
                    None if subscription.is_over and not self._options.restart else self._look(subscription)
                )
                if subscription._has_change:
                    return subscription._take()
                if subscription._error is not None:
                    raise subscription._error
                if subscription.ended is not None or self._is_closed:
                    return None
                left = None if end is None else max(0.0, end - time.monotonic())
                if left == 0:
                    return None
                assert process is not None
                # Other threads may read what this one waits for: they write into this pipe.
                wake, waker = os.pipe()
                os.set_blocking(waker, False)
                self._waiters.append(waker)
                poll = select.poll()
                for fd in (process.stdout, process.stderr, wake):
                    poll.register(fd, select.POLLIN)
            try:
                poll.poll(None if left is None else left * 1000)
            finally:
                with self._lock:
                    self._waiters.remove(waker)
                    os.close(wake)
                    os.close(waker)

    def _look(self, subscription: Subscription) -> Optional[Process]:
        """Takes what has come without waiting, and does what it asks for."""
        if self._is_closed:
            return None
        self._running()
        self._pump(0)
        if self._core.owed and not self._is_doing and self._process is not None:
            self._do_owed()
        if self._process is None and not self._options.restart:
            return None
        return self._running()

    # Sugar over the methods

    def at(
        self,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
    ) -> Handle:
        """A handle on a place or a screen: `app.at("/main").select(index=0)`; by default the active
        screen.
        """
        return Handle(self, given(at=place, window=window, session=session, bubbles=bubbles, origin=origin))

    def screen(self, place: Union[str, int, None] = None, **where: Any) -> Screen:
        """A screen as it is: `app.screen("/main").state`."""
        return self.at(place, **where).screen

    def batch(
        self,
        actions: Iterable[Union[Action, Tuple[str, Mapping[str, Any]], Mapping[str, Any]]],
        *,
        atomic: Optional[bool] = None,
        session: Optional[str] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Sends several actions as one change, or with `atomic=False` as a change each; see
        `Receipt.results`.
        """
        return Receipt(
            self.request(
                "batch",
                given(
                    actions=entries(actions),
                    atomic=atomic,
                    session=session,
                    origin=origin,
                    ifSeq=if_seq,
                    request=request,
                ),
            )
        )


_clients: weakref.WeakSet[Navtree] = weakref.WeakSet()


def _unlock() -> None:
    """After a fork: a thread that the child doesn't have may have held the lock."""
    for client in _clients:
        client._lock = threading.RLock()


os.register_at_fork(after_in_child=_unlock)


def _context(app: Optional[Navtree], params: Mapping[str, Any]) -> EffectContext:
    context = Context(params)
    assert app is not None
    context.app = app
    return context


def _wake(app: Optional[Navtree]) -> None:
    """Wakes the threads that wait for a change, of which they may have got one."""
    for fd in app._waiters if app is not None else ():
        try:
            os.write(fd, b".")
        except BlockingIOError:
            pass
