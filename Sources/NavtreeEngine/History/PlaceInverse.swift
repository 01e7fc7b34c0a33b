import NavtreeJSON

/// The inverse of a write inside a value.
struct PlaceInverse {
  enum Kind {
    /// This was there.
    case replace(JSONValue)
    /// An object had one member less, or an array one element less.
    case remove(from: Container)
    /// This was the member or element at this position.
    case insert(JSONValue, position: Int, into: Container)
  }

  enum Container {
    case object, array
  }

  let pointer: JSONPointer
  let kind: Kind

  /// Reverts the write, and gives its counterpart.
  ///
  /// - Complexity: O(length of the pointer), and O(number of members or elements) where one is taken out or
  ///   put back.
  func apply(to value: inout JSONValue) throws(JSONPlaceError) -> PlaceInverse {
    switch kind {
    case .replace(let old):
      return PlaceInverse(pointer: pointer, kind: .replace(try value.replace(at: pointer, with: old)))
    case .remove:
      return try Self.takeOut(at: pointer.tokens, of: &value)
    case .insert(let old, let position, let container):
      let inverse = PlaceInverse(pointer: pointer, kind: .remove(from: container))
      guard let token = pointer.tokens.last else { return inverse }
      let above = JSONPointer(Array(pointer.tokens.dropLast()))
      // Moved out while it is changed, so that it has one owner.
      switch try value.replace(at: above, with: .null) {
      case .object(var object):
        object.updateValue(old, forKey: token, insertingAt: min(max(position, 0), object.count))
        try value.replace(at: above, with: .object(object))
      case let other:
        try value.replace(at: above, with: other)
        try value.add(old, at: pointer)
      }
      return inverse
    }
  }

  /// Puts a value at a place: an object's member, an array's element, or with `-` at an array's end.
  static func put(
    _ new: JSONValue, at tokens: [String], into value: inout JSONValue
  ) throws(JSONPlaceError) -> PlaceInverse {
    let pointer = JSONPointer(tokens)
    guard let last = tokens.last else {
      return PlaceInverse(pointer: pointer, kind: .replace(try value.replace(at: pointer, with: new)))
    }
    let above = JSONPointer(Array(tokens.dropLast()))
    if case .array(let elements) = try value.value(at: above) {
      if last == "-" {
        let end = JSONPointer(above.tokens + ["\(elements.count)"])
        _ = consume elements
        try value.add(new, at: pointer)
        return PlaceInverse(pointer: end, kind: .remove(from: .array))
      }
      _ = consume elements
      return PlaceInverse(pointer: pointer, kind: .replace(try value.replace(at: pointer, with: new)))
    }
    let old = try value.add(new, at: pointer)
    return PlaceInverse(pointer: pointer, kind: old.map { .replace($0) } ?? .remove(from: .object))
  }

  /// Removes the value at a place.
  static func takeOut(at tokens: [String], of value: inout JSONValue) throws(JSONPlaceError) -> PlaceInverse {
    let pointer = JSONPointer(tokens)
    guard let last = tokens.last else {
      return PlaceInverse(pointer: pointer, kind: .replace(try value.replace(at: pointer, with: .null)))
    }
    let position: Int
    let container: Container
    switch try value.value(at: JSONPointer(Array(tokens.dropLast()))) {
    case .object(let members): (position, container) = (members.index(forKey: last) ?? 0, .object)
    case .array, .null, .boolean, .integer, .number, .string: (position, container) = (Int(last) ?? 0, .array)
    }
    let old = try value.remove(at: pointer)
    return PlaceInverse(pointer: pointer, kind: .insert(old, position: position, into: container))
  }
}
