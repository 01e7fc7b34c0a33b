import NavtreeCEL
import NavtreeTestSupport
import Testing

/// The examples of `Docs/reference/cel.md`.
@Suite struct CELDocumentTests {
  /// The rows of the table of lists: a call, an example and its value or failure.
  static func rows() throws -> [[String]] {
    let text = try #require(Files.text(of: "\(Files.package)/Docs/reference/cel.md"))
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Lists\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      // An escaped bar belongs to its cell.
      line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .map { String($0).replacing("\u{1}", with: "|").trimmed }
    }
  }

  @Test func everyExampleOfAListGivesItsValue() throws {
    let rows = try Self.rows()
    try #require(rows.count > 20)
    for row in rows {
      let expected = row[2].hasPrefix("fails: ") ? String(row[2].dropFirst(7)) : row[2].unquoted
      let found = result(of: row[1].unquoted)
      #expect(row[2].hasPrefix("fails: ") ? found.hasPrefix(expected + " [") : found == expected, "\(row[1])")
    }
  }

  @Test func everyFunctionAndMacroOfListsHasAnExample() throws {
    let examples = try Self.rows().map { $0[1] }.joined(separator: "\n")
    for name in [
      "slice", "flatten", "sort", "sortBy", "distinct", "reverse", "first", "last", "lists.range", "isSorted",
      "sum",
      "min", "max", "indexOf", "lastIndexOf", "sets.contains", "sets.equivalent", "sets.intersects", "reduce",
    ] {
      #expect(examples.contains("\(name)("), "\(name)")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// The text between the marks of code.
  fileprivate var unquoted: String { replacing("`", with: "") }
}
