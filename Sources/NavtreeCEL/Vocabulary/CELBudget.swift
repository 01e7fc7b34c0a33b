/// The limit on the cost of evaluations, and the cost spent so far.
///
/// The unit is about one step: a variable read, a field selected, a call; work on strings and lists costs
/// more by their size. Several evaluations may share a budget.
public struct CELBudget: Hashable, Sendable {
  public static let defaultLimit = 1_000_000

  public let limit: Int
  public package(set) var used: Int

  public init(limit: Int = CELBudget.defaultLimit) {
    self.limit = limit
    used = 0
  }

  /// Spends a cost, or fails when it exceeds the limit.
  @inline(__always)
  public mutating func spend(_ cost: Int) throws(CELError) {
    let (sum, overflow) = used.addingReportingOverflow(cost)
    used = overflow ? .max : sum
    if used > limit { throw exceeded() }
  }

  @inline(never)
  private func exceeded() -> CELError {
    CELError(.costExceeded, "the expression costs more than the limit of \(limit)")
  }
}
