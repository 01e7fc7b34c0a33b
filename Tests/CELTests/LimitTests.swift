import NavtreeCEL
import NavtreeJSON
import NavtreeTestSupport
import Testing

/// Expressions built to explode end in a clear error.
@Suite struct LimitTests {
  /// `cel.bind(v0, seed, cel.bind(v1, f(v0), …))`
  static func doubling(_ seed: String, times: Int, last: String? = nil, _ step: (String) -> String) -> String
  {
    var source = "cel.bind(v0, \(seed), "
    for index in 1...times { source += "cel.bind(v\(index), \(step("v\(index - 1)")), " }
    return source + (last ?? "v\(times)") + String(repeating: ")", count: times + 1)
  }

  static let hundred = "[" + Array(repeating: "1", count: 100).joined(separator: ", ") + "]"

  static let numbers = "[" + (1...100).map(String.init).joined(separator: ", ") + "]"

  static let explosions: [(name: String, source: String)] = [
    ("a text doubled", doubling("'0123456789abcdef'", times: 60) { "\($0) + \($0)" }),
    ("a list doubled", doubling("[1, 2]", times: 60) { "\($0) + \($0)" }),
    ("shared parts compared", doubling("[1, 2]", times: 60, last: "v60 == v60") { "[\($0), \($0)]" }),
    ("shared parts written", doubling("[1, 2]", times: 60, last: "'%s'.format([v60])") { "[\($0), \($0)]" }),
    ("comprehensions nested", "cel.bind(l, \(hundred), l.map(a, l.map(b, l.map(c, l.map(d, a)))))"),
    ("a predicate nested", "cel.bind(l, \(hundred), l.all(a, l.all(b, l.all(c, l.all(d, a == b)))))"),
    ("a replacement", "cel.bind(s, '\(String(repeating: "a", count: 50_000))', s.replace('a', s))"),
    (
      "a search",
      "cel.bind(s, '\(String(repeating: "a", count: 50_000))', (s + s + s + s).contains(s + s + 'b'))"
    ),
    ("a list folded into its double", "lists.range(60).reduce(l, i, [1], l + l)"),
    ("shared parts flattened", doubling("[1, 2]", times: 60, last: "v60.flatten(99)") { "[\($0), \($0)]" }),
    ("shared parts sought", doubling("[1, 2]", times: 60, last: "[v60].indexOf(v60)") { "[\($0), \($0)]" }),
    ("elements that differ", "lists.range(2000).distinct()"),
    ("a sorted list sorted again", "lists.range(1000).map(i, lists.range(i).sort())"),
    ("sets of sets", "cel.bind(l, lists.range(2000), sets.contains(l, l.reverse()))"),
    (
      "a pattern that changes",
      "cel.bind(l, \(numbers), l.all(a, l.all(b, !'a'.matches('(b{' + string(a) + '}){9}' + string(b)))))"
    ),
  ]

