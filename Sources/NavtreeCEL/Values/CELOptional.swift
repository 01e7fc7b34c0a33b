/// A value that may be absent: `optional.of(x)` or `optional.none()`.
public final class CELOptional: Sendable {
  public static let none = CELOptional(nil, depth: 0)

  public let value: CELValue?
  let depth: Int

  private init(_ value: CELValue?, depth: Int) {
    self.value = value
    self.depth = depth
  }

  /// - Throws: `tooDeep` when the optional would nest deeper than values may.
  public convenience init(_ value: CELValue) throws(CELError) {
    let depth = value.depth
    if depth >= CELLimits.valueDepth { throw CELError.tooDeep }
    self.init(value, depth: depth + 1)
  }

  /// An optional that holds the value, if there is one.
  static func holding(_ value: CELValue?) throws(CELError) -> CELOptional {
    guard let value else { return .none }
    return try CELOptional(value)
  }
}
