"""Arguments of Python as params of the protocol."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Tuple, Union

from ._values import Action


class Missing:
    """The default of an argument that takes any value, None too."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


def given(**params: Any) -> Dict[str, Any]:
    """The params without those that are None."""
    return {name: value for name, value in params.items() if value is not None}


def entries(
    actions: Iterable[Union[Action, Tuple[str, Mapping[str, Any]], Mapping[str, Any]]],
) -> List[Mapping[str, Any]]:
    """The actions of a batch."""
    return [action if isinstance(action, Mapping) else Action(*action).entry() for action in actions]
