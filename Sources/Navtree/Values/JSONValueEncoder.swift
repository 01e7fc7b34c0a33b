/// Turns values into JSON, without text in between.
final class JSONValueEncoder: Encoder {
  /// A value that is being made.
  final class Node {
    enum Content {
      case value(JSONValue)
      case array([Node])
      case object(UTF8Dictionary<Node>)
    }

    var content: Content?

    /// Recursion is bounded by the nesting of the encoded type's values.
    var json: JSONValue {
      switch content {
      case nil: .object([:])
      case .value(let value): value
      case .array(let nodes): .array(nodes.map(\.json))
      case .object(let nodes): .object(nodes.mapValues(\.json))
      }
    }
  }

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let node: Node

  init(codingPath: [any CodingKey] = [], node: Node = Node()) {
    self.codingPath = codingPath
    self.node = node
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = node.content {} else { node.content = .object([:]) }
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = node.content {} else { node.content = .array([]) }
    return JSONUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleEncoding(encoder: self) }

  /// Encodes a value into a node.
  func encode(_ value: some Encodable, into node: Node, at path: [any CodingKey]) throws {
    switch value {
    case let json as JSONValue: node.content = .value(json)
    case let object as JSONObject: node.content = .value(.object(object))
    default: try value.encode(to: JSONValueEncoder(codingPath: path, node: node))
    }
  }

  func number(_ value: some BinaryInteger, at path: [any CodingKey]) throws -> JSONValue {
    guard let integer = Int(exactly: value) else { throw unfit(value, path) }
    return .integer(integer)
  }

  func number(_ value: Double, at path: [any CodingKey]) throws -> JSONValue {
    guard value.isFinite else { throw unfit(value, path) }
    return .number(value)
  }

  private func unfit(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: "\(value) is no number of JSON"))
  }
}

/// An index, or the key of a superclass, in a coding path.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  static let parent = JSONCodingKey(stringValue: "super")
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func add(_ key: any CodingKey) -> JSONValueEncoder.Node {
    let node = JSONValueEncoder.Node()
    guard case .object(var members) = encoder.node.content else { return node }
    encoder.node.content = nil
    members[key.stringValue] = node
    encoder.node.content = .object(members)
    return node
  }

  private func put(_ value: JSONValue, _ key: Key) { add(key).content = .value(value) }

  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
  func encode(_ value: Int, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    put(try encoder.number(value, at: codingPath + [key]), key)
  }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.encode(value, into: add(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    JSONValueEncoder(codingPath: codingPath + [key], node: add(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONValueEncoder(codingPath: codingPath + [key], node: add(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(codingPath: codingPath + [JSONCodingKey.parent], node: add(JSONCodingKey.parent))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    JSONValueEncoder(codingPath: codingPath + [key], node: add(key))
  }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { if case .array(let nodes) = encoder.node.content { nodes.count } else { 0 } }

  private var path: [any CodingKey] { codingPath + [JSONCodingKey(intValue: count)] }

  private func add() -> JSONValueEncoder.Node {
    let node = JSONValueEncoder.Node()
    guard case .array(var nodes) = encoder.node.content else { return node }
    encoder.node.content = nil
    nodes.append(node)
    encoder.node.content = .array(nodes)
    return node
  }

  private func put(_ value: JSONValue) { add().content = .value(value) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.boolean(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: Int8) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: Int16) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: Int32) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: Int64) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: UInt) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: UInt8) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: UInt16) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: UInt32) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: UInt64) throws { put(try encoder.number(value, at: path)) }
  func encode(_ value: some Encodable) throws {
    let path = path
    try encoder.encode(value, into: add(), at: path)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let path = path
    return JSONValueEncoder(codingPath: path, node: add()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = path
    return JSONValueEncoder(codingPath: path, node: add()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let path = path
    return JSONValueEncoder(codingPath: path, node: add())
  }
}

private struct JSONSingleEncoding: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ value: JSONValue) { encoder.node.content = .value(value) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.boolean(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: Int8) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: Int16) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: Int32) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: Int64) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: UInt) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: UInt8) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: UInt16) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: UInt32) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: UInt64) throws { put(try encoder.number(value, at: codingPath)) }
  func encode(_ value: some Encodable) throws {
    try encoder.encode(value, into: encoder.node, at: codingPath)
  }
}
