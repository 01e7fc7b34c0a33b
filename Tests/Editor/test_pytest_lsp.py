"""The language server, driven by pytest-lsp."""

import pytest

pytest_lsp = pytest.importorskip("pytest_lsp")

from lsprotocol import types  # noqa: E402

from editor import BINARY, uri  # noqa: E402
from test_server import FLOW, SCENARIOS  # noqa: E402


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=[BINARY, "lsp"]))
async def client(lsp_client: pytest_lsp.LanguageClient, tmp_path):
    (tmp_path / "demo.navtree.yaml").write_text(FLOW)
    (tmp_path / "demo.scenarios.yaml").write_text(SCENARIOS)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            workspace_folders=[types.WorkspaceFolder(uri=uri(tmp_path), name="demo")]))
    lsp_client.flow = tmp_path / "demo.navtree.yaml"
    yield
    await lsp_client.shutdown_session()


def opened(client, text):
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=uri(client.flow), language_id="yaml", version=1, text=text)))


@pytest.mark.asyncio
async def test_a_wrong_flow_is_diagnosed(client: pytest_lsp.LanguageClient):
    opened(client, FLOW.replace("[person]", "[persn]"))
    while not client.diagnostics.get(uri(client.flow)):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert client.diagnostics[uri(client.flow)][0].code == "unknown-screen"


@pytest.mark.asyncio
async def test_a_kind_is_completed(client: pytest_lsp.LanguageClient):
    opened(client, FLOW.replace("    title: 😀", "    kind: "))
    answer = await client.text_document_completion_async(types.CompletionParams(
        text_document=types.TextDocumentIdentifier(uri(client.flow)), position=types.Position(7, 10)))
    assert {"list", "detail", "tabs", "split"} <= {item.label for item in answer.items}


@pytest.mark.asyncio
async def test_a_name_is_renamed(client: pytest_lsp.LanguageClient):
    answer = await client.text_document_rename_async(types.RenameParams(
        text_document=types.TextDocumentIdentifier(uri(client.flow)), position=types.Position(20, 3), new_name="someone"))
    assert len(answer.changes[uri(client.flow)]) == 3
