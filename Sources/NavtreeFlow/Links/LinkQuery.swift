/// The query of a URL, as an HTML form writes it: names and values in order, decoded.
package struct LinkQuery: Sendable {
  package struct Pair: Sendable, Hashable {
    package let name: String
    /// Nil for a name without `=`.
    package let value: String?
  }

  package let pairs: [Pair]

  /// - Parameter text: Without the `?`.
  /// - Complexity: O(length of the text).
  init(_ text: Substring) {
    pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { part in
      let part = Substring(part)
      guard let mark = part.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Pair(name: PercentEncoding.decodedQuery(part), value: nil)
      }
      return Pair(
        name: PercentEncoding.decodedQuery(part[..<mark]),
        value: PercentEncoding.decodedQuery(part[part.utf8.index(after: mark)...]))
    }
  }

  /// Appends a name's values to a URL, after the `?` or `&` that it needs.
  static func append(_ name: String, _ values: [String?], isFirst: inout Bool, to url: inout String) {
    for value in values {
      url += isFirst ? "?" : "&"
      isFirst = false
      PercentEncoding.append(name, as: .queryName, to: &url)
      if let value {
        url += "="
        PercentEncoding.append(value, as: .queryValue, to: &url)
      }
    }
  }
}
