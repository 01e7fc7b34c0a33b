"""Editors of Debian that speak LSP, with the settings of Docs/guides/editors.md."""

import os
import re
import shutil
import subprocess

import pytest

from editor import BINARY, ROOT
from test_server import FLOW

PAGE = (ROOT / "Docs/guides/editors.md").read_text()


def block(language, heading):
    """The code of an editor in the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.search(rf"```{language}\n(.*?)```", section, re.S).group(1)


@pytest.fixture
def wrong(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/navtree").symlink_to(BINARY)
    flow = tmp_path / "demo.navtree.yaml"
    flow.write_text(FLOW.replace("[person]", "[persn]"))
    return flow


def path(flow):
    return {**os.environ, "PATH": f"{flow.parent}/bin:{os.environ['PATH']}", "HOME": str(flow.parent)}


@pytest.mark.skipif(not shutil.which("nvim"), reason="Neovim isn't installed")
def test_neovim_shows_what_is_wrong(wrong):
    (wrong.parent / "init.lua").write_text(block("lua", "Neovim"))
    script = ("lua vim.wait(600000, function() return #vim.diagnostic.get(0) > 0 end)\n"
              "for _, found in ipairs(vim.diagnostic.get(0)) do io.stdout:write(found.message) end\nvim.cmd('qa!')")
    (wrong.parent / "run.lua").write_text(script.removeprefix("lua "))
    ended = subprocess.run(
        ["nvim", "--headless", "-u", "init.lua", wrong.name, "-c", "luafile run.lua"], cwd=wrong.parent,
        env=path(wrong), capture_output=True, text=True, timeout=900)
    assert "no screen named 'persn'" in ended.stdout + ended.stderr


@pytest.mark.skipif(not shutil.which("emacs"), reason="Emacs isn't installed")
def test_emacs_shows_what_is_wrong(wrong):
    (wrong.parent / "init.el").write_text(block("elisp", "Emacs"))
    (wrong.parent / "run.el").write_text("""
(unless (require 'eglot nil t) (princ "no eglot") (kill-emacs 0))
(load-file "init.el")
(find-file "demo.navtree.yaml")
; eglot-ensure waits for a command, of which a batch has none.
(apply #'eglot (eglot--guess-contact))
(flymake-start)
(let ((tries 6000))
  (while (and (> tries 0) (null (and (eglot-managed-p) (flymake-diagnostics))))
    (setq tries (1- tries))
    (accept-process-output nil 0.1)))
(dolist (found (flymake-diagnostics)) (princ (flymake-diagnostic-text found)))
(kill-emacs 0)
""")
    ended = subprocess.run(
        ["emacs", "--batch", "-l", "run.el"], cwd=wrong.parent, env=path(wrong), capture_output=True, text=True,
        timeout=900)
    if "no eglot" in ended.stdout:
        pytest.skip("this Emacs has no eglot")
    assert "no screen named 'persn'" in ended.stdout + ended.stderr
