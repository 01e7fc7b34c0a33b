"""The protocol without a process: lines, ids, patches."""

import json
import random

import pytest

from navtree import NavtreeError, ProcessDied
from navtree._core import Core, Request
from navtree._effects import PAUSE, answers
from navtree._patch import apply, apply_list


def line(**message):
    return (json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")) + "\n").encode()


def conversation():
    """Three requests and what a server writes for them."""
    return [
        line(
            method="effect.requested",
            params={
                "session": "s",
                "effect": 1,
                "name": "job",
                "at": "/main",
                "id": 1,
                "input": {},
                "key": "s-1",
            },
        ),
        line(id=1, result={"subscription": 4, "seq": 0, "value": {"text": "é\u2028"}}),
        b'{"jsonrpc":"2.0","method":"settled","params":{"id":1}}\n',
        line(id=2, error={"code": 1004, "message": "no", "data": {"kind": "rejected", "message": "no"}}),
        line(
            method="state.changed",
            params={"subscription": 4, "seq": 2, "patch": [{"op": "replace", "path": "/text", "value": "b"}]},
        ),
        line(method="effect.cancelled", params={"session": "s", "effect": 1, "reason": "gone"}),
        b'{"jsonrpc":"2.0","method":"settled","params":{"id":2}}\n',
        line(id=3, result={"a": "x" * 5000}),
        b'{"jsonrpc":"2.0","method":"settled","params":{"id":3}}\n',
    ]


def outcome(pieces):
    from navtree._subscription import Followed

    core = Core()
    followed = Followed({})
    order = []
    begun = [core.begin("subscribe", {}, lambda each: order.append(each.id), followed)[0]]
    begun += [core.begin("dispatch", {}, lambda each: order.append(each.id))[0] for _ in range(2)]
    for piece in pieces:
        core.feed(piece)
    assert core.waiting == 0
    return (
        [(each.result, str(each.error)) for each in begun],
        order,
        followed.value,
        followed._take(),
        core.owed,
    )


def test_how_bytes_are_cut_into_chunks_never_matters():
    text = b"".join(conversation())
    whole = outcome([text])
    assert whole[1] == [1, 2, 3]
    assert whole[2] == {"text": "b"}
    assert whole[4] == {}
    assert outcome([text[index : index + 1] for index in range(len(text))]) == whole
    seeded = random.Random(1)
    for _ in range(50):
        cuts = sorted(seeded.sample(range(len(text)), 12))
        assert outcome([text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)])]) == whole


def test_a_request_is_done_when_all_that_it_causes_has_come():
    core = Core()
    pending, data = core.begin("ping", {})
    assert data == b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}\n'
    core.feed(line(id=1, result={}))
    assert pending.is_answered and not pending.is_done
    core.feed(b'{"jsonrpc":"2.0","method":"settled","params":{"id":1}}\n')
    assert pending.is_done


def test_a_request_that_a_dead_process_hasnt_read_is_told_apart():
    core = Core()
    for _ in range(2):  # each process has its own bytes
        lines = [core.begin("initialize", core.greeting("test"))[1]]
        requests = []
        for _ in range(3):
            request, data = core.begin("ping", {})
            requests.append(request)
            lines.append(data)
        # The last byte of the second line, its end, wasn't read.
        core.died(lambda: ProcessDied("it died"), follows=False, read=len(b"".join(lines[:3])) - 1)
        assert [each.error.is_unread for each in requests] == [False, True, True]
        core.begin("ping", {})


def test_an_answer_without_an_id_belongs_to_the_oldest_request():
    core = Core()
    first, second = core.begin("ping", {})[0], core.begin("ping", {})[0]
    core.feed(line(id=1, result={}))
    core.feed(
        line(id=None, error={"code": -32600, "message": "too long", "data": {"kind": "invalidRequest"}})
    )
    assert second.is_done and second.error.kind == "invalidRequest"
    assert not first.is_done


def test_what_isnt_json_changes_nothing():
    core = Core()
    for params in ({"a": float("nan")}, {"a": object()}, {"a": "\ud800"}):
        with pytest.raises((ValueError, TypeError)):
            core.begin("ping", params)
    assert core.waiting == 0
    assert core.begin("ping", {})[0].id == 1


