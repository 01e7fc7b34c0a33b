"""A navtree process and its three pipes."""

from __future__ import annotations

import array
import fcntl
import inspect
import json
import logging
import os
import select
import subprocess
import termios
import time
import typing
import weakref
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    MutableMapping,
    Optional,
    Sequence,
    TypedDict,
    TypeVar,
    Union,
)

from ._binary import find_binary
from ._core import EffectContext, Request, call_hook
from ._errors import BinaryNotFound, NavtreeError, ProcessDied
from ._kinds import InvalidFlow

#: Bytes of standard error that are kept for the message of `ProcessDied`.
TAIL = 16_384
#: The milliseconds that `poll` takes at most: who waits longer asks again.
LONGEST = 2**31 - 1
_CHUNK = 262_144
#: The exit status of a process that couldn't commit.
_LOST = 74

_log = logging.getLogger("navtree")

PathLike = Union[str, "os.PathLike[str]"]


class Settings(TypedDict, total=False):
    """The options of both clients."""

    #: Where sessions outlive the process: `sqlite:PATH`, or a map of the names that flows declare, "" for all
    #: others. A map of texts in place of a path keeps the store in the program, such as in a keychain.
    store: Union[str, Mapping[str, Union[str, MutableMapping[str, str]]]]
    #: Whether time passes by itself, the default, or by `clock.advance` alone.
    clock: Literal["real", "virtual"]
    #: Values of shared fields with which sessions begin.
    shared: Mapping[str, Any]
    #: Limits by name; those of time are milliseconds, or a duration such as `5s`.
    limits: Mapping[str, Union[int, str]]
    #: When changes reach the disk: before they are answered, a tenth of a second later, or when the system
    #: decides.
    durability: Literal["commit", "batch", "off"]
    #: A file for the recording of all sessions. A further process writes one of its own: `x.2.rec` after
    #: `x.rec`.
    record: PathLike
    #: Further arguments of `navtree serve`.
    arguments: Sequence[str]
    #: The navtree binary, instead of the one that `find_binary` finds.
    binary: PathLike
    cwd: PathLike
    env: Mapping[str, str]
    #: Go on with another process where one dies; needs a store.
    restart: bool
    #: Seconds in which a request is answered, 30 by default; None: for ever. It then raises `RequestTimeout`.
    timeout: Optional[float]
    #: Seconds that `close` leaves the process to commit and to end by itself, 5 by default.
    patience: float
    #: Gets each line of standard error; by default a warning of the logger `navtree`.
    on_stderr: Optional[Callable[[str], Any]]
    #: Gets each request when it is made.
    on_request: Optional[Callable[[Request], Any]]
    #: Gets each request when it has been answered with all that it causes, or has failed.
    on_answer: Optional[Callable[[Request], Any]]
    #: Gets the context and the error where the flow rejects what a handler returned.
    on_rejected: Optional[Callable[[EffectContext, NavtreeError], Any]]


#: The options that are something else than None when they aren't given.
DEFAULTS: Dict[str, Any] = {"restart": False, "timeout": 30.0, "patience": 5.0}

_Init = TypeVar("_Init", bound=Callable[..., None])


def shows_settings(init: _Init) -> _Init:
    """Shows the options of `Settings` in the signature of a client, to those who ask when it runs."""
    hints = typing.get_type_hints(Settings)
    flows = inspect.Parameter("flows", inspect.Parameter.VAR_POSITIONAL, annotation=PathLike)
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=hint)
        for name, hint in hints.items()
    ]
    me = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    init.__signature__ = inspect.Signature([me, flows, *options], return_annotation=None)  # type: ignore[attr-defined]
    init.__annotations__ = {"flows": PathLike, **hints, "return": type(None)}
    return init


