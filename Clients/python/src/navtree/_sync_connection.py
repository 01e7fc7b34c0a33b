"""The sync client's process: how it starts, is written to and read from, and ends."""

from __future__ import annotations

import os
import select
import threading
import time
import warnings
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Optional, Type, TypeVar, Union

from ._core import READS, Core, EffectContext, Request
from ._errors import NavtreeError, ProcessDied, RequestTimeout, closed, forked
from ._params import MISSING, Missing
from ._process import LONGEST, Options, PathLike, Process, Settings, shows_settings
from ._subscription import Followed
from ._sync_calls import Calls

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Bytes of requests of `send` that wait to be written together.
_TOGETHER = 65_536
_Self = TypeVar("_Self", bound="Connection")


class Connection(Calls):
    """A process and the requests to it, apart from what is done with what it asks for."""

    @shows_settings
    def __init__(self, *flows: PathLike, **settings: Unpack[Settings]) -> None:
        self._options = Options(flows, settings)
        self._core = Core()
        self._core.goes_on = self._options.restart
        self._core.hear(self._options.on_request, self._options.on_answer)
        # Weakly: an object that is dropped without being closed ends its process at once.
        me = weakref.ref(self)
        self._core.make_context = lambda params: _context(me(), params)
        self._core.on_change = lambda _: _wake(me())
        self._core.keepers = self._options.keepers
        self._core.on_field = lambda data: _send(me(), data)
        self._process: Optional[Process] = None
        self._death: Optional[Callable[[], ProcessDied]] = None
        self._is_closed = False
        self._lock = threading.RLock()
        _clients.add(self)
        self._out = bytearray()
        #: True while the stream is being read: an exception of a signal in between leaves it unknown.
        self._is_reading = False
        self._is_doing = False
        #: The greeting of a process that hasn't answered it yet.
        self._greeting: Optional[Request] = None
        self._started = 0.0
        self._waiters: List[int] = []
        self._follows: List[Followed] = []
        #: Requests of `send` that a dead process hadn't read, and that the next one gets.
        self._unread: List[Request] = []
        self._hears_all = select.poll()
        #: The answer to `initialize`: name, version, protocol, methods and limits.
        self.server: Mapping[str, Any] = {}

    # The process

    @property
    def is_open(self) -> bool:
        """Whether a process runs."""
        return self.pid is not None

    @property
    def pid(self) -> Optional[int]:
        """The id of the navtree process, while it runs."""
        process = self._process
        return process.pid if process is not None and not self._is_closed and process.is_alive else None

    def open(self: _Self) -> _Self:
        """Starts the process, unless it runs, however long that takes."""
        with self._lock:
            self._running(None)
        return self

    def __enter__(self: _Self) -> _Self:
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
        stored. What couldn't be stored is logged.
        """
        # Another thread may wait for an answer that never comes: then the process is ended under it.
        is_mine = self._lock.acquire(timeout=min(self._options.patience, threading.TIMEOUT_MAX))
        end = time.monotonic() + self._options.patience
        try:
            try:
                if is_mine:
                    self._flush(end)
            finally:
                self._end(is_mine, end)
        finally:
            _wake(self)
            if is_mine:
                self._lock.release()

    def _flush(self, end: float) -> None:
        """Writes all that waits, and has all changes committed while the program can be asked for its stores."""
        process = self._process
        if process is None or process.is_of_fork or self._is_reading or self._greeting is not None:
            return
        flushed = self._begin("session.flush", {}) if self._options.keepers else None
        while self._process is process and (self._out or flushed is not None and not flushed.is_done):
            left = end - time.monotonic()
            if left <= 0:
                return
            self._pump(left * 1000)

    def _end(self, is_mine: bool, end: float) -> None:
        process, self._process = self._process, None
        was_closed, self._is_closed = self._is_closed, True
        unread, self._unread = self._unread, []
        for request in unread:
            self._core.fail(request, closed())
        if process is None or process.is_of_fork:
            return
        if is_mine:
            process.bury(max(0.0, end - time.monotonic()), self._fed)
            process.tell_loss()
        elif not was_closed:
            process.child.kill()
            process.child.wait()
        self._core.died(closed, follows=False)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None and not process.is_of_fork:
            warnings.warn(f"{self!r} wasn't closed", ResourceWarning, source=self)
            process.bury(1.0)

    def _running(self, end: Optional[float]) -> Process:
        process = self._process
        if process is not None:
            if process.is_of_fork:
                raise forked()
            if self._is_reading:
                # Interrupted in the middle of a line: what follows can't be told apart any more.
                process.kill()
                self._bury(process)
            elif self._options.restart and not process.is_alive:
                # It has died while nothing was asked.
                while self._process is process:
                    self._pump(None)
            elif self._greeting is None:
                return process
            else:
                return self._greet(process, end)
        if self._is_closed:
            raise closed()
        if self._death is not None and not self._options.restart:
            raise self._death()
        return self._start(end)

    def _start(self, end: Optional[float]) -> Process:
        process = self._process = self._options.start()
        self._started = time.monotonic()
        self._death = None
        self._is_reading = False
        self._hears_all = select.poll()
        self._hears_all.register(process.stdout, select.POLLIN)
        self._hears_all.register(process.stderr, select.POLLIN)
        self._out.clear()
        # What it writes before it answers is part of the error of a start that fails, and told if it doesn't
        # fail.
        process._log = None
        self._greeting = self._begin("initialize", self._core.greeting("python"))
        return self._greet(process, end)

    def _greet(self, process: Process, end: Optional[float]) -> Process:
        """Waits until a process that was started has answered."""
        greeting = self._greeting
        assert greeting is not None
        try:
            self._greeted(greeting, end)
            self.server = self._core.greeted(process.command[0], greeting)
            if self._core.kept:
                sessions = self._begin("session.list", {})
                self._greeted(sessions, end)
                self._core.lists(sessions.outcome())
            again = [(key, self._begin(*each)) for key, each in self._core.kept.items()]
            for key, request in again:
                self._greeted(request, end)
                self._core.resumed(key, request.error)
            if self._options.has_flows or again:
                flows = self._begin("flow.list", {})
                self._greeted(flows, end)
                self._core.declares(flows.outcome(), are_all=True)
        except RequestTimeout:
            # It may answer yet: the next request goes on waiting.
            raise
        except BaseException as error:
            self._greeting = None
            if self._process is not None:
                self._process = None
                process.kill()
                self._core.died(closed, follows=False)
            if isinstance(error, ProcessDied):
                raise self._options.explained(error) from None
            raise
        self._greeting = None
        process.tell(self._options.on_stderr)
        # One by one: where this process dies too, those that it has begun are noted anew.
        while self._follows:
            followed = self._follows[0]
            if not followed.is_over:
                request = self._begin("subscribe", followed._params, followed)
                self._waited(request, None)
                if isinstance(request.error, ProcessDied):
                    raise request.error
                followed._error = request.error
            self._follows.remove(followed)
            if self._process is None:
                raise closed() if self._death is None else self._death()
        unread, self._unread = self._unread, []
        for request in unread:
            self._out += self._core.begin_again(request)
        return process

    def _greeted(self, request: Request, end: Optional[float]) -> None:
        if not self._waited(request, end):
            raise RequestTimeout("initialize", time.monotonic() - self._started)

    def _bury(self, process: Process) -> None:
        """Notes the end of a process, and fails all that waits for it."""
        self._process = None
        read = process.bytes_read()
        process.bury(1.0)
        self._is_reading = False
        self._death = process.died()
        self._out.clear()
        self._follows += self._core.died(self._death, follows=self._options.restart, read=read)
        self._unread = self._core.unread + self._unread
        # Who waits for a change waits at pipes that are closed.
        _wake(self)

    # Requests

    def _begin(self, method: str, params: Mapping[str, Any], followed: Optional[Followed] = None) -> Request:
        """Makes a request that is written with those that wait."""
        pending, data = self._core.begin(method, params, None, followed)
        self._out += data
        return pending

    def request(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> Any:
        """Makes a request of the protocol, and waits for its answer with all that it causes.

        Raises `RequestTimeout` where none comes in time, by default in that of the client.
        """
        seconds = self._options.timeout if isinstance(timeout, Missing) else timeout
        end = None if seconds is None else time.monotonic() + seconds
        if not self._lock.acquire(False):
            self._acquire(method, seconds)
        try:
            core = self._core
            process = self._running(end)
            changes = method not in READS and not self._is_doing
            if changes and core.handlers:
                # A timer may have asked for something meanwhile.
                self._pump(0)
                if core.owed:
                    self._do_owed()
                if self._process is not process:
                    self._running(end)
            pending = self._begin(method, params or {})
            is_over = self._waited(pending, end)
            if pending.error is not None and self._is_unread(pending.error):
                self._running(end)
                pending = self._begin(method, params or {})
                is_over = self._waited(pending, end)
            if not is_over:
                core.give_up(pending, seconds or 0.0)
            if core.has_news:
                core.warn_of_unhandled()
                if core.has_other_flows and method != "flow.list":
                    core.declares(self.request("flow.list", timeout=timeout), are_all=False)
            if changes and core.owed:
                self._do_owed()
            if core.told or core.dropped:
                self._after()
            if pending.error is not None:
                raise pending.error
            return pending.result
        finally:
            self._lock.release()

    def _is_unread(self, error: NavtreeError) -> bool:
        """Whether a request was for a process that had died, so that it goes to the next one."""
        return isinstance(error, ProcessDied) and error.is_unread and self._options.restart

    def send(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Answer:
        """Makes a request without waiting: thousands may be under way.

        Effects are done when an answer is waited for.
        """
        with self._lock:
            self._running(None)
            pending = self._begin(method, params or {})
            pending.is_sent = True
            if len(self._out) > _TOGETHER:
                self._pump(0)
            return Answer(self, pending)

    def _acquire(self, method: str, seconds: Optional[float]) -> None:
        """Takes the lock, which another thread's request may hold."""
        patience = -1 if seconds is None else min(max(seconds, 0.0), threading.TIMEOUT_MAX)
        if not self._lock.acquire(timeout=patience):
            raise RequestTimeout(method, seconds or 0.0)

    def _result(self, pending: Request, timeout: Union[float, None, Missing] = None) -> Any:
        seconds = self._options.timeout if isinstance(timeout, Missing) else timeout
        end = None if seconds is None else time.monotonic() + seconds
        self._acquire(pending.method, seconds)
        try:
            if not self._waited(pending, end):
                # It may be waited for again.
                raise RequestTimeout(pending.method, seconds or 0.0)
            if not self._is_doing:
                if pending.method not in READS and self._core.owed and self._process is not None:
                    self._do_owed()
                self._after()
            return pending.outcome()
        finally:
            self._lock.release()

    def _wait(self, pending: Request) -> None:
        self._waited(pending, None)

    def _waited(self, pending: Request, end: Optional[float]) -> bool:
        """Waits for the end of a request; false if it hasn't come by a time."""
        while not pending.is_done:
            if self._process is None and pending in self._unread:
                self._running(end)
            if end is None:
                self._pump(None)
            else:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._pump(left * 1000)
        return True

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
        events = self._hears_all.poll(None if timeout is None else min(timeout, LONGEST))
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
            pending = self._begin(method, params)
            seconds = self._options.timeout
            if not self._waited(pending, None if seconds is None else time.monotonic() + seconds):
                self._core.give_up(pending, seconds or 0.0)
            return pending.error

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        raise NotImplementedError

    def _do_owed(self) -> None:
        raise NotImplementedError


class Answer:
    """The answer to a request of `send`, which may not have come yet."""

    def __init__(self, app: Connection, pending: Request) -> None:
        self._app = app
        self._pending = pending

    @property
    def is_done(self) -> bool:
        return self._pending.is_done

    def result(self, timeout: Union[float, None, Missing] = MISSING) -> Any:
        """Waits for the answer, for the client's `timeout` by default; raises the request's error."""
        return self._app._result(self._pending, timeout)


_clients: weakref.WeakSet[Connection] = weakref.WeakSet()


def _unlock() -> None:
    """After a fork: a thread that the child doesn't have may have held the lock."""
    for client in _clients:
        client._lock = threading.RLock()


os.register_at_fork(after_in_child=_unlock)


def _context(app: Optional[Connection], params: Mapping[str, Any]) -> EffectContext:
    assert app is not None
    return app._context(params)


def _send(app: Optional[Connection], data: bytes) -> None:
    """Takes a line that is written before anything else is waited for."""
    if app is not None:
        app._out += data


def _wake(app: Optional[Connection]) -> None:
    """Wakes the threads that wait for a change, of which they may have got one."""
    for fd in app._waiters if app is not None else ():
        try:
            os.write(fd, b".")
        except BlockingIOError:
            pass