def test_an_answer_that_python_cant_read_fails_its_request_alone():
    core = Core()
    pending: Request = core.begin("state.get", {})[0]
    core.feed(b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n")
    core.feed(b'{"jsonrpc":"2.0","method":"settled","params":{"id":1}}\n')
    assert pending.is_done
    with pytest.raises(NavtreeError, match="nested"):
        pending.outcome()


@pytest.mark.parametrize(
    "value, patch, after",
    [
        ({"a": 1}, [{"op": "replace", "path": "/a", "value": 2}], {"a": 2}),
        ({"a": 1}, [{"op": "replace", "path": "", "value": None}], None),
        ({"a": [1, 3]}, [{"op": "add", "path": "/a/1", "value": 2}], {"a": [1, 2, 3]}),
        ({"a": [1]}, [{"op": "add", "path": "/a/-", "value": 2}], {"a": [1, 2]}),
        ({"a~/b": {"": 1}}, [{"op": "remove", "path": "/a~0~1b/"}], {"a~/b": {}}),
        ({"~1": 1, "/": 2}, [{"op": "remove", "path": "/~01"}], {"/": 2}),
        ([1, 2, 3], [{"op": "move", "from": "/0", "path": "/2"}], [2, 3, 1]),
        ({"a": {"b": 1}}, [{"op": "copy", "from": "/a", "path": "/c"}], {"a": {"b": 1}, "c": {"b": 1}}),
        ({"a": 1}, [{"op": "test", "path": "/a", "value": 1}, {"op": "remove", "path": "/a"}], {}),
        ({"01": 1}, [{"op": "add", "path": "/1", "value": 2}], {"01": 1, "1": 2}),
    ],
)
def test_a_patch_leads_to_the_value_and_leaves_the_former_one(value, patch, after):
    before = json.dumps(value)
    assert apply(value, patch) == after
    assert json.dumps(value) == before


def test_list_changes_are_applied_in_their_order():
    value = ["a", "b", "c", "d"]
    changes = {"removed": [3, 0], "moved": [[1, 0]], "added": [[1, "x"]], "changed": [[0, "C"]]}
    assert apply_list(value, changes) == ["C", "x", "b"]
    assert apply_list(value, {"initial": []}) == []
    assert value == ["a", "b", "c", "d"]


def test_a_deep_value_is_patched_without_recursion():
    value = {}
    for _ in range(50_000):
        value = {"a": value}
    patched = apply(value, [{"op": "add", "path": "/a" * 50_000 + "/b", "value": 1}])
    for _ in range(50_000):
        patched = patched["a"]
    assert patched == {"b": 1}
    # Taken apart from the outside: older interpreters release nested values recursively.
    while value:
        value = value["a"]


def refusal(kind, **data):
    return NavtreeError(kind, "no", data)


@pytest.mark.parametrize(
    "error", [refusal("storage", retry=True), refusal("conflict", retry=True, session="another")]
)
def test_an_answer_that_is_refused_for_the_moment_is_sent_again(error):
    core = Core()
    core.feed(conversation()[0])
    context = core.owed["s", 1]
    said = answers(core, context, {"n": 1}, None)
    done = ("effect.done", {"session": "s", "effect": 1, "output": {"n": 1}})
    assert next(said) == done
    assert said.send(error)[0] == PAUSE
    assert next(said) == done
    with pytest.raises(StopIteration):
        said.send(None)
    # An effect isn't failed for it, however long it lasts.
    said = answers(core, context, {"n": 1}, None)
    asked = [next(said)[0]]
    while ("s", 1) in core.owed:
        try:
            asked.append(said.send(None if asked[-1] == PAUSE else error)[0])
        except StopIteration:
            break
    assert set(asked) == {"effect.done", PAUSE}
    assert ("s", 1) not in core.owed


def test_the_answer_of_a_session_that_is_lost_is_left_to_its_new_owner():
    core = Core()
    core.feed(conversation()[0])
    said = answers(core, core.owed["s", 1], None, None)
    next(said)
    with pytest.raises(StopIteration):
        said.send(refusal("conflict", retry=True, session="s"))
