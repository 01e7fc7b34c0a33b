public import NavtreeJSON

/// A value of the language, as expressions read and give it.
public enum CELValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case uint(UInt)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case list(CELList)
  case map(CELMap)
  case type(CELKind)
  case timestamp(CELTimestamp)
  case duration(CELDuration)
  case optional(CELOptional)
}

extension CELValue {
  /// The JSON value as it is: an `integer` is an int, a `number` a double; lists and objects aren't copied.
  @inlinable
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(CELList(elements))
    case .object(let members): self = .map(CELMap(members))
    }
  }

  /// The type of the value, without the types of its elements.
  public var kind: CELKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list: .list
    case .map: .map
    case .type: .type
    case .timestamp: .timestamp
    case .duration: .duration
    case .optional: .optional
    }
  }

  /// The nesting of lists, maps and optionals made by an expression.
  package var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .map(let map): map.depth
    case .optional(let optional): optional.depth
    case .null, .bool, .int, .uint, .double, .string, .bytes, .type, .timestamp, .duration: 0
    }
  }
}
