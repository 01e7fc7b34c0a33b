"use strict";

// Written by types.mjs from `rpc.discover`.

const { NavtreeError, Diagnosed } = require("./navtree-error.js");

/** The line isn't JSON. */
class ParseError extends NavtreeError {}

/** The JSON is no request. */
class InvalidRequest extends NavtreeError {}

/** There is no such method. */
class UnknownMethod extends NavtreeError {}

/** A defect in navtree. */
class Internal extends NavtreeError {}

/** A param is missing, unknown, or doesn't fit. */
class InvalidParams extends NavtreeError {}

/** No flow of that name is loaded. */
class UnknownFlow extends NavtreeError {}

/** No session of that name is open. */
class UnknownSession extends NavtreeError {}

/** The session has no window of that name. */
class UnknownWindow extends NavtreeError {}

/** The flow declares no screen of that name. */
class UnknownScreen extends NavtreeError {}

/** There is no such subscription. */
class UnknownSubscription extends NavtreeError {}

/** The session has requested no such effect. */
class UnknownEffect extends NavtreeError {}

/** The session's history doesn't reach that change. */
class UnknownSeq extends NavtreeError {}

/** A session of that name is open already. */
class NameTaken extends NavtreeError {}

/** Nothing is at that address. */
class NoScreenAt extends NavtreeError {}

/** Another screen is at that path. */
class StaleScreen extends NavtreeError {}

/** The screen was removed. */
class Gone extends NavtreeError {}

/** No screen on the path took the action, nor did the flow's own actions. */
class NotHandled extends NavtreeError {}

/** Only navtree sends the action. */
class PrivateAction extends NavtreeError {}

/** The effect is no longer in flight, or the host is asked for no such field. */
class NotInFlight extends NavtreeError {}

/** A rule of the flow refused the action. */
class Rejected extends NavtreeError {}

/** An enforced invariant wouldn't hold. */
class InvariantBroken extends NavtreeError {}

/** A screen to be removed isn't dismissible. */
class DismissRefused extends NavtreeError {}

/** Something is presented there already. */
class SlotOccupied extends NavtreeError {}

/** Several slots take this screen: one must be named. */
class AmbiguousSlot extends NavtreeError {}

/** No slot there takes this screen. */
class NotPresentable extends NavtreeError {}

/** The root of a window, a tab or a pane can't be dismissed. */
class NotDismissable extends NavtreeError {}

/** No screen is pushed there, or none matches. */
class NothingToPop extends NavtreeError {}

/** The history keeps no change before the present state. */
class NothingToUndo extends NavtreeError {}

/** Nothing was undone, or something was changed since. */
class NothingToRedo extends NavtreeError {}

/** The flow has errors. */
class InvalidFlow extends Diagnosed {}

/** The scenarios have errors. */
class InvalidScenarios extends Diagnosed {}

/** A value that the flow's own rule gave doesn't fit. */
class FlowDefect extends NavtreeError {}

/** An expression failed when it ran. */
class ExpressionFailed extends NavtreeError {}

/** An expression cost more than it may, or a change or batch did more work. */
class CostExceeded extends NavtreeError {}

/** A limit would be exceeded. */
class LimitExceeded extends NavtreeError {}

/** The store can't be written, or its content can't be read. */
class Storage extends NavtreeError {}

/** Another process has the stored session open, or the seq isn't `ifSeq`. */
class Conflict extends NavtreeError {}

/** No link of the flow fits the URL. */
class NoSuchLink extends NavtreeError {}

/** Transitions are pending, and the flow drops what users do meanwhile. */
class Moving extends NavtreeError {}

module.exports = {
  ParseError,
  InvalidRequest,
  UnknownMethod,
  Internal,
  InvalidParams,
  UnknownFlow,
  UnknownSession,
  UnknownWindow,
  UnknownScreen,
  UnknownSubscription,
  UnknownEffect,
  UnknownSeq,
  NameTaken,
  NoScreenAt,
  StaleScreen,
  Gone,
  NotHandled,
  PrivateAction,
  NotInFlight,
  Rejected,
  InvariantBroken,
  DismissRefused,
  SlotOccupied,
  AmbiguousSlot,
  NotPresentable,
  NotDismissable,
  NothingToPop,
  NothingToUndo,
  NothingToRedo,
  InvalidFlow,
  InvalidScenarios,
  FlowDefect,
  ExpressionFailed,
  CostExceeded,
  LimitExceeded,
  Storage,
  Conflict,
  NoSuchLink,
  Moving,
};
