"""A client of navtree: an app's navigation as one tree, without a screen.

from navtree import Navtree

with Navtree("social.navtree.yaml") as app:
    app.at("/main").select(index=0)
"""

from . import protocol
from ._async import AsyncNavtree
from ._async_calls import AsyncSession
from ._async_parts import AsyncContext, AsyncHandle, AsyncSubscription, AsyncTypedHandle
from ._binary import find_binary
from ._core import EffectContext, Request
from ._errors import (
    AnswerRejected,
    BinaryNotFound,
    EffectFailed,
    NavtreeError,
    ProcessDied,
    ProtocolMismatch,
    RequestTimeout,
)
from ._kinds import (
    AmbiguousSlot,
    Conflict,
    CostExceeded,
    DismissRefused,
    ExpressionFailed,
    FlowDefect,
    Gone,
    Internal,
    InvalidFlow,
    InvalidParams,
    InvalidRequest,
    InvalidScenarios,
    InvariantBroken,
    LimitExceeded,
    NameTaken,
    NoScreenAt,
    NoSuchLink,
    NotDismissable,
    NotHandled,
    NothingToPop,
    NothingToRedo,
    NothingToUndo,
    NotInFlight,
    NotPresentable,
    ParseError,
    Rejected,
    SlotOccupied,
    StaleScreen,
    Storage,
    UnknownEffect,
    UnknownFlow,
    UnknownMethod,
    UnknownScreen,
    UnknownSeq,
    UnknownSession,
    UnknownSubscription,
    UnknownWindow,
)
from ._process import Settings
from ._sync import Navtree
from ._sync_calls import Session
from ._sync_connection import Answer
from ._sync_parts import Context, Handle, Subscription, TypedHandle
from ._values import Action, Change, Explanation, Receipt, Screen, TypedScreen

__all__ = [
    "Action",
    "AmbiguousSlot",
    "Answer",
    "AnswerRejected",
    "AsyncContext",
    "AsyncHandle",
    "AsyncNavtree",
    "AsyncSession",
    "AsyncSubscription",
    "AsyncTypedHandle",
    "BinaryNotFound",
    "Change",
    "Conflict",
    "Context",
    "CostExceeded",
    "DismissRefused",
    "EffectContext",
    "EffectFailed",
    "Explanation",
    "ExpressionFailed",
    "FlowDefect",
    "Gone",
    "Handle",
    "Internal",
    "InvalidFlow",
    "InvalidParams",
    "InvalidRequest",
    "InvalidScenarios",
    "InvariantBroken",
    "LimitExceeded",
    "NameTaken",
    "Navtree",
    "NavtreeError",
    "NoScreenAt",
    "NoSuchLink",
    "NotDismissable",
    "NotHandled",
    "NotInFlight",
    "NotPresentable",
    "NothingToPop",
    "NothingToRedo",
    "NothingToUndo",
    "ParseError",
    "ProcessDied",
    "ProtocolMismatch",
    "Receipt",
    "Rejected",
    "Request",
    "RequestTimeout",
    "Screen",
    "Session",
    "Settings",
    "SlotOccupied",
    "StaleScreen",
    "Storage",
    "Subscription",
    "TypedHandle",
    "TypedScreen",
    "UnknownEffect",
    "UnknownFlow",
    "UnknownMethod",
    "UnknownScreen",
    "UnknownSeq",
    "UnknownSession",
    "UnknownSubscription",
    "UnknownWindow",
    "find_binary",
    "protocol",
]
