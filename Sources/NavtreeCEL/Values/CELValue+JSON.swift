public import NavtreeJSON

extension CELValue {
  /// The value as JSON.
  ///
  /// Values without a JSON form are refused, never rewritten: bytes, timestamps, durations, types, optionals,
  /// NaN, the infinities, an unsigned integer beyond the signed range, and keys that aren't strings.
  /// - Parameters:
  ///   - maximumDepth: The deepest nesting of arrays and objects.
  ///   - maximumSize: The most values in the result, each 100 bytes of a string counting as one more; an
  ///     expression can make a value that shares its parts and is far larger written out.
  /// - Throws: `notJSON`, `tooDeep` or `costExceeded`.
  /// - Complexity: O(*n*); parts that came from JSON are walked, not copied.
  public func json(maximumDepth: Int = 512, maximumSize: Int = 1_000_000) throws(CELError) -> JSONValue {
    // The commonest value comes first, without what the others need.
    if case .int(let value) = self, maximumSize > 0 { return .integer(value) }
    var room = maximumSize
    return try json(depth: maximumDepth, room: &room)
  }

  private func json(depth: Int, room: inout Int) throws(CELError) -> JSONValue {
    room -= 1
    if room < 0 { throw CELError(.costExceeded, "the value is too large to be stored") }
    switch self {
    case .null: return .null
    case .bool(let value): return .boolean(value)
    case .int(let value): return .integer(value)
    case .uint(let value):
      guard let signed = Int(exactly: value) else {
        throw CELError(.notJSON, "the integer \(value) is beyond the 64-bit signed range")
      }
      return .integer(signed)
    case .double(let value):
      if !value.isFinite { throw CELError(.notJSON, "\(self) can't be stored as JSON") }
      return .number(value)
    case .string(let value):
      try CELValue.spend(value, &room)
      return .string(value)
    case .list(let list):
      if depth <= 0 { throw CELError(.tooDeep, "the value nests too deeply to be stored") }
      if case .json(let elements) = list.storage {
        for element in elements { try CELValue.measure(element, depth: depth - 1, room: &room) }
        return .array(elements)
      }
      var elements: [JSONValue] = []
      elements.reserveCapacity(list.count)
      for index in 0..<list.count { elements.append(try list[index].json(depth: depth - 1, room: &room)) }
      return .array(elements)
    case .map(let map):
      if depth <= 0 { throw CELError(.tooDeep, "the value nests too deeply to be stored") }
      if case .json(let members) = map.storage {
        for element in members.values { try CELValue.measure(element, depth: depth - 1, room: &room) }
        return .object(members)
      }
      var members = JSONObject(minimumCapacity: map.count)
      for index in 0..<map.count {
        guard case .string(let key) = map.key(at: index) else {
          throw CELError(
            .notJSON, "the key \(map.key(at: index)) isn't a string, which JSON wants; write string(…)")
        }
        members[key] = try map.value(at: index).json(depth: depth - 1, room: &room)
      }
      return .object(members)
    case .bytes: throw CELError(.notJSON, "bytes can't be stored as JSON; write base64.encode(…)")
    case .timestamp: throw CELError(.notJSON, "a timestamp can't be stored as JSON; write string(…)")
    case .duration: throw CELError(.notJSON, "a duration can't be stored as JSON; write string(…)")
    case .type(let kind): throw CELError(.notJSON, "the type \(kind.rawValue) can't be stored as JSON")
    case .optional: throw CELError(.notJSON, "an optional can't be stored as JSON; write .orValue(…)")
    }
  }

  private static func spend(_ text: String, _ room: inout Int) throws(CELError) {
    room -= text.utf8.count / 100
    if room < 0 { throw CELError(.costExceeded, "the value is too large to be stored") }
  }

  /// Checks the bounds of a part that is JSON already.
  private static func measure(_ json: JSONValue, depth: Int, room: inout Int) throws(CELError) {
    room -= 1
    if room < 0 { throw CELError(.costExceeded, "the value is too large to be stored") }
    switch json {
    case .null, .boolean, .integer, .number: return
    case .string(let value): try spend(value, &room)
    case .array(let elements):
      if depth <= 0 { throw CELError(.tooDeep, "the value nests too deeply to be stored") }
      for element in elements { try measure(element, depth: depth - 1, room: &room) }
    case .object(let members):
      if depth <= 0 { throw CELError(.tooDeep, "the value nests too deeply to be stored") }
      for element in members.values { try measure(element, depth: depth - 1, room: &room) }
    }
  }
}
