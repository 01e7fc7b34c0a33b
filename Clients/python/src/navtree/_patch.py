"""JSON Patch (RFC 6902), JSON Pointer (RFC 6901) and the list changes of the protocol.

Nothing is changed in place: whoever holds a former value keeps it.
"""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence, Tuple


def tokens(pointer: str) -> List[str]:
    """The segments of a JSON Pointer."""
    if pointer == "":
        return []
    if pointer[0] != "/":
        raise ValueError(f"not a JSON Pointer: {pointer!r}")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


def get(value: Any, path: Sequence[str]) -> Any:
    for token in path:
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def apply(value: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """The value after the patch.

    Complexity: for each operation the widths of the objects and lists on its path.
    """
    for operation in patch:
        name = operation["op"]
        path = tokens(operation["path"])
        if name in ("add", "replace"):
            value = _changed(value, path, name, operation["value"])
        elif name == "remove":
            value = _changed(value, path, name, None)
        elif name == "move":
            source = tokens(operation["from"])
            moved = get(value, source)
            value = _changed(_changed(value, source, "remove", None), path, "add", moved)
        elif name == "copy":
            value = _changed(value, path, "add", get(value, tokens(operation["from"])))
        elif name == "test":
            if get(value, path) != operation["value"]:
                raise ValueError(f"the value at {operation['path']} is another one")
        else:
            raise ValueError(f"no operation of a JSON Patch: {name!r}")
    return value


def _changed(value: Any, path: Sequence[str], name: str, new: Any) -> Any:
    """A copy of the value in which the place at `path` is changed; without recursion, since trees may be
    deep.
    """
    if not path:
        return None if name == "remove" else new
    chain: List[Tuple[Any, Any]] = []
    for token in path[:-1]:
        key: Any = int(token) if isinstance(value, list) else token
        chain.append((value, key))
        value = value[key]
    last = path[-1]
    if isinstance(value, list):
        items = list(value)
        if name == "add":
            items.insert(len(items) if last == "-" else int(last), new)
        elif name == "remove":
            del items[int(last)]
        else:
            items[int(last)] = new
        result: Any = items
    else:
        members = dict(value)
        if name == "remove":
            del members[last]
        else:
            members[last] = new
        result = members
    for container, key in reversed(chain):
        copy = list(container) if isinstance(container, list) else dict(container)
        copy[key] = result
        result = copy
    return result


def apply_list(value: Any, changes: Mapping[str, Any]) -> Any:
    """The list after `{removed, moved, added, changed}` or `{initial}`."""
    if "initial" in changes:
        return changes["initial"]
    items = list(value)
    for index in changes.get("removed", ()):
        del items[index]
    for source, target in changes.get("moved", ()):
        items.insert(target, items.pop(source))
    for index, item in changes.get("added", ()):
        items.insert(index, item)
    for index, item in changes.get("changed", ()):
        items[index] = item
    return items
