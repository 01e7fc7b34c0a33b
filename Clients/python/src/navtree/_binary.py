"""Where the navtree binary is."""

from __future__ import annotations

import csv
import os
import shutil
from pathlib import Path
from typing import Iterator

from ._errors import BinaryNotFound


def find_binary() -> str:
    """The path of the navtree binary: of the package itself, else `NAVTREE_BINARY`, else the first one on
    PATH.
    """
    for path in _packaged():
        if _is_program(path):
            return str(path)
    named = os.environ.get("NAVTREE_BINARY")
    if named:
        if not _is_program(Path(named)):
            raise BinaryNotFound("binaryNotFound", f"NAVTREE_BINARY names no program: {named}")
        return named
    found = shutil.which("navtree")
    if found is not None:
        return found
    raise BinaryNotFound(
        "binaryNotFound",
        "there is no navtree binary: the package has none at "
        f"{Path(__file__).parent / '_bin' / 'navtree'}, NAVTREE_BINARY isn't set, and PATH has no navtree",
        hint="install the wheel that `make wheel` writes, or name a binary in NAVTREE_BINARY",
    )


def _packaged() -> Iterator[Path]:
    """The places where a wheel puts the binary: beside this file, or as the command `navtree` of its
    RECORD.
    """
    package = Path(__file__).resolve().parent
    yield package / "_bin" / "navtree"
    for record in package.parent.glob("navtree-*.dist-info/RECORD"):
        with open(record, newline="", encoding="utf-8") as lines:
            for row in csv.reader(lines):
                # A relative path out of the packages' folder is a command: ../../../bin/navtree
                if row and row[0].startswith("..") and row[0].endswith("/navtree"):
                    # Where `pip install --target` has moved it, the path isn't true any more.
                    for path in ((package.parent / row[0]).resolve(), package.parent / "bin" / "navtree"):
                        if not _is_script(path):
                            yield path


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _is_script(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return True
