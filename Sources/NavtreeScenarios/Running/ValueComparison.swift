import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The differences between expected values and those that came.
///
/// Of an object the expected members are compared, one by one; an expected null also fits a member that isn't there.
/// Lists of the same length are compared item by item, and all other values as a whole.
struct ValueComparison {
  private(set) var differences: [ScenarioFailure.Difference] = []

  /// - Complexity: O(size of the expected value).
  static func fits(_ expected: JSONValue, _ actual: JSONValue?) -> Bool {
    guard let actual else { return expected.isNull }
    switch (expected, actual) {
    case (.object(let members), .object(let found)):
      return members.allSatisfy { key, value in fits(value, found[key]) }
    case (.array(let items), .array(let found)):
      return items.count == found.count && zip(items, found).allSatisfy { fits($0, $1) }
    default: return expected == actual
    }
  }

  /// Compares a value, and gives each member that differs.
  ///
  /// - Parameter isHidden: whether values are shown as `***`.
  mutating func compare(
    _ expected: JSONValue, _ actual: JSONValue?, at pointer: JSONPointer = [], isHidden: Bool = false
  ) {
    if Self.fits(expected, actual) { return }
    switch (expected, actual) {
    case (.object(let members), .object(let found)?):
      for (key, value) in members {
        compare(value, found[key], at: pointer.appending(key), isHidden: isHidden)
      }
    case (.array(let items), .array(let found)?) where items.count == found.count:
      for (index, (item, found)) in zip(items, found).enumerated() {
        compare(item, found, at: pointer.appending(index), isHidden: isHidden)
      }
    default: add(pointer, expected, actual, isHidden: isHidden)
    }
  }

  /// Compares two values, also the members and items that only one of them has.
  mutating func compareWhole(_ expected: JSONValue?, _ actual: JSONValue?, at pointer: JSONPointer = []) {
    if expected == actual { return }
    switch (expected, actual) {
    case (.object(let members)?, .object(let found)?):
      for (key, value) in members { compareWhole(value, found[key], at: pointer.appending(key)) }
      for (key, value) in found where members[key] == nil { add(pointer.appending(key), nil, value) }
    case (.array(let items)?, .array(let found)?):
      for index in 0..<max(items.count, found.count) {
        compareWhole(
          items.dropFirst(index).first, found.dropFirst(index).first, at: pointer.appending(index))
      }
    default: add(pointer, expected, actual)
    }
  }

  /// Compares members of a record's fields.
  mutating func compare(
    _ expected: JSONValue, _ record: RecordDefinition, _ values: [JSONValue], at pointer: JSONPointer = []
  ) {
    guard case .object(let members) = expected else {
      return compare(expected, .object([:]), at: pointer)
    }
    for (key, value) in members {
      guard let index = record.names.index(of: key) else {
        add(pointer.appending(key), value, nil)
        continue
      }
      if Self.fits(value, values[index]) { continue }
      let isHidden = record.fields[index].sensitive
      // An author who can't know it writes what is shown of it.
      if isHidden, value == StateView.hidden { continue }
      compare(value, values[index], at: pointer.appending(key), isHidden: isHidden)
    }
  }

  mutating func add(
    _ pointer: JSONPointer, _ expected: JSONValue?, _ actual: JSONValue?, isHidden: Bool = false
  ) {
    func shown(_ value: JSONValue?) -> JSONValue? {
      guard isHidden, let value else { return value }
      return value.isNull ? value : StateView.hidden
    }
    differences.append(
      ScenarioFailure.Difference(
        pointer: pointer.description, expected: shown(expected), actual: shown(actual)))
  }
}