class Options:
    """How navtree is started."""

    def __init__(self, flows: Sequence[PathLike], settings: Settings) -> None:
        given: Dict[str, Any] = {**DEFAULTS, **settings}
        store = settings.get("store")
        self.restart: bool = given["restart"]
        if self.restart and not store:
            raise ValueError("restart=True needs a store: without one a session ends with its process")
        unknown = set(settings) - set(Settings.__annotations__)
        if unknown:
            raise TypeError(f"no such option: {', '.join(sorted(unknown))}")
        command: List[str] = []
        stores = {"": store} if isinstance(store, str) else dict(store or {})
        #: The stores that the program keeps itself.
        self.keepers = {name: place for name, place in stores.items() if not isinstance(place, str)}
        for name, place in stores.items():
            url = place if isinstance(place, str) else "host"
            command += ["--store", f"{name}={url}" if name else url]
        for option, text in (
            ("--clock", settings.get("clock")),
            ("--durability", settings.get("durability")),
        ):
            if text is not None:
                command += [option, text]
        for name, value in (settings.get("shared") or {}).items():
            command += ["--shared", f"{name}={json.dumps(value)}"]
        for name, limit in (settings.get("limits") or {}).items():
            command += ["--limit", f"{name}={limit}"]
        command += settings.get("arguments", ())
        # A flow named like an option is a path.
        paths = [os.fspath(flow) for flow in flows]
        self.flows = [f"./{path}" if path.startswith("-") else path for path in paths]
        self.arguments = command + self.flows
        #: Whether flows are loaded with the process.
        self.has_flows = bool(self.flows) or bool(settings.get("arguments"))
        self.record = None if given.get("record") is None else Path(given["record"])
        #: Processes that were started.
        self.starts = 0
        self.binary = settings.get("binary")
        self.cwd = settings.get("cwd")
        self.env = settings.get("env")
        self.patience: float = given["patience"]
        self.timeout: Optional[float] = given["timeout"]
        self.on_request = settings.get("on_request")
        self.on_answer = settings.get("on_answer")
        self.on_rejected = settings.get("on_rejected")
        self.on_stderr = settings.get("on_stderr", logging.getLogger("navtree").warning)

    def start(self) -> Process:
        binary = self._program()
        command = [binary, "serve", *self.arguments]
        if self.record is not None:
            command[2:2] = ["--record", str(self._recording())]
        try:
            process = Process(command, self)
        except OSError as problem:
            kinds = (FileNotFoundError, NotADirectoryError, PermissionError)
            if problem.filename != binary or not isinstance(problem, kinds):
                raise
            raise BinaryNotFound("binaryNotFound", f"{binary} can't be run: {problem.strerror}") from problem
        self.starts += 1
        return process

    def _program(self) -> str:
        return find_binary() if self.binary is None else os.fspath(self.binary)

    def _recording(self) -> Path:
        """The file for the next process; a process after the first never meets a file that is there."""
        assert self.record is not None
        record, number = self.record, self.starts
        folder = Path(self.cwd) if self.cwd is not None else Path()
        while number > 0:
            number += 1
            record = self.record.with_name(f"{self.record.stem}.{number}{self.record.suffix}")
            if not (folder / record).exists() and not (folder / f"{record}.secrets").exists():
                break
        return record

    def explained(self, death: ProcessDied) -> NavtreeError:
        """The error of a process that ended before it answered: that of its flows, if they have errors."""
        if death.status != 1 or not self.flows:
            return death
        try:
            said = subprocess.run(
                [self._program(), "check", "--json", *self.flows],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.cwd,
                env=self.env,
                timeout=60,
            ).stdout
            # A line for each flow.
            answers = [json.loads(line) for line in said.splitlines()]
        except (OSError, ValueError, NavtreeError, subprocess.TimeoutExpired):
            return death
        diagnostics = [each for answer in answers if not answer["ok"] for each in answer["diagnostics"]]
        if not diagnostics:
            return death
        files = ", ".join(dict.fromkeys(each["file"] for each in diagnostics))
        return InvalidFlowFile(f"{files}: the flow has errors", diagnostics, death)


class InvalidFlowFile(InvalidFlow, ProcessDied):
    """The process didn't start, for its flows have errors."""

    def __init__(self, message: str, diagnostics: List[Any], death: ProcessDied) -> None:
        NavtreeError.__init__(self, "invalidFlow", message, {"diagnostics": diagnostics})
        self.args = (message, diagnostics, death)
        self.status = death.status
        self.stderr = death.stderr

    def __str__(self) -> str:
        # Standard error shows the lines of the file too.
        return ProcessDied.__str__(self)


