package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// One running flow: it opens, takes requests, each as a change of its own, and forks.
///
/// It knows no bytes and no protocol. It isn't shared between threads, since the order of changes is their meaning. The
/// calls that it only passes on are described where they are handled, under the same names.
package final class Session {
  package let name: String
  /// The prefix of the keys of effects, unique to this opening of a session.
  package let keyPrefix: String
  package let flow: FlowDefinition
  package let limits: Limits
  package let clock: SessionClock
  let transaction: Transaction
  /// Compiles the expressions of requests.
  let queries: QueryCompiler
  /// The last action that a request has named.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lastAction = NameTable.Last()

  /// A session with the windows that the flow starts with.
  ///
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of effects; nil for the name.
  ///   - notices: takes the notifications to the host.
  ///   - coverage: counts what the session does.
  package convenience init(
    _ flow: FlowDefinition, name: String, keyPrefix: String? = nil, limits: Limits,
    clock: SessionClock = SessionClock(.virtual), notices: Notices = Notices(), shared: JSONObject = [:],
    coverage: CoverageRecorder? = nil
  ) throws(Failure) {
    self.init(
      Transaction(
        flow, name: name, keyPrefix: keyPrefix ?? name, limits: limits, clock: clock, notices: notices),
      queries: QueryCompiler(flow: flow))
    transaction.listeners.coverage = coverage.map(SessionCoverage.init)
    try transaction.begin(with: shared)
  }

  /// A session around its state.
  init(_ transaction: Transaction, queries: QueryCompiler) {
    self.transaction = transaction
    self.queries = queries
    name = transaction.name
    keyPrefix = transaction.keyPrefix
    flow = transaction.flow
    limits = transaction.limits
    clock = transaction.clock
  }

  var world: World {
    _read { yield transaction.world }
  }

  /// The open windows, with their screens.
  package var windows: Windows {
    _read { yield transaction.world.windows }
  }
  /// The values of the shared fields, in declared order.
  package var shared: [JSONValue] { transaction.world.shared }

  package var flowHash: String { transaction.flowHash }
  package var now: Int { transaction.now }
  package var screenCount: Int { transaction.screenCount }
}
