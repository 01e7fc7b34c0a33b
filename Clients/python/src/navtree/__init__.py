"""A client of navtree: an app's navigation as one tree, without a screen.

from navtree import Navtree

with Navtree("social.navtree.yaml") as app:
    app.at("/main").select(index=0)
"""

from ._async import AsyncNavtree
from ._async_parts import AsyncContext, AsyncHandle, AsyncSubscription
from ._binary import find_binary
from ._core import EffectContext
from ._errors import (
    BinaryNotFound,
    DismissRefused,
    EffectFailed,
    NavtreeError,
    NotHandled,
    ProcessDied,
    ProtocolMismatch,
    Rejected,
)
from ._sync import Navtree
from ._sync_connection import Answer
from ._sync_parts import Context, Handle, Subscription
from ._values import Action, Change, Explanation, Receipt, Screen

__all__ = [
    "Action",
    "Answer",
    "AsyncContext",
    "AsyncHandle",
    "AsyncNavtree",
    "AsyncSubscription",
    "BinaryNotFound",
    "Change",
    "Context",
    "DismissRefused",
    "EffectContext",
    "EffectFailed",
    "Explanation",
    "Handle",
    "Navtree",
    "NavtreeError",
    "NotHandled",
    "ProcessDied",
    "ProtocolMismatch",
    "Receipt",
    "Rejected",
    "Screen",
    "Subscription",
    "find_binary",
]
