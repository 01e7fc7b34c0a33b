import NavtreeEngine

/// The bounds of a session. Whoever exceeds one gets ``NavtreeError/Kind/limitExceeded``.
public struct Limits: Sendable, Hashable {
  /// The most windows.
  public var windows = Limit.windows.standard
  /// The most live screens.
  public var screens = Limit.screens.standard
  /// The most screens from a window's root to its deepest screen.
  public var levels = Limit.levels.standard
  /// The most actions that one change may handle.
  public var queue = Limit.queue.standard
  /// The most units of cost in one expression.
  public var cost = Limit.cost.standard
  /// The most units of work of one change: about a tenth of a microsecond each. A change that does more is refused with
  /// ``NavtreeError/Kind/costExceeded``.
  public var work = Limit.work.standard
  /// The number of removed screens, and of ended effects, whose end is remembered.
  public var tombstones = Limit.tombstones.standard
  /// The most timers.
  public var timers = Limit.timers.standard
  /// The most timers that run in one go.
  public var firings = Limit.firings.standard
  /// The most effects in flight.
  public var effects = Limit.effects.standard
  /// The most bytes of a URL that is opened.
  public var url = Limit.url.standard
  /// The most links that wait.
  public var links = Limit.links.standard
  /// The number of states of dismissed screens that are kept.
  public var kept = Limit.kept.standard
  /// The number of changes that can be undone; 0 for none.
  public var history = Limit.history.standard
  /// The number of bytes, about, that are kept to undo changes; 0 for none.
  public var historyBytes = Limit.historyBytes.standard
  /// The milliseconds that a ``FieldStore`` has for an answer.
  public var field = Limit.field.standard
  /// The milliseconds after which a transition counts as shown without ``Session/transitionsDone(through:)``.
  public var transition = Limit.transition.standard

  /// The defaults.
  public init() {}

  var engineLimits: NavtreeEngine.Limits {
    var limits = NavtreeEngine.Limits()
    let values: [(Limit, Int)] = [
      (.windows, windows), (.screens, screens), (.levels, levels), (.queue, queue), (.cost, cost),
      (.work, work), (.tombstones, tombstones), (.timers, timers), (.firings, firings), (.effects, effects),
      (.url, url), (.links, links), (.kept, kept), (.history, history), (.historyBytes, historyBytes),
      (.field, field), (.transition, transition),
    ]
    for (limit, value) in values where value != limit.standard { limits[limit] = max(value, limit.least) }
    return limits
  }
}
