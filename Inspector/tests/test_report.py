"""The page of a recording: its panes, filters, keys and addresses."""
import json
import subprocess

import pytest
from conftest import HOUSE, HOUSE_REQUESTS, NAVTREE, ROOT, act, record, report
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

PANES = ["tree", "state", "why", "effects", "graph", "coverage", "copy"]


def test_begins_at_the_last_change(browser, house_page):
    browser.open(house_page)
    assert browser.seq == "15"
    assert "19 entries" in browser.text(".told")
    assert browser.text("#position") == "seq 15 of 15"


def test_an_address_leads_to_a_moment(browser, house_page):
    browser.open(house_page, "#seq=7")
    assert browser.seq == "7"
    browser.js("location.hash = '#seq=2'")
    browser.wait("return document.body.dataset.seq === '2'")
    browser.click("#next")
    browser.wait("return location.hash === '#seq=3'")
    browser.open(house_page, "#seq=5&pane=why")
    assert browser.find("#panel-why").is_displayed()
    assert not browser.find("#panel-tree").is_displayed()


def test_an_address_leads_to_a_refused_request(browser, house_page):
    browser.open(house_page, "#seq=3")
    browser.click("#next")
    browser.wait("return location.hash.includes('entry=4')")
    browser.open(house_page, browser.js("return location.hash"))
    assert browser.js("return document.body.dataset.entry") == "4"
    assert "there is no such room" in browser.pane("why")


@pytest.mark.parametrize("kind, expected", [
    ("action", ["enter", "light", "load", "load", "cover", "close", "tab", "turn", "unlock", "further", "ask", "load"]),
    ("navigation", []),
    ("link", ["link.open"]),
    ("effect", ["effect.done"]),
    ("timer", ["clock.advance"]),
    ("error", ["enter", "effect.done", "folow"]),
])
def test_a_kind_alone(browser, house_page, kind, expected):
    browser.open(house_page)
    for box in browser.all("input[name=kind]"):
        if box.get_attribute("value") != kind:
            box.click()
    titles = browser.js("return [...document.querySelectorAll('#timeline .row .title')].map(e => e.textContent)")
    assert titles == ["session.open"] + expected


def test_an_origin_alone(browser, house_page):
    browser.open(house_page)
    browser.change("#origin", "tester")
    assert [row.split("tester")[0] for row in browser.rows()] == ["7cover/main"]


@pytest.mark.parametrize("query, count", [("hunter2", 0), ("ATTIC", 1), ("notHandled", 1), ("/rooms/2", 1), ("zzz", 0)])
def test_a_search(browser, house_page, query, count):
    browser.open(house_page)
    browser.find("#search").send_keys(query)
    assert len(browser.rows()) == count


def test_filters_together(browser, house_page):
    browser.open(house_page)
    browser.click("input[value=effect]")
    browser.click("input[value=timer]")
    browser.find("#search").send_keys("room")
    browser.change("#origin", "tester")
    assert browser.rows() == []
    assert browser.text(".told") == "0 entries of 19"
    browser.change("#origin", "")
    assert len(browser.rows()) > 3
    assert not any("effect.done" in row or "clock" in row for row in browser.rows())
    # What is shown needn't be among the rows: the keys go on from its place.
    browser.js("app.select(3); document.getElementById('timeline').focus()")
    browser.keys(Keys.ARROW_DOWN)
    assert browser.seq == "3" and browser.js("return app.entry.refused")


@pytest.mark.parametrize("fragment, entry", [
    ("#seq=99999", 18), ("#seq=-1", 0), ("#seq=abc", 0), ("#seq=1e99", 18), ("#entry=-5", 0), ("#entry=99999", 18), ("#entry=2.5", 2),
    ("#pane=nothing", 18), ("#session=9:9", 18), ("#seq=%zz", 0), ("#" + "x" * 5000, 18),
])
def test_an_address_of_nothing(browser, house_page, fragment, entry):
    browser.open(house_page, fragment)
    assert browser.js("return document.body.dataset.entry") == str(entry)
    browser.pane("copy")
    assert "selected" in browser.text("#panel-copy")


@pytest.mark.parametrize("requests", [[], [act("enter", number=1)]])
def test_a_recording_of_little(browser, requests, tmp_path):
    browser.open(report(tmp_path, record(tmp_path, HOUSE, requests)).as_uri())
    assert browser.seq == str(len(requests))
    for pane in PANES:
        browser.pane(pane)
    assert "No effect was requested." in browser.text("#panel-effects")
    browser.click("#previous")
    browser.click("#next")
    assert browser.seq == str(len(requests))


