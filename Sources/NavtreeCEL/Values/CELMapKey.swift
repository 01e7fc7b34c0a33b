internal import NavtreeJSON

/// A key of a map.
///
/// Keys are equal as the language compares them: `1` and `1u` are the same key, and strings are compared by
/// their code points.
public enum CELMapKey: Sendable {
  case bool(Bool)
  case int(Int)
  case uint(UInt)
  case string(String)

  /// The key that a value looks up, or nil if no map can have it.
  ///
  /// A double looks up the integer that it equals.
  init?(lookup value: CELValue) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .uint(let number): self = .uint(number)
    case .string(let text): self = .string(text)
    case .double(let number):
      if let whole = Int(exactly: number) {
        self = .int(whole)
      } else if let whole = UInt(exactly: number) {
        self = .uint(whole)
      } else {
        return nil
      }
    case .null, .bytes, .list, .map, .type, .timestamp, .duration, .optional: return nil
    }
  }

  /// A value as a key of a constructed map, or nil if keys can't be of its type.
  public init?(_ value: CELValue) {
    if case .double = value { return nil }
    self.init(lookup: value)
  }

  public var value: CELValue {
    switch self {
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .uint(let number): .uint(number)
    case .string(let text): .string(text)
    }
  }
}

extension CELMapKey: Hashable {
  public static func == (left: CELMapKey, right: CELMapKey) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.int(let a), .uint(let b)), (.uint(let b), .int(let a)): a >= 0 && a.magnitude == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.bool, _), (.int, _), (.uint, _), (.string, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let flag): hasher.combine(flag)
    case .int(let number): hasher.combine(number)
    case .uint(let number): hasher.combine(Int(truncatingIfNeeded: number))
    case .string(let text): hasher.combine(UTF8Key(text))
    }
  }
}
