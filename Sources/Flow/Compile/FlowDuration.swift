import CEL

/// A length of time as a flow writes it: an integer of milliseconds, or CEL's text for one, `1m30s`.
enum FlowDuration {
  /// The milliseconds; nil: the node is no such length, or none of whole milliseconds.
  static func milliseconds(_ node: YAMLNode) -> Int? {
    guard node.kind == .scalar else { return nil }
    switch node.scalar {
    case .integer(let milliseconds): return milliseconds >= 0 ? milliseconds : nil
    case .string(let text):
      guard let duration = CELDuration(text), duration.nanoseconds >= 0 else { return nil }
      let (milliseconds, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
      return rest == 0 ? milliseconds : nil
    case .null, .boolean, .number, .hugeInteger: return nil
    }
  }
}
