import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The differences between expected values and those that came.
///
/// Of an object the expected members are compared, one by one; an expected null also fits a member that isn't there.
/// Lists and all other values are compared as a whole.
struct ValueComparison {
  private(set) var differences: [ScenarioFailure.Difference] = []

  /// - Complexity: O(size of the expected value).
  static func fits(_ expected: JSONValue, _ actual: JSONValue?) -> Bool {
    guard let actual else { return expected.isNull }
    guard case .object(let members) = expected else { return expected == actual }
    guard case .object(let found) = actual else { return false }
    for (key, value) in members where !fits(value, found[key]) { return false }
    return true
  }

  /// Compares a value, and gives each member that differs.
  ///
  /// - Parameter isHidden: whether values are shown as `***`.
  mutating func compare(
    _ expected: JSONValue, _ actual: JSONValue?, at pointer: JSONPointer = [], isHidden: Bool = false
  ) {
    if Self.fits(expected, actual) { return }
    if case .object(let members) = expected, case .object(let found)? = actual {
      for (key, value) in members {
        compare(value, found[key], at: pointer.appending(key), isHidden: isHidden)
      }
      return
    }
    add(pointer, expected, actual, isHidden: isHidden)
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
