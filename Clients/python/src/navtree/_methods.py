"""The methods of the protocol, made by tools/methods.py from what `rpc.discover` answers."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Union

from ._params import MISSING, given
from ._values import Explanation, Receipt


class Methods:
    """The methods of the protocol, as methods; each answer comes with all that the request causes."""

    def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        raise NotImplementedError

    def dispatch(
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
            at=at, action={**(payload or {}), "type": action}, session=session, window=window,
            bubbles=bubbles, origin=origin, ifSeq=if_seq, request=request)
        if returns is not None:
            params["return"] = returns
        return Receipt(self.request("dispatch", params))

    def explain(
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
        return Explanation(self.request("explain", given(
            at=at, action={**(payload or {}), "type": action}, session=session, window=window,
            bubbles=bubbles)))

    def ping(
        self,
    ) -> Dict[str, Any]:
        """Answers."""
        params = given()
        answer: Dict[str, Any] = self.request("ping", params)
        return answer

    def metrics(
        self,
    ) -> Dict[str, Any]:
        """The counts of the process since its start; with `--metrics` also those of bytes, commits and
        leases, and latencies."""
        params = given()
        answer: Dict[str, Any] = self.request("metrics", params)
        return answer

    def flow_load(
        self,
        *,
        path: Optional[str] = None,
        yaml: Optional[str] = None,
        name: Optional[str] = None,
        files: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Loads a flow, which replaces one of the same name for sessions opened later."""
        params = given(path=path, yaml=yaml, name=name, files=files)
        answer: Dict[str, Any] = self.request("flow.load", params)
        return answer

    def flow_unload(
        self,
        flow: str,
    ) -> Dict[str, Any]:
        """Unloads a flow; open sessions that run it go on, and no session of it is opened."""
        params = given(flow=flow)
        answer: Dict[str, Any] = self.request("flow.unload", params)
        return answer

    def flow_check(
        self,
        *,
        path: Optional[str] = None,
        yaml: Optional[str] = None,
        name: Optional[str] = None,
        files: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Reports all diagnostics of a flow; loads nothing."""
        params = given(path=path, yaml=yaml, name=name, files=files)
        answer: Dict[str, Any] = self.request("flow.check", params)
        return answer

    def flow_list(
        self,
    ) -> List[Dict[str, Any]]:
        """The loaded flows."""
        params = given()
        answer: List[Dict[str, Any]] = self.request("flow.list", params)
        return answer

    def flow_get(
        self,
        flow: str,
    ) -> Dict[str, Any]:
        """A flow in its normal form; loading that form gives the same flow."""
        params = given(flow=flow)
        answer: Dict[str, Any] = self.request("flow.get", params)
        return answer

    def flow_graph(
        self,
        flow: str,
        *,
        format: Optional[str] = None,
    ) -> Any:
        """A flow's screens and transitions as a graph: Mermaid, Graphviz or JSON."""
        params = given(flow=flow, format=format)
        return self.request("flow.graph", params)

    def session_open(
        self,
        flow: str,
        *,
        session: Optional[str] = None,
        link: Optional[str] = None,
        clock: Optional[str] = None,
        now: Optional[int] = None,
        shared: Optional[Mapping[str, Any]] = None,
        record: Optional[bool] = None,
        wait: Any = MISSING,
    ) -> Dict[str, Any]:
        """Opens a session of a loaded flow; with a store, resumes the stored session of that name."""
        params = given(
            flow=flow, session=session, link=link, clock=clock, now=now, shared=shared, record=record)
        if wait is not MISSING:
            params["wait"] = wait
        answer: Dict[str, Any] = self.request("session.open", params)
        return answer

    def session_list(
        self,
    ) -> List[Dict[str, Any]]:
        """The open sessions, then the stored sessions that aren't open."""
        params = given()
        answer: List[Dict[str, Any]] = self.request("session.list", params)
        return answer

    def session_close(
        self,
        session: str,
        *,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Closes a session; its stored copy remains."""
        params = given(session=session, ifSeq=if_seq)
        answer: Dict[str, Any] = self.request("session.close", params)
        return answer

    def session_delete(
        self,
        session: str,
        *,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Deletes a session, open or not, and its stored copy."""
        params = given(session=session, ifSeq=if_seq)
        answer: Dict[str, Any] = self.request("session.delete", params)
        return answer

    def session_flush(
        self,
    ) -> Dict[str, Any]:
        """Commits all changes that wait; with `--durability commit` those of the requests before it, without
        a store nothing."""
        params = given()
        answer: Dict[str, Any] = self.request("session.flush", params)
        return answer

    def session_fork(
        self,
        session: str,
        *,
        seq: Optional[int] = None,
        as_: Optional[str] = None,
        effects: Optional[str] = None,
        store: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Opens a session that continues from the present or a former state of another one."""
        params = given(session=session, seq=seq, effects=effects, store=store)
        if as_ is not None:
            params["as"] = as_
        answer: Dict[str, Any] = self.request("session.fork", params)
        return answer

    def session_compare(
        self,
        session: str,
        with_: str,
        *,
        sensitive: Optional[bool] = None,
    ) -> Any:
        """The JSON Patch from the document of one session to that of another."""
        params = given(session=session, sensitive=sensitive)
        if with_ is not None:
            params["with"] = with_
        return self.request("session.compare", params)

    def broadcast(
        self,
        screen: str,
        action: Any,
        *,
        where: Optional[str] = None,
        session: Optional[str] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Sends an action to every live screen of a type, as one change, without bubbling."""
        params = given(
            screen=screen, action=action, where=where, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        return Receipt(self.request("broadcast", params))

    def present(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        in_: Optional[str] = None,
        if_occupied: Optional[str] = None,
        replace: Optional[bool] = None,
        then: Optional[str] = None,
        otherwise: Optional[str] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Presents a screen in a slot of the addressed one."""
        params = given(
            screen=screen, params=params, ifOccupied=if_occupied, replace=replace, then=then,
            otherwise=otherwise, onDuplicate=on_duplicate, at=at, window=window, force=force,
            session=session, origin=origin, ifSeq=if_seq, request=request)
        if in_ is not None:
            params["in"] = in_
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("present", params))

    def push(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        in_: Optional[str] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Presents a screen on top of the chain that holds the addressed one."""
        params = given(
            screen=screen, params=params, onDuplicate=on_duplicate, at=at, window=window, force=force,
            session=session, origin=origin, ifSeq=if_seq, request=request)
        if in_ is not None:
            params["in"] = in_
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("push", params))

    def navigate(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        pop: Optional[bool] = None,
        merge: Optional[bool] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Goes to a screen that is already on top or in a tab or pane, else pushes it."""
        params = given(
            screen=screen, params=params, pop=pop, merge=merge, onDuplicate=on_duplicate, at=at,
            window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("navigate", params))

    def replace(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts a screen in place of the addressed one and all it holds."""
        params = given(
            screen=screen, params=params, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("replace", params))

    def reset(
        self,
        tree: Any,
        *,
        reuse: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts any tree in place of the root of the window, tab or pane; the whole tree is checked first."""
        params = given(
            tree=tree, reuse=reuse, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("reset", params))

    def pop(
        self,
        *,
        count: Optional[int] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes screens from the top of the chain that holds the addressed one."""
        params = given(
            count=count, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("pop", params))

    def pop_to(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        identity: Any = MISSING,
        merge: Optional[bool] = None,
        otherwise: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Goes back to the nearest matching screen at or below the addressed one."""
        params = given(
            screen=screen, params=params, merge=merge, otherwise=otherwise, at=at, window=window,
            force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if identity is not MISSING:
            params["identity"] = identity
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("popTo", params))

    def pop_to_root(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes all screens except the root from the chain that holds the addressed one."""
        params = given(
            at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("popToRoot", params))

    def dismiss(
        self,
        *,
        result: Any = MISSING,
        all: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes the addressed screen with everything that it holds."""
        params = given(
            all=all, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if result is not MISSING:
            params["result"] = result
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("dismiss", params))

    def back(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Acts as a back button, from the active screen up; else answers `handled: false`."""
        params = given(
            at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("back", params))

    def select(
        self,
        tab: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Selects a tab, in the nearest tabs at or above the addressed screen that have it."""
        params = given(
            tab=tab, params=params, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("select", params))

    def focus(
        self,
        pane: str,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts a pane in focus, in the nearest split at or above the addressed screen that has it."""
        params = given(
            pane=pane, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("focus", params))

    def set_params(
        self,
        params: Mapping[str, Any],
        *,
        replace: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Changes the params of the addressed screen."""
        params = given(
            params=params, replace=replace, at=at, window=window, force=force, session=session,
            origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("setParams", params))

    def window_open(
        self,
        window: str,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Opens a window, after the others, with a screen of any type as its root."""
        params = given(
            window=window, screen=screen, params=params, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("window.open", params))

    def window_close(
        self,
        window: str,
        *,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Closes a window with everything that it holds; the last one can't be closed."""
        params = given(
            window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("window.close", params))

    def window_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The open windows, in the order in which they were opened."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("window.list", params)
        return answer

    def effect_list(
        self,
        *,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The effects in flight, in the order in which they were requested."""
        params = given(sensitive=sensitive, session=session)
        answer: List[Dict[str, Any]] = self.request("effect.list", params)
        return answer

    def effect_done(
        self,
        effect: Any,
        *,
        output: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Answers an effect; only the screen that requested it gets the output."""
        params = given(effect=effect, output=output, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("effect.done", params))

    def effect_next(
        self,
        effect: Any,
        *,
        output: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Gives an answer before the last one; the effect stays in flight, and its timeout begins anew."""
        params = given(effect=effect, output=output, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("effect.next", params))

    def effect_fail(
        self,
        effect: Any,
        *,
        error: Any = MISSING,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Reports that an effect failed; it is requested again if it has retries left, else its screen is
        notified."""
        params = given(effect=effect, session=session, ifSeq=if_seq, request=request)
        if error is not MISSING:
            params["error"] = error
        return Receipt(self.request("effect.fail", params))

    def link_open(
        self,
        url: str,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Opens the screens that a URL stands for, in its link's place, or lets the link wait."""
        params = given(
            url=url, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(self.request("link.open", params))

    def link_resolve(
        self,
        url: str,
        *,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Says what a URL would open, and whether its link would wait; changes nothing."""
        params = given(url=url, session=session)
        answer: Dict[str, Any] = self.request("link.resolve", params)
        return answer

    def link_url(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Gives the URL of a screen."""
        params = given(at=at, window=window, session=session)
        answer: Dict[str, Any] = self.request("link.url", params)
        return answer

    def link_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The waiting links, in the order in which they were opened, and why each still waits."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("link.list", params)
        return answer

    def link_pending(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The waiting links as in `link.list`, without the reason."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("link.pending", params)
        return answer

    def link_drop(
        self,
        *,
        url: Optional[str] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Drops waiting links."""
        params = given(url=url, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("link.drop", params))

    def state_get(
        self,
        *,
        at: Union[str, int, List[Union[str, int]], None] = None,
        depth: Optional[int] = None,
        flat: Optional[bool] = None,
        pointer: Optional[str] = None,
        computed: Optional[bool] = None,
        sensitive: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Any:
        """A screen and the screens it holds, as nested JSON or as flat rows, or one value of it."""
        params = given(
            at=at, depth=depth, flat=flat, pointer=pointer, computed=computed, sensitive=sensitive,
            window=window, session=session)
        return self.request("state.get", params)

    def state_query(
        self,
        *,
        screen: Optional[str] = None,
        where: Optional[str] = None,
        select: Optional[str] = None,
        expr: Optional[str] = None,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> Any:
        """The screens of a type for which a condition holds, in the order of their creation; or the value of
        an expression over all screens."""
        params = given(
            screen=screen, where=where, select=select, expr=expr, sensitive=sensitive, session=session)
        return self.request("state.query", params)

    def state_active(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The active screen of each window."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("state.active", params)
        return answer

    def state_outline(
        self,
        *,
        session: Optional[str] = None,
    ) -> str:
        """The trees of all windows as text for people."""
        params = given(session=session)
        answer: str = self.request("state.outline", params)
        return answer

    def state_actions(
        self,
        *,
        at: Union[str, int, None] = None,
        all: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """The actions that a screen and those above it may take now, the navigations and links that can be
        requested, and the work in progress."""
        params = given(at=at, all=all, window=window, session=session)
        answer: Dict[str, Any] = self.request("state.actions", params)
        return answer

    def snapshot_save(
        self,
        *,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> Any:
        """A session as one value from which it can be restored, without sensitive fields, fields that are
        kept nowhere, subscriptions and history."""
        params = given(sensitive=sensitive, session=session)
        return self.request("snapshot.save", params)

    def snapshot_restore(
        self,
        snapshot: Any,
        *,
        session: Optional[str] = None,
        flow: Optional[str] = None,
        replace: Optional[bool] = None,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Opens a session from a snapshot, after the flow's migrations from the snapshot's version on;
        effects that were in flight are requested again."""
        params = given(snapshot=snapshot, session=session, flow=flow, replace=replace, ifSeq=if_seq)
        answer: Dict[str, Any] = self.request("snapshot.restore", params)
        return answer

    def clock_get(
        self,
        *,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """The time of a session's clock, and its timers."""
        params = given(session=session)
        answer: Dict[str, Any] = self.request("clock.get", params)
        return answer

    def timer_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The timers of a session, in the order in which they will run."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("timer.list", params)
        return answer

    def clock_advance(
        self,
        by: Any,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Advances a virtual clock. Due timers run in order, each at its own instant and as a change of its
        own."""
        params = given(by=by, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("clock.advance", params))

    def clock_pause(
        self,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Stops a real clock for one session: its time stands still, and nothing falls due."""
        params = given(session=session, ifSeq=if_seq, request=request)
        answer: Dict[str, Any] = self.request("clock.pause", params)
        return answer

    def clock_resume(
        self,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Starts a paused clock again, at the real time; every timer and timeout is put off by the length of
        the pause."""
        params = given(session=session, ifSeq=if_seq, request=request)
        answer: Dict[str, Any] = self.request("clock.resume", params)
        return answer

    def history_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The reachable states, oldest first; the present one is the last that isn't undone."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = self.request("history.list", params)
        return answer

    def history_undo(
        self,
        *,
        count: Optional[int] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Undoes the last changes."""
        params = given(count=count, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("history.undo", params))

    def history_redo(
        self,
        *,
        count: Optional[int] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Redoes the changes undone last."""
        params = given(count=count, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("history.redo", params))

    def history_goto(
        self,
        seq: int,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Returns to the state after a change."""
        params = given(seq=seq, session=session, ifSeq=if_seq, request=request)
        return Receipt(self.request("history.goto", params))

    def recording_export(
        self,
        *,
        session: Optional[str] = None,
        sensitive: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """The recording of a session, one input per line."""
        params = given(session=session, sensitive=sensitive)
        answer: Dict[str, Any] = self.request("recording.export", params)
        return answer

    def recording_replay(
        self,
        lines: Any,
        *,
        secrets: Any = MISSING,
    ) -> Dict[str, Any]:
        """Replays a recording, apart from the open sessions, and says where it first differs."""
        params = given(lines=lines)
        if secrets is not MISSING:
            params["secrets"] = secrets
        answer: Dict[str, Any] = self.request("recording.replay", params)
        return answer

    def plan(
        self,
        *,
        screen: Optional[str] = None,
        at: Union[str, int, None] = None,
        link: Optional[str] = None,
        when: Optional[str] = None,
        session: Optional[str] = None,
        flow: Optional[str] = None,
        snapshot: Any = MISSING,
        max_states: Optional[int] = None,
    ) -> Dict[str, Any]:
        """The shortest sequence of actions, answers and times to a screen, a URL or a condition; the session
        isn't changed."""
        params = given(
            screen=screen, at=at, link=link, when=when, session=session, flow=flow, maxStates=max_states)
        if snapshot is not MISSING:
            params["snapshot"] = snapshot
        answer: Dict[str, Any] = self.request("plan", params)
        return answer

    def test_run(
        self,
        scenarios: Any,
        *,
        flow: Optional[str] = None,
        name: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Runs scenarios, each in a session of its own on a virtual clock, and gives the results; no open
        session takes part."""
        params = given(scenarios=scenarios, flow=flow, name=name)
        answer: Dict[str, Any] = self.request("test.run", params)
        return answer


class AsyncMethods:
    """The methods of the protocol, as methods; each answer comes with all that the request causes."""

    async def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        raise NotImplementedError

    async def dispatch(
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
            at=at, action={**(payload or {}), "type": action}, session=session, window=window,
            bubbles=bubbles, origin=origin, ifSeq=if_seq, request=request)
        if returns is not None:
            params["return"] = returns
        return Receipt(await self.request("dispatch", params))

    async def explain(
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
        return Explanation(await self.request("explain", given(
            at=at, action={**(payload or {}), "type": action}, session=session, window=window,
            bubbles=bubbles)))

    async def ping(
        self,
    ) -> Dict[str, Any]:
        """Answers."""
        params = given()
        answer: Dict[str, Any] = await self.request("ping", params)
        return answer

    async def metrics(
        self,
    ) -> Dict[str, Any]:
        """The counts of the process since its start; with `--metrics` also those of bytes, commits and
        leases, and latencies."""
        params = given()
        answer: Dict[str, Any] = await self.request("metrics", params)
        return answer

    async def flow_load(
        self,
        *,
        path: Optional[str] = None,
        yaml: Optional[str] = None,
        name: Optional[str] = None,
        files: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Loads a flow, which replaces one of the same name for sessions opened later."""
        params = given(path=path, yaml=yaml, name=name, files=files)
        answer: Dict[str, Any] = await self.request("flow.load", params)
        return answer

    async def flow_unload(
        self,
        flow: str,
    ) -> Dict[str, Any]:
        """Unloads a flow; open sessions that run it go on, and no session of it is opened."""
        params = given(flow=flow)
        answer: Dict[str, Any] = await self.request("flow.unload", params)
        return answer

    async def flow_check(
        self,
        *,
        path: Optional[str] = None,
        yaml: Optional[str] = None,
        name: Optional[str] = None,
        files: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Reports all diagnostics of a flow; loads nothing."""
        params = given(path=path, yaml=yaml, name=name, files=files)
        answer: Dict[str, Any] = await self.request("flow.check", params)
        return answer

    async def flow_list(
        self,
    ) -> List[Dict[str, Any]]:
        """The loaded flows."""
        params = given()
        answer: List[Dict[str, Any]] = await self.request("flow.list", params)
        return answer

    async def flow_get(
        self,
        flow: str,
    ) -> Dict[str, Any]:
        """A flow in its normal form; loading that form gives the same flow."""
        params = given(flow=flow)
        answer: Dict[str, Any] = await self.request("flow.get", params)
        return answer

    async def flow_graph(
        self,
        flow: str,
        *,
        format: Optional[str] = None,
    ) -> Any:
        """A flow's screens and transitions as a graph: Mermaid, Graphviz or JSON."""
        params = given(flow=flow, format=format)
        return await self.request("flow.graph", params)

    async def session_open(
        self,
        flow: str,
        *,
        session: Optional[str] = None,
        link: Optional[str] = None,
        clock: Optional[str] = None,
        now: Optional[int] = None,
        shared: Optional[Mapping[str, Any]] = None,
        record: Optional[bool] = None,
        wait: Any = MISSING,
    ) -> Dict[str, Any]:
        """Opens a session of a loaded flow; with a store, resumes the stored session of that name."""
        params = given(
            flow=flow, session=session, link=link, clock=clock, now=now, shared=shared, record=record)
        if wait is not MISSING:
            params["wait"] = wait
        answer: Dict[str, Any] = await self.request("session.open", params)
        return answer

    async def session_list(
        self,
    ) -> List[Dict[str, Any]]:
        """The open sessions, then the stored sessions that aren't open."""
        params = given()
        answer: List[Dict[str, Any]] = await self.request("session.list", params)
        return answer

    async def session_close(
        self,
        session: str,
        *,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Closes a session; its stored copy remains."""
        params = given(session=session, ifSeq=if_seq)
        answer: Dict[str, Any] = await self.request("session.close", params)
        return answer

    async def session_delete(
        self,
        session: str,
        *,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Deletes a session, open or not, and its stored copy."""
        params = given(session=session, ifSeq=if_seq)
        answer: Dict[str, Any] = await self.request("session.delete", params)
        return answer

    async def session_flush(
        self,
    ) -> Dict[str, Any]:
        """Commits all changes that wait; with `--durability commit` those of the requests before it, without
        a store nothing."""
        params = given()
        answer: Dict[str, Any] = await self.request("session.flush", params)
        return answer

    async def session_fork(
        self,
        session: str,
        *,
        seq: Optional[int] = None,
        as_: Optional[str] = None,
        effects: Optional[str] = None,
        store: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Opens a session that continues from the present or a former state of another one."""
        params = given(session=session, seq=seq, effects=effects, store=store)
        if as_ is not None:
            params["as"] = as_
        answer: Dict[str, Any] = await self.request("session.fork", params)
        return answer

    async def session_compare(
        self,
        session: str,
        with_: str,
        *,
        sensitive: Optional[bool] = None,
    ) -> Any:
        """The JSON Patch from the document of one session to that of another."""
        params = given(session=session, sensitive=sensitive)
        if with_ is not None:
            params["with"] = with_
        return await self.request("session.compare", params)

    async def broadcast(
        self,
        screen: str,
        action: Any,
        *,
        where: Optional[str] = None,
        session: Optional[str] = None,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Sends an action to every live screen of a type, as one change, without bubbling."""
        params = given(
            screen=screen, action=action, where=where, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        return Receipt(await self.request("broadcast", params))

    async def present(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        in_: Optional[str] = None,
        if_occupied: Optional[str] = None,
        replace: Optional[bool] = None,
        then: Optional[str] = None,
        otherwise: Optional[str] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Presents a screen in a slot of the addressed one."""
        params = given(
            screen=screen, params=params, ifOccupied=if_occupied, replace=replace, then=then,
            otherwise=otherwise, onDuplicate=on_duplicate, at=at, window=window, force=force,
            session=session, origin=origin, ifSeq=if_seq, request=request)
        if in_ is not None:
            params["in"] = in_
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("present", params))

    async def push(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        in_: Optional[str] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Presents a screen on top of the chain that holds the addressed one."""
        params = given(
            screen=screen, params=params, onDuplicate=on_duplicate, at=at, window=window, force=force,
            session=session, origin=origin, ifSeq=if_seq, request=request)
        if in_ is not None:
            params["in"] = in_
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("push", params))

    async def navigate(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        pop: Optional[bool] = None,
        merge: Optional[bool] = None,
        on_duplicate: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Goes to a screen that is already on top or in a tab or pane, else pushes it."""
        params = given(
            screen=screen, params=params, pop=pop, merge=merge, onDuplicate=on_duplicate, at=at,
            window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("navigate", params))

    async def replace(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts a screen in place of the addressed one and all it holds."""
        params = given(
            screen=screen, params=params, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("replace", params))

    async def reset(
        self,
        tree: Any,
        *,
        reuse: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts any tree in place of the root of the window, tab or pane; the whole tree is checked first."""
        params = given(
            tree=tree, reuse=reuse, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("reset", params))

    async def pop(
        self,
        *,
        count: Optional[int] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes screens from the top of the chain that holds the addressed one."""
        params = given(
            count=count, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("pop", params))

    async def pop_to(
        self,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        identity: Any = MISSING,
        merge: Optional[bool] = None,
        otherwise: Optional[str] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Goes back to the nearest matching screen at or below the addressed one."""
        params = given(
            screen=screen, params=params, merge=merge, otherwise=otherwise, at=at, window=window,
            force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if identity is not MISSING:
            params["identity"] = identity
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("popTo", params))

    async def pop_to_root(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes all screens except the root from the chain that holds the addressed one."""
        params = given(
            at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("popToRoot", params))

    async def dismiss(
        self,
        *,
        result: Any = MISSING,
        all: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Removes the addressed screen with everything that it holds."""
        params = given(
            all=all, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if result is not MISSING:
            params["result"] = result
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("dismiss", params))

    async def back(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Acts as a back button, from the active screen up; else answers `handled: false`."""
        params = given(
            at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("back", params))

    async def select(
        self,
        tab: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Selects a tab, in the nearest tabs at or above the addressed screen that have it."""
        params = given(
            tab=tab, params=params, at=at, window=window, force=force, session=session, origin=origin,
            ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("select", params))

    async def focus(
        self,
        pane: str,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Puts a pane in focus, in the nearest split at or above the addressed screen that has it."""
        params = given(
            pane=pane, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("focus", params))

    async def set_params(
        self,
        params: Mapping[str, Any],
        *,
        replace: Optional[bool] = None,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Changes the params of the addressed screen."""
        params = given(
            params=params, replace=replace, at=at, window=window, force=force, session=session,
            origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("setParams", params))

    async def window_open(
        self,
        window: str,
        screen: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Opens a window, after the others, with a screen of any type as its root."""
        params = given(
            window=window, screen=screen, params=params, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("window.open", params))

    async def window_close(
        self,
        window: str,
        *,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Closes a window with everything that it holds; the last one can't be closed."""
        params = given(
            window=window, force=force, session=session, origin=origin, ifSeq=if_seq, request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("window.close", params))

    async def window_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The open windows, in the order in which they were opened."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("window.list", params)
        return answer

    async def effect_list(
        self,
        *,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The effects in flight, in the order in which they were requested."""
        params = given(sensitive=sensitive, session=session)
        answer: List[Dict[str, Any]] = await self.request("effect.list", params)
        return answer

    async def effect_done(
        self,
        effect: Any,
        *,
        output: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Answers an effect; only the screen that requested it gets the output."""
        params = given(effect=effect, output=output, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("effect.done", params))

    async def effect_next(
        self,
        effect: Any,
        *,
        output: Optional[Mapping[str, Any]] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Gives an answer before the last one; the effect stays in flight, and its timeout begins anew."""
        params = given(effect=effect, output=output, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("effect.next", params))

    async def effect_fail(
        self,
        effect: Any,
        *,
        error: Any = MISSING,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Reports that an effect failed; it is requested again if it has retries left, else its screen is
        notified."""
        params = given(effect=effect, session=session, ifSeq=if_seq, request=request)
        if error is not MISSING:
            params["error"] = error
        return Receipt(await self.request("effect.fail", params))

    async def link_open(
        self,
        url: str,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        force: Optional[bool] = None,
        session: Optional[str] = None,
        hint: Any = MISSING,
        origin: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Opens the screens that a URL stands for, in its link's place, or lets the link wait."""
        params = given(
            url=url, at=at, window=window, force=force, session=session, origin=origin, ifSeq=if_seq,
            request=request)
        if hint is not MISSING:
            params["hint"] = hint
        return Receipt(await self.request("link.open", params))

    async def link_resolve(
        self,
        url: str,
        *,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Says what a URL would open, and whether its link would wait; changes nothing."""
        params = given(url=url, session=session)
        answer: Dict[str, Any] = await self.request("link.resolve", params)
        return answer

    async def link_url(
        self,
        *,
        at: Union[str, int, None] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Gives the URL of a screen."""
        params = given(at=at, window=window, session=session)
        answer: Dict[str, Any] = await self.request("link.url", params)
        return answer

    async def link_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The waiting links, in the order in which they were opened, and why each still waits."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("link.list", params)
        return answer

    async def link_pending(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The waiting links as in `link.list`, without the reason."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("link.pending", params)
        return answer

    async def link_drop(
        self,
        *,
        url: Optional[str] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Drops waiting links."""
        params = given(url=url, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("link.drop", params))

    async def state_get(
        self,
        *,
        at: Union[str, int, List[Union[str, int]], None] = None,
        depth: Optional[int] = None,
        flat: Optional[bool] = None,
        pointer: Optional[str] = None,
        computed: Optional[bool] = None,
        sensitive: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Any:
        """A screen and the screens it holds, as nested JSON or as flat rows, or one value of it."""
        params = given(
            at=at, depth=depth, flat=flat, pointer=pointer, computed=computed, sensitive=sensitive,
            window=window, session=session)
        return await self.request("state.get", params)

    async def state_query(
        self,
        *,
        screen: Optional[str] = None,
        where: Optional[str] = None,
        select: Optional[str] = None,
        expr: Optional[str] = None,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> Any:
        """The screens of a type for which a condition holds, in the order of their creation; or the value of
        an expression over all screens."""
        params = given(
            screen=screen, where=where, select=select, expr=expr, sensitive=sensitive, session=session)
        return await self.request("state.query", params)

    async def state_active(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The active screen of each window."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("state.active", params)
        return answer

    async def state_outline(
        self,
        *,
        session: Optional[str] = None,
    ) -> str:
        """The trees of all windows as text for people."""
        params = given(session=session)
        answer: str = await self.request("state.outline", params)
        return answer

    async def state_actions(
        self,
        *,
        at: Union[str, int, None] = None,
        all: Optional[bool] = None,
        window: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """The actions that a screen and those above it may take now, the navigations and links that can be
        requested, and the work in progress."""
        params = given(at=at, all=all, window=window, session=session)
        answer: Dict[str, Any] = await self.request("state.actions", params)
        return answer

    async def snapshot_save(
        self,
        *,
        sensitive: Optional[bool] = None,
        session: Optional[str] = None,
    ) -> Any:
        """A session as one value from which it can be restored, without sensitive fields, fields that are
        kept nowhere, subscriptions and history."""
        params = given(sensitive=sensitive, session=session)
        return await self.request("snapshot.save", params)

    async def snapshot_restore(
        self,
        snapshot: Any,
        *,
        session: Optional[str] = None,
        flow: Optional[str] = None,
        replace: Optional[bool] = None,
        if_seq: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Opens a session from a snapshot, after the flow's migrations from the snapshot's version on;
        effects that were in flight are requested again."""
        params = given(snapshot=snapshot, session=session, flow=flow, replace=replace, ifSeq=if_seq)
        answer: Dict[str, Any] = await self.request("snapshot.restore", params)
        return answer

    async def clock_get(
        self,
        *,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        """The time of a session's clock, and its timers."""
        params = given(session=session)
        answer: Dict[str, Any] = await self.request("clock.get", params)
        return answer

    async def timer_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The timers of a session, in the order in which they will run."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("timer.list", params)
        return answer

    async def clock_advance(
        self,
        by: Any,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Advances a virtual clock. Due timers run in order, each at its own instant and as a change of its
        own."""
        params = given(by=by, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("clock.advance", params))

    async def clock_pause(
        self,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Stops a real clock for one session: its time stands still, and nothing falls due."""
        params = given(session=session, ifSeq=if_seq, request=request)
        answer: Dict[str, Any] = await self.request("clock.pause", params)
        return answer

    async def clock_resume(
        self,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Starts a paused clock again, at the real time; every timer and timeout is put off by the length of
        the pause."""
        params = given(session=session, ifSeq=if_seq, request=request)
        answer: Dict[str, Any] = await self.request("clock.resume", params)
        return answer

    async def history_list(
        self,
        *,
        session: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """The reachable states, oldest first; the present one is the last that isn't undone."""
        params = given(session=session)
        answer: List[Dict[str, Any]] = await self.request("history.list", params)
        return answer

    async def history_undo(
        self,
        *,
        count: Optional[int] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Undoes the last changes."""
        params = given(count=count, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("history.undo", params))

    async def history_redo(
        self,
        *,
        count: Optional[int] = None,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Redoes the changes undone last."""
        params = given(count=count, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("history.redo", params))

    async def history_goto(
        self,
        seq: int,
        *,
        session: Optional[str] = None,
        if_seq: Optional[int] = None,
        request: Optional[str] = None,
    ) -> Receipt:
        """Returns to the state after a change."""
        params = given(seq=seq, session=session, ifSeq=if_seq, request=request)
        return Receipt(await self.request("history.goto", params))

    async def recording_export(
        self,
        *,
        session: Optional[str] = None,
        sensitive: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """The recording of a session, one input per line."""
        params = given(session=session, sensitive=sensitive)
        answer: Dict[str, Any] = await self.request("recording.export", params)
        return answer

    async def recording_replay(
        self,
        lines: Any,
        *,
        secrets: Any = MISSING,
    ) -> Dict[str, Any]:
        """Replays a recording, apart from the open sessions, and says where it first differs."""
        params = given(lines=lines)
        if secrets is not MISSING:
            params["secrets"] = secrets
        answer: Dict[str, Any] = await self.request("recording.replay", params)
        return answer

    async def plan(
        self,
        *,
        screen: Optional[str] = None,
        at: Union[str, int, None] = None,
        link: Optional[str] = None,
        when: Optional[str] = None,
        session: Optional[str] = None,
        flow: Optional[str] = None,
        snapshot: Any = MISSING,
        max_states: Optional[int] = None,
    ) -> Dict[str, Any]:
        """The shortest sequence of actions, answers and times to a screen, a URL or a condition; the session
        isn't changed."""
        params = given(
            screen=screen, at=at, link=link, when=when, session=session, flow=flow, maxStates=max_states)
        if snapshot is not MISSING:
            params["snapshot"] = snapshot
        answer: Dict[str, Any] = await self.request("plan", params)
        return answer

    async def test_run(
        self,
        scenarios: Any,
        *,
        flow: Optional[str] = None,
        name: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Runs scenarios, each in a session of its own on a virtual clock, and gives the results; no open
        session takes part."""
        params = given(scenarios=scenarios, flow=flow, name=name)
        answer: Dict[str, Any] = await self.request("test.run", params)
        return answer
