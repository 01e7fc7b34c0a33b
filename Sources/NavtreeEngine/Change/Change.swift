package import NavtreeJSON
import NavigationTree
import OrderedCollections

/// State that lives for one change.
package struct Change: ~Copyable {
  /// The name of the request or action that began it.
  var cause = Session.Cause.request("")
  /// The undo or redo in progress, if any.
  var journey: Journey?
  /// The screen that handled the action that began it.
  var handler: ScreenID?
  /// The address of that screen, as UTF-8.
  var handlerAddress = JSONWriter(capacity: 64)
  /// What it has touched, once anybody has asked.
  var digest: ChangeDigest?
  /// The number of the timer whose turn began it.
  var firing: Int?
  /// Actions that wait for their turn.
  var queue: [QueuedAction] = []
  /// The actions and lifecycle events handled so far, each with its cause.
  var causes: [HandledAction] = []
  /// The index in `causes` of the rule that navigates, if anybody waits for the end of a screen.
  var currentCause: Int?
  /// The value that the request gets back: the first `reply` of a rule.
  package internal(set) var reply: JSONValue?
  /// How effects have ended.
  var ends: [EffectStones.Stone] = []
  /// Whether the journal holds trees that were removed, or effects that are over.
  var hasRemovals = false
  /// Whether a screen came or went and its lifecycle event hasn't been told.
  var hasOccurrences = false
  /// Where the rule or request in progress began.
  var start = ChangeMark(stepCount: 0, nextScreen: 1)
  /// The former params of screens, noted since that was last told.
  var formerParams: OrderedDictionary<ScreenID, FormerParams> = [:]
  /// The screen that refused to be dismissed.
  var refusing: ScreenID?
  var isTraced = false
  package internal(set) var trace = Trace(isRehearsal: false, whenDone: nil)
}
