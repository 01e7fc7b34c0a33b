import NavtreeFlow
import Testing

/// What follows from the format's tables.
@Suite struct FormatKeyTests {
  @Test(arguments: FormatObject.Name.allCases) func eachMapHasATable(name: FormatObject.Name) {
    #expect(!FormatReference.keys(of: name).isEmpty)
  }

  /// A key that takes an expression, or values with expressions in them, is known to the advice about quoting.
  @Test func theAdviceKnowsTheKeysOfExpressions() {
    let expressions: Set = [
      "when", "where", "always", "possible", "dismissible", "collapsed", "identity", "let", "computed",
      "guards",
    ]
    #expect(ExpressionText.expressions == expressions)
    let values = FormatReference.keys { if case .value = $0 { true } else { false } }
    // Their values are plain as a rule.
    let plain: Set = ["count", "identity", "hint", "state", "default"]
    #expect(values == ExpressionText.templates.union(plain))
  }
}
