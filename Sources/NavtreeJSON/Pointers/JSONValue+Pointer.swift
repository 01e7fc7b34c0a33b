extension JSONValue {
  /// The value at a place, if any.
  ///
  /// - Complexity: O(*d*) in the length of the pointer.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    try? value(at: pointer)
  }

  /// The value at a place.
  ///
  /// - Complexity: O(*d*) in the length of the pointer.
  public func value(at pointer: JSONPointer) throws(JSONPlaceError) -> JSONValue {
    var value = self
    for depth in pointer.tokens.indices {
      switch value {
      case .array(let array): value = array[try array.index(pointer, depth)]
      case .object(let object): value = object.values[try object.index(pointer, depth)]
      case .null, .boolean, .integer, .number, .string: throw JSONPlaceError(.notAContainer, pointer, depth)
      }
    }
    return value
  }

  /// Replaces the value at a place, which must exist.
  ///
  /// - Returns: the former value.
  /// - Complexity: O(*d*) in the length of the pointer, unless the containers on the way are shared, which
  ///   are then copied one level deep.
  @discardableResult
  public mutating func replace(
    at pointer: JSONPointer, with value: JSONValue
  ) throws(JSONPlaceError) -> JSONValue {
    try modify(pointer, upTo: pointer.tokens.count) { (target) throws(JSONPlaceError) -> JSONValue in
      let old = target
      target = value
      return old
    }
  }

  /// Adds a value as RFC 6902 section 4.1 defines it: it sets an object's member whether or not that exists, is
  /// inserted into an array before the index, or at the end for `-`, and replaces everything at the root.
  ///
  /// - Returns: the replaced value, if any.
  /// - Complexity: as for `replace`, and O(*n*) in the length of the array.
  @discardableResult
  public mutating func add(
    _ value: JSONValue, at pointer: JSONPointer
  ) throws(JSONPlaceError) -> JSONValue? {
    guard let token = pointer.tokens.last else {
      defer { self = value }
      return self
    }
    let depth = pointer.tokens.count - 1
    return try modify(pointer, upTo: depth) { (parent) throws(JSONPlaceError) -> JSONValue? in
      switch parent {
      case .array(var array):
        let index = token == "-" ? array.count : try array.index(pointer, depth, end: array.count + 1)
        parent = .null
        array.insert(value, at: index)
        parent = .array(array)
        return nil
      case .object(var object):
        parent = .null
        let old = object.updateValue(value, forKey: token)
        parent = .object(object)
        return old
      case .null, .boolean, .integer, .number, .string: throw JSONPlaceError(.notAContainer, pointer, depth)
      }
    }
  }

  /// Removes a value. At the root, null remains.
  ///
  /// - Returns: the former value.
  /// - Complexity: as for `replace`, and O(*n*) in the length of the array or object.
  @discardableResult
  public mutating func remove(at pointer: JSONPointer) throws(JSONPlaceError) -> JSONValue {
    guard !pointer.isEmpty else {
      defer { self = .null }
      return self
    }
    let depth = pointer.tokens.count - 1
    return try modify(pointer, upTo: depth) { (parent) throws(JSONPlaceError) -> JSONValue in
      switch parent {
      case .array(var array):
        let index = try array.index(pointer, depth)
        parent = .null
        let old = array.remove(at: index)
        parent = .array(array)
        return old
      case .object(var object):
        let index = try object.index(pointer, depth)
        parent = .null
        let old = object.remove(at: index).value
        parent = .object(object)
        return old
      case .null, .boolean, .integer, .number, .string: throw JSONPlaceError(.notAContainer, pointer, depth)
      }
    }
  }

  /// Runs a closure on the value at the first `end` tokens of a pointer. The first `depth` tokens have led to this
  /// value.
  ///
  /// Each container on the way is moved out of its parent while it changes, so that it has one owner and isn't
  /// copied. The value's depth bounds the recursion.
  private mutating func modify<Result>(
    _ pointer: JSONPointer, from depth: Int = 0, upTo end: Int,
    _ body: (inout JSONValue) throws(JSONPlaceError) -> Result
  ) throws(JSONPlaceError) -> Result {
    guard depth < end else { return try body(&self) }
    switch self {
    case .array(var array):
      let index = try array.index(pointer, depth)
      self = .null
      defer { self = .array(array) }
      return try array[index].modify(pointer, from: depth + 1, upTo: end, body)
    case .object(var object):
      let index = try object.index(pointer, depth)
      self = .null
      defer { self = .object(object) }
      return try object.values[index].modify(pointer, from: depth + 1, upTo: end, body)
    case .null, .boolean, .integer, .number, .string: throw JSONPlaceError(.notAContainer, pointer, depth)
    }
  }
}

extension [JSONValue] {
  /// The index that a token means (RFC 6901 section 4), below the count or the given end.
  fileprivate func index(
    _ pointer: JSONPointer, _ depth: Int, end: Int? = nil
  ) throws(JSONPlaceError) -> Int {
    let token = pointer.tokens[depth]
    // The dash is the place after the last element.
    if token == "-" { throw JSONPlaceError(.noElement, pointer, depth) }
    guard JSONPointer.isIndex(token) else { throw JSONPlaceError(.notAnIndex, pointer, depth) }
    // An index beyond `Int` is beyond every array.
    guard let index = Int(token), index < end ?? count else {
      throw JSONPlaceError(.noElement, pointer, depth)
    }
    return index
  }
}

extension JSONObject {
  fileprivate func index(_ pointer: JSONPointer, _ depth: Int) throws(JSONPlaceError) -> Int {
    guard let index = index(forKey: pointer.tokens[depth]) else {
      throw JSONPlaceError(.noMember, pointer, depth)
    }
    return index
  }
}

extension JSONPlaceError {
  /// A failure at one of a pointer's tokens.
  fileprivate init(_ reason: Reason, _ pointer: JSONPointer, _ depth: Int) {
    self.init(reason, at: JSONPointer(Array(pointer.tokens[...depth])))
  }
}
