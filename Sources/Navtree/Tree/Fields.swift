import NavtreeFlow
import NavtreeText

/// The fields of a screen's params or state, or of the shared state, as they were when they were read.
public struct Fields: Sendable {
  let record: RecordDefinition
  let values: [JSONValue]

  static let none = Fields(record: .empty, values: [])

  /// The value of a field; nil if there is no such field. A nullable field may be `.null`.
  ///
  /// - Complexity: O(1).
  public subscript(name: String) -> JSONValue? { record.names.index(of: name).map { values[$0] } }

  /// The names, in declared order.
  public var names: [String] { record.names.names }

  /// All fields, in declared order.
  public var object: JSONObject {
    JSONObject(uniqueKeysWithValues: zip(record.names.names, values))
  }

  /// The fields as a type of the program.
  ///
  /// - Throws: A `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValue.object(object).decoded(as: type)
  }
}

extension Fields: Equatable {
  /// Whether both have the same names with the same values.
  public static func == (one: Fields, other: Fields) -> Bool { one.object == other.object }
}
