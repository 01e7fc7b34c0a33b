"""Stores that the program keeps itself."""

import asyncio

import pytest
from conftest import PATIENCE

from navtree import AsyncNavtree, Navtree, NavtreeError, ProcessDied

FLOW = """navtree: 1
flow: vault
start: home
stores: { secrets: { sensitive: true } }
shared: { token: { type: string, sensitive: true, persist: secrets } }
screens:
  home:
    actions:
      signIn: { payload: { token: string }, shared: { token: "${action.token}" } }
      later: { after: { delay: 20ms, send: keep } }
      keep: { private: true, shared: { token: later } }
"""


@pytest.fixture
def flow(tmp_path):
    path = tmp_path / "vault.navtree.yaml"
    path.write_text(FLOW)
    return path


def token(app):
    return app.request("state.query", {"expr": "shared.token", "sensitive": True})


def test_a_map_keeps_a_store(flow, tmp_path):
    kept = {}
    options = dict(store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept})
    with Navtree(flow, **options) as app:
        app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
    assert len(kept) == 1 and "one" in "".join(kept.values())
    with Navtree(flow, **options) as app:
        assert token(app) == "one"
        app.request("session.delete", {"session": "vault"})
    assert kept == {}


def test_a_map_keeps_a_store_in_an_event_loop(flow, tmp_path):
    kept = {}

    async def go():
        async with AsyncNavtree(flow, store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}) as app:
            await app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
            return await token(app)

    assert asyncio.run(go()) == "one"
    assert len(kept) == 1


def test_a_map_keeps_what_changes_while_a_change_is_waited_for(flow, tmp_path):
    kept = {}
    with Navtree(flow, store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}) as app:
        actions = app.subscribe(form="actions")
        app.request("dispatch", {"action": {"type": "later"}})
        assert [each["action"] for each in actions.next(PATIENCE).value] == ["later"]
        assert [each["action"] for each in actions.next(PATIENCE).value] == ["keep"]
        assert "later" in "".join(kept.values())


class Locked(dict):
    is_locked = False

    def __setitem__(self, key, value):
        if self.is_locked:
            raise PermissionError("the keychain is locked")
        super().__setitem__(key, value)


def test_a_map_that_fails_undoes_the_change(flow, tmp_path):
    kept = Locked()
    with Navtree(flow, store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}) as app:
        kept.is_locked = True
        with pytest.raises(NavtreeError, match="the keychain is locked") as error:
            app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
        assert error.value.kind == "storage"
        assert token(app) == ""


@pytest.mark.parametrize("kept", [b"one", 7, None, "\ud800"])
def test_a_map_with_something_else_than_texts_is_a_store_that_fails(flow, tmp_path, kept):
    class Other(dict):
        def __getitem__(self, key):
            return kept

    options = dict(store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": Other()})
    with Navtree(flow, **options) as app:
        app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
    with pytest.raises(ProcessDied, match="TypeError: what is kept|UnicodeEncodeError: "):
        Navtree(flow, **options).open()


@pytest.mark.parametrize("durability", ["commit", "batch", "off"])
def test_closing_commits_what_the_program_keeps(flow, tmp_path, durability):
    sign_in = {"action": {"type": "signIn", "token": "one"}}
    kept = {}
    options = dict(store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}, durability=durability)
    with Navtree(flow, **options) as app:
        app.request("dispatch", sign_in)
    assert "one" in "".join(kept.values())
    kept.clear()

    async def go():
        app = await AsyncNavtree(flow, **{**options, "store": {"secrets": kept, "": "memory:"}}).open()
        request = asyncio.ensure_future(app.request("dispatch", sign_in))
        await asyncio.sleep(0)
        await app.close()
        return await request

    assert asyncio.run(go())["seq"] == 1
    assert "one" in "".join(kept.values())


def test_what_couldnt_be_kept_at_the_end_is_logged(flow, tmp_path, caplog):
    kept = Locked()
    options = dict(store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}, durability="off")
    with Navtree(flow, **options) as app:
        kept.is_locked = True
        app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
    assert "ended with status 74" in caplog.text
    caplog.clear()
    kept.is_locked = False

    async def go():
        async with AsyncNavtree(flow, **options) as app:
            kept.is_locked = True
            await app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})

    asyncio.run(go())
    assert "ended with status 74" in caplog.text
