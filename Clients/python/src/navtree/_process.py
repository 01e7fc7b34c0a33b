"""A navtree process and its three pipes."""

from __future__ import annotations

import json
import logging
import os
import select
import subprocess
import time
import weakref
from pathlib import Path
from typing import Any, Callable, List, Mapping, Optional, Sequence, TypedDict, Union

from ._binary import find_binary
from ._errors import ProcessDied

#: Bytes of standard error that are kept for the message of `ProcessDied`.
TAIL = 16_384
_CHUNK = 262_144

PathLike = Union[str, "os.PathLike[str]"]


class Settings(TypedDict, total=False):
    """How navtree is started: the options of both clients."""

    #: Where sessions outlive the process: `sqlite:PATH`, or a map of the names that flows declare, "" for all
    #: others.
    store: Union[str, Mapping[str, str]]
    #: `real`, the default, or `virtual`.
    clock: str
    #: Values of shared fields with which sessions begin.
    shared: Mapping[str, Any]
    limits: Mapping[str, int]
    durability: str
    #: A file for the recording of all sessions.
    record: PathLike
    #: Further arguments of `navtree serve`.
    arguments: Sequence[str]
    #: The navtree binary, instead of the one that `find_binary` finds.
    binary: PathLike
    cwd: PathLike
    env: Mapping[str, str]
    #: Go on with another process where one dies; needs a store.
    restart: bool
    #: Seconds that `close` leaves the process to end by itself, 5 by default.
    patience: float
    #: Gets each line of standard error; by default a warning of the logger `navtree`.
    on_stderr: Optional[Callable[[str], Any]]


class Options:
    """How navtree is started."""

    def __init__(self, flows: Sequence[PathLike], settings: Settings) -> None:
        store = settings.get("store")
        self.restart = settings.get("restart", False)
        if self.restart and store is None:
            raise ValueError("restart=True needs a store: without one a session ends with its process")
        unknown = set(settings) - set(Settings.__annotations__)
        if unknown:
            raise TypeError(f"no such option: {', '.join(sorted(unknown))}")
        command: List[str] = []
        stores = {"": store} if isinstance(store, str) else dict(store or {})
        for name, url in stores.items():
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
        record = settings.get("record")
        if record is not None:
            command += ["--record", os.fspath(record)]
        command += settings.get("arguments", ())
        # A flow named like an option is a path.
        for flow in flows:
            path = os.fspath(flow)
            command.append(f"./{path}" if path.startswith("-") else path)
        self.arguments = command
        self.binary = settings.get("binary")
        self.cwd = settings.get("cwd")
        self.env = settings.get("env")
        self.patience = settings.get("patience", 5.0)
        self.on_stderr = settings.get("on_stderr", logging.getLogger("navtree").warning)

    def start(self) -> Process:
        binary = find_binary() if self.binary is None else os.fspath(self.binary)
        return Process([binary, "serve", *self.arguments], self)


class Process:
    """A running `navtree serve`. Its pipes never block; it ends when they are closed, so also with this
    process.
    """

    def __init__(self, command: List[str], options: Options) -> None:
        self.command = command
        self.is_of_fork = False
        #: Why it was ended, if it was ended for what it wrote.
        self.fault: Optional[str] = None
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
        return True

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
                self._log(line.decode(errors="replace"))
        return True

    def tell(self, log: Optional[Callable[[str], Any]]) -> None:
        """Tells each line of standard error, from the beginning."""
        self._log = log
        if log is not None:
            *lines, self._line = self._tail.split(b"\n")
            for line in lines:
                log(line.decode(errors="replace"))

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
                events = poll.poll(max(0.0, end - time.monotonic()) * 1000)
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
