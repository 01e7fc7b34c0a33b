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
    ("[price] + [price]", 25), ("state.tags.slice(0, 1)", 14), ("state.tags.reverse()", 15),
    ("lists.range(state.count)", 54), ("[state.tags, state.tags].flatten()", 31),
    ("state.tags.sort()", 16), ("state.tags.distinct()", 16), ("state.tags.sortBy(t, t)", 20),
    ("state.tags.isSorted()", 5), ("state.tags.max()", 5), ("[price, price].sum()", 15),
    ("state.tags.indexOf('b')", 5), ("state.tags.lastIndexOf('b')", 4),
    ("sets.contains(state.tags, ['b', 'a'])", 6), ("sets.equivalent(state.tags, state.tags)", 11),
    ("sets.intersects(state.tags, ['b', 'a'])", 5), ("state.tags.first()", 3),
    ("state.tags.reduce(n, t, 0, n + 1)", 9), ("state.tags.reduce(s, t, '', s + t)", 11),
    ("lists.range(state.count).sum()", 96),
  ]

  /// The most elements or bytes of the value and of its elements, level by level; `-` where nothing bounds them.
  static let sizes: [Row] = [
    Row("state.tags", "10"), Row("state.tags.slice(0, 3)", "3"), Row("state.tags.slice(8, 99)", "10"),
    Row("state.tags.slice(state.count, 5)", "5"), Row("state.tags.reverse()", "10"),
    Row("state.tags.sort()", "10"), Row("state.tags.distinct()", "10"),
    Row("state.tags.sortBy(t, t.size())", "10"), Row("state.tags.filter(t, t != '')", "10 -"),
    Row("lists.range(7)", "7 1"), Row("lists.range(state.count)", "- 1"),
    Row("lists.range(state.tags.size())", "10 1"), Row("lists.range(size(state.query))", "200 1"),
    Row("lists.range(math.least(state.count, 20))", "20 1"),
    Row("state.grid", "4 5 8"), Row("state.grid.flatten()", "20 8"), Row("state.grid.flatten(3)", "20 8"),
    Row("state.grid[0]", "5 8"), Row("state.grid.map(r, r.sort())", "4 5 8"),
    Row("state.grid.map(r, r + r)", "4 10 8"), Row("state.grid.map(r, r + r).flatten()", "40 8"),
    Row("[[1, 2], [3], []].flatten()", "6 1"), Row("[1, [2, 3]].flatten()", "4"),
    Row("state.grid.first().value()", "5 8"), Row("state.grid.last().orValue([])", "5 8"),
    Row("state.grid[0].max()", "8"), Row("data.x.flatten()", "-"), Row("state.users.flatten()", ""),
    Row("state.tags.reduce(l, t, [], l + [t])", "10"), Row("state.tags.reduce(n, t, 0, n + 1)", "1"),
    Row("state.grid.reduce(l, r, [1], r.size() > 2 ? l + r : l)", ""),
    Row("state.grid.reduce(l, r, ['x'], r.size() > 2 ? l + r : l)", "21"),
    Row("state.grid[0].reduce(t, w, '', t + w + ' ')", "45"),
    Row("state.tags.reduce(l, t, ['x'], l + l)", "-"),
    Row("state.tags.reduce(t, x, 'x', t + x)", "-"),
    Row("state.grid.reduce(l, r, [''], r.reduce(m, w, l, m + [w]))", "-"),
    Row("'a'.replace('a', state.query)", "401"), Row("state.query.split(',')", "201 200"),
    Row("state.grid[0].join(', ')", "50"),
  ]

  @Test(arguments: sizes) func theSizeOfAResultIsBoundedByThoseOfTheOperands(_ row: Row) {
    guard let estimate = try? CEL.compile(row.source, in: Screen.environment).estimatedCost else {
      #expect(row.expected == "")
      return
    }
    let levels = [estimate.maximumSize] + estimate.elementSizes
    #expect(levels.map { $0.map(String.init) ?? "-" }.joined(separator: " ") == row.expected)
  }

  @Test func noEvaluationCostsOrGivesMoreThanIsForetold() throws {
    let rows = [
      LanguageTests.operators, LanguageTests.macros, LanguageTests.optionals, LanguageTests.strings,
      LanguageTests.math, LanguageTests.conversions, ListTests.lists, ListTests.order, ListTests.searches,
      ListTests.sets, ListTests.folds, Self.sizes,
    ].joined().map(\.source)
    var count = 0
    for source in rows + Self.costs.map(\.source) {
      // An observed program isn't folded.
      guard let program = try? CEL.compile(source, in: Screen.environment, observed: true) else { continue }
      var budget = CELBudget()
      guard let value = try? program.evaluate(Screen(), budget: &budget) else { continue }
      let estimate = program.estimatedCost
      #expect(estimate.minimum <= budget.used, "\(source)")
      #expect(estimate.maximum ?? .max >= budget.used, "\(source)")
      let size = try CEL.compile(
        "cel.bind(x, \(source), type(x) == string ? bytes(x).size() : x.size())", in: unchecked)
      var other = CELBudget()
      if case .int(let size)? = try? size.evaluate(Screen(), budget: &other) {
        #expect(estimate.maximumSize ?? .max >= size, "\(source) gives \(value)")
      }
      count += 1
    }
    #expect(count > 250)
  }

  private var unchecked: CELEnvironment {
    var environment = Screen.environment
    environment.isChecked = false
    return environment
  }

  @Test func aRunOverWhatAFunctionMakesIsBounded() throws {
    let bounded = [
      "state.tags.sort().map(t, t)", "state.tags.slice(0, 2).all(t, t != '')", "lists.range(3).map(i, i)",
      "state.grid.flatten().sortBy(w, w.size())",
      "state.grid.map(r, r.map(w, w)).flatten().exists(w, w == '')",
      "[[1], [2]].map(l, l.map(x, x))", "state.tags.reduce(l, t, [], l + [t]).all(t, t != '')",
    ]
    for source in bounded {
      let program = try CEL.compile(source, in: Screen.environment)
      #expect(program.unboundedComprehensions.isEmpty, "\(source)")
    }
    #expect(
      try CEL.compile("state.grid.flatten().sort()", in: Screen.environment).estimatedCost.maximum == 268)
    for source in [
      "lists.range(state.count).map(i, i)", "state.users.sortBy(u, u.id)",
      "state.users.reduce(n, u, 0, n + 1)",
    ] {
      #expect(try CEL.compile(source, in: Screen.environment).unboundedComprehensions.count == 1, "\(source)")
    }
  }

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

  @Test func aRangeWithoutABoundIsToldHowToBoundIt() throws {
    let program = try CEL.compile("lists.range(state.count).map(i, i)", in: Screen.environment)
    #expect(
      program.unboundedComprehensions.map(\.text) == [
        "0-24: 'lists.range(state.count)' has no declared bound: what a run over it costs isn't known"
          + " (bound it: lists.range(math.least(n, 100))) [unbounded-cost]"
      ])
    let bounded = try CEL.compile(
      "lists.range(math.least(state.count, 100)).map(i, i)", in: Screen.environment)
    #expect(bounded.unboundedComprehensions.isEmpty)
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