def test_everything_selected(browser, house_page):
    browser.open(house_page, "#seq=0&pane=copy")
    assert "0 entries selected" in browser.text("#panel-copy")
    browser.js("document.getElementById('timeline').focus()")
    ActionChains(browser.driver).key_down(Keys.SHIFT).send_keys(Keys.END).key_up(Keys.SHIFT).perform()
    assert "18 entries selected" in browser.text("#panel-copy")


def test_the_order_of_tabs_is_that_of_the_flow(browser, house_page):
    browser.open(house_page, "#seq=14")
    assert [slot.text.split(" ")[0] for slot in browser.all(".tabs > .part > .slot")] == ["rooms", "desk"]


def test_what_an_entry_was_given(browser, house_page):
    browser.open(house_page, "#seq=11")
    given = browser.js("return [...document.querySelectorAll('#timeline .row')].map(r => r.querySelector('.title').textContent + ' ' + r.querySelector('.given').textContent)")
    assert {"clock.advance by 3s", "effect.done fetch 1", "link.open /rooms/2", 'unlock {code: "***"}'} <= set(given)
    assert browser.text("#headline") == "link.open/rooms/2/main/desk/papers"


def test_a_deep_tree_shows_the_screen_on_top(browser, tmp_path):
    requests = [act("enter", number=1)] + [act("further") for _ in range(40)]
    browser.open(report(tmp_path, record(tmp_path, HOUSE, requests)).as_uri())
    place = browser.js("return document.querySelector('.card.active').getBoundingClientRect().bottom")
    assert place <= browser.js("return document.querySelector('#panel-tree').getBoundingClientRect().bottom") + 1
    # A long address is cut at its beginning.
    assert browser.text("#headline .detail").startswith("…/") and browser.text("#headline .detail").endswith("/next")


def test_a_long_line_of_the_source_can_be_read(browser, house_page):
    browser.open(house_page, "#seq=1&pane=why")
    assert browser.js("const list = document.querySelector('#panel-why .source.virtual'); return list.scrollWidth > list.clientWidth")


def test_the_graph_fits_the_window(browser, house_page):
    browser.open(house_page, "#seq=14&pane=graph")
    browser.click("#fit")
    assert browser.js("const p = document.querySelector('.picture'); return p.scrollWidth <= p.clientWidth")


def test_another_size_of_the_window(browser, house_page):
    browser.open(house_page, "#seq=14")
    for width, height in [(320, 480), (2560, 1440), (640, 300), (1280, 800)]:
        browser.size(width, height)
        browser.wait("return document.querySelectorAll('#timeline .row').length > 0")
        assert browser.js("return document.documentElement.scrollWidth") <= width


def test_a_page_on_paper(browser, house_page):
    browser.open(house_page, "#seq=14")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.find("#panel-tree").is_displayed() and not browser.find("#timeline").is_displayed()
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_the_tree_of_each_kind(browser, house_page):
    browser.open(house_page, "#seq=7")
    text = browser.text("#panel-tree")
    assert "/main/over" in text and "rooms · selected" in text
    assert browser.text(".card.active .type") == "note"
    assert browser.all(".modal .card.style-cover")
    browser.open(house_page, "#seq=10")
    assert "lamp" in browser.text(".panes") and "papers · in focus" in browser.text("#panel-tree")
    browser.open(house_page, "#seq=13")
    assert [card.text for card in browser.all(".stack > li > .card.style-push > .head .id")] == ["#9", "#10"]
    browser.open(house_page, "#seq=8")
    assert "note #4" in browser.text(".gone")
    browser.open(house_page, "#seq=14")
    assert browser.all(".modal .card.style-sheet")


def test_a_screen_leads_to_its_state(browser, house_page):
    browser.open(house_page, "#seq=2")
    browser.click(".card[data-id='3'] .head")
    assert browser.find("#panel-state").is_displayed()
    assert "lit: true" in browser.text(".row-of-screen")


@pytest.mark.parametrize("seq, kind, place", [
    (1, "added", "/screens/3"), (2, "changed", "/screens/3/state/lit"), (3, "removed", "/timers/1"),
    (8, "removed", "/screens/4"),
])
def test_a_change_of_state(browser, house_page, seq, kind, place):
    browser.open(house_page, f"#seq={seq}&pane=state")
    rows = [row.get_attribute("textContent") for row in browser.all(f".diff tr.{kind}")]
    assert any(place in row for row in rows), rows


