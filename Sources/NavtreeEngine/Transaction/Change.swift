package import NavtreeJSON
import NavigationTree
import OrderedCollections

/// State that lives for one change.
package struct Change: ~Copyable {
  /// The name of the request or action that began it.
  var cause = Cause.request(.open)
  /// The name of whoever caused it, if the request gives one.
  var origin: String?
  /// The undo or redo in progress, if any.
  var journey: Journey?
  /// The screen that handled the action that began it.
  var handler: ScreenID?
  /// The address of that screen, as UTF-8.
  var handlerAddress = JSONWriter(capacity: 64)
  /// The places that it has touched, once read.
  var digest: ChangeDigest?
  /// The work that it has done.
  var work = Work()
  /// The number of the timer that began it.
  var timer: Int?
  /// The screens that the parts of a batch are addressed to.
  var addressees: [ScreenID] = []
  /// Actions not handled yet.
  var queue: [QueuedAction] = []
  /// The actions and lifecycle events handled so far, each with its cause.
  var causes: [HandledAction] = []
  /// The index in `causes` of the rule that navigates, if a screen waits for a result.
  var currentCause: Int?
  /// The value that the request gets: the first `reply` of a rule.
  package internal(set) var reply: JSONValue?
  /// The ends of effects.
  var ends: [EffectStones.Stone] = []
  /// Whether the journal holds removed trees or ended effects.
  var hasRemovals = false
  /// Whether lifecycle events wait to be reported.
  var hasOccurrences = false
  /// The start of the rule or request in progress.
  var start = ChangeMark(stepCount: 0, nextScreen: 1)
  /// The former params of screens, since they were last reported.
  var formerParams: OrderedDictionary<ScreenID, FormerParams> = [:]
  /// The screens whose states were kept before they are replaced.
  var kept: Set<ScreenID> = []
  /// The screen that refused dismissal.
  var refuser: ScreenID?
  /// The screens that refused to make way for a waiting link, until they are asked.
  var refusers: [ScreenID] = []
  /// Whether they are being asked.
  var isAsking = false
  /// The number of changes since that of the request in which such screens were asked.
  var askedCount = 0
  /// The numbers of the windows that the change of a seq has closed, each as of then.
  var closed: (seq: Int, windows: [Int]) = (-1, [])
  var isTraced = false
  /// Whether examined rules and declining screens are noted: it is traced, or the session is watched.
  var isExamined = false
  package internal(set) var trace = Trace(isRehearsal: false, whenDone: nil)
}

/// A screen's params before a rule or request that writes them.
struct FormerParams {
  let params: [JSONValue]
  /// The input of its loader then; nil without a loader, or if it can't be computed.
  let input: [JSONValue]?
  /// The handled action that writes them, as an index of the change's causes.
  let cause: Int?
}
