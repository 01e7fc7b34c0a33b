"""The package itself: its generated part, its types, other interpreters, and its installation."""

import inspect
import json
import os
import shutil
import subprocess
import sys
import tarfile
import typing
from pathlib import Path

import pytest
from conftest import BINARY, HERE, WORK

import navtree
from navtree import AsyncNavtree, Navtree, Settings, protocol
from navtree._errors import error_of
from navtree._methods import AsyncMethods, Methods

PACKAGE = HERE.parent
SMOKE = """
import asyncio, os
from navtree import AsyncNavtree, Navtree
with Navtree(os.environ["WORK"]) as app:
    app.effect("job")(lambda input, context: input)
    app.at("/main").ask(number=1)
    assert app.at("/main").state["done"] == [1]
async def main():
    async with AsyncNavtree(os.environ["WORK"]) as app:
        @app.effect("job")
        async def job(input, context):
            return input
        count = await app.subscribe("/main", pointer="/state/done")
        await app.at("/main").ask(number=1)
        await app.settled()
        assert (await count.__anext__()).value == [1]
asyncio.run(main())
print("fine")
"""


#: A program for type checkers; lines with the mark have an error each.
USE = """\
from navtree import AsyncNavtree, Change, Context, InvalidFlow, Navtree, Receipt, Session, protocol
def one(app: Navtree) -> int:
    receipt: Receipt = app.at('/main').select(index=0)
    return receipt.seq
async def two(app: AsyncNavtree) -> Change:
    receipt: Receipt = await app.push('home', params={'a': 1}, timeout=None)
    async for change in app.subscribe('/main', form='patch'):
        return change
    raise LookupError(receipt.active)
def three(app: Session, context: Context) -> str:
    checked: protocol.FlowCheckResult = app.flow_check(yaml='')
    remove = context.app.effect('job', lambda input: None, replace=True)
    remove()
    @app.effect('job')
    def job(input: object) -> None: ...
    job(1)
    return checked['diagnostics'][0]['code'] + app.state_active()[0]['at'] + app.screen().at
def four(error: InvalidFlow) -> bool:
    return error.diagnostics[0]['line'] == 1 and error.kind == 'invalidFlow'
Navtree('flow', durability='commit', clock='virtual', timeout=None, on_answer=lambda request: None)
Navtree('flow', limits={'history': 3, 'transition': '5s'})
Navtree('flow', restart='yes')  # wrong
Navtree('flow', colour='red')  # wrong
Navtree('flow').push(1)  # wrong
Navtree('flow', durability='foo')  # wrong
Navtree('flow', clock='fast')  # wrong
Navtree('flow').push('home', on_duplicate='foo')  # wrong
Navtree('flow').flow_check(yaml='')['diagnostic']  # wrong
Navtree('flow').subscribe(form='foo')  # wrong
Navtree('flow').session('a').push('home', timeout='1')  # wrong
"""


def test_the_generated_methods_are_those_of_the_binary():
    sys.path.insert(0, str(PACKAGE / "tools"))
    import methods

    try:
        for file, text in methods.texts(BINARY).items():
            if os.environ.get("RECORD"):
                file.write_text(text)
            assert file.read_text() == text, "run python3 tools/methods.py, or RECORD=1"
    finally:
        sys.path.pop(0)


