import NavtreeCEL
import NavtreeYAML

extension CELTimestamp {
  /// The milliseconds since 1970 of an integer, or of a time of RFC 3339 without parts of a millisecond.
  static func milliseconds(of node: YAMLNode) -> Int? {
    if case .integer(let milliseconds) = node.scalar { return milliseconds >= 0 ? milliseconds : nil }
    guard let text = node.string, let time = CELTimestamp(text) else { return nil }
    let (milliseconds, rest) = Int(time.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000)
    let (seconds, isOver) = time.seconds.multipliedReportingOverflow(by: 1_000)
    return rest == 0 && !isOver && seconds >= 0 ? seconds + milliseconds : nil
  }
}

extension YAMLNode {
  /// The same of the node.
  package var instant: Int? { kind == .scalar ? CELTimestamp.milliseconds(of: self) : nil }
}
