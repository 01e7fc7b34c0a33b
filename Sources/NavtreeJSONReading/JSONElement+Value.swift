public import NavtreeJSON

extension JSONElement {
  /// A copy of this value that owns its memory. The last of several members with one key wins.
  ///
  /// It recurses no deeper than the parser's `maximumDepth`.
  ///
  /// - Throws: `integerOutOfRange` for an integer beyond `Int`, with its place under this value.
  /// - Complexity: O(*n*) in the length of the text.
  public func value() throws(JSONError) -> JSONValue {
    switch tag {
    case Tag.null: return .null
    case Tag.true: return .boolean(true)
    case Tag.false: return .boolean(false)
    case Tag.integer: return .integer(Int(truncatingIfNeeded: tape[index + 1]))
    case Tag.unsigned: throw .integerOutOfRange(JSONPointer())
    case Tag.number: return .number(Double(bitPattern: tape[index + 1]))
    case Tag.string: return .string(String(decoding: text, as: UTF8.self))
    case Tag.array: return .array(try array())
    default: return .object(try object())
    }
  }

  private func array() throws(JSONError) -> [JSONValue] {
    var array: [JSONValue] = []
    array.reserveCapacity(payload &>> 32)
    for element in elements {
      do {
        array.append(try element.value())
      } catch {
        throw error.under(String(array.count))
      }
    }
    return array
  }

  private func object() throws(JSONError) -> JSONObject {
    var object = JSONObject(minimumCapacity: payload &>> 32)
    for member in members {
      let key = member.key
      do {
        object[key] = try member.value.value()
      } catch {
        throw error.under(key)
      }
    }
    return object
  }
}

extension JSONError {
  /// The same error, seen from the parent of the value at which it happened.
  fileprivate func under(_ token: String) -> JSONError {
    switch self {
    case .integerOutOfRange(let pointer): .integerOutOfRange(JSONPointer([token] + pointer.tokens))
    case .syntax, .invalidUTF8, .depth, .numberOutOfRange, .capacity, .outOfMemory: self
    }
  }
}
