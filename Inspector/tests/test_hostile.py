"""A flow and a recording whose every name and value tries to be something else."""
import json
import subprocess

import pytest
from conftest import NAVTREE, act, record, report

PANES = ["tree", "state", "why", "effects", "graph", "coverage", "copy"]
PIECES = [
    "</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "\"onmouseover=\"window.hacked=1",
    "<!--", "<!--<script>", "]]>", "javascript:window.hacked=1", "{{hacked}}", "${hacked}", "\u202eevil\u202c", "\u0000\u0007\u001b[31m",
    "\u2028\u2029", "__proto__", "constructor", "</style>", "</title>", "&lt;b&gt;", "\\u003c/script>", "\ufeff", "'\"`",
]
ALL = " ".join(PIECES)
FLOW = """
navtree: 1
flow: hostile
title: {text}
# {line}
start: first
shared: {{ all: {{ type: object, additionalProperties: {{}} }} }}
effects:
  work: {{ description: {text}, input: {{ text: string }}, output: {{}} }}
links:
  - {{ url: "/go", opens: first, title: {text} }}
screens:
  first:
    title: {text}
    state: {{ text: {{ type: string, maxLength: 30000000 }} }}
    slots: {{ next: {{ presents: [second], style: sheet }} }}
    actions:
      write:
        payload: {{ text: {{ type: string, maxLength: 30000000 }} }}
        rules:
          - when: action.text != {text}
            set: {{ text: "${{action.text}}" }}
            shared: {{ "/all/${{action.text.size() < 2000 ? action.text : 'long'}}": "${{action.text.size() < 2000 ? action.text : ''}}" }}
      long: {{ payload: {{ text: {{ type: string, maxLength: 30000000 }} }}, set: {{ text: "${{action.text}}" }} }}
      refuse: {{ payload: {{ text: string }}, reject: "${{action.text}}" }}
      ask: {{ payload: {{ text: string }}, effect: {{ name: work, with: {{ text: "${{action.text}}" }} }} }}
      show: {{ payload: {{ text: string }}, present: {{ screen: second, params: {{ text: "${{action.text}}" }}, in: next }} }}
  second: {{ title: {text}, params: {{ text: string }} }}
"""


def flow_text():
    quoted = json.dumps(" ".join(piece for piece in PIECES if "\u0000" not in piece and "${" not in piece))
    return FLOW.format(text="'" + "</script><img src=x onerror=window.hacked=1>" + "'", line=quoted)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("</script><img src=x onerror=hacked>".replace("/", "_"))
    flow = folder / "hostile.navtree.yaml"
    flow.write_text(flow_text())
    check = subprocess.run([NAVTREE, "check", str(flow)], stdout=subprocess.PIPE, text=True)
    assert check.returncode == 0, check.stdout
    requests = []
    for piece in PIECES + [ALL]:
        requests += [act("write", text=piece), act("refuse", text=piece), act("ask", text=piece)]
        requests += [(method, dict(params, origin=piece)) for method, params in [act("write", text=piece + "!")] if piece.isprintable()]
    requests += [("dispatch", {"action": {"type": piece}}) for piece in PIECES]
    requests += [(piece, {}) for piece in PIECES] + [("link.open", {"url": piece}) for piece in PIECES]
    requests += [("dispatch", {"at": "/" + piece, "action": {"type": "write"}}) for piece in PIECES]
    requests += [act("long", text="<b>" * 3_500_000), act("show", text=ALL)]
    return report(folder, record(folder, flow, requests, name="</title><b>.rec".replace("/", "_")))


def test_the_page_is_one_document(hostile):
    page = hostile.read_bytes()
    assert page.count(b"<script") == page.count(b"</script>") == 2
    assert page.count(b"<style") == page.count(b"</style>") == 1


def test_everything_is_text(browser, hostile):
    browser.open(hostile.as_uri(), "#seq=1")
    last = browser.js("return app.session.last")
    elements = browser.js("return document.querySelectorAll('script, img, iframe, b, object, embed').length")
    assert elements == 2
    places = list(range(0, last, 7)) + [last - 1, last]
    for pane in PANES:
        browser.pane(pane)
        browser.js("for (const place of arguments[0]) app.select(place)", places)
        browser.js("for (const d of document.querySelectorAll('#panel-' + arguments[0] + ' details')) d.open = true", pane)
    assert browser.js("return window.hacked") is None
    assert browser.js("return document.querySelectorAll('script, img, iframe, b, object, embed').length") == elements
    assert browser.js("return [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on'))") == []
    assert browser.js("return ({}).hacked") is None


def test_marks_of_direction_are_seen(browser, hostile):
    browser.open(hostile.as_uri(), "#pane=copy")
    browser.js("const s = document.getElementById('search'); s.value = 'evil'; s.dispatchEvent(new Event('input'))")
    browser.js("app.select(app.timeline.rows[0])")
    browser.pane("state")
    text = browser.js("return document.body.innerText")
    assert "\u202e" not in text and "U+202E" in text


def test_a_long_text_is_cut(browser, hostile):
    browser.open(hostile.as_uri(), "#pane=state")
    browser.js("app.select(app.session.last - 1)")
    assert browser.js("return document.querySelectorAll('*').length") < 5_000
    assert browser.js("return document.body.textContent.length - document.getElementById('data').textContent.length") < 1_000_000
    assert "10,500,000 characters" in browser.text("#panel-state")
