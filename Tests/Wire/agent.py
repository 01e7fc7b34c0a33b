"""Drives navtree mcp by the package mcp of PyPI: the file that argv names has the program, a folder and a mode."""
import sys

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated

program, folder, mode = open(sys.argv[1]).read().split("\n")[:3]
OUTLINE = "navtree://shop/outline"


async def main():
    told = []

    async def hear(message):
        told.append(type(message).__name__)

    server = StdioServerParameters(command=program, args=["mcp", "Specs/shop.navtree.yaml"], cwd=folder)
    async with Client(stdio_client(server), mode=mode, message_handler=hear) as client:
        version = client.protocol_version
        tools = (await client.list_tools()).tools
        assert len(tools) == 8, tools
        assert all(tool.output_schema and tool.annotations for tool in tools)
        seen = await client.call_tool("see", {})
        assert not seen.is_error and seen.structured_content["at"] == "/main/browse"
        # The client checks each answer against the tool's output schema.
        step = {"action": {"type": "open", "name": "Sencha"}}
        if version == "2026-07-28":
            async with client.listen(resource_subscriptions=[OUTLINE]) as events:
                assert (await client.call_tool("do", {"steps": [step]})).structured_content["at"] == "/main/browse/tea"
                with anyio.fail_after(60):
                    assert await anext(aiter(events)) == ResourceUpdated(uri=OUTLINE)
        else:
            await client.subscribe_resource(OUTLINE)
            assert (await client.call_tool("do", {"steps": [step]})).structured_content["at"] == "/main/browse/tea"
            await client.send_ping()
            with anyio.fail_after(60):
                while not any("Updated" in name for name in told):
                    await anyio.sleep(0.01)
            await client.unsubscribe_resource(OUTLINE)
        calls = {
            "why": {"action": {"type": "open", "name": "Oolong"}}, "path_to": {"to": "basket"}, "save": {},
            "check": {"flow": "Specs/shop.navtree.yaml"}, "open": {"flow": "Specs/bank.navtree.yaml"},
            "test": {"scenarios": "Specs/shop.scenarios.yaml"}, "see": {"session": "shop", "since": 0},
        }
        for name, arguments in calls.items():
            if name == "save":
                arguments = {"session": "shop"}
            result = await client.call_tool(name, arguments)
            assert not result.is_error, (name, result)
        refused = await client.call_tool("do", {"session": "shop", "steps": [{"action": {"type": "nope"}}]})
        assert refused.is_error and "notHandled" in refused.content[0].text
        assert len((await client.list_resources()).resources) == 4
        assert len((await client.list_resource_templates()).resource_templates) == 3
        for uri in [OUTLINE, "navtree://shop/graph", "navtree://bank/screens/account"]:
            assert (await client.read_resource(uri)).contents[0].text
        for uri in ["navtree://nobody/outline", "file:///etc/passwd"]:
            try:
                await client.read_resource(uri)
            except MCPError as error:
                assert error.code == (-32602 if version == "2026-07-28" else -32002), error
            else:
                raise AssertionError(uri)
    print(f"{version}: done")


anyio.run(main)
