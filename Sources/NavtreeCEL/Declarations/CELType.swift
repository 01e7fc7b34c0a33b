/// The static type of an expression, a variable or a field.
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
  /// A type as a value, such as the result of `type(1)`.
  case type(CELType)
  /// A map with declared string keys.
  case object(CELObjectType)
  /// A value of this type, or null.
  case nullable(CELType)
  /// A type that a generic function leaves open, by number.
  case parameter(Int)
  /// The type of an expression that has been reported already.
  case error
}

extension CELType {
  /// The type with its elements, keys, values and wrapped types replaced; the fields of an object stay.
  func mapParts(_ transform: (CELType) -> CELType) -> CELType {
    switch self {
    case .list(let element): .list(transform(element))
    case .map(let key, let value): .map(transform(key), transform(value))
    case .optional(let wrapped): .optional(transform(wrapped))
    case .nullable(let wrapped): .nullable(transform(wrapped))
    case .type(let named): .type(transform(named))
    case .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .object,
      .parameter, .error:
      self
    }
  }
}

extension CELType {
  /// The type of the values that aren't null.
  var unwrapped: CELType {
    if case .nullable(let wrapped) = self { wrapped } else { self }
  }
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

extension CELKind {
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
