import NavtreeCEL
import NavtreeFlow

/// The flow's computed values, each evaluated at most once until a shared field is written or, if any of them reads
/// it, the time changes.
///
/// Each has a cost limit of its own, so that the cost of an expression doesn't depend on what was read before.
final class SharedValues {
  private let definitions: [DerivedDefinition]
  private let readsTime: Bool
  private let costLimit: Int
  private var results: [Result<CELValue, CELError>?]
  private var hasResults = false
  /// The time at which they were evaluated.
  private var time = 0

  /// Nil if the flow computes nothing.
  init?(_ flow: FlowDefinition, costLimit: Int) {
    if flow.computed.isEmpty { return nil }
    definitions = flow.computed
    readsTime = flow.computedReadsTime
    self.costLimit = costLimit
    results = Array(repeating: nil, count: definitions.count)
  }

  /// Forgets all values: a shared field is about to be written.
  func forget() {
    guard hasResults else { return }
    hasResults = false
    for index in results.indices { results[index] = nil }
  }

  func value(_ number: Int, _ scope: ExpressionScope, now: Int) throws(CELError) -> CELValue {
    if readsTime, time != now {
      forget()
      time = now
    }
    if let known = results[number] { return try known.get() }
    var budget = CELBudget(limit: costLimit)
    let result: Result<CELValue, CELError>
    do {
      result = .success(try definitions[number].value.program.evaluate(scope, budget: &budget))
      if scope.isMeasured { scope.count(computed: definitions[number].value) }
    } catch {
      result = .failure(error)
    }
    results[number] = result
    hasResults = true
    return try result.get()
  }
}
