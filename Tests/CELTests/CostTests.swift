import NavtreeCEL
import Testing

/// The cost of evaluation, and its estimate.
@Suite struct CostTests {
  static let costs: [(source: String, cost: Int)] = [
    ("1 + 1", 0), ("price", 1), ("state.count", 2), ("state.count + 1", 3),
    ("state.count > 1 && price > 1.0", 5),
    ("data.nested.key", 3), ("data.list[0]", 3), ("has(data.a)", 2), ("[price]", 11), ("{'a': price}", 31),
    ("state.count > 1 || price > 1.0", 3), ("price > 1.0 ? state.count : 0", 4),
    ("state.query + '0123456789'", 4), ("state.query == 'er'", 3), ("state.query.contains('e')", 3),
    ("state.tags.all(t, t == 'a')", 13), ("state.tags.exists(t, t == 'a')", 9), ("state.tags.map(t, t)", 39),
    ("state.tags.filter(t, t == 'a')", 31), ("'b' in state.tags", 5), ("state.tags + state.tags", 9),
  ]

  @Test(arguments: costs) func evaluatingCostsWhatItDoes(_ source: String, _ cost: Int) throws {
    let program = try CEL.compile(source, in: Screen.environment)
    var budget = CELBudget()
    _ = try program.evaluate(Screen(), budget: &budget)
    #expect(budget.used == cost)
    let estimate = program.estimatedCost
    #expect(estimate.minimum <= cost)
    #expect(estimate.maximum ?? .max >= cost)
  }

  @Test func aRunOverSomethingWithoutABoundIsWarnedOf() throws {
    let program = try CEL.compile(
      "state.users.filter(u, state.tags.exists(t, t == u.name))", in: Screen.environment)
    #expect(
      program.unboundedComprehensions.map(\.text) == [
        "0-11: 'state.users' has no declared bound: what a run over it costs isn't known"
          + " (declare how many elements it may hold) [unbounded-cost]"
      ])
    #expect(program.estimatedCost.maximum == nil)
    let bounded = try CEL.compile("state.tags.exists(t, t == state.query)", in: Screen.environment)
    #expect(bounded.unboundedComprehensions.isEmpty)
    #expect(bounded.estimatedCost.maximum != nil)
  }

  @Test func severalEvaluationsShareABudget() throws {
    let program = try CEL.compile("state.count + 1", in: Screen.environment)
    var budget = CELBudget(limit: 7)
    _ = try program.evaluate(Screen(), budget: &budget)
    _ = try program.evaluate(Screen(), budget: &budget)
    #expect(budget.used == 6)
    #expect(throws: CELError.self) { try program.evaluate(Screen(), budget: &budget) }
  }
}
