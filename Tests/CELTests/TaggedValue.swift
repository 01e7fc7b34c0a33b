import NavtreeCEL
import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport

/// Values and types as the suite writes them: an object with one member, whose name is the type.
enum TaggedValue {
  static func decode(_ json: JSONValue) -> CELValue? {
    guard let (tag, value) = json.object?.first else { return nil }
    switch tag {
    case "null": return .null
    case "bool": return value.boolean.map(CELValue.bool)
    case "int": return value.string.flatMap { Int($0) }.map(CELValue.int)
    case "uint": return value.string.flatMap { UInt($0) }.map(CELValue.uint)
    case "double": return (value.number ?? value.string.flatMap { Double($0) }).map(CELValue.double)
    case "string": return value.string.map(CELValue.string)
    case "bytes_base64": return value.string.map { .bytes(Conformance.base64($0)) }
    case "list": return try? .list(CELList((value.array ?? []).compactMap(decode)))
    case "map":
      var entries: OrderedDictionary<CELMapKey, CELValue> = [:]
      for entry in value.array ?? [] {
        guard let key = entry[0].flatMap(decode).flatMap(CELMapKey.init),
          let element = entry[1].flatMap(decode)
        else { return nil }
        entries[key] = element
      }
      return try? .map(CELMap(entries))
    case "type": return value.string.flatMap(CELKind.init).map(CELValue.type)
    case "timestamp":
      let (seconds, nanoseconds) = parts(value)
      return CELTimestamp(seconds: seconds, nanoseconds: nanoseconds).map(CELValue.timestamp)
    case "duration":
      let (seconds, nanoseconds) = parts(value)
      return CELDuration(seconds: seconds, nanoseconds: nanoseconds).map(CELValue.duration)
    default: return nil
    }
  }

  private static func parts(_ value: JSONValue) -> (Int, Int) {
    (value["seconds"]?.string.flatMap { Int($0) } ?? 0, value["nanos"]?.integer ?? 0)
  }

  static func matches(_ value: CELValue, _ expected: JSONValue) -> Bool {
    decode(expected).map { same(value, $0) } ?? false
  }

  /// The same value of the same type.
  private static func same(_ value: CELValue, _ expected: CELValue) -> Bool {
    guard value.kind == expected.kind else { return false }
    switch (value, expected) {
    case (.double(let a), .double(let b)): return (a.isNaN && b.isNaN) || (a == b && a.sign == b.sign)
    case (.list(let a), .list(let b)):
      return a.count == b.count && (0..<a.count).allSatisfy { same(a[$0], b[$0]) }
    case (.map(let a), .map(let b)):
      return a.count == b.count
        && (0..<a.count).allSatisfy { index in
          guard let key = CELMapKey(a.key(at: index)), let other = b[key] else { return false }
          let keys = (0..<b.count).map { b.key(at: $0) }
          return keys.contains { same($0, a.key(at: index)) } && same(a.value(at: index), other)
        }
    default:
      var budget = CELBudget()
      return (try? value.equals(expected, budget: &budget)) ?? false
    }
  }

  /// `map(string, list(int))`
  static func type(_ text: String) -> CELType? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      return CELKind(rawValue: text)?.type ?? (text == "dyn" ? .dyn : nil)
    }
    let inner = String(text[text.index(after: open)...].dropLast())
    switch text[..<open] {
    case "list": return type(inner).map(CELType.list)
    case "map":
      guard let comma = inner.firstIndex(of: ",") else { return nil }
      guard let key = type(String(inner[..<comma])), let value = type(String(inner[comma...].dropFirst(2)))
      else {
        return nil
      }
      return .map(key, value)
    default: return nil
    }
  }
}
