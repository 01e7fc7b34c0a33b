"""The language server, from outside: messages in, messages out."""

import json
import subprocess

import pytest

from completion_rate import rate
from edits import edit_many
from editor import BINARY, Editor, Fault, at, place, uri
from renames import rename_many

FLOW = """\
navtree: 1
flow: demo
start: home
effects:
  fetch: { input: { id: integer }, output: { name: string } }
screens:
  home:
    title: 😀
    state: { count: integer, names: { type: array, items: string, maxItems: 9, default: [] } }
    computed: { half: state.count / 2 }
    guards: { many: state.count > 3 }
    slots: { detail: { presents: [person] } }
    actions:
      open:
        rules:
          - { when: many, present: { screen: person, params: { id: "${state.count}" } } }
          - { reject: not yet }
      inc: { set: { count: "${state.count + 1}" } }
      got: { set: { names: "${state.names + [action.output.name]}" } }
      ask: { effect: { name: fetch, with: { id: 1 }, done: got } }
  person:
    params: { id: { type: integer, minimum: 0 } }
    actions: { close: { dismiss: true }, raise: { send: { to: parent, action: inc } } }
"""
SCENARIOS = """\
flow: demo.navtree.yaml
scenarios:
  - name: it counts
    steps:
      - do: inc
        expect: { state: { count: 1 } }
  - name: it waits
    steps:
      - do: open
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "demo.navtree.yaml").write_text(FLOW)
    (tmp_path / "demo.scenarios.yaml").write_text(SCENARIOS)
    return tmp_path


@pytest.fixture
def editor(folder):
    editor = Editor([folder])
    yield editor
    if editor.process.poll() is None:
        editor.end()


def shown(text, mark="|"):
    """A text without the mark of the cursor, and its place."""
    offset = text.index(mark)
    return text[:offset] + text[offset + 1:], place(text, offset)


def raw(data):
    """What the server writes for some bytes, and its status."""
    ended = subprocess.run([BINARY, "lsp"], input=data, capture_output=True)
    messages = []
    rest = ended.stdout
    while rest:
        header, rest = rest.split(b"\r\n\r\n", 1)
        length = int(header.split(b":")[1])
        messages.append(json.loads(rest[:length]))
        rest = rest[length:]
    return messages, ended.returncode


def framed(*messages):
    bodies = [json.dumps(message).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def request(number, method, params=None):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def test_the_lifecycle_is_that_of_lsp():
    bye = [request(2, "shutdown"), request(3, "textDocument/hover"), {"jsonrpc": "2.0", "method": "exit"}]
    messages, status = raw(framed(request(0, "shutdown"), request(1, "initialize"), *bye))
    assert [message.get("error", {}).get("code") for message in messages] == [-32002, None, None, -32600]
    assert status == 0
    assert raw(framed({"jsonrpc": "2.0", "method": "exit"}))[1] == 1


def test_what_is_no_message_is_answered_and_survived():
    data = b"Nonsense: 1\r\n\r\n" + b"Content-Length: 3\r\n\r\n{]}" + framed([1], request(1, "initialize"))
    data += framed(request("a", "no/method"), request(2, "textDocument/hover"), {"jsonrpc": "2.0", "id": 4})
    data += b"content-length: 2\nOther: x\n\n{}" + b"Content-Length: 99999999999\r\n\r\n" + b"x" * 1000
    messages, _ = raw(data)
    codes = [message["error"]["code"] for message in messages if "error" in message]
    assert sorted(codes) == [-32700, -32700, -32700, -32602, -32601, -32600, -32600, -32600]


def test_a_cancelled_request_is_answered_once():
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 7}}
    messages, _ = raw(framed(request(1, "initialize"), request(7, "workspace/symbol"), cancel))
    assert [message["error"]["code"] for message in messages if message.get("id") == 7] in ([-32800], [])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_columns_count_the_units_that_were_agreed_upon(folder, encoding):
    editor = Editor([folder], encoding=encoding)
    assert editor.capabilities["positionEncoding"] == encoding
    path = folder / "demo.navtree.yaml"
    editor.open(path, FLOW.replace("title: 😀", "title: 😀 # é", 1).replace("start: home", "start: { '😀': 1, x: 2 }"))
    found = editor.settled(path, 1)
    units = {"utf-16": 2, "utf-8": 4}[encoding]
    assert 16 + units in {item["range"]["start"]["character"] for item in found} | {
        item["range"]["end"]["character"] - 1 for item in found} | {11 + units + 5}
    editor.end()


def test_diagnostics_are_those_of_check_in_open_and_closed_files(editor, folder):
    flow, scenarios = folder / "demo.navtree.yaml", folder / "demo.scenarios.yaml"
    editor.open(flow)
    assert editor.settled(flow, 1) == []
    editor.change(flow, 2, {"text": FLOW.replace("inc:", "add:")})
    codes = [item["code"] for item in editor.settled(flow, 2)]
    assert codes == ["unknown-action"]
    while not editor.diagnostics.get(uri(scenarios)):
        editor.read()
    assert "navtree check" in editor.diagnostics[uri(scenarios)][0]["message"]
    editor.change(flow, 3, {"text": FLOW})
    assert editor.settled(flow, 3) == []


def test_a_part_is_checked_with_the_flow_that_includes_it(folder):
    (folder / "demo.navtree.yaml").write_text(FLOW.replace("start: home", "start: home\ninclude: [more.navtree.yaml]"))
    part = folder / "more.navtree.yaml"
    part.write_text("navtree: 1\nscreens:\n  more: { state: { x: integer } }\n")
    editor = Editor([folder])
    editor.open(part, part.read_text().replace("integer", "person"))
    assert "person" in editor.settled(part, 1)[0]["message"]
    editor.end()


def test_a_client_that_pulls_is_told_when_it_asks(folder):
    editor = Editor([folder], capabilities={"textDocument": {"diagnostic": {}}})
    path = folder / "demo.navtree.yaml"
    editor.open(path, FLOW.replace("start: home", "start: hom"))
    answer = editor.ask("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})
    assert [item["code"] for item in answer["items"]] == ["unknown-screen", "unreachable-screen"][:len(answer["items"])]
    # Behind an answer comes what the server tells by itself.
    editor.ask("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})
    assert uri(path) not in editor.diagnostics
    editor.end()


def test_strict_makes_errors_of_warnings(folder):
    editor = Editor([folder], options={"strict": True})
    path = folder / "demo.navtree.yaml"
    editor.open(path, FLOW + "  lonely: {}\n")
    assert {item["severity"] for item in editor.settled(path, 1)} == {1}
    editor.end()


COMPLETIONS = {
    "a key of a screen": ("  person:\n", "  person:\n    sl|\n", "slots"),
    "the keys of a flow": ("effects:", "in|\neffects:", "include"),
    "a kind": ("    title: 😀", "    kind: l|", "list"),
    "a screen": ("presents: [person]", "presents: [p|", "person"),
    "an effect": ("name: fetch", "name: f|", "fetch"),
    "an action": ("done: got", "done: g|", "got"),
    "a field to set": ("inc: { set: { count:", "inc: { set: { c|:", "count"),
    "an input": ("with: { id", "with: { i|", "id"),
    "a param": ("params: { id: \"", "params: { i|: \"", "id"),
    "a type": ("count: integer", "count: int|", "integer"),
    "an anchor's name": ("count: integer", "count: &int| integer", "integer"),
    "a field in an expression": ("${state.count + 1}", "${state.c|}", "count"),
    "a variable": ("${state.count + 1}", "${s|", "state"),
    "a function": ("state.count > 3", "state.names.s|", "size"),
    "a macro's variable": ("state.count > 3", "state.names.exists(name, n|", "name"),
    "a guard": ("when: many", "when: m|", "many"),
    "an address": ("to: parent", "to: p|", "parent"),
    "a macro": ("state.count > 3", "state.names.ex|", "exists"),
}


@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize("name", COMPLETIONS)
def test_a_completion_names(editor, folder, name, is_cut):
    old, new, word = COMPLETIONS[name]
    assert old in FLOW
    text, cursor = shown(FLOW.replace(old, new, 1))
    if is_cut:
        text = "\n".join(text.split("\n")[:cursor[0] + 1])[:len("\n".join(text.split("\n")[:cursor[0]])) + 1 + cursor[1]]
        if word in ("got", "person"):
            return
    path = folder / "demo.navtree.yaml"
    editor.open(path, text)
    assert word in editor.complete(path, *cursor)[:5]


def test_scenarios_are_completed_with_the_flow(editor, folder):
    path = folder / "demo.scenarios.yaml"
    for old, new, word in [("do: inc", "do: i|", "inc"), ("state: { count", "state: { c|", "count"),
                           ("expect: {", "ex|", "expect"), ("state: {", "that: state.|", "state")]:
        text, cursor = shown(SCENARIOS.replace(old, new, 1))
        editor.open(path, text)
        assert word in editor.complete(path, *cursor)[:5] or word == "state"


def test_paths_of_files_are_completed(folder):
    (folder / "parts").mkdir()
    part = folder / "parts/more.navtree.yaml"
    part.write_text("navtree: 1\nscreens:\n  more: {}\n")
    (folder / "parts/other.navtree.yaml").write_text("navtree: 1\nscreens:\n  other: {}\n")
    flow, scenarios = folder / "demo.navtree.yaml", folder / "demo.scenarios.yaml"
    (folder / "parts/more.scenarios.yaml").write_text("flow: ../demo.navtree.yaml\n")
    editor = Editor([folder])
    for file, shown_text, labels in [
            (flow, "navtree: 1\ninclude: [|]\n", ["parts/more.navtree.yaml", "parts/other.navtree.yaml"]),
            (flow, "navtree: 1\ninclude:\n  - parts/m|", ["more.navtree.yaml"]),
            (flow, "navtree: 1\nflow: d|", []),
            (scenarios, "flow: |", ["demo.navtree.yaml", "parts/more.navtree.yaml", "parts/other.navtree.yaml"]),
            (scenarios, "flow: demo.|", ["navtree.yaml"]),
            (folder / "parts/more.scenarios.yaml", "flow: ../d|", ["demo.navtree.yaml"])]:
        text, cursor = shown(shown_text)
        editor.open(file, text)
        answer = editor.ask("textDocument/completion", at(file, *cursor))["items"]
        assert [item["label"] for item in answer if item["kind"] == 17] == labels, shown_text
        assert not labels or len(answer) == len(labels)
        editor.open(flow, FLOW)
    editor.end()


def test_the_word_that_follows_is_completed():
    rates = rate(60)
    assert all(share >= (0.9 if kind.startswith("1") else 0.95) for kind, share in rates.items()), rates


def find(text, word, number=0):
    offset = -1
    for _ in range(number + 1):
        offset = text.index(word, offset + 1)
    return place(text, offset + 1)


@pytest.mark.parametrize("word, number, line", [
    ("person", 0, 20), ("fetch", 1, 4), ("got", 1, 18), ("count", 1, 8), ("many", 1, 10), ("inc", 1, 17), ("names", 2, 8)])
def test_a_definition_is_found(editor, folder, word, number, line):
    path = folder / "demo.navtree.yaml"
    answer = editor.ask("textDocument/definition", at(path, *find(FLOW, word, number)))
    assert [location["range"]["start"]["line"] for location in answer] == [line]


def test_references_lead_into_scenarios(editor, folder):
    path = folder / "demo.navtree.yaml"
    answer = editor.ask("textDocument/references", at(path, *find(FLOW, "inc"), context={"includeDeclaration": True}))
    places = sorted((location["uri"].split("/")[-1], location["range"]["start"]["line"]) for location in answer)
    assert places == [("demo.navtree.yaml", 17), ("demo.navtree.yaml", 22), ("demo.scenarios.yaml", 4)]


def test_a_rename_reaches_all_uses_or_is_refused(editor, folder):
    path = folder / "demo.navtree.yaml"
    answer = editor.ask("textDocument/rename", at(path, *find(FLOW, "count"), newName="total"))
    assert {key.split("/")[-1]: len(edits) for key, edits in answer["changes"].items()} == {
        "demo.navtree.yaml": 6, "demo.scenarios.yaml": 1}
    for name, reason in [("names", "names"), ("a b", "is no name")]:
        with pytest.raises(Fault, match=reason):
            editor.ask("textDocument/rename", at(path, *find(FLOW, "count"), newName=name))


def test_a_name_of_a_shared_part_is_renamed_in_all_flows(tmp_path):
    """Those that share another part with one of them too, and none that only has the same name."""
    show = "screens: { home: { slots: { d: { presents: [detail] } }, actions: { go: { present: detail } } } }\n"
    for name, parts, rest in [("a", "p", show), ("b", "p, q", show.replace("go", "go2")), ("c", "q, r", show),
                              ("d", "s", show.replace("} } }\n", "} }, detail: {} }\n"))]:
        (tmp_path / f"{name}.navtree.yaml").write_text(
            f"navtree: 1\nflow: {name}\nstart: home\ninclude: [{', '.join(f'{part}.navtree.yaml' for part in parts.split(', '))}]\n{rest}")
    for name, rest in [("p", "screens: { detail: {} }"), ("r", "screens: { detail: {} }"), ("s", "shared: {}"),
                       ("q", "screens: { other: { slots: { d: { presents: [detail] } } } }")]:
        (tmp_path / f"{name}.navtree.yaml").write_text(f"navtree: 1\n{rest}\n")
    editor = Editor([tmp_path])
    part = at(tmp_path / "p.navtree.yaml", 1, 12)
    places = editor.ask("textDocument/references", part | {"context": {"includeDeclaration": True}})
    answer = editor.ask("textDocument/rename", part | {"newName": "person"})
    counts = {key.split("/")[-1][0]: len(edits) for key, edits in answer["changes"].items()}
    assert counts == {"a": 2, "b": 2, "c": 2, "p": 1, "q": 1, "r": 1}
    assert len(places) == sum(counts.values())
    editor.end()


def test_a_slot_is_renamed_in_payloads_of_navtree(editor, folder):
    path, scenarios = folder / "demo.navtree.yaml", folder / "demo.scenarios.yaml"
    editor.open(scenarios, SCENARIOS + "      - do: { nav.present: { screen: person, in: detail } }\n")
    editor.open(path, FLOW)
    answer = editor.ask("textDocument/rename", at(path, *find(FLOW, "detail"), newName="part"))
    assert len(answer["changes"][uri(scenarios)]) == 1
    answer = editor.ask("textDocument/rename", at(path, *find(FLOW, "person"), newName="people"))
    assert len(answer["changes"][uri(scenarios)]) == 1


def test_a_rename_counts_no_warnings(editor, folder):
    """Nor does it leave an expression in the key of a place, or a name that an app is compared by."""
    path = folder / "demo.navtree.yaml"
    text = FLOW.replace("      inc:", "      put: { payload: { k: string, v: integer }, set: { \"/map/${action.k}\": "
                        "\"${action.v}\" } }\n      inc:").replace("count: integer, names", "map: { type: object, default: {} }, "
                                                                   "u1: string, u2: string, count: integer, names")
    editor.open(path, text + "observe: { state: { home: [count] } }\n")
    answer = editor.ask("textDocument/rename", at(path, *find(text, "k: string"), newName="key"))
    assert len(answer["changes"][uri(path)]) == 2
    answer = editor.ask("textDocument/rename", at(path, *find(text, "count: integer"), newName="total"))
    assert len(answer["changes"][uri(path)]) == 7
    with pytest.raises(Fault, match="names"):
        editor.ask("textDocument/rename", at(path, *find(text, "count: integer"), newName="names"))
    text = FLOW.replace("inc: {", 'sum: { let: { nn: "${5}" }, reply: "${state.names.map(nx, nx + string(nn))}" }\n      inc: {')
    editor.open(path, text)
    with pytest.raises(Fault, match="'nx' stands in line"):
        editor.ask("textDocument/rename", at(path, *find(text, "nn"), newName="nx"))


def test_a_param_of_a_query_is_renamed_in_urls(editor, folder):
    path, scenarios = folder / "demo.navtree.yaml", folder / "demo.scenarios.yaml"
    link = "prefixes: [demo://]\nlinks:\n  - { url: /go, query: { mode: string? }, opens: home, when: link.mode == null }\n"
    text = FLOW.replace("effects:", link + "effects:", 1)
    editor.open(path, text)
    editor.open(scenarios, SCENARIOS + "      - open: demo://go?x=1&mode=mode#mode=1\n")
    answer = editor.ask("textDocument/rename", at(path, *find(text, "mode"), newName="kind"))
    assert [edit["range"]["start"]["character"] for edit in answer["changes"][uri(scenarios)]] == [28]
    assert len(answer["changes"][uri(path)]) == 2
    editor.open(path, text.replace("dismiss: true", 'open: "/go?mode=${params.id}"'))
    with pytest.raises(Fault, match="in a URL that an expression makes"):
        editor.ask("textDocument/rename", at(path, *find(text, "mode"), newName="kind"))


def test_a_name_that_navtree_gives_meaning_stays_apart(editor, folder):
    path = folder / "demo.navtree.yaml"
    text = FLOW.replace("close:", "dismissRequested: { set: {} }, close:").replace(
        "screens:", "  page: { input: { cursor: string? }, output: { items: [object], cursor: string? } }\nscreens:\n"
        "  pages: { kind: list, items: { from: page } }")
    editor.open(path, text)
    for word, number, name, reason in [
            ("dismissRequested", 0, "other", "reacts to a refused dismissal"), ("close", 0, "dismissRequested", "reacts to"),
            ("cursor", 0, "other", "loads its pages"), ("cursor", 1, "other", "loads its pages")]:
        with pytest.raises(Fault, match=reason):
            editor.ask("textDocument/rename", at(path, *find(text, word, number), newName=name))


def test_random_renames_change_the_name_alone():
    assert rename_many(8, 5)["renamed"] == 8


@pytest.mark.parametrize("word, number, expected", [
    ("presents", 0, "screen types that it takes"), ("person", 0, "presented by home"), ("inc", 0, "sent at demo"),
    ("count", 0, "integer"), ("id: {", 0, "minimum")])
def test_hover_tells(editor, folder, word, number, expected):
    answer = editor.ask("textDocument/hover", at(folder / "demo.navtree.yaml", *find(FLOW, word, number)))
    assert expected in answer["contents"]["value"]


def test_hover_takes_no_prose_for_an_expression(editor, folder):
    path = folder / "demo.navtree.yaml"
    text = FLOW.replace("title: 😀", 'title: size of a state ${state.count > 1 ? "size (" : ""}, size(').replace(
        "reject: not yet", "reject: size(now)")
    editor.open(path, text)
    assert editor.ask("textDocument/hover", at(path, *find(text, "size(", 0))) is None
    assert editor.ask("textDocument/hover", at(path, *find(text, "size(now", 0))) is None
    assert editor.ask("textDocument/hover", at(path, *find(text, "state ", 0))) is None


def test_symbols_are_an_outline(editor, folder):
    path = folder / "demo.navtree.yaml"
    answer = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})
    assert [symbol["name"] for symbol in answer] == ["fetch", "home", "person"]
    assert "inc" in [symbol["name"] for symbol in answer[1]["children"]]
    found = editor.ask("workspace/symbol", {"query": "pers"})
    assert [symbol["name"] for symbol in found] == ["person"]


def actions(editor, path, text):
    editor.open(path, text)
    (first, *_) = [item for item in editor.settled(path, 1) if item["severity"] == 1]
    return editor.ask("textDocument/codeAction", {
        "textDocument": {"uri": uri(path)}, "range": first["range"], "context": {"diagnostics": [first]}})


def applied(text, action, path):
    (edit,) = action["edit"]["changes"][uri(path)]
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["line"] == end["line"]
    line = lines[start["line"]]
    lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
    return "\n".join(lines)


@pytest.mark.parametrize("old, new, title", [
    ("presents: [person]", "presents: [persn]", "did you mean 'person'?"),
    ("presents: [person]", "presents: [person, other]", "declare the screen 'other'"),
    ("name: fetch", "name: load", "declare the effect 'load'"),
    ("action: inc", "action: other", "declare the action 'other'"),
    ("action: inc", "action: other, with: { }", "declare the action 'other'"),
    ("done: got", "done: other", "declare the action 'other'"),
    ("screen: person, params", "screen: person, in: other, params", "declare the slot 'other'"),
])
def test_a_code_action_mends(editor, folder, old, new, title):
    path = folder / "demo.navtree.yaml"
    text = FLOW.replace(old, new, 1)
    (action,) = [action for action in actions(editor, path, text) if action["title"] == title]
    mended = applied(text, action, path)
    editor.change(path, 2, {"text": mended})
    left = [item for item in editor.settled(path, 2) if item["severity"] == 1]
    assert all("other" not in item["message"] and "no effect" not in item["message"] for item in left), left
    # What a child sends is its parent's.
    assert "screen" in title or "other" not in mended or mended.index("other:") < mended.index("  person:")


def test_the_first_reading_has_a_progress_where_the_editor_shows_it(folder):
    editor = Editor([folder], capabilities={"window": {"workDoneProgress": True}})
    editor.open(folder / "demo.navtree.yaml")
    editor.settled(folder / "demo.navtree.yaml", 1)
    told = [message for message in editor.told if "rogress" in message["method"]]
    assert [message["method"] for message in told] == ["window/workDoneProgress/create", "$/progress", "$/progress"]
    assert [message["params"]["value"]["kind"] for message in told[1:]] == ["begin", "end"]
    editor.end()


def test_messages_are_traced_while_it_is_configured(folder):
    editor = Editor([folder], options={"trace": True})
    params = {"textDocument": {"uri": uri(folder / "demo.navtree.yaml")}}
    for settings, isTraced in [(None, True), ({"navtree": {"trace": "off"}}, False), ({"trace": "verbose"}, True)]:
        if settings:
            editor.tell("workspace/didChangeConfiguration", {"settings": settings})
        editor.told = []
        editor.ask("textDocument/documentSymbol", params)
        traces = [message["params"]["message"] for message in editor.told if message["method"] == "$/logTrace"]
        assert any("documentSymbol" in text for text in traces) == isTraced, settings
    editor.end()


def test_a_scenario_runs_as_a_command(editor, folder):
    path = folder / "demo.scenarios.yaml"
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri(path)}})
    answers = [editor.ask("workspace/executeCommand", lens["command"])["ok"] for lens in lenses]
    assert answers == [True, False]


def test_folders_come_and_go(editor, folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "b.navtree.yaml").write_text(FLOW.replace("start: home", "start: hom"))
    added = {"uri": uri(other), "name": "other"}
    editor.tell("workspace/didChangeWorkspaceFolders", {"event": {"added": [added], "removed": []}})
    while not editor.diagnostics.get(uri(other / "b.navtree.yaml")):
        editor.read()
    editor.tell("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [added]}})
    while editor.diagnostics.get(uri(other / "b.navtree.yaml")):
        editor.read()


def test_random_edits_leave_no_stale_diagnostic():
    edit_many(200, 3)
