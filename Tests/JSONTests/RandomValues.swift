import OrderedCollections
import NavtreeJSON
import NavtreeTestSupport

extension JSONValue {
  /// A value from a small world, so that two of them have much in common.
  static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2: return .integer(.random(in: -2...2, using: &random))
    case 3: return .number([-0.0, 0, 1, 1.5].randomElement(using: &random) ?? 0)
    case 4: return .string(["", "a", "é", "e\u{301}", "~/", "\"\\\n"].randomElement(using: &random) ?? "")
    case 5...6:
      return .array(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let key = ["a", "b", "c/d", "~e", "", "0", "id"].randomElement(using: &random) ?? ""
        object[key] = .random(depth: depth - 1, using: &random)
      }
      return .object(object)
    }
  }

  /// A value that differs from this one in a few places.
  func changed(using random: inout SeededGenerator) -> JSONValue {
    if Int.random(in: 0..<8, using: &random) == 0 { return .random(depth: 2, using: &random) }
    switch self {
    case .array(var array):
      if Int.random(in: 0..<3, using: &random) == 0 { array.shuffle(using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0, !array.isEmpty { array.removeFirst() }
      if Int.random(in: 0..<3, using: &random) == 0 {
        array.insert(.random(depth: 1, using: &random), at: .random(in: 0...array.count, using: &random))
      }
      return .array(array.map { $0.changed(using: &random) })
    case .object(var object):
      if Int.random(in: 0..<3, using: &random) == 0, let key = object.keys.randomElement(using: &random) {
        object.removeValue(forKey: key)
      }
      return .object(object.mapValues { $0.changed(using: &random) })
    case .null, .boolean, .integer, .number, .string: return self
    }
  }

  /// The same value with its members sorted.
  var sorted: JSONValue {
    switch self {
    case .array(let array): return .array(array.map(\.sorted))
    case .object(let object):
      let members = object.sorted { $0.key < $1.key }
      return .object(JSONObject(uniqueKeysWithValues: members.map { ($0.key, $0.value.sorted) }))
    case .null, .boolean, .integer, .number, .string: return self
    }
  }
}