  @Test(arguments: explosions) func anExplosionEndsAtTheCostLimit(_ name: String, _ source: String) {
    #expect(
      result(of: source) == "the expression costs more than the limit of 1000000 [cost-exceeded]", "\(name)")
  }

  @Test func aValueNestsAThousandLevelsAndNoMore() {
    func nested(_ levels: Int) -> String {
      // Ten levels a step, from one.
      Self.doubling("[0]", times: (levels - 1) / 9, last: "v\((levels - 1) / 9).size()") {
        "[[[[[[[[[\($0)]]]]]]]]]"
      }
    }
    #expect(result(of: nested(1_000)) == "1")
    #expect(result(of: nested(1_009)) == "the value nests deeper than 1000 levels [too-deep]")
  }

  @Test func parenthesesNestToTheLimitAndNoDeeper() {
    func nested(_ levels: Int) -> String {
      String(repeating: "(", count: levels) + "1" + String(repeating: ")", count: levels)
    }
    #expect(result(of: nested(249)) == "1")
    #expect(result(of: nested(250)).hasSuffix("[limit]"))
    #expect(result(of: nested(10_000)).hasPrefix("250-251: the expression nests deeper than 250 levels"))
  }

  static let deep: [(name: String, source: String)] = [
    ("lists", String(repeating: "[", count: 20_000)),
    ("calls", String(repeating: "f(", count: 20_000)),
    ("maps", String(repeating: "{1:", count: 20_000)),
    ("sums", Array(repeating: "1", count: 20_000).joined(separator: "+")),
    ("selections", "a" + String(repeating: ".b", count: 20_000)),
    ("indexes", "a" + String(repeating: "[0]", count: 20_000)),
    ("conditions", String(repeating: "true?1:", count: 10_000) + "1"),
    ("macros", String(repeating: "[1].all(x,", count: 5_000)),
    ("folds", String(repeating: "[1].reduce(a, x, 0,", count: 5_000)),
    ("foreign words", "1 " + String(repeating: "and(", count: 5_000)),
  ]

  @Test(arguments: deep) func whateverNestsIsHeldToTheLimit(_ name: String, _ source: String) {
    #expect(result(of: source).contains("deeper than 250 levels"), "\(name)")
  }

  @Test func foldsInTheStepsOfFoldsAreEstimatedOnce() throws {
    var source = "''"
    for level in (0..<80).reversed() {
      source = "state.tags.reduce(a\(level), t, '', a\(level) + t + \(source))"
    }
    let seconds = try processorTime {
      let program = try CEL.compile(source, in: Screen.environment)
      #expect(program.estimatedCost.maximum == nil)
    }
    #expect(seconds < 5)
  }

  @Test func theLengthOfALogicalChainIsNotNesting() {
    var environment = CELEnvironment(limits: CELLimits(sourceSize: 1_000_000))
    environment.declare("x", .bool)
    let chain = Array(repeating: "false", count: 100_000).joined(separator: "||") + "||x==x"
    #expect(result(of: chain, in: environment) == "true")
    #expect(result(of: String(repeating: "!", count: 99_990) + "true") == "true")
  }

  @Test func aSourceMayBeSoLongAndNoLonger() {
    let limits = CELLimits(sourceSize: 10)
    #expect(throws: Never.self) { try CEL.parse("1234567890", limits: limits) }
    let fault = result(of: "12345678901", in: CELEnvironment(limits: limits))
    #expect(fault == "10-11: the expression has 11 characters, the limit is 10 [limit]")
  }

  @Test func anErrorAtTheCostLimitNamesTheExpressionThePlaceAndTheCost() throws {
    let source = "true || state.tags.map(t, t + t).size() > 1"
    let program = try CEL.compile("false || state.tags.map(t, t + t).size() > 1", in: Screen.environment)
    var budget = CELBudget(limit: 20)
    let error = try #require(throws: CELError.self) { try program.evaluate(Screen(), budget: &budget) }
    #expect(error.code == .costExceeded)
    #expect(error.source == program.source)
    #expect(error.cost == 25)
    #expect(error.range == CELSourceRange(9, 33))
    #expect(result(of: source, limit: 5) == "true")
  }

  @Test func anOperandThatUsesUpTheBudgetIsNotPassedOver() {
    #expect(result(of: "state.tags.map(t, t) == [] || true || state.count > 0", limit: 5) == "true")
    let source = "state.users.all(u, u.name != '') || state.count > 0"
    #expect(result(of: source, limit: 5).hasSuffix("[cost-exceeded]"))
  }

  @Test func aRegularExpressionIsLinearAndBounded() {
    let text = String(repeating: "a", count: 30_000)
    #expect(result(of: "'\(text)'.matches('(a*)*(a*)*b')") == "false")
    #expect(result(of: "'a'.matches('((a{100}){100}){100}')").contains("[bad-pattern]"))
    #expect(
      result(of: "'a'.matches('(((' + string(1) + '{500}){500}){500}')").contains("the pattern can't be used")
    )
  }
}
