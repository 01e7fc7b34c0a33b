"""Stores that the program keeps itself."""

import asyncio

import pytest

from navtree import AsyncNavtree, Navtree, NavtreeError

FLOW = """navtree: 1
flow: vault
start: home
stores: { secrets: { sensitive: true } }
shared: { token: { type: string, sensitive: true, persist: secrets } }
screens:
  home: { actions: { signIn: { payload: { token: string }, shared: { token: "${action.token}" } } } }
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


def test_a_map_that_fails_undoes_the_change(flow, tmp_path):
    class Locked(dict):
        is_locked = False

        def __setitem__(self, key, value):
            if self.is_locked:
                raise PermissionError("the keychain is locked")
            super().__setitem__(key, value)

    kept = Locked()
    with Navtree(flow, store={"": f"sqlite:{tmp_path / 'a.db'}", "secrets": kept}) as app:
        kept.is_locked = True
        with pytest.raises(NavtreeError, match="the keychain is locked") as error:
            app.request("dispatch", {"action": {"type": "signIn", "token": "one"}})
        assert error.value.kind == "storage"
        assert token(app) == ""
