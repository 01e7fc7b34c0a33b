"""Writes src/navtree/_methods.py from what `rpc.discover` answers: python3 tools/methods.py [NAVTREE]"""

import json
import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path

FILE = Path(__file__).parent.parent / "src" / "navtree" / "_methods.py"
#: Written by hand, with arguments that fit Python better, or of no use to a program.
APART = {"initialize", "shutdown", "rpc.discover", "subscribe", "unsubscribe", "batch", "dispatch", "explain"}
TYPES = {"string": "str", "integer": "int", "boolean": "bool", "object": "Mapping[str, Any]"}
HEAD = '''"""The methods of the protocol, made by tools/methods.py from what `rpc.discover` answers."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Union

from ._params import MISSING, given
from ._values import Explanation, Receipt

'''
CLASS = '''
class {name}:
    """The methods of the protocol, as methods; each answer comes with all that the request causes."""

    {async_}def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        raise NotImplementedError

    {async_}def dispatch(
        self,
        action: str,
        payload: Optional[Mapping[str, Any]] = None,
        *,
        at: Union[str, int, None] = None,
        returns: Optional[List[str]] = None,
        session: Optional[str] = None,
        window: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Sends an action to one screen, from which it bubbles to the screen's ancestors."""
        params = given(
            at=at, action={{**(payload or {{}}), "type": action}}, session=session, window=window,
            bubbles=bubbles, origin=origin, ifSeq=if_seq, request=request)
        if returns is not None:
            params["return"] = returns
        return Receipt({await_}self.request("dispatch", params))

    {async_}def explain(
        self,
        action: str,
        payload: Optional[Mapping[str, Any]] = None,
        *,
        at: Union[str, int, None] = None,
        session: Optional[str] = None,
        window: Optional[str] = None,
        bubbles: Optional[bool] = None,
    ) -> Explanation:
        """Explains what a dispatch would do and why, or why it would fail; changes nothing."""
        return Explanation({await_}self.request("explain", given(
            at=at, action={{**(payload or {{}}), "type": action}}, session=session, window=window,
            bubbles=bubbles)))
'''


def snake(name):
    name = re.sub(r"(?<=[a-z])([A-Z])", lambda match: "_" + match[1].lower(), name).replace(".", "_")
    return name + "_" if keyword.iskeyword(name) else name


def type_of(name, schema):
    if name == "at":
        return (
            "Union[str, int, List[Union[str, int]], None]"
            if "anyOf" in schema and "array" in json.dumps(schema)
            else "Union[str, int, None]"
        )
    kind = schema.get("type")
    if kind in TYPES:
        return TYPES[kind]
    return "Any"


def method(entry, is_async):
    async_, await_ = ("async ", "await ") if is_async else ("", "")
    required, optional = [], []
    for param in entry["params"]:
        kind = type_of(param["name"], param["schema"])
        (required if param.get("required") else optional).append((param["name"], snake(param["name"]), kind))
    lines = [f"    {async_}def {snake(entry['name'])}(", "        self,"]
    lines += [f"        {name}: {kind.replace(', None]', ']')}," for _, name, kind in required]
    if optional:
        lines.append("        *,")
    free = []
    for key, name, kind in optional:
        if kind == "Any":
            free.append((key, name))
            lines.append(f"        {name}: Any = MISSING,")
        elif "None" in kind:
            lines.append(f"        {name}: {kind} = None,")
        else:
            lines.append(f"        {name}: Optional[{kind}] = None,")
    schema = entry["result"]["schema"]
    properties = schema.get("properties", {})
    is_receipt = "seq" in properties and "session" not in properties
    if schema.get("type") == "array":
        answer = "List[Dict[str, Any]]"
    elif is_receipt:
        answer = "Receipt"
    elif schema.get("type") in ("object", "string"):
        answer = "Dict[str, Any]" if schema["type"] == "object" else "str"
    else:
        answer = "Any"
    lines.append(f"    ) -> {answer}:")
    lines.append(
        textwrap.fill(f'"""{entry["summary"]}"""', 110, initial_indent=" " * 8, subsequent_indent=" " * 8)
    )
    plain = [(key, name) for key, name, kind in required + optional if (key, name) not in free]
    plainly = [pair for pair in plain if not keyword.iskeyword(pair[0])]
    arguments = ", ".join(f"{key}={name}" for key, name in plainly)
    if len(arguments) <= 80:
        lines.append(f"        params = given({arguments})")
    else:
        indent = " " * 12
        lines.append("        params = given(")
        lines.append(textwrap.fill(arguments, 109, initial_indent=indent, subsequent_indent=indent) + ")")
    for key, name in plain:
        if keyword.iskeyword(key):
            lines += [f"        if {name} is not None:", f'            params["{key}"] = {name}']
    for key, name in free:
        lines += [f"        if {name} is not MISSING:", f'            params["{key}"] = {name}']
    call = f'{await_}self.request("{entry["name"]}", params)'
    if answer == "Receipt":
        lines.append(f"        return Receipt({call})")
    elif answer == "Any":
        lines.append(f"        return {call}")
    else:
        lines += [f"        answer: {answer} = {call}", "        return answer"]
    return "\n".join(lines)


def text(binary):
    request = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'
    output = subprocess.run([binary, "serve"], input=request, stdout=subprocess.PIPE, check=True).stdout
    entries = [each for each in json.loads(output)["result"]["methods"] if each["name"] not in APART]
    classes = []
    for name, is_async in (("Methods", False), ("AsyncMethods", True)):
        words = {"async_": "async ", "await_": "await "} if is_async else {"async_": "", "await_": ""}
        methods = [method(each, is_async) for each in entries]
        classes.append(CLASS.format(name=name, **words) + "\n" + "\n\n".join(methods))
    return HEAD + "\n\n".join(classes) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(sys.argv[1] if len(sys.argv) > 1 else "navtree"))
