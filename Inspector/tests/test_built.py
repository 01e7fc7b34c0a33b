"""The page in the repository is the one that its modules make."""
import shutil
import subprocess

import pytest
from conftest import ROOT

VERSION = "0.17.0"


def esbuild():
    """The version of esbuild that is installed."""
    if not shutil.which("esbuild"):
        return "none"
    return subprocess.run(["esbuild", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def test_the_page_is_built_from_its_modules(tmp_path):
    if esbuild() != VERSION:
        pytest.skip(f"esbuild is {esbuild()}, not {VERSION}, which builds the page")
    built = tmp_path / "Page.c"
    subprocess.run([ROOT / ".ci/inspector", built], check=True, stdout=subprocess.PIPE)
    committed = ROOT / "Sources/NavtreeCPage/Page.c"
    assert built.read_bytes() == committed.read_bytes(), "make inspector builds the page"
