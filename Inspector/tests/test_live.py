"""The page while it is served, with a host and without."""
import json
import os
import re
import subprocess
import threading

import pytest

from conftest import HOUSE, NAVTREE, ROOT
from selenium.webdriver.common.keys import Keys
from test_hostile import flow_text


class Live:
    """A process of `navtree inspect`, and its page's URL."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [NAVTREE, "inspect", *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=ROOT)
        self.url = None
        while self.url is None:
            line = self.process.stderr.readline().decode()
            assert line
            found = re.search(r"http://\S+", line)
            self.url = found and found[0]
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.count = 0

    def call(self, method, **params):
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.count:
                return answer["result"]

    @property
    def seq(self):
        return self.call("session.list")[0]["seq"]


@pytest.fixture
def live(browser):
    started = []

    def start(*arguments):
        started.append(Live(*arguments))
        return started[-1]

    yield start
    # The page doesn't miss its server.
    browser.driver.get("about:blank")
    for process in started:
        process.process.kill()
        process.process.wait()


def shows(browser, seq):
    browser.wait("return document.body.dataset.seq === arguments[0]", str(seq))


SUMMARY = """return [...document.querySelectorAll('#panel-act summary')]
    .find((row) => row.firstChild.textContent === arguments[0])"""


def form(browser, action):
    """Opens the form of an action."""
    if not browser.find("#panel-act").is_displayed():
        browser.click("#tab-act")
    browser.wait(SUMMARY, action)
    browser.js("arguments[0].parentNode.open = true", browser.js(SUMMARY, action))
    return browser.js(SUMMARY + ".parentNode", action)


def dispatch(browser, action, *values):
    """Fills the form of an action, and sends it."""
    opened = form(browser, action)
    inputs = opened.find_elements("css selector", "input, select, textarea")
    for element, value in zip(inputs, values):
        if element.tag_name != "select":
            element.clear()
        element.send_keys(value)
    browser.js("document.getElementById('outcome').textContent = ''")
    browser.js("arguments[0].querySelector('button[type=submit]').click()", opened)
    return outcome(browser)


def outcome(browser):
    browser.wait("return !['', '…'].includes(document.getElementById('outcome').textContent)")
    return browser.text("#outcome")


def press(browser, name):
    """Presses a button of the pane, and gives what it did."""
    browser.js("document.getElementById('outcome').textContent = ''")
    browser.click("#act-" + name)
    return outcome(browser)


def test_changes_appear_as_they_come(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    assert "token" not in browser.js("return location.href")
    host.call("dispatch", action={"type": "further"})
    shows(browser, 2)
    assert any("further" in row for row in browser.rows())
    # A reader who comes late sees the same.
    rows = browser.rows()
    browser.open(host.url)
    shows(browser, 2)
    assert browser.rows() == rows


def test_what_is_gone_from_a_full_history(browser, live):
    host = live("--history", 20_000, "--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    for _ in range(100):
        host.call("dispatch", action={"type": "light"})
        host.call("history.undo")
    browser.open(host.url)
    shows(browser, 201)
    # Whoever comes now comes late.
    browser.open(host.url)
    shows(browser, 201)
    assert "what happened before line" in browser.text(".notes")
    rows = browser.rows()
    assert 0 < len(rows) < 200
    for pane in "tree", "state", "why", "effects", "graph", "coverage", "copy":
        assert browser.pane(pane)
    host.call("dispatch", action={"type": "further"})
    shows(browser, 202)


def test_what_if_is_a_fork(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    dispatch(browser, "further")
    browser.wait("return document.querySelector('header').textContent.includes('what-if-1')")
    browser.wait("return window.app.session.count === 2")
    assert any("further" in row for row in browser.rows())
    # The page goes on to each entry that its own actions make.
    browser.wait("return document.body.dataset.entry === '1'")
    dispatch(browser, "further")
    browser.wait("return document.body.dataset.entry === '2'")
    assert host.seq == 1


def test_driving_reaches_the_host(browser, live):
    host = live("--drive", "--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    dispatch(browser, "further")
    shows(browser, 2)
    assert host.seq == 2
    assert [row.get("origin") for row in host.call("history.list")][-1] == "inspector"


def test_a_playground_begins_again_when_it_is_saved(browser, live, tmp_path):
    flow = tmp_path / "play.navtree.yaml"

    def save(text):
        (tmp_path / "draft").write_text(text)
        os.replace(tmp_path / "draft", flow)

    text = HOUSE.read_text()
    save(text)
    browser.open(live(flow).url)
    shows(browser, 0)
    dispatch(browser, "ask")
    shows(browser, 1)
    save(text + "wrong: 1\n")
    browser.click("#tab-flow")
    browser.wait("return document.getElementById('diagnostics').textContent.includes('wrong')")
    save(text)
    browser.wait("return document.getElementById('diagnostics').textContent.includes('No errors')")
    shows(browser, 0)


def test_forms_of_each_kind(browser, live):
    browser.open(live(HOUSE).url)
    shows(browser, 0)
    dispatch(browser, "enter", "1")
    shows(browser, 1)
    assert "{number: 1}" in browser.text("#headline")
    assert "no such room" in dispatch(browser, "enter", "9")
    dispatch(browser, "write", "one")
    browser.wait("return app.document.screens[3].state.text === 'one'")
    assert "JSON" in dispatch(browser, "fill", "[not JSON")
    # An action without a payload has no field.
    assert "No payload." in form(browser, "ask").text
    dispatch(browser, "fill", '["den", "loft"]')
    browser.wait("return app.document.screens[2].state.items.join() === 'den,loft'")
    dispatch(browser, "tab", "desk")
    browser.wait("return app.document.screens[1].selected === 'desk'")
    assert browser.violations() == []


def test_effects_clock_and_undo(browser, live):
    browser.open(live(HOUSE).url)
    shows(browser, 0)
    dispatch(browser, "load")
    browser.wait("return document.querySelector('[data-owed]')")
    browser.js("document.querySelector('[data-owed]').open = true")
    output = browser.find("[data-owed] textarea")
    output.clear()
    output.send_keys('{"items": ["den"]}')
    press(browser, "done-1")
    browser.wait("return app.document.screens[2].state.items.join() === 'den'")
    press(browser, "undo")
    browser.wait("return app.document.screens[2].state.items.length === 3")
    press(browser, "redo")
    browser.wait("return app.document.screens[2].state.items.length === 1")
    dispatch(browser, "enter", "0")
    dispatch(browser, "light")
    browser.wait("return app.document.screens[3].state.lit === true")
    by = browser.find("#by")
    by.clear()
    by.send_keys("2s")
    press(browser, "advance")
    browser.wait("return app.document.screens[3].state.lit === false")
    press(browser, "back")
    browser.wait("return app.document.screens[3] === undefined")
    assert browser.js("return app.index === app.session.last")


def test_another_way_from_an_earlier_moment(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    host.call("dispatch", action={"type": "further"})
    browser.open(host.url)
    shows(browser, 2)
    browser.js("app.select(app.session.indexOf(1))")
    browser.click("#tab-act")
    browser.wait("return document.getElementById('what-if')?.textContent.includes('begins a fork at seq 1')")
    dispatch(browser, "light")
    browser.wait("return app.session.fork && app.session.count === 2 && app.index === 1")
    assert "A fork of house at seq 1." in browser.text("#fork-of")
    assert browser.js("return Object.keys(app.document.screens).length") == 3
    assert host.seq == 2
    # The host goes on, and its session is shown again by choice.
    host.call("dispatch", action={"type": "further"})
    browser.change("#session", "0:0")
    shows(browser, 3)


def test_a_moment_that_is_looked_at_stays(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    browser.click("#previous")
    host.call("dispatch", action={"type": "further"})
    browser.wait("return app.session.count === 3")
    assert browser.seq == "0"
    browser.click("#last")
    host.call("dispatch", action={"type": "further"})
    shows(browser, 3)


def test_the_page_is_loaded_again(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    browser.pane("why")
    browser.wait("return location.hash.includes('pane=why')")
    browser.driver.refresh()
    browser.wait("return document.body.dataset.seq === '1'")
    assert browser.find("#panel-why").is_displayed()
    assert "token" not in browser.js("return location.href")


def test_a_page_without_a_token_says_so(browser, live):
    browser.open(re.sub("token=.*", "token=00", live(HOUSE).url))
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('refuses the token')")
    browser.complaints()


def test_acting_with_the_keyboard_alone(browser, live):
    browser.open(live(HOUSE).url)
    shows(browser, 0)
    browser.keys("8")
    browser.wait(SUMMARY, "enter")
    active = "const e = document.activeElement; return e.id + ' ' + e.textContent"
    for _ in range(20):
        if browser.js(active).split(" ")[1].startswith("enter"):
            break
        browser.keys(Keys.TAB)
    browser.keys(Keys.ENTER, Keys.TAB, Keys.BACKSPACE, "1", Keys.TAB, Keys.ENTER)
    shows(browser, 1)
    assert "Dispatch" not in browser.js(active) or browser.seq == "1"


@pytest.mark.parametrize("is_dark", [False, True])
def test_accessibility_of_the_live_page(browser, live, is_dark):
    browser.dark(is_dark)
    browser.open(live(HOUSE).url)
    shows(browser, 0)
    dispatch(browser, "load")
    for width in (1280, 390):
        browser.size(width, 800)
        for pane in ("act", "flow"):
            browser.pane(pane)
            assert browser.violations() == [], (pane, width)
            assert browser.js("return document.documentElement.scrollWidth") <= width


def test_a_hostile_flow_is_text(browser, live, tmp_path):
    flow = tmp_path / "hostile.navtree.yaml"
    flow.write_text(flow_text())
    browser.open(live(flow).url)
    shows(browser, 0)
    dispatch(browser, "write", "</script><img src=x onerror=window.hacked=1>")
    dispatch(browser, "ask", "<b>\u202e")
    shows(browser, 1)
    for pane in ("tree", "state", "why", "effects", "graph", "copy", "act", "flow"):
        browser.pane(pane)
        browser.js("for (const d of document.querySelectorAll('details')) d.open = true")
    flow.write_text(flow_text() + "'<img src=x onerror=window.hacked=1>': 1\n")
    browser.wait("return document.getElementById('diagnostics').textContent.includes('<img')")
    assert browser.js("return window.hacked") is None
    assert browser.js("return document.querySelectorAll('img, b, iframe').length") == 0
    assert "\u202e" not in browser.js("return document.body.innerText")


def test_a_form_that_is_being_filled_stays(browser, live):
    host = live("--", "serve", HOUSE)
    host.call("dispatch", action={"type": "enter", "number": 1})
    browser.open(host.url)
    shows(browser, 1)
    field = form(browser, "write").find_element("css selector", "input")
    field.send_keys("half")
    host.call("dispatch", action={"type": "light"})
    shows(browser, 2)
    host.call("dispatch", action={"type": "further"})
    shows(browser, 3)
    browser.keys(" done")
    assert field.get_attribute("value") == "half done"


def test_nothing_is_undone_at_the_start(browser, live):
    host = live("--", "serve", HOUSE)
    browser.open(host.url)
    browser.click("#tab-act")
    browser.wait("return document.getElementById('act-undo') && document.getElementById('act-undo').disabled")
    host.call("dispatch", action={"type": "enter", "number": 1})
    shows(browser, 1)
    browser.wait("return !document.getElementById('act-undo').disabled")
    browser.click("#first")
    browser.wait("return document.getElementById('act-undo').disabled")
