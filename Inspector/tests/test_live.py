"""The page while it is served, with a host and without."""
import json
import os
import re
import subprocess
import threading

import pytest

from conftest import HOUSE, NAVTREE, ROOT


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


def dispatch(browser, action):
    """Opens the form of an action, and sends it."""
    browser.click("#tab-act")
    find = """return [...document.querySelectorAll('#panel-act summary')]
        .find((row) => row.firstChild.textContent === arguments[0])"""
    browser.wait(find, action)
    browser.js(find.replace("return", "const row =", 1) + "; row.parentNode.open = true", action)
    browser.js(find.replace("return", "const row =", 1)
               + "; row.parentNode.querySelector('button[type=submit]').click()", action)
    browser.wait("return document.getElementById('outcome').textContent.startsWith('dispatch')")


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
