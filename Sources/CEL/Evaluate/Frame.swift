/// What one evaluation works with.
struct Frame: ~Copyable {
  let activation: any CELActivation
  var budget: CELBudget
  /// The variables of macros, by slot.
  var locals: [CELValue]
  /// Patterns that aren't constant, compiled once an evaluation.
  var patterns: [String: Regex] = [:]
  /// What parts of an observed expression gave.
  var observations: [CELObservation] = []

  init(_ activation: any CELActivation, _ budget: CELBudget, slots: Int) {
    self.activation = activation
    self.budget = budget
    locals = slots == 0 ? [] : Array(repeating: .null, count: slots)
  }

  @inline(__always)
  mutating func spend(_ cost: Int) throws(CELError) {
    try budget.spend(cost)
  }

  /// Spends what work on so many bytes costs beyond the one unit of a call: a tenth each.
  @inline(__always)
  mutating func spend(bytes: Int) throws(CELError) {
    if bytes > 10 { try budget.spend((bytes - 1) / 10) }
  }
}
