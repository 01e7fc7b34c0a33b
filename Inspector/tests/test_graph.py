"""The page of `navtree graph --format html`, and the same picture in a report."""
import subprocess

import pytest
from conftest import HOUSE, NAVTREE, ROOT
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

BANK = ROOT / "Specs/bank.navtree.yaml"


@pytest.fixture(scope="session")
def bank_page(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "bank.html"
    subprocess.run([NAVTREE, "graph", str(BANK), "--format", "html", "--layout", "own", "-o", str(path)], check=True)
    return path.as_uri()


def node(browser, name):
    return browser.find(f'.picture [data-screen="{name}"]')


def is_in_frame(browser, element):
    return browser.js("""const [place, frame] = [arguments[0], document.querySelector('.picture')].map((e) => e.getBoundingClientRect());
        return place.left >= Math.max(0, frame.left) && place.right <= Math.min(innerWidth, frame.right) &&
          place.top >= Math.max(0, frame.top) && place.bottom <= Math.min(innerHeight, frame.bottom)""", element)


def width(browser):
    return browser.js("return document.querySelector('.picture svg').getBoundingClientRect().width")


@pytest.mark.parametrize("size", [(400, 800), (1280, 800)])
def test_the_start_is_in_view(browser, bank_page, size):
    browser.size(*size)
    browser.open(bank_page)
    assert is_in_frame(browser, node(browser, "welcome"))
    assert browser.js("return document.documentElement.scrollWidth") <= size[0]
    text = browser.js("return document.querySelector('.picture [data-screen=welcome] text').getBoundingClientRect().height")
    assert text >= 10


def test_zoom(browser, bank_page):
    browser.open(bank_page)
    actual = width(browser)
    browser.click("#closer")
    assert width(browser) == pytest.approx(actual * 1.25, rel=1e-3)
    browser.click("#actual")
    assert width(browser) == pytest.approx(actual, rel=1e-3)
    browser.click("#fit")
    assert browser.js("const p = document.querySelector('.picture'); return p.scrollWidth <= p.clientWidth && p.scrollHeight <= p.clientHeight")
    browser.js("document.querySelector('.picture').focus()")
    browser.keys("0", "-")
    assert width(browser) == pytest.approx(actual / 1.25, rel=1e-3)
    browser.js("""document.querySelector('.picture').dispatchEvent(
        new WheelEvent('wheel', {ctrlKey: true, deltaY: -100, clientX: 300, clientY: 300, bubbles: true, cancelable: true}))""")
    assert width(browser) > actual


def test_a_drag_moves_it(browser, bank_page):
    browser.open(bank_page)
    frame = browser.find(".picture")
    before = browser.js("return arguments[0].scrollLeft", frame)
    ActionChains(browser.driver).move_to_element(frame).click_and_hold().move_by_offset(-200, 0).release().perform()
    assert browser.js("return arguments[0].scrollLeft", frame) == before + 200
    assert browser.text(".ways") == ""


def test_a_search(browser, bank_page):
    browser.open(bank_page)
    browser.find("#find").send_keys("riskresult")
    assert browser.text(".fields [role=status]").startswith("1 of ")
    assert is_in_frame(browser, node(browser, "riskResult"))
    assert "match" in node(browser, "riskResult").get_attribute("class")
    browser.find("#find").send_keys(Keys.ENTER)
    assert browser.text(".fields [role=status]").startswith("2 of ")
    browser.find("#find").send_keys("x")
    assert browser.text(".fields [role=status]") == "nothing found"


def test_the_ways_from_a_screen(browser, bank_page):
    browser.open(bank_page)
    browser.find("#find").send_keys("screen card\n")
    assert browser.text(".ways h2") == "Ways from here: card"
    assert [row.text for row in browser.all(".ways li")] == [
        "next (push), pin: present in next → cardPin", "next (push), limits: present in next → cardLimits",
        "freeze (popover), freeze: present in freeze → cardFreeze"]
    assert len(browser.all(".picture .node.near")) == len(browser.all(".picture .edge.near")) == 3
    browser.click(".ways li button")
    assert browser.text(".ways h2") == "Ways from here: cardPin"
    assert is_in_frame(browser, node(browser, "cardPin"))
    browser.js("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", node(browser, "cardFreeze"))
    assert "close: dismiss ↩" in browser.text(".ways")
    browser.js("document.querySelector('.picture').focus()")
    browser.keys(Keys.ESCAPE)
    assert browser.text(".ways") == "" and not browser.all(".picture .near")


@pytest.mark.parametrize("is_dark", [False, True])
def test_one_ground(browser, bank_page, is_dark):
    browser.dark(is_dark)
    browser.open(bank_page)
    colours = browser.js("""const fill = (selector) => getComputedStyle(document.querySelector(selector)).fill;
        return [getComputedStyle(document.body).backgroundColor, fill('svg > .ground'), fill('.label .ground')]""")
    assert len(set(colours)) == 1
    assert browser.violations() == []


def test_the_picture_is_there_without_a_script(browser, tmp_path):
    path = tmp_path / "house.html"
    subprocess.run([NAVTREE, "graph", str(HOUSE), "--format", "html", "-o", str(path)], check=True)
    text = path.read_text()
    assert "<svg" in text and "<td>rooms</td>" in text and "@" not in text.split("</style>")[-1].split("<script>")[0]


def test_the_ways_in_a_report(browser, house_page):
    browser.open(house_page, "#seq=14&pane=graph")
    browser.find("#find").send_keys("screen room\n")
    assert browser.text(".ways h2").startswith("Ways from here: room")
    browser.dark(True)
    ground, label = browser.js("""const style = (selector) => getComputedStyle(document.querySelector(selector));
        return [style('body').backgroundColor, style('.picture .label rect').fill]""")
    assert ground == label
    assert browser.all(".picture .back rect[stroke-dasharray]") and not browser.all(".picture .node.back")
