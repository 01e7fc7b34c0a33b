import NavtreeJSON

/// The state of a session that a fork copies and a store keeps.
struct World {
  var windows = Windows()
  /// The flow's shared fields, in declared order.
  var shared: [JSONValue] = []
  /// The number of the last change.
  var seq = 0
  var counters = Counters()
  var ledgers: Ledgers

  init(limits: Limits) {
    ledgers = Ledgers(limits: limits)
  }
}
