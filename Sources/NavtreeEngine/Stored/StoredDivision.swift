import NavtreeFlow
import NavtreeJSON

/// A piece of a stored form, and the parts of it that are kept elsewhere.
struct StoredDivision {
  /// The member of an entry that lists, by JSON Pointer, the parts withheld from it.
  static let withheld = "withheld"

  private var whole: JSONValue
  private var apart: [(pointer: JSONPointer, destination: StoredScope.Destination)] = []

  init(_ whole: JSONValue) {
    self.whole = whole
  }

  /// Records the destination of the value at a pointer.
  mutating func divide(_ pointer: JSONPointer, _ destination: StoredScope.Destination) {
    if destination != .here { apart.append((pointer, destination)) }
  }

  /// Records the destinations of the fields of a record whose object is at a pointer.
  mutating func divide(_ record: RecordDefinition, at pointer: JSONPointer, _ scope: StoredScope) {
    for field in record.fields { divide(pointer.appending(field.name), scope.destination(of: field)) }
  }

  /// The content of the form itself: null replaces the rest, and `withheld` of an object lists it.
  var here: JSONValue {
    if apart.isEmpty { return whole }
    var rest = whole
    var withheld: [JSONValue] = []
    for (pointer, _) in apart {
      // A missing value goes nowhere. The rest keeps its order.
      guard (try? rest.replace(at: pointer, with: .null)) != nil else { continue }
      withheld.append(.string(pointer.description))
    }
    guard case .object(var object) = rest, !withheld.isEmpty else { return rest }
    object[Self.withheld] = .array(withheld)
    return .object(object)
  }

  /// The stores that keep a part of it.
  var stores: Set<Int> {
    var stores: Set<Int> = []
    for case (_, .store(let store)) in apart { stores.insert(store) }
    return stores
  }

  /// The parts kept in a store, by pointer; nil if there are none.
  func kept(in store: Int) -> JSONValue? {
    var values: JSONObject = [:]
    for (pointer, destination) in apart where destination == .store(store) {
      values[pointer.description] = whole[pointer]
    }
    if values.isEmpty { return nil }
    return .object(values)
  }

  /// An entry without its withheld parts that weren't found.
  static func known(of entry: JSONValue) -> JSONValue {
    var known = entry
    for pointer in entry[withheld]?.array ?? [] {
      guard let pointer = pointer.string.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
      _ = try? known.remove(at: pointer)
    }
    return known
  }

  /// Puts the parts kept in a store back into the rest; parts without a place are ignored.
  static func put(_ kept: JSONValue, into rest: inout JSONValue) {
    var put: Set<UTF8Key> = []
    for (text, value) in kept.object ?? [:] {
      guard let pointer = try? JSONPointer(parsing: text),
        (try? rest.replace(at: pointer, with: value)) != nil
      else { continue }
      put.insert(UTF8Key(text))
    }
    guard case .object(var object) = rest, let withheld = object[Self.withheld]?.array else { return }
    let left = withheld.filter { !put.contains(UTF8Key($0.string ?? "")) }
    if left.isEmpty { object[Self.withheld] = nil } else { object[Self.withheld] = .array(left) }
    rest = .object(object)
  }
}