class Process:
    """A running `navtree serve`. Its pipes never block; it ends when they are closed, so also with this
    process.
    """

    def __init__(self, command: List[str], options: Options) -> None:
        self.command = command
        self.is_of_fork = False
        #: Why it was ended, if it was ended for what it wrote.
        self.fault: Optional[str] = None
        #: Bytes that were written to it.
        self.written = 0
        self._log: Optional[Callable[[str], Any]] = options.on_stderr
        self._tail = b""
        self._line = b""
        pipes: List[int] = []
        try:
            for _ in range(3):
                pipes += os.pipe()
            child_in, self.stdin, self.stdout, child_out, self.stderr, child_err = pipes
            self.child: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                stdin=child_in,
                stdout=child_out,
                stderr=child_err,
                cwd=options.cwd,
                env=options.env,
                # A Ctrl-C of the terminal is for the program, which may want to go on or to close in order.
                start_new_session=True,
            )
        except BaseException:
            for fd in pipes:
                os.close(fd)
            raise
        for fd in (child_in, child_out, child_err):
            os.close(fd)
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        self._open = {self.stdin, self.stdout, self.stderr}
        _processes.add(self)

    @property
    def pid(self) -> int:
        return self.child.pid

    def write(self, data: bytearray) -> bool:
        """Writes what the pipe takes, and removes it; false if the process doesn't read any more."""
        while data:
            try:
                # Enough for a pipe, and no copy of all that waits.
                count = os.write(self.stdin, data if len(data) <= _CHUNK else data[:_CHUNK])
            except BlockingIOError:
                return True
            except OSError:
                return False
            del data[:count]
            self.written += count
        return True

    @property
    def is_alive(self) -> bool:
        return not self.is_of_fork and self.child.poll() is None

    def bytes_read(self) -> Optional[int]:
        """The number of bytes that a process which has ended had read; None where that can't be known."""
        if not self.is_open(self.stdin):
            return None
        left = array.array("i", [0])
        try:
            fcntl.ioctl(self.stdin, termios.FIONREAD, left)
        except OSError:
            return None
        return self.written - left[0]

    def read(self) -> Optional[bytes]:
        """What stands in standard output; nothing at its end, None if nothing has come."""
        try:
            return os.read(self.stdout, _CHUNK)
        except BlockingIOError:
            return None

    def blame(self, problem: Exception) -> None:
        """Ends a process whose output can't be understood."""
        self.fault = f"wrote what is not of the protocol ({problem!r})"
        self.child.kill()

    def read_stderr(self) -> bool:
        """Reads what stands in standard error; false at its end."""
        try:
            data = os.read(self.stderr, _CHUNK)
        except BlockingIOError:
            return True
        if not data:
            return False
        self._tail = (self._tail + data)[-TAIL:]
        if self._log is not None:
            lines = (self._line + data).split(b"\n")
            self._line = lines.pop()[-TAIL:]
            for line in lines:
                call_hook(self._log, line.decode(errors="replace"))
        return True

    def tell(self, log: Optional[Callable[[str], Any]]) -> None:
        """Tells each line of standard error, from the beginning."""
        self._log = log
        if log is not None:
            *lines, self._line = self._tail.split(b"\n")
            for line in lines:
                call_hook(log, line.decode(errors="replace"))

    def tell_loss(self) -> None:
        """Logs that a process which was to end couldn't store what it had answered."""
        if self.child.returncode == _LOST:
            _log.error("%s", self.died()())

    def close(self, fd: int) -> None:
        if fd in self._open:
            self._open.remove(fd)
            os.close(fd)

    def close_all(self) -> None:
        for fd in list(self._open):
            self.close(fd)

    def is_open(self, fd: int) -> bool:
        return fd in self._open

    def died(self) -> Callable[[], ProcessDied]:
        """Makes the error of a process that has ended."""
        status = self.child.returncode
        if self.fault is not None:
            how = self.fault
        elif status is None:
            how = "doesn't answer any more"
        elif status < 0:
            how = f"was ended by signal {-status}"
        else:
            how = f"ended with status {status}"
        stderr = self._tail.decode(errors="replace")
        return lambda: ProcessDied(f"{Path(self.command[0]).name} {how}", status, stderr)

    def bury(self, patience: float, feed: Callable[[bytes], None] = lambda _: None) -> None:
        """Ends the process: closes its input, takes what it still writes, and kills one that takes too
        long.
        """
        if self.is_of_fork:
            return
        self.close(self.stdin)
        end = time.monotonic() + patience
        poll = select.poll()
        for fd in (self.stdout, self.stderr):
            if self.is_open(fd):
                poll.register(fd, select.POLLIN)
        try:
            while self.is_open(self.stdout) or self.is_open(self.stderr):
                events = poll.poll(min(max(0.0, end - time.monotonic()) * 1000, LONGEST))
                if not events or time.monotonic() > end + 1:
                    break
                for fd, _ in events:
                    if fd == self.stdout:
                        data = self.read()
                        goes_on = data != b""
                        if data:
                            feed(data)
                    else:
                        goes_on = self.read_stderr()
                    if not goes_on:
                        poll.unregister(fd)
                        self.close(fd)
            try:
                self.child.wait(max(0.05, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                # SIGTERM commits what waits; SIGKILL is for one that doesn't listen.
                self.child.terminate()
                try:
                    self.child.wait(1)
                except subprocess.TimeoutExpired:
                    pass
        finally:
            self.close_all()
            if self.child.returncode is None:
                self.child.kill()
                self.child.wait()

    def kill(self) -> None:
        """Ends the process at once."""
        if self.is_of_fork:
            return
        self.child.kill()
        self.child.wait()
        if self.is_open(self.stderr):
            poll = select.poll()
            poll.register(self.stderr, select.POLLIN)
            while poll.poll(0) and self.read_stderr():
                pass
        self.close_all()


_processes: weakref.WeakSet[Process] = weakref.WeakSet()


def _forked() -> None:
    """After a fork the pipes belong to the parent alone: navtree reads its end only once no process has
    them open.
    """
    for process in list(_processes):
        process.is_of_fork = True
        process.close_all()
        process.child.returncode = 0


os.register_at_fork(after_in_child=_forked)
