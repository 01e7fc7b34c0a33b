"""The package itself: its generated part, its types, other interpreters, and its installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BINARY, HERE, WORK

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


def test_the_generated_methods_are_those_of_the_binary():
    sys.path.insert(0, str(PACKAGE / "tools"))
    import methods

    try:
        text = methods.text(BINARY)
        if os.environ.get("RECORD"):
            methods.FILE.write_text(text)
        assert methods.FILE.read_text() == text, "run python3 tools/methods.py, or RECORD=1"
    finally:
        sys.path.pop(0)


def test_the_types_are_strict(tmp_path):
    pytest.importorskip("mypy", reason="no mypy: see .ci/python")
    use = tmp_path / "use.py"
    use.write_text(
        "from navtree import AsyncNavtree, Change, Navtree, Receipt\n"
        "def one(app: Navtree) -> int:\n"
        "    receipt: Receipt = app.at('/main').select(index=0)\n"
        "    return receipt.seq\n"
        "async def two(app: AsyncNavtree) -> Change:\n"
        "    receipt: Receipt = await app.push('home', params={'a': 1})\n"
        "    async for change in app.subscribe('/main', form='patch'):\n"
        "        return change\n"
        "    raise LookupError(receipt.active)\n"
        "Navtree('flow', restart='yes')\n"
        "Navtree('flow', colour='red')\n"
        "Navtree('flow').push(1)\n"
    )
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
    assert [line.split(":")[1] for line in errors] == ["10", "11", "12"], found.stdout


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
