package import NavtreeJSON

/// The reason that a stored form can't be read: the place, and the fault there.
package struct StoredFault: Error, Sendable {
  package let pointer: JSONPointer
  package let message: String
}

extension StoredFault {
  /// The reason that an entry of a part can't be restored: `its screen isn't there any more`.
  var reason: String {
    pointer.tokens.count > 2 ? "its \(pointer.tokens.last ?? "") \(message)" : "it \(message)"
  }
}

/// A value of a stored form with its path, from which other values are read.
struct StoredReader {
  let value: JSONValue
  let pointer: JSONPointer

  init(_ value: JSONValue, at pointer: JSONPointer = JSONPointer()) {
    self.value = value
    self.pointer = pointer
  }

  func fault(_ message: String) -> StoredFault { StoredFault(pointer: pointer, message: message) }

  // MARK: The value itself

  func string() throws(StoredFault) -> String {
    guard case .string(let string) = value else { throw fault("must be a string") }
    return string
  }

  func integer() throws(StoredFault) -> Int {
    guard case .integer(let integer) = value else { throw fault("must be an integer") }
    return integer
  }

  func boolean() throws(StoredFault) -> Bool {
    guard case .boolean(let boolean) = value else { throw fault("must be true or false") }
    return boolean
  }

  /// A number that counts up from 0, so far from the largest integer that no sum overflows.
  func id() throws(StoredFault) -> Int {
    let integer = try integer()
    guard (0...1 << 53).contains(integer) else { throw fault("must be an integer from 0 to 2^53") }
    return integer
  }

  func object() throws(StoredFault) -> JSONObject {
    guard case .object(let object) = value else { throw fault("must be an object") }
    return object
  }

  func array() throws(StoredFault) -> [JSONValue] {
    guard case .array(let array) = value else { throw fault("must be a list") }
    return array
  }

  func elements() throws(StoredFault) -> [StoredReader] {
    try array().enumerated().map { StoredReader($1, at: pointer.appending($0)) }
  }

  // MARK: Members

  subscript(key: String) -> StoredReader? {
    guard case .object(let object) = value, let member = object[key] else { return nil }
    return StoredReader(member, at: pointer.appending(key))
  }

  func member(_ key: String) throws(StoredFault) -> StoredReader {
    _ = try object()
    guard let member = self[key] else { throw fault("'\(key)' is missing") }
    return member
  }

  /// The value read from a member; nil if that is missing or null.
  func ifAny<Result>(
    _ key: String, _ read: (StoredReader) throws(StoredFault) -> Result
  ) throws(StoredFault) -> Result? {
    guard let member = self[key], !member.value.isNull else { return nil }
    return try read(member)
  }

  func text(_ key: String) throws(StoredFault) -> String? {
    try ifAny(key) { (it) throws(StoredFault) in try it.string() }
  }

  func flag(_ key: String) throws(StoredFault) -> Bool? {
    try ifAny(key) { (it) throws(StoredFault) in try it.boolean() }
  }

  func number(_ key: String) throws(StoredFault) -> Int? {
    try ifAny(key) { (it) throws(StoredFault) in try it.id() }
  }

  func string(_ key: String) throws(StoredFault) -> String { try member(key).string() }
  func id(_ key: String) throws(StoredFault) -> Int { try member(key).id() }
  func integer(_ key: String) throws(StoredFault) -> Int { try member(key).integer() }
  func object(_ key: String) throws(StoredFault) -> JSONObject { try member(key).object() }
  func elements(_ key: String) throws(StoredFault) -> [StoredReader] { try member(key).elements() }
}