def test_a_list_whose_elements_moved(browser, house_page):
    browser.open(house_page, "#seq=5&pane=state")
    rows = [(row.get_attribute("class"), row.find_element("css selector", "th").text) for row in browser.all(".diff tbody tr")]
    place = "/screens/2/state/items"
    assert ("added", place + "/2") in rows and ("removed", place + "/1") in rows
    assert any(kind == "moved" for kind, _ in rows)


def test_a_receipt(browser, house_page):
    browser.open(house_page, "#seq=7&pane=state")
    assert browser.text(".receipt") == "Creatednote #4"
    browser.open(house_page, "#seq=8&pane=state")
    assert browser.text(".receipt") == "Removednote #4"


def test_the_values_of_a_guard(browser, house_page):
    browser.open(house_page, "#seq=1&pane=why")
    rows = [row.get_attribute("textContent") for row in browser.all(".rules .parts tbody tr")]
    assert "action.number1" in rows and "size(state.items)3" in rows
    assert "shared.visits0" in rows
    assert browser.text(".code-line.ran .number") == "39"
    assert "action.number < size(state.items)" in browser.text(".code-line.ran code")


def test_a_guard_that_does_not_hold(browser, house_page):
    browser.open(house_page, "#seq=3")
    browser.click("#next")
    browser.pane("why")
    assert [item.get_attribute("class").split()[0] for item in browser.all(".rules > li")] == ["fails", "holds"]
    browser.click(".rules > li.fails .rule")
    assert browser.all(".code-line.skipped")


def test_effects(browser, house_page):
    browser.open(house_page, "#pane=effects")
    assert "3 requested, 1 owed, 1 with a late answer" in browser.text("#panel-effects")
    assert "done at 5" in browser.text("[data-effect='1']") and "answered too late" in browser.text("[data-effect='1']")
    assert "reset" in browser.text("[data-effect='2']") and "owed" in browser.text("[data-effect='3']")
    assert browser.all("[data-effect='1'] .track .late")
    assert browser.text(".ticks").startswith("seq 0")
    browser.click("[data-effect='1'] button")
    assert browser.seq == "4"
    browser.change("#axis", "time")
    assert browser.all("[data-effect='1']")


def test_the_graph(browser, house_page):
    browser.open(house_page, "#seq=2&pane=graph")
    assert "3 of 7 screens visited so far" in browser.text("#panel-graph")
    assert browser.text(".screens .present").startswith("room")
    browser.open(house_page, "#seq=14&pane=graph")
    assert "7 of 7" in browser.text("#panel-graph")


def test_coverage(browser, house_page):
    browser.open(house_page, "#pane=coverage")
    assert "rooms.fill" in browser.text(".items")
    browser.click("#missing")
    assert "rooms.enter" in browser.text(".items")


def copied(browser):
    return browser.find("#copied").get_attribute("value")


def test_a_selection_as_requests(browser, house_page):
    browser.open(house_page, "#seq=1&pane=copy")
    browser.change("#format", "rpc")
    assert json.loads(copied(browser)) == {
        "jsonrpc": "2.0", "id": 1, "method": "dispatch",
        "params": {"session": "house", "at": "/main/rooms", "action": {"type": "enter", "number": 1}}}
    for name, value in (("to", 9), ("from", 4)):
        browser.change("#" + name, value)
    lines = [json.loads(line) for line in copied(browser).splitlines()]
    assert [line["method"] for line in lines] == ["dispatch", "effect.done", "effect.done", "dispatch", "dispatch", "dispatch", "dispatch"]
    browser.click("#copy")
    browser.wait("return document.querySelector('#panel-copy [role=status]').textContent !== ''")


