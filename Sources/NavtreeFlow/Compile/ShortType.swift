/// A schema's short form as text: `string`, `integer?`, `[string]?`, `[product?]`.
///
/// YAML itself reads `[string]` as a list; with a `?` behind it, it is quoted.
struct ShortType {
  /// The name of the type inside all lists.
  let name: String
  let isNullable: Bool
  /// Whether each of the lists around it may be null, from the inside out.
  let lists: [Bool]

  /// - Complexity: O(length of the text).
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var inner = bytes[...]
    var lists: [Bool] = []
    var isNullable = false
    while true {
      isNullable = inner.last == UInt8(ascii: "?")
      if isNullable { inner.removeLast() }
      guard inner.count > 1, inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]") else { break }
      lists.append(isNullable)
      inner = inner.dropFirst().dropLast()
    }
    name = String(decoding: inner, as: UTF8.self)
    self.isNullable = isNullable
    self.lists = lists.reversed()
  }

  /// Whether null is among its values.
  var allowsNull: Bool { lists.last ?? (isNullable || name == "null") }
}
