extension JSONValue: Codable {
  /// Reads any value that a decoder gives.
  ///
  /// A number is an `integer` where the decoder takes it for one. Members have the decoder's order.
  ///
  /// - Complexity: O(size of the value).
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: JSONKey.self) {
      var object = JSONObject(minimumCapacity: members.allKeys.count)
      for key in members.allKeys { object[key.stringValue] = try members.decode(JSONValue.self, forKey: key) }
      self = .object(object)
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
      self = .array(array)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  /// - Complexity: O(size of the value).
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    case .boolean(let boolean): try boolean.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .array(let array):
      var elements = encoder.unkeyedContainer()
      for element in array { try elements.encode(element) }
    case .object(let object):
      var members = encoder.container(keyedBy: JSONKey.self)
      for (name, member) in object { try members.encode(member, forKey: JSONKey(name)) }
    }
  }
}

/// Any member's name.
private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }
}
