"""The async client's process: how it starts, is written to and read from, and ends."""

from __future__ import annotations

import asyncio
import inspect
import logging
import math
import warnings
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Awaitable,
    Callable,
    Dict,
    List,
    Mapping,
    Optional,
    Set,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from ._async_calls import AsyncCalls
from ._core import Core, EffectContext, Request
from ._errors import NavtreeError, ProcessDied, RequestTimeout, closed, forked
from ._params import MISSING, Missing
from ._process import Options, PathLike, Process, Settings, shows_settings
from ._subscription import Followed

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Self = TypeVar("_Self", bound="AsyncConnection")
_log = logging.getLogger("navtree")


class AsyncConnection(AsyncCalls):
    """A process and the requests to it, apart from what is done with what it asks for."""

    @shows_settings
    def __init__(self, *flows: PathLike, **settings: Unpack[Settings]) -> None:
        self._options = Options(flows, settings)
        self._core = Core()
        self._core.goes_on = self._options.restart
        self._core.hear(self._options.on_request, self._options.on_answer)
        self._core.make_context = self._context
        self._core.on_effect = self._asked
        self._core.on_cancel = self._unasked
        self._core.on_change = self._signal
        self._core.keepers = self._options.keepers
        self._process: Optional[Process] = None
        self._death: Optional[Callable[[], NavtreeError]] = None
        self.is_closed = False
        #: Set once the first `close` has ended the process; None before it began.
        self._closed: Optional[asyncio.Event] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._starting: Optional[asyncio.Task[None]] = None
        self._burying: Optional[asyncio.Task[None]] = None
        self._out = bytearray()
        self._is_writing = self._is_scheduled = False
        #: Tasks of handlers by the keys of their effects: one that is asked again isn't done twice at once.
        self._tasks: Dict[str, asyncio.Task[None]] = {}
        #: What those tasks do, with the start of a process that has asked for it; None while its answer is given.
        self._doing: Dict[str, Tuple[EffectContext, Optional[int]]] = {}
        #: The time at which requests that are late are looked for, and who looks.
        self._looks_at = math.inf
        self._looker: Optional[asyncio.TimerHandle] = None
        self._follows: List[Followed] = []
        self._errands: Set[asyncio.Future[Any]] = set()
        self._has_answered = False
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
        return process.pid if process is not None and not self.is_closed and process.is_alive else None

    async def open(self: _Self) -> _Self:
        """Starts the process, unless it runs, however long that takes."""
        await self._running()
        return self

    async def __aenter__(self: _Self) -> _Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the process: requests that were sent are still answered, and what waits to be stored is
        stored. What couldn't be stored is logged.
        """
        if self._closed is not None:
            await self._closed.wait()
        elif not self.is_closed:
            self._closed = asyncio.Event()
            try:
                await self._close()
            finally:
                self._closed.set()

    async def _close(self) -> None:
        self.is_closed = True
        process, self._process = self._process, None
        try:
            if process is None or process.is_of_fork:
                return
            tasks = [task for task in self._tasks.values() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            if tasks:
                # A handler that doesn't want to end isn't waited for.
                await asyncio.wait(tasks, timeout=1)
            end = self._loop_of().time() + self._options.patience
            flush = None
            if self._options.keepers and process.is_alive:
                # What the program keeps can't be asked for any more once the input has ended.
                flush, data = self._core.begin("session.flush", {})
                self._out += data
            self._write(process)
            while self._out or flush is not None and not flush.is_done:
                if not process.is_alive or self._loop_of().time() >= end:
                    break
                await asyncio.sleep(0.001)
            self._loop_of().remove_writer(process.stdin)
            process.close(process.stdin)
            await self._drained(process, end)
        finally:
            if process is not None and not process.is_of_fork:
                self._forget(process)
                # What it wrote last may be unread; more is left to do when this is cancelled, or when the
                # process doesn't end.
                process.bury(0.0, self._fed)
                process.tell_loss()
            for starting in (self._starting, self._burying):
                if starting is not None and starting is not asyncio.current_task():
                    starting.cancel()
            self._core.died(closed, follows=False)
            for followed in self._follows:
                self._signal(followed)
            if self._looker is not None:
                self._looker.cancel()

    def _close_without_loop(self) -> None:
        """Ends the process where the loop may have ended before."""
        process, self._process = self._process, None
        self.is_closed = True
        if process is not None and not process.is_of_fork:
            loop = self._loop
            if loop is not None and not loop.is_closed():
                for fd in (process.stdin, process.stdout, process.stderr):
                    if process.is_open(fd):
                        loop.remove_reader(fd)
                        loop.remove_writer(fd)
                for task in self._tasks.values():
                    task.cancel()
            process.bury(self._options.patience, self._fed)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None and not process.is_of_fork:
            warnings.warn(f"{self!r} wasn't closed", ResourceWarning, source=self)
            process.bury(1.0)

    def _loop_of(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
        elif self._loop is not loop:
            raise RuntimeError("an AsyncNavtree belongs to the event loop that opened it")
        return loop

    async def _running(self) -> Process:
        loop = self._loop_of()
        while self._process is None or self._burying is not None:
            if self.is_closed:
                raise closed()
            if self._burying is not None:
                await asyncio.shield(self._burying)
                continue
            if self._death is not None and not self._options.restart:
                raise self._death()
            if self._starting is None:
                self._starting = loop.create_task(self._start())
            starting = self._starting
            try:
                await asyncio.shield(starting)
            finally:
                if starting.done() and self._starting is starting:
                    self._starting = None
        if self._process.is_of_fork:
            raise forked()
        return self._process

    async def _start(self) -> None:
        loop = self._loop_of()
        process = self._options.start()
        self._death = None
        self._has_answered = False
        self._out.clear()
        self._core.on_field = lambda data: self._send_field(process, data)
        loop.add_reader(process.stdout, self._readable, process)
        loop.add_reader(process.stderr, self._stderr_readable, process)
        # What it writes before it answers is part of the error of a start that fails, and told if it doesn't
        # fail.
        log, process._log = process._log, None
        greeted = loop.create_future()
        try:
            pending, data = self._core.begin("initialize", self._core.greeting("python"), _resolves(greeted))
            self._out += data
            self._write(process)
            try:
                await greeted
            except NavtreeError:
                if self.is_closed:
                    raise
            self.server = self._core.greeted(process.command[0], pending)
            if self._core.kept:
                listed = loop.create_future()
                self._out += self._core.begin("session.list", {}, _resolves(listed))[1]
                self._write(process)
                self._core.lists(await listed)
            again = {}
            for key, (method, params) in self._core.kept.items():
                again[key] = loop.create_future()
                self._out += self._core.begin(method, params, _resolves(again[key]))[1]
            self._write(process)
            await asyncio.gather(*again.values(), return_exceptions=True)
            for key, begun in again.items():
                self._core.resumed(key, begun.exception())
            if self._options.has_flows or again:
                listed = loop.create_future()
                self._out += self._core.begin("flow.list", {}, _resolves(listed))[1]
                self._write(process)
                self._core.declares(await listed, are_all=True)
            self._process = process
        except BaseException as error:
            self._forget(process)
            process.kill()
            if isinstance(error, ProcessDied) and not self.is_closed:
                raise await loop.run_in_executor(None, self._options.explained, error) from None
            raise
        process.tell(log)
        follows, self._follows = self._follows, []
        for followed in follows:
            if not followed.is_over:
                self._follow(followed)

    def _follow(self, followed: Followed) -> asyncio.Future[Any]:
        seconds = None if followed._is_begun else self._options.timeout
        begun = self._request("subscribe", followed._params, followed, seconds)

        def noted(begun: asyncio.Future[Any]) -> None:
            error = begun.exception() if not begun.cancelled() else closed()
            if isinstance(error, ProcessDied) and self._options.restart:
                self._follows.append(followed)
            elif isinstance(error, NavtreeError):
                followed._error = error
            self._signal(followed)

        begun.add_done_callback(noted)
        return begun

    def _forget(self, process: Process) -> None:
        loop = self._loop_of()
        for fd in (process.stdout, process.stderr):
            if process.is_open(fd):
                loop.remove_reader(fd)
        if process.is_open(process.stdin):
            loop.remove_writer(process.stdin)
        self._is_writing = False

    def _fed(self, data: bytes) -> None:
        """Takes what an ending process wrote."""
        try:
            self._core.feed(data)
        except Exception as problem:
            _log.debug("%s", problem)

    def _readable(self, process: Process) -> None:
        data = process.read()
        if data:
            self._has_answered = True
            try:
                self._core.feed(data)
            except Exception as problem:
                # The end of its output tells those who wait.
                process.blame(problem)
                return
            if self._core.told or self._core.dropped:
                self._after()
        elif data is not None:
            self._loop_of().remove_reader(process.stdout)
            process.close(process.stdout)
            if self.is_closed or self._burying is not None:
                return
            self._burying = self._loop_of().create_task(self._bury(process))

    def _stderr_readable(self, process: Process) -> None:
        if not process.read_stderr():
            self._loop_of().remove_reader(process.stderr)

    async def _drained(self, process: Process, end: float) -> None:
        """Waits, with the loop at work, until the process has ended, or until a time of the loop."""
        loop = self._loop_of()
        pause = 0.0005
        while process.child.poll() is None and loop.time() < end:
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.02)

    async def _bury(self, process: Process) -> None:
        """Notes the end of a process, and fails all that waits for it."""
        try:
            await self._drained(process, self._loop_of().time() + 1)
        finally:
            self._forget(process)
            read = process.bytes_read()
            process.bury(0.0)
            self._process = self._burying = None
            death = self._death = process.died()
            self._out.clear()
            goes_on = self._options.restart and not self.is_closed
            if not goes_on:
                for task in self._tasks.values():
                    task.cancel()
            self._follows += self._core.died(death, follows=goes_on, read=read)
        # Effects and subscriptions go on without a request; a process that dies at its first words isn't
        # started again.
        if goes_on and self._has_answered and (self._follows or self._core.handlers):
            self._errand(self._running())

    # Requests

    async def request(
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
        if self._process is None or self._burying is not None or self._process.is_of_fork:
            await self._started(method, seconds)
        try:
            result = await self._request(method, params or {}, None, seconds)
        except ProcessDied as death:
            if not death.is_unread or not self._options.restart:
                raise
            await self._started(method, seconds)
            result = await self._request(method, params or {}, None, seconds)
        core = self._core
        if core.has_news:
            core.warn_of_unhandled()
            if core.has_other_flows and method != "flow.list":
                core.declares(await self.request("flow.list", timeout=timeout), are_all=False)
        return result

    async def _started(self, method: str, seconds: Optional[float]) -> None:
        """Waits for the process, which goes on to start where that takes too long."""
        if seconds is None:
            await self._running()
            return
        try:
            await asyncio.wait_for(self._running(), seconds)
        except asyncio.TimeoutError:
            raise RequestTimeout(method, seconds) from None

    def _request(
        self,
        method: str,
        params: Mapping[str, Any],
        followed: Optional[Followed] = None,
        seconds: Optional[float] = None,
    ) -> asyncio.Future[Any]:
        process = self._process
        loop = self._loop_of()
        future: asyncio.Future[Any] = loop.create_future()
        is_alone = not self._core.waiting
        request, data = self._core.begin(method, params, _resolves(future), followed)
        if seconds is not None:
            # One timer for all: each of its own would cost as much as the request.
            request.timeout = seconds
            request.deadline = loop.time() + seconds
            if request.deadline < self._looks_at:
                self._look_at(request.deadline)
        self._out += data
        # A request that nothing waits before is written at once; further ones are written together.
        if is_alone and process is not None:
            self._write(process)
        elif not self._is_scheduled and not self._is_writing:
            self._is_scheduled = True
            loop.call_soon(self._write_scheduled)
        return future

    def _look_at(self, time: float) -> None:
        if self._looker is not None:
            self._looker.cancel()
        self._looks_at = time
        self._looker = self._loop_of().call_at(time, self._give_up_late_ones)

    def _give_up_late_ones(self) -> None:
        now = self._loop_of().time()
        late, following = self._core.overdue(now)
        for request in late:
            self._core.give_up(request)
        self._looks_at = math.inf
        self._looker = None
        if following is not None:
            self._look_at(following)

    def _send_field(self, process: Process, data: bytes) -> None:
        self._out += data
        self._write(process)

    def _write_scheduled(self) -> None:
        self._is_scheduled = False
        if self._process is not None:
            self._write(self._process)

    def _write(self, process: Process) -> None:
        if not process.is_open(process.stdin):
            return
        # A process that doesn't read any more has ended, or is about to: the end of its output tells.
        if not process.write(self._out):
            self._out.clear()
        if bool(self._out) != self._is_writing:
            self._is_writing = not self._is_writing
            loop = self._loop_of()
            if self._is_writing:
                loop.add_writer(process.stdin, self._write, process)
            else:
                loop.remove_writer(process.stdin)

    async def _quietly(self, method: str, params: Mapping[str, Any]) -> Optional[NavtreeError]:
        """Makes a request of the client's own, and answers its error."""
        try:
            await self.request(method, params)
        except NavtreeError as error:
            return error
        return None

    def _errand(self, work: Any) -> None:
        """Runs work of the client's own, whose errors concern nobody."""
        errand = asyncio.ensure_future(work)
        self._errands.add(errand)

        def done(errand: asyncio.Future[Any]) -> None:
            self._errands.discard(errand)
            if not errand.cancelled() and errand.exception() is not None:
                _log.debug("%s", errand.exception())

        errand.add_done_callback(done)

    def _after(self) -> None:
        """Tells the listeners, and unsubscribes what nobody follows any more."""
        dropped, self._core.dropped = self._core.dropped, []
        for number in set(dropped):
            self._errand(self._quietly("unsubscribe", {"subscription": number}))
        for work in self._core.tell_listeners():
            if inspect.isawaitable(work):
                self._errand(heard(work))

    def _context(self, params: Mapping[str, Any]) -> EffectContext:
        raise NotImplementedError

    def _asked(self, context: EffectContext) -> None:
        raise NotImplementedError

    def _unasked(self, context: EffectContext) -> None:
        raise NotImplementedError

    def _signal(self, followed: Followed) -> None:
        raise NotImplementedError


async def heard(work: Awaitable[Any]) -> None:
    """Waits for what a listener or a hook has begun, whose errors are its own."""
    try:
        await work
    except Exception:
        _log.exception("a listener failed")


def _resolves(future: asyncio.Future[Any]) -> Callable[[Request], None]:
    def resolve(pending: Request) -> None:
        # A task that waited may have been cancelled meanwhile.
        if not future.done():
            if pending.error is None:
                future.set_result(pending.result)
            else:
                future.set_exception(pending.error)

    return resolve
