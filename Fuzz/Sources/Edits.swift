import NavtreeJSON

/// Bytes read as changes of a value, four for each: a valid value that is changed a little gets further than text.
struct Edits {
  private let bytes: [UInt8]

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  var isEmpty: Bool { bytes.count < 4 }

  private static let values: [JSONValue] = [
    .null, true, false, 0, 1, -1, 2, 1000, .integer(.max), .integer(.min), 1.5, .number(-1e300), "", "x",
    "#1", "main",
    "/main", "navtree", "2026-01-01T00:00:00Z", "\u{0}\u{202E}é", [], [:], [[]], ["x"], [1, 1], ["x": 1],
    ["": [:]],
  ]

  /// - Complexity: O(*n* · *e*) in the size of the value and the number of edits.
  func applied(to value: JSONValue) -> JSONValue {
    var edited = value
    var places: [JSONPointer] = []
    Self.list(value, at: JSONPointer(), into: &places)
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let place = places[(Int(bytes[start]) << 8 | Int(bytes[start + 1])) % places.count]
      apply(bytes[start + 2], Int(bytes[start + 3]), at: place, of: places, to: &edited)
    }
    return edited
  }

  /// An edit whose place has gone by an earlier one does nothing.
  private func apply(
    _ kind: UInt8, _ argument: Int, at place: JSONPointer, of places: [JSONPointer], to value: inout JSONValue
  ) {
    let other = Self.values[argument % Self.values.count]
    switch kind % 8 {
    case 0, 1: _ = try? value.replace(at: place, with: other)
    case 2: _ = try? value.remove(at: place)
    case 3:
      if let copied = value[places[(argument * 31) % places.count]] {
        _ = try? value.replace(at: place, with: copied)
      }
    case 4: _ = try? value.add(other, at: place.appending("-"))
    case 5: _ = try? value.add(other, at: place.appending(String(argument)))
    case 6:
      // The same element twice.
      if let copied = value[place] { _ = try? value.add(copied, at: place) }
    default:
      if let integer = value[place]?.integer {
        _ = try? value.replace(at: place, with: .integer(integer &+ argument &- 128))
      }
    }
  }

  private static func list(_ value: JSONValue, at place: JSONPointer, into places: inout [JSONPointer]) {
    places.append(place)
    switch value {
    case .null, .boolean, .integer, .number, .string: return
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        list(element, at: place.appending(index), into: &places)
      }
    case .object(let members):
      for (key, member) in members { list(member, at: place.appending(key), into: &places) }
    }
  }
}
