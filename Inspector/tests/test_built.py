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
    subprocess.run([ROOT / ".ci/inspector", tmp_path], check=True, stdout=subprocess.PIPE)
    for name in ("page.html", "graph.html"):
        committed = ROOT / "Sources/NavtreeCPage" / name
        assert (tmp_path / name).read_bytes() == committed.read_bytes(), "make inspector builds the page"
