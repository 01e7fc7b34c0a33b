extension JSONValue {
  /// A value of the program as JSON.
  ///
  /// - Throws: An `EncodingError`, such as for a number that isn't finite.
  /// - Complexity: O(size of the value).
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder()
    try encoder.encode(value, into: encoder.node, at: [])
    self = encoder.node.json
  }

  /// The value as a type of the program.
  ///
  /// - Throws: A `DecodingError` with the path to the place that doesn't fit.
  /// - Complexity: O(size of the value).
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder(self).decode(type)
  }
}

extension UTF8Dictionary: CustomStringConvertible where Value == JSONValue {
  /// The members as the text of an object.
  public var description: String { JSONValue.object(self).description }
}

extension UTF8Dictionary: Codable where Value == JSONValue {
  /// The members of an object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONCodingKey.self)
    self.init(minimumCapacity: container.allKeys.count)
    for key in container.allKeys { self[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
  }

  /// Writes the members as an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONCodingKey.self)
    for (key, value) in self { try container.encode(value, forKey: JSONCodingKey(stringValue: key)) }
  }

  /// A value of the program that is an object of JSON.
  ///
  /// - Throws: An `EncodingError`, such as if the value is no object.
  /// - Complexity: O(size of the value).
  public init(encoding value: some Encodable) throws {
    guard case .object(let object) = try JSONValue(encoding: value) else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "\(type(of: value)) is no object"))
    }
    self = object
  }
}