def test_the_types_are_strict(tmp_path):
    pytest.importorskip("mypy", reason="no mypy: see .ci/python")
    use = tmp_path / "use.py"
    use.write_text(USE)
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.9"]
    command += ["--config-file", "", "--cache-dir", str(tmp_path / "cache")]
    environment = {**os.environ, "MYPYPATH": str(PACKAGE / "src")}
    whole = subprocess.run(
        [*command, "-p", "navtree"], cwd=PACKAGE / "src", env=environment, capture_output=True, text=True
    )
    assert whole.returncode == 0, whole.stdout
    found = subprocess.run(
        [*command, str(use)], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    errors = [line for line in found.stdout.splitlines() if ": error: " in line]
    wrong = [str(number) for number, line in enumerate(USE.splitlines(), 1) if line.endswith("# wrong")]
    assert [line.split(":")[1] for line in errors] == wrong, found.stdout


def test_pyright_finds_the_same(tmp_path):
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("no pyright")
    (tmp_path / "use.py").write_text(USE)
    settings = {"extraPaths": [str(PACKAGE / "src")], "typeCheckingMode": "standard", "pythonVersion": "3.9"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    said = subprocess.run(
        [pyright, "--outputjson", "-p", str(tmp_path)], cwd=tmp_path, capture_output=True, text=True
    )
    found = json.loads(said.stdout)["generalDiagnostics"]
    lines = sorted({each["range"]["start"]["line"] + 1 for each in found})
    wrong = [number for number, line in enumerate(USE.splitlines(), 1) if line.endswith("# wrong")]
    assert lines == wrong, found


def test_the_options_are_told_when_it_runs():
    for client in (Navtree, AsyncNavtree):
        parameters = inspect.signature(client).parameters
        assert list(parameters) == ["flows", *Settings.__annotations__]
        assert (parameters["timeout"].default, parameters["store"].default) == (30.0, None)
        hints = typing.get_type_hints(client.__init__)
        assert hints["durability"] == typing.Literal["commit", "batch", "off"]
        assert hints["timeout"] == typing.Optional[float]


def test_methods_have_types_and_descriptions_when_it_runs():
    names = {name for name in vars(Methods) if not name.startswith("_")} - {"request", "call"}
    for name in names:
        for owner in (Methods, AsyncMethods):
            method = getattr(owner, name)
            hints = typing.get_type_hints(method)
            assert hints.pop("return") is not None and "timeout" in hints
            described = [each for each in hints if f"\n        {each}: " in f"\n{method.__doc__}"]
            assert set(hints) - set(described) <= {"timeout", "action"} or name == "batch", (name, described)
    assert typing.get_type_hints(Methods.flow_check)["return"] is protocol.FlowCheckResult
    assert typing.get_type_hints(protocol.FlowCheckResult)["diagnostics"] == typing.List[protocol.Diagnostic]
    assert (
        typing.get_type_hints(Methods.push)["on_duplicate"]
        == typing.Optional[typing.Literal["push", "ignore", "reuse"]]
    )


def test_answers_have_the_members_of_their_types():
    with Navtree(WORK) as app:
        for answer, kind in (
            (app.flow_list()[0], protocol.FlowListResult.__args__[0]),
            (app.session_list()[0], protocol.SessionListResult.__args__[0]),
            (app.clock_get(), protocol.ClockGetResult),
            (app.metrics(), protocol.MetricsResult),
        ):
            assert kind.__required_keys__ <= answer.keys() <= kind.__required_keys__ | kind.__optional_keys__


def test_each_kind_of_error_has_a_class():
    for kind in typing.get_args(protocol.Kind):
        error = error_of({"data": {"kind": kind, "message": "no"}})
        name = kind[0].upper() + kind[1:]
        assert type(error).__name__ == name and getattr(navtree, name) is type(error) and error.kind == kind


def interpreters():
    """Other interpreters on PATH and of pyenv, by version."""
    found = {}
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    for minor in range(9, 15):
        for folder in folders:
            path = folder / f"python3.{minor}"
            if path.exists():
                said = subprocess.run(
                    [str(path), "-c", "import sys; print(sys.version_info[1])"], capture_output=True
                )
                if said.returncode == 0 and int(said.stdout) == minor:
                    found[minor] = str(path)
                    break
    return found


@pytest.mark.parametrize("minor", range(9, 15))
def test_each_interpreter_runs_it(minor):
    path = interpreters().get(minor)
    if path is None:
        pytest.skip(f"no python3.{minor}")
    environment = {
        "PATH": os.defpath,
        "PYTHONPATH": str(PACKAGE / "src"),
        "NAVTREE_BINARY": BINARY,
        "WORK": WORK,
    }
    said = subprocess.run([path, "-W", "error", "-c", SMOKE], env=environment, capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("fine\n", "")


def test_it_needs_nothing_but_the_standard_library():
    code = (
        "import sys, navtree; known = sys.stdlib_module_names | {'navtree', '__main__'}; "
        "found = {name.split('.')[0] for name in sys.modules if name[0] != '_'}; print(sorted(found - known))"
    )
    if not hasattr(sys, "stdlib_module_names"):
        pytest.skip("this Python doesn't say what its library is")
    environment = {"PATH": os.defpath, "PYTHONPATH": str(PACKAGE / "src")}
    assert subprocess.check_output([sys.executable, "-S", "-c", code], env=environment, text=True) == "[]\n"


def test_an_installed_package_has_its_types_and_its_plugin(tmp_path):
    """Without a network, by the build backend that is here."""
    pytest.importorskip("setuptools", reason="no setuptools")
    source = tmp_path / "source"
    shutil.copytree(
        PACKAGE, source, ignore=shutil.ignore_patterns("_bin", "build", "*.egg-info", "__pycache__")
    )
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--no-build-isolation",
        "--no-deps",
    ]
    made = subprocess.run(
        [*command, "--target", str(tmp_path / "site"), str(source)], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    site = tmp_path / "site"
    assert (site / "navtree" / "py.typed").exists()
    environment = {**os.environ, "PYTHONPATH": str(site), "WORK": WORK, "NAVTREE_BINARY": BINARY}
    assert subprocess.check_output([sys.executable, "-c", SMOKE], env=environment, text=True) == "fine\n"


def test_the_source_distribution_is_the_same_for_the_same_sources(tmp_path):
    pytest.importorskip("setuptools", reason="no setuptools")
    tool = PACKAGE.parent.parent / ".ci" / "sdist"
    made = []
    for name in ("one", "two"):
        copy = tmp_path / name / "Clients" / "python"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("_bin", "__pycache__"))
        shutil.copy(PACKAGE.parent.parent / "LICENSE", tmp_path / name)
        for file in copy.rglob("*"):
            os.utime(file, (len(made), len(made)))
        said = subprocess.run([sys.executable, tool, copy, tmp_path / name], capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        made.append(Path(said.stdout.strip()))
    assert made[0].name == made[1].name and made[0].read_bytes() == made[1].read_bytes()
    with tarfile.open(made[0]) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
        information = archive.extractfile(f"{made[0].name[:-7]}/PKG-INFO").read().decode()
    assert {"LICENSE", "README.md", "src/navtree/py.typed", "src/navtree/protocol.py"} <= names
    # The tests need the flows of the repository, and a binary.
    assert not any(part in name for name in names for part in ("__pycache__", "_bin/", "tests/"))
    for line in (
        "Author: the authors of navtree",
        "License: Apache-2.0",
        "License-File: LICENSE",
        "Project-URL: Repository, https://github.com/navtree/navtree",
        "Project-URL: Issues, https://github.com/navtree/navtree/issues",
    ):
        assert line in information, information
    # What it makes is installed as a checkout is.
    with tarfile.open(made[0]) as archive:
        archive.extractall(tmp_path / "out")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--no-build-isolation",
        "--no-deps",
    ]
    target = [*command, "--target", str(tmp_path / "site"), str(tmp_path / "out" / made[0].name[:-7])]
    assert subprocess.run(target, capture_output=True).returncode == 0
    assert (tmp_path / "site" / "navtree" / "protocol.py").exists()
