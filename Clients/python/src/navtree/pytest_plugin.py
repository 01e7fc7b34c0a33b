"""A plugin of pytest: fixtures that open flows, and scenarios and transcripts as tests."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
)

import pytest

from ._async import AsyncNavtree
from ._binary import find_binary
from ._errors import BinaryNotFound
from ._sync import Navtree

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._process import PathLike, Settings

_COVERAGE = "--navtree-coverage"
_why_none = pytest.StashKey[Optional[str]]()


class AppFactory(Protocol):
    """`navtree_app("flow.yaml")`: a client, which is closed when the test ends."""

    def __call__(self, *flows: PathLike, **settings: Unpack[Settings]) -> Navtree: ...


class AsyncAppFactory(Protocol):
    """`await async_navtree_app("flow.yaml")`: a client, which is closed when the test ends."""

    async def __call__(self, *flows: PathLike, **settings: Unpack[Settings]) -> AsyncNavtree: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("navtree").addoption(
        _COVERAGE, metavar="FILE", help="write the coverage of flows here, for `navtree coverage`"
    )


@pytest.fixture
def navtree_app(request: pytest.FixtureRequest) -> Iterator[AppFactory]:
    """Opens flows, given by their paths from the test's folder or else from where pytest runs.

    The clock is virtual unless `clock="real"` is given: time passes by `clock_advance` alone.
    """
    apps: List[Navtree] = []

    def open(*flows: PathLike, **settings: Unpack[Settings]) -> Navtree:
        app = Navtree(*_found(request, flows), **_set(request, settings))
        apps.append(app)
        return app.open()

    yield open
    for app in reversed(apps):
        app.close()


@pytest.fixture
def async_navtree_app(request: pytest.FixtureRequest) -> Iterator[AsyncAppFactory]:
    """The same for a test with an event loop: `app = await async_navtree_app("flow.yaml")`.

    What the test leaves open is closed when it ends, whoever runs its loop.
    """
    apps: List[AsyncNavtree] = []

    async def open(*flows: PathLike, **settings: Unpack[Settings]) -> AsyncNavtree:
        app = AsyncNavtree(*_found(request, flows), **_set(request, settings))
        apps.append(app)
        return await app.open()

    yield open
    for app in reversed(apps):
        app._close_without_loop()


def _found(request: pytest.FixtureRequest, flows: Sequence[PathLike]) -> List[Path]:
    folder = request.path.parent
    return [folder / flow if (folder / flow).exists() else Path(flow) for flow in flows]


def _set(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    if "clock" not in settings:
        settings["clock"] = "virtual"
    settings["arguments"] = [*settings.get("arguments", ()), *_coverage(request.config)]
    return settings


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    name = file_path.name
    if name.endswith(".scenarios.yaml") or name.endswith(".transcript") and _is_transcript(file_path):
        file: pytest.Collector = NavtreeFile.from_parent(parent, path=file_path)
        return file
    return None


class NavtreeFile(pytest.File):
    """A file of scenarios, or a transcript.

    `navtree test --list` tells its tests; those that are selected run when the first of them is called.
    """

    #: The outcomes by name and line; that of a transcript, or of the whole file, by its name alone.
    results: Optional[Dict[Tuple[str, Optional[int]], Dict[str, Any]]] = None

    def collect(self) -> Iterable[pytest.Item]:
        reason = _why_there_is_no_test_command(self.config)
        if reason is not None:
            yield NavtreeItem.from_parent(self, name=self.path.name, skipped=reason)
            return
        said = subprocess.run(
            [find_binary(), "test", "--list", str(self.path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        try:
            tests = [json.loads(line) for line in said.stdout.splitlines()]
        except ValueError:
            tests = []
        for test in tests or [{"name": str(self.path)}]:
            # A transcript, and a file that is wrong, are named by their paths.
            name = self.path.name if test["name"] == str(self.path) else test["name"]
            yield NavtreeItem.from_parent(self, name=name, test=test)

    def result(self, test: Mapping[str, Any]) -> Dict[str, Any]:
        """The outcome of a test; runs those of the file that pytest is about to run."""
        if self.results is None:
            self.results = self._run()
        key = (test["name"], test.get("line"))
        missing = {"status": "failed", "message": "navtree test didn't run it"}
        return self.results.get(key) or self.results.get(("", None)) or missing

    def _run(self) -> Dict[Tuple[str, Optional[int]], Dict[str, Any]]:
        items = [each for each in self.session.items if isinstance(each, NavtreeItem) and each.parent is self]
        names = "|".join(_quoted(item.test["name"]) for item in items)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = [find_binary(), "test", str(self.path), "--report", f"ctrf={report}"]
            command += ["--filter", f"/^(?:{names})$/", *_coverage(self.config)]
            outcome = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
            )
            try:
                results = json.loads(report.read_text(encoding="utf-8"))["results"]["tests"]
            except (OSError, ValueError, KeyError):
                results = []
        if not results:
            text = outcome.stdout or f"navtree test ended with status {outcome.returncode}"
            return {("", None): {"status": "failed", "trace": text}}
        found: Dict[Tuple[str, Optional[int]], Dict[str, Any]] = {
            (each["name"], None): each for each in results
        }
        found.update({(each["name"], each.get("line")): each for each in results})
        return found


class NavtreeItem(pytest.Item):
    """A scenario or a transcript, with the outcome that `navtree test` gives it."""

    #: The time that it took.
    seconds: Optional[float] = None

    def __init__(
        self, *, test: Optional[Mapping[str, Any]] = None, skipped: Optional[str] = None, **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.test: Mapping[str, Any] = test or {"name": self.name}
        self._skipped = skipped
        for tag in self.test.get("tags", ()):
            self.extra_keyword_matches.add(tag)

    def runtest(self) -> None:
        assert isinstance(self.parent, NavtreeFile)
        if self._skipped is not None:
            # The file's place, not the one of this line.
            raise pytest.skip.Exception(self._skipped, _use_item_location=True)
        result = self.parent.result(self.test)
        if "duration" in result:
            self.seconds = result["duration"] / 1000
        status = result["status"]
        if status == "skipped":
            raise pytest.skip.Exception(result.get("message", "skipped"), _use_item_location=True)
        if status != "passed":
            raise NavtreeFailure(result.get("trace") or result.get("message") or status)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, NavtreeFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        line = self.test.get("line")
        # With the name alone pytest would write `::` for the dots in it.
        return self.path, 0 if line is None else line - 1, f"{self.path.name}: {self.name}"


class NavtreeFailure(Exception):
    """A failure as `navtree test` writes it."""


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome: Any = yield
    if call.when == "call" and isinstance(item, NavtreeItem) and item.seconds is not None:
        # The first item of a file runs all of them.
        outcome.get_result().duration = item.seconds


def _quoted(text: str) -> str:
    """A regular expression of RE2 that matches the text."""
    return "".join(each if each.isalnum() or ord(each) > 0x7F else f"\\x{{{ord(each):x}}}" for each in text)


def _is_transcript(path: Path) -> bool:
    """Whether it is one of navtree's: its first line that is no comment calls `navtree serve`."""
    try:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    return line.startswith("$ navtree serve")
    except (OSError, UnicodeDecodeError):
        pass
    return False


def _coverage(config: pytest.Config) -> List[str]:
    file = config.getoption(_COVERAGE)
    return [] if file is None else ["--coverage", str(Path(config.invocation_params.dir, file))]


def _why_there_is_no_test_command(config: pytest.Config) -> Optional[str]:
    if _why_none not in config.stash:
        config.stash[_why_none] = _looked_for_test_command()
    return config.stash[_why_none]


def _looked_for_test_command() -> Optional[str]:
    try:
        binary = find_binary()
    except BinaryNotFound as error:
        return str(error)
    help = subprocess.run([binary, "test", "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if help.returncode == 0:
        return None
    version = subprocess.run([binary, "--version"], stdout=subprocess.PIPE, text=True).stdout.strip()
    return f"{binary} ({version}) has no command 'test'"
