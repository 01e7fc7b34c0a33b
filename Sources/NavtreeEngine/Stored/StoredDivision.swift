import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading

/// A piece of a stored form: the whole of it, and what of that goes elsewhere.
struct StoredDivision {
  /// The member of an entry that names, by JSON Pointer, what isn't kept in it.
  static let withheld = "withheld"

  private var whole: JSONValue
  private var apart: [(pointer: JSONPointer, destination: StoredScope.Destination)] = []

  init(_ whole: JSONValue) {
    self.whole = whole
  }

  subscript(pointer: JSONPointer) -> JSONValue? { whole[pointer] }

  /// Notes where the value at a pointer goes.
  mutating func note(_ pointer: JSONPointer, _ destination: StoredScope.Destination) {
    if destination != .here { apart.append((pointer, destination)) }
  }

  /// Notes where the fields of a record go that stand in the object at a pointer.
  mutating func note(_ record: RecordDefinition, at pointer: JSONPointer, _ scope: StoredScope) {
    for field in record.fields { note(pointer.appending(field.name), scope.destination(of: field)) }
  }

  /// What goes into the form itself: null stands for the rest, and `withheld` of an object tells what that is.
  var here: JSONValue {
    if apart.isEmpty { return whole }
    var rest = whole
    var withheld: [JSONValue] = []
    for (pointer, _) in apart {
      // What isn't there needn't go anywhere. The rest keeps its order.
      guard (try? rest.replace(at: pointer, with: .null)) != nil else { continue }
      withheld.append(.string(pointer.description))
    }
    guard case .object(var object) = rest, !withheld.isEmpty else { return rest }
    object[Self.withheld] = .array(withheld)
    return .object(object)
  }

  /// The stores that something goes to.
  var stores: Set<Int> {
    var stores: Set<Int> = []
    for case (_, .store(let store)) in apart { stores.insert(store) }
    return stores
  }

  /// What goes to a store, by pointer; nil: nothing does.
  func kept(in store: Int) -> JSONValue? {
    var values: JSONObject = [:]
    for (pointer, destination) in apart where destination == .store(store) {
      values[pointer.description] = whole[pointer]
    }
    if values.isEmpty { return nil }
    return .object(values)
  }

  /// An entry without what wasn't found again of it.
  static func known(of entry: JSONValue) -> JSONValue {
    var known = entry
    for pointer in entry[withheld]?.array ?? [] {
      guard let pointer = pointer.string.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
      _ = try? known.remove(at: pointer)
    }
    return known
  }

  /// Puts what a store has kept of a piece back into what was kept here; what has no place any more is passed
  /// over.
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