def test_a_selection_as_a_scenario_passes(browser, house, house_page, tmp_path):
    browser.open(house_page, "#pane=copy")
    for name, value in (("to", 10), ("from", 0)):
        browser.change("#" + name, value)
    path = tmp_path / "copied.scenarios.yaml"
    path.write_text(copied(browser))
    outcome = subprocess.run([NAVTREE, "test", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert outcome.returncode == 0, outcome.stdout + path.read_text()


def test_navigation_in_windows_as_a_scenario_passes(browser, tmp_path):
    flow = tmp_path / "windows.navtree.yaml"
    flow.write_text("""navtree: 1
flow: windows
start: home
screens:
  home:
    state: { n: integer }
    slots: { next: { presents: [home] } }
    actions: { inc: { set: { n: "${state.n + 1}" } } }
""")
    inc, push = {"type": "inc"}, {"screen": "home", "in": "next"}
    page = report(tmp_path, record(tmp_path, flow, [
        ("present", push),
        ("back", {}),
        ("back", {"window": "none"}),                                   # refused
        ("window.open", {"window": "side", "screen": "home"}),
        ("present", {**push, "window": "side"}),
        ("dispatch", {"window": "side", "action": inc}),
        ("back", {"window": "side"}),
        ("batch", {"actions": [{"at": "/main", "action": inc}, {"window": "side", "action": inc}]}),
        ("present", {**push, "at": 2}),                                 # refused
        ("present", {**push, "window": "side"}),
        ("pop", {"window": "side"}),
        ("window.close", {"window": "side"}),
        ("batch", {"atomic": False, "actions": [{"action": inc}, {"action": inc}]}),
    ]))
    browser.open(page.as_uri(), "#pane=copy")
    for name, value in (("to", 13), ("from", 0)):
        browser.change("#" + name, value)
    path = tmp_path / "copied.scenarios.yaml"
    path.write_text(copied(browser))
    outcome = subprocess.run([NAVTREE, "test", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert outcome.returncode == 0, outcome.stdout + path.read_text()
    assert "back: true" in path.read_text() and path.read_text().count("inc") == 5
    browser.change("#format", "rpc")
    lines = [json.loads(line) for line in copied(browser).splitlines()]
    assert [len(line["params"]["actions"]) for line in lines if line["method"] == "batch"] == [2, 2]


def test_where_two_recordings_part(browser, house, tmp_path):
    other = record(tmp_path, HOUSE, HOUSE_REQUESTS[:8] + [act("ask", at="/main/rooms")], name="other.rec")
    browser.open(report(tmp_path, house, other).as_uri())
    assert browser.find("#panel-compare").is_displayed()
    assert browser.text("#parting") == "They part after 9 entries in common."
    assert "/screens/4/slot" in browser.text("#panel-compare .diff") or "ask" in browser.text("#panel-compare")
    assert len(browser.all("#session option")) == 2
    assert browser.violations() == []
    browser.open(report(tmp_path, house, house).as_uri())
    assert "Both are the same" in browser.text("#parting")


def test_two_recordings_by_the_time_of_day(browser, tmp_path):
    requests = [act("enter", number=1), act("light"), act("further")]
    pages = [record(tmp_path, HOUSE, requests, name=name, arguments=()) for name in ("a.rec", "b.rec")]
    browser.open(report(tmp_path, *pages).as_uri())
    assert "Both are the same" in browser.text("#parting")


def test_two_recordings_of_two_flows(browser, house, tmp_path):
    other = record(tmp_path, ROOT / "Specs/shop.navtree.yaml", [("back", {})], name="shop.rec")
    browser.open(report(tmp_path, house, other).as_uri())
    assert browser.text("#parting") == "They differ from the start: one is of house, the other of shop."
    for pane in PANES:
        browser.pane(pane)


def test_with_the_keyboard_alone(browser, house_page):
    browser.open(house_page)
    reached = set()
    for _ in range(40):
        browser.keys(Keys.TAB)
        reached.add(browser.js("return document.activeElement.id"))
    assert {"search", "origin", "first", "previous", "timeline", "tab-tree"} <= reached
    browser.keys("/")
    assert browser.js("return document.activeElement.id") == "search"
    browser.keys("room", Keys.ENTER)
    assert browser.js("return document.activeElement.id") == "timeline"
    browser.keys("/", Keys.BACKSPACE * 4, Keys.ENTER, Keys.HOME)
    assert browser.seq == "0"
    browser.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert browser.seq == "2"
    browser.keys(Keys.END)
    assert browser.seq == "15"
    browser.keys("k")
    assert browser.seq == "14"
    for number, name in enumerate(PANES, 1):
        browser.keys(str(number))
        assert browser.find("#panel-" + name).is_displayed()
        assert browser.js("return document.activeElement.id") == "tab-" + name
    browser.keys(Keys.ARROW_RIGHT)
    assert browser.find("#panel-tree").is_displayed()
    browser.keys("j")
    assert browser.seq == "15"


def test_several_entries_by_shift(browser, house_page):
    browser.open(house_page, "#seq=2")
    browser.js("document.getElementById('timeline').focus()")
    ActionChains(browser.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN).key_up(Keys.SHIFT).perform()
    assert len(browser.all("#timeline [aria-selected=true]")) == 3


@pytest.mark.parametrize("width, is_dark", [(1280, False), (1280, True), (390, False)])
def test_accessibility(browser, house_page, width, is_dark):
    browser.size(width, 800)
    browser.dark(is_dark)
    browser.open(house_page, "#seq=7")
    for pane in PANES:
        browser.pane(pane)
        assert browser.violations() == [], pane


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_window(browser, house_page, width):
    browser.size(width, 800)
    browser.open(house_page, "#seq=14")
    for pane in PANES:
        browser.pane(pane)
        assert browser.js("return document.documentElement.scrollWidth") <= width, pane


def test_a_secret_is_not_in_the_page(house, tmp_path):
    assert b"hunter2" not in report(tmp_path, house).read_bytes()
    page = report(tmp_path, house, arguments=["--sensitive"])
    assert b"hunter2" in page.read_bytes()
    assert page.stat().st_mode & 0o777 == 0o600


def test_the_page_loads_nothing(browser, house_page):
    browser.open(house_page)
    assert browser.js("return performance.getEntriesByType('resource').map(e => e.name)") == []
    policy = browser.find("meta[http-equiv]").get_attribute("content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy


@pytest.mark.parametrize("spec", ["social", "tabs", "browser", "canvas", "feed", "shop"])
def test_the_recording_of_a_spec(browser, spec, tmp_path):
    flow = ROOT / "Specs" / (spec + ".navtree.yaml")
    requests = [("state.get", {}), ("dispatch", {"action": {"type": "nothing"}}), ("back", {})]
    browser.open(report(tmp_path, record(tmp_path, flow, requests)).as_uri())
    for pane in PANES:
        browser.pane(pane)


def test_a_report_that_ends_early(browser, house, tmp_path):
    text = HOUSE.read_text()
    assert "visits + 1" in text
    other = tmp_path / HOUSE.name
    other.write_text(text.replace("visits + 1", "visits + 2"))
    path = tmp_path / "report.html"
    outcome = subprocess.run(
        [NAVTREE, "report", str(house), "--flow", str(other), "-o", str(path)], stderr=subprocess.PIPE, text=True)
    assert outcome.returncode == 1 and "line 2 differs" in outcome.stderr, outcome
    browser.open(path.as_uri())
    assert browser.text(".notes .ends").startswith("The report ends here: line 2 differs when it is replayed: /")
    assert browser.seq == "0" and len(browser.rows()) == 1
    assert browser.violations() == []


def test_scenarios_that_failed(browser, tmp_path):
    scenarios = tmp_path / "rooms.scenarios.yaml"
    scenarios.write_text("flow: " + json.dumps(str(HOUSE)) + """
scenarios:
  - name: <b>stays</b> at home/away
    steps:
      - do: { enter: { number: 1 } }
        expect: { active: /main/desk }
  - name: passes
    steps: [{ do: cover }]
  - name: enters the ninth room
    steps: [{ do: { enter: { number: 9 } } }]
""")
    page = tmp_path / "failures.html"
    outcome = subprocess.run([NAVTREE, "test", "--report", f"html={page}", str(scenarios)], stdout=subprocess.PIPE)
    assert outcome.returncode == 1
    browser.open(page.as_uri())
    options = [option.get_attribute("textContent") for option in browser.all("#session option")]
    assert options == ["<b>stays</b> at home/away: house", "enters the ninth room: house"]
    assert browser.text("h1").startswith("<b>stays</b> at home/away")
    browser.change("#session", "1:0")
    assert "no such room" in browser.pane("why")
    for pane in PANES:
        browser.pane(pane)


def test_filters_have_counts(browser, house_page):
    browser.open(house_page)
    counts = {box.get_attribute("value"): browser.js("return arguments[0].parentNode.querySelector('.count').textContent", box)
              for box in browser.all("input[name=kind]")}
    assert counts == {"action": "12", "navigation": "0", "link": "1", "effect": "1", "timer": "1", "error": "3"}
    assert [option.get_attribute("textContent") for option in browser.all("#origin option")] == ["any origin", "tester (1)"]


def test_marks_differ_by_shape(browser, house_page):
    browser.open(house_page)
    shapes = browser.js("""return [...document.querySelectorAll('.chip')].map((chip) => {
        const style = getComputedStyle(chip, '::before');
        return [style.borderRadius, style.clipPath, style.transform, style.borderWidth].join();
    })""")
    assert len(set(shapes)) == len(shapes) == 6
