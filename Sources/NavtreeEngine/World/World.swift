package import NavtreeJSON

/// The state of a session that a fork copies and a store keeps.
package struct World {
  package internal(set) var windows = Windows()
  /// The flow's shared fields, in declared order.
  package internal(set) var shared: [JSONValue] = []
  /// The number of the last change.
  package internal(set) var seq = 0
  var counters = Counters()
  package internal(set) var ledgers: Ledgers

  init(limits: Limits) {
    ledgers = Ledgers(limits: limits)
  }
}
