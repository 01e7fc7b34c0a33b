/// The value of a sensitive field, which is hidden unless it is asked for.
public enum Sensitive<Value: JSONConvertible & Hashable>: JSONConvertible, Hashable {
  /// It is there, and wasn't asked for: `"***"`.
  case hidden
  case shown(Value)

  private static var mark: JSONValue { "***" }

  /// The value, if it is shown.
  public var value: Value? {
    if case .shown(let value) = self { value } else { nil }
  }

  public init(json: JSONValue) throws(JSONConversionError) {
    self = json == Self.mark ? .hidden : .shown(try Value(json: json))
  }

  public var json: JSONValue {
    switch self {
    case .hidden: Self.mark
    case .shown(let value): value.json
    }
  }
}
