/// The type of a value as the language names it: what `type(x)` gives.
public enum CELKind: String, Hashable, Sendable {
  case null = "null_type"
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case list
  case map
  case type
  case timestamp = "google.protobuf.Timestamp"
  case duration = "google.protobuf.Duration"
  case optional = "optional_type"

  /// The static type of values of this kind.
  public var type: CELType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list: .list(.dyn)
    case .map: .map(.dyn, .dyn)
    case .type: .type(.dyn)
    case .timestamp: .timestamp
    case .duration: .duration
    case .optional: .optional(.dyn)
    }
  }
}
