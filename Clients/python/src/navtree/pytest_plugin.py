"""A plugin of pytest: the fixture `navtree_app`, and scenarios and transcripts as tests."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Protocol

import pytest

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
        folder = request.path.parent
        paths = [folder / flow if (folder / flow).exists() else Path(flow) for flow in flows]
        if "clock" not in settings:
            settings["clock"] = "virtual"
        settings["arguments"] = [*settings.get("arguments", ()), *_coverage(request.config)]
        app = Navtree(*paths, **settings)
        apps.append(app)
        return app.open()

    yield open
    for app in reversed(apps):
        app.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    name = file_path.name
    if name.endswith(".scenarios.yaml") or name.endswith(".transcript") and _is_transcript(file_path):
        file: pytest.Collector = NavtreeFile.from_parent(parent, path=file_path)
        return file
    return None


class NavtreeFile(pytest.File):
    """A file of scenarios, or a transcript.

    `navtree test` runs it when it is collected: it takes no time but the processor's, and says by itself
    which tests there are.
    """

    def collect(self) -> Iterable[pytest.Item]:
        reason = _why_there_is_no_test_command(self.config)
        if reason is not None:
            yield NavtreeItem.from_parent(
                self, name=self.path.name, result={"status": "skipped", "message": reason}
            )
            return
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = [
                find_binary(),
                "test",
                str(self.path),
                "--report",
                f"ctrf={report}",
                *_coverage(self.config),
            ]
            outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                results = json.loads(report.read_text(encoding="utf-8"))["results"]["tests"]
            except (OSError, ValueError, KeyError):
                results = []
        if not results:
            text = outcome.stdout or f"navtree test ended with status {outcome.returncode}"
            results = [{"name": self.path.name, "status": "failed", "trace": text}]
        for result in results:
            # A transcript, and a file that is wrong, are named by their paths.
            name = self.path.name if result["name"] == str(self.path) else result["name"]
            yield NavtreeItem.from_parent(self, name=name, result=result)


class NavtreeItem(pytest.Item):
    """A scenario or a transcript, with the outcome that `navtree test` gave it."""

    def __init__(self, *, result: Dict[str, Any], **rest: Any) -> None:
        super().__init__(**rest)
        self.result = result
        for tag in result.get("tags", ()):
            self.extra_keyword_matches.add(tag)

    def runtest(self) -> None:
        status = self.result["status"]
        if status == "skipped":
            # The file's place, not the one of this line.
            raise pytest.skip.Exception(self.result.get("message", "skipped"), _use_item_location=True)
        if status != "passed":
            raise NavtreeFailure(self.result.get("trace") or self.result.get("message") or status)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, NavtreeFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        line = self.result.get("line")
        # With the name alone pytest would write `::` for the dots in it.
        return self.path, 0 if line is None else line - 1, f"{self.path.name}: {self.name}"


class NavtreeFailure(Exception):
    """A failure as `navtree test` writes it."""


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
