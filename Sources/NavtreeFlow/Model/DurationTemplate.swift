import NavtreeCEL
package import NavtreeJSON
package import NavtreeYAML

/// A duration as a flow writes it: milliseconds, text such as `1m30s`, or an expression that gives either.
package enum DurationTemplate: Sendable {
  case milliseconds(Int)
  case computed(ValueTemplate)

  /// The expression that gives it, if any.
  var value: ValueTemplate? {
    switch self {
    case .milliseconds: nil
    case .computed(let value): value
    }
  }

  /// The milliseconds that a value means; nil when they aren't a whole number, or are negative.
  ///
  /// - Complexity: O(length of the text).
  package static func milliseconds(of value: JSONValue) -> Int? {
    switch value {
    case .integer(let milliseconds): return milliseconds >= 0 ? milliseconds : nil
    case .string(let text):
      guard let nanoseconds = CELDuration(text)?.nanoseconds, nanoseconds >= 0 else { return nil }
      let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
      return rest == 0 ? milliseconds : nil
    case .null, .boolean, .number, .array, .object: return nil
    }
  }

  package static func milliseconds(of node: YAMLNode) -> Int? {
    node.kind == .scalar ? node.json.flatMap(milliseconds) : nil
  }

  /// The expected kind of value, with an article.
  package static let noun = "a duration: milliseconds, or text such as 1m30s"
}
