"""Recordings, reports of them, and a browser that shows them."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
NAVTREE = os.environ.get("NAVTREE_BINARY", str(ROOT / ".build/debug/navtree"))
HOUSE = HERE / "house.navtree.yaml"


def chromium():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """Chromium, whose console must stay empty."""

    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = chromium()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.size(1280, 800)

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def dark(self, is_dark=True):
        value = "dark" if is_dark else "light"
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": value}]})

    def open(self, url, fragment=""):
        # The same page with another fragment would not be loaded again.
        self.driver.get("about:blank")
        self.driver.get(url + fragment)
        self.wait("return document.body.dataset.ready !== undefined")

    def wait(self, script, *arguments, seconds=600):
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(
            lambda driver: driver.execute_script(script, *arguments))

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def text(self, selector):
        # The page may draw anew between two commands.
        return self.js("return document.querySelector(arguments[0]).textContent", selector)

    def click(self, selector):
        element = self.find(selector)
        self.js("arguments[0].scrollIntoView({block: 'nearest'})", element)
        element.click()

    def pane(self, name):
        self.click("#tab-" + name)
        return self.text("#panel-" + name)

    def keys(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def seq(self):
        return self.js("return document.body.dataset.seq")

    def rows(self):
        return self.js("return [...document.querySelectorAll('#timeline .row')].map((row) => row.textContent)")

    def change(self, selector, value):
        """Gives an input another value, as a person does by leaving it."""
        self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", self.find(selector), value)

    def violations(self):
        """What axe-core finds."""
        from axe_core_python.selenium import Axe

        found = Axe().run(self.driver)["violations"]
        return [(row["id"], [node["html"][:200] for node in row["nodes"]][:3]) for row in found]

    def complaints(self):
        return [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


@pytest.fixture(scope="session")
def window():
    if not chromium() or not shutil.which("chromedriver"):
        pytest.skip("chromium and chromedriver aren't installed")
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(window):
    window.size(1280, 800)
    window.dark(False)
    window.complaints()
    yield window
    assert window.complaints() == []


def record(folder, flow, requests, name="session.rec", arguments=("--clock", "virtual")):
    """Serves requests, `(method, params)` each, and gives the path of the recording."""
    path = pathlib.Path(folder) / name
    lines = "".join(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
        for number, (method, params) in enumerate(requests, 1))
    subprocess.run(
        [NAVTREE, "serve", *arguments, str(flow), "--record", str(path)], input=lines.encode(), check=True,
        stdout=subprocess.PIPE)
    return path


def report(folder, *recordings, name="report.html", arguments=()):
    """Makes a report, and gives its path."""
    path = pathlib.Path(folder) / name
    subprocess.run(
        [NAVTREE, "report", *map(str, recordings), "-o", str(path), *arguments], check=True, stderr=subprocess.PIPE)
    return path


def act(kind, at=None, **payload):
    params = {"action": {"type": kind, **payload}}
    if at:
        params["at"] = at
    return ("dispatch", params)


HOUSE_REQUESTS = [
    act("enter", number=1),                                                           # 1
    act("light"),                                                                     # 2
    ("clock.advance", {"by": "3s"}),                                                  # 3, by a timer
    act("enter", number=7, at="/main/rooms"),                                         # refused
    act("load", at="/main/rooms"),                                                    # 4
    ("effect.done", {"effect": 1, "output": {"items": ["attic", "hall", "cellar"]}}),  # 5
    ("effect.done", {"effect": 1, "output": {"items": []}}),                          # refused: late
    act("load", at="/main/rooms"),                                                    # 6, reset by 11
    ("dispatch", {"action": {"type": "cover"}, "at": "/main", "origin": "tester"}),   # 7
    act("close"),                                                                     # 8
    act("tab", name="desk"),                                                          # 9
    act("turn", at="/main/desk/lamp"),                                                # 10
    ("link.open", {"url": "/rooms/2"}),                                               # 11
    act("unlock", at="/main/rooms", code="hunter2"),                                  # 12
    act("further"),                                                                   # 13
    act("folow"),                                                                     # refused
    act("ask", at="/main/rooms"),                                                     # 14
    act("load", at="/main/rooms"),                                                    # 15, stays owed
]


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """The path of a recording of the house."""
    return record(tmp_path_factory.mktemp("house"), HOUSE, HOUSE_REQUESTS)


@pytest.fixture(scope="session")
def house_page(house, tmp_path_factory):
    return report(tmp_path_factory.mktemp("page"), house).as_uri()
