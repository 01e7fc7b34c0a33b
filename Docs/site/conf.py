"""Sphinx's settings for the pages that .ci/site puts together; nothing is loaded from elsewhere."""
import pathlib
import sys

project = "navtree"
author = "the authors of navtree"
html_title = "navtree"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False

# Code of a block may be wrong on purpose, or a part.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

# Headings have the addresses that GitHub gives them.
myst_heading_anchors = 4

# The docstrings are written as Markdown: a name stands between single backticks.
default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "python" / "src"))


def plain_docstring(app, what, name, value, options, lines):
    """Python's own text about a member of a tuple says nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        del lines[:]


def plain_signature(app, what, name, value, options, signature, result):
    """An error is caught, not made."""
    return ("", "") if what == "exception" else None


def setup(app):
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("autodoc-process-signature", plain_signature)
