/// The static type of an expression, a variable or a field, as a checker sees it.
public indirect enum CELType: Hashable, Sendable {
  /// Anything: checked when the expression runs.
  case dyn
  case null
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case timestamp
  case duration
  case list(CELType)
  case map(CELType, CELType)
  case optional(CELType)
  /// A type as a value, such as what `type(1)` gives.
  case type(CELType)
  /// A map with declared string keys.
  case object(CELObjectType)
  /// A value of this type, or null.
  case nullable(CELType)
  /// A type that a generic function leaves open, by number.
  case parameter(Int)
  /// The type of an expression in which an error was found already.
  case error
}

extension CELType: CustomStringConvertible {
  /// The type as the language writes it; a nullable type ends in `?`.
  public var description: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .list(let element): "list(\(element))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .optional(let wrapped): "optional_type(\(wrapped))"
    case .type(.dyn): "type"
    case .type(let named): "type(\(named))"
    case .object(let object): object.name ?? "object"
    case .nullable(let wrapped): "\(wrapped)?"
    case .parameter(let number): "<T\(number)>"
    case .error: "<error>"
    }
  }
}
