"""What the sync client and the handle of a session have in common."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Literal,
    Mapping,
    Optional,
    Tuple,
    TypeVar,
    Union,
    overload,
)

from ._methods import OF_SESSION, Methods
from ._params import MISSING, Missing, entries, given
from ._sync_parts import Handle, Subscription
from ._values import Action, Receipt, Screen

if TYPE_CHECKING:
    from ._sync import Navtree
    from ._sync_connection import Answer

_Handler = TypeVar("_Handler", bound=Callable[..., Any])


class Calls(Methods):
    """Requests, effects and subscriptions: of all sessions, or of one."""

    def send(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Answer:
        """Makes a request without waiting: thousands may be under way.

        Effects are done when an answer is waited for.
        """
        raise NotImplementedError

    # Effects and notifications

    @overload
    def effect(self, name: str, *, replace: bool = False) -> Callable[[_Handler], _Handler]: ...

    @overload
    def effect(
        self, name: str, handler: Callable[..., Any], *, replace: bool = False
    ) -> Callable[[], None]: ...

    def effect(
        self, name: str, handler: Optional[Callable[..., Any]] = None, *, replace: bool = False
    ) -> Callable[..., Any]:
        """Registers the handler of an effect: `handler(input, context)` gives the output, or raises.

        With a handler it returns what takes it away again; without one it is a decorator. A handler may do
        without the context. A session's handler comes before that of all sessions.
        """
        if handler is not None:
            return self._register(name, handler, replace, None)

        def register(handler: _Handler) -> _Handler:
            self._register(name, handler, replace, None)
            return handler

        return register

    def _register(
        self, name: str, handler: Callable[..., Any], replace: bool, session: Optional[str]
    ) -> Callable[[], None]:
        raise NotImplementedError

    @overload
    def on(self, notification: str) -> Callable[[_Handler], _Handler]: ...

    @overload
    def on(self, notification: str, listener: Callable[..., Any]) -> Callable[[], None]: ...

    def on(self, notification: str, listener: Optional[Callable[..., Any]] = None) -> Callable[..., Any]:
        """Registers a listener of a notification, such as `invariant.broken`; it gets the params.

        With a listener it returns what takes it away again; without one it is a decorator.
        """
        if listener is not None:
            return self._listen(notification, listener, None)

        def register(listener: _Handler) -> _Handler:
            self._listen(notification, listener, None)
            return listener

        return register

    def _listen(
        self, notification: str, listener: Callable[..., Any], session: Optional[str]
    ) -> Callable[[], None]:
        raise NotImplementedError

    def settled(self, *, timeout: Optional[float] = None) -> None:
        """Does all effects that are owed and have a handler, as each request that changes does.

        Raises `AnswerRejected` if the flow has rejected an answer, so that its effect stays in flight.
        """
        raise NotImplementedError

    # Subscriptions

    def subscribe(
        self,
        at: Union[str, int, None] = None,
        *,
        pointer: Optional[str] = None,
        depth: Optional[int] = None,
        computed: Optional[bool] = None,
        sensitive: Optional[bool] = None,
        form: Optional[Literal["patch", "value", "list", "transitions", "actions"]] = None,
        acknowledge: Optional[bool] = None,
        key: Optional[str] = None,
        query: Optional[Mapping[str, Any]] = None,
        lifecycle: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Subscription:
        """Follows a place, a screen, a part of one, a query, or events."""
        return self._subscribe(
            given(
                at=at,
                pointer=pointer,
                depth=depth,
                computed=computed,
                sensitive=sensitive,
                form=form,
                acknowledge=acknowledge,
                key=key,
                query=query,
                lifecycle=lifecycle,
                window=window,
                session=session,
            )
        )

    def _subscribe(self, params: Dict[str, Any]) -> Subscription:
        raise NotImplementedError

    # Sugar over the methods

    def at(
        self,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        bubbles: Optional[bool] = None,
        origin: Optional[str] = None,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> Handle:
        """A handle on a place or a screen: `app.at("/main").select(index=0)`; by default the active
        screen.
        """
        return Handle(
            self, place, window=window, session=session, bubbles=bubbles, origin=origin, timeout=timeout
        )

    def screen(
        self,
        place: Union[str, int, None] = None,
        *,
        window: Optional[str] = None,
        session: Optional[str] = None,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> Screen:
        """A screen as it is: `app.screen("/main").state`."""
        return self.at(place, window=window, session=session, timeout=timeout).screen

    def batch(
        self,
        actions: Iterable[Union[Action, Tuple[str, Mapping[str, Any]], Mapping[str, Any]]],
        *,
        atomic: Optional[bool] = None,
        session: Optional[str] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> Receipt:
        """Sends several actions as one change, or with `atomic=False` as a change each; see
        `Receipt.results`.
        """
        params: Dict[str, Any] = given(
            actions=entries(actions),
            atomic=atomic,
            session=session,
            origin=origin,
            ifSeq=if_seq,
            request=request,
        )
        return Receipt(self.request("batch", params, timeout=timeout))


class Session(Calls):
    """A session by its name: `app.session("a").at("/main").select(index=0)`.

    It has what the client has, each for this session. That a session is open isn't looked at.
    """

    def __init__(self, app: Navtree, name: str) -> None:
        self.app = app
        self.name = name

    def __repr__(self) -> str:
        return f"<session {self.name!r}>"

    def _params(self, method: str, params: Optional[Mapping[str, Any]]) -> Mapping[str, Any]:
        return {"session": self.name, **(params or {})} if method in OF_SESSION else params or {}

    def request(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Union[float, None, Missing] = MISSING,
    ) -> Any:
        """Makes a request to the session, and waits for its answer with all that it causes."""
        return self.app.request(method, self._params(method, params), timeout=timeout)

    def send(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Answer:
        return self.app.send(method, self._params(method, params))

    def settled(self, *, timeout: Optional[float] = None) -> None:
        self.app._settled(self.name, timeout)

    def _register(
        self, name: str, handler: Callable[..., Any], replace: bool, session: Optional[str]
    ) -> Callable[[], None]:
        return self.app._register(name, handler, replace, self.name)

    def _listen(
        self, notification: str, listener: Callable[..., Any], session: Optional[str]
    ) -> Callable[[], None]:
        return self.app._listen(notification, listener, self.name)

    def _subscribe(self, params: Dict[str, Any]) -> Subscription:
        return self.app._subscribe({"session": self.name, **params})
