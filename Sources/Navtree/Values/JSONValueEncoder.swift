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
    case let scalar as any JSONScalar: node.content = .value(try scalar.encoded(at: path))
    default: try value.encode(to: JSONValueEncoder(codingPath: path, node: node))
    }
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

  func encodeNil(forKey key: Key) { add(key).content = .value(.null) }
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

  func encodeNil() { add().content = .value(.null) }
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

  func encodeNil() { encoder.node.content = .value(.null) }
  func encode(_ value: some Encodable) throws {
    try encoder.encode(value, into: encoder.node, at: codingPath)
  }
}
