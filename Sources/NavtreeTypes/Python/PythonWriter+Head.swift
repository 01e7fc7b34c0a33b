extension PythonWriter {
  private static let typing = [
    "Any", "Awaitable", "Callable", "Dict", "List", "Literal", "Optional", "Protocol", "TypedDict", "TypeVar",
    "Union", "cast",
  ]
  private static let client = [
    "Actions", "AsyncContext", "AsyncNavtree", "AsyncSession", "AsyncTypedHandle", "Context", "Navtree",
    "Receipt", "Session", "TypedHandle",
  ]

  /// Writes what stands before a body: the imports that it uses, and no other one.
  mutating func writeHead(of body: String) {
    let words = Self.words(of: body)
    source.line("# \(types.header)")
    source.line("# ruff: noqa")
    source.line("# fmt: off")
    summary(types.summary ?? "The types of the flow \(types.name).")
    source.line()
    source.line("from __future__ import annotations")
    source.line()
    if words.contains("json") { source.line("import json") }
    source.line(
      "from typing import (\(Self.typing.filter(words.contains).joined(separator: ", ")))")
    if words.contains("quote") { source.line("from urllib.parse import quote") }
    let client = Self.client.filter(words.contains)
    if !client.isEmpty {
      source.line()
      source.line("from navtree import (\(client.joined(separator: ", ")))")
    }
    source.line()
    if words.contains("_R") {
      source.line("_R = TypeVar(\"_R\", covariant=True)")
      source.line()
    }
  }

  /// The names in a text of Python, without those in its comments and quoted texts, but for quoted types of members.
  private static func words(of text: String) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    var isQuoted = false
    var isComment = false
    var isEscaped = false
    // The type of a member whose name is none of Python's.
    var isType = false
    var before = ""
    for scalar in text.unicodeScalars {
      let isPart =
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isPart, !isComment, !isQuoted {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.insert(word)
        word = ""
      }
      if isComment {
        isComment = scalar != "\n"
      } else if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = isQuoted || isType
      } else if scalar == "\"" {
        if isQuoted || isType {
          isQuoted = false
          isType = false
        } else {
          isType = before == "\": "
          isQuoted = !isType
        }
      } else if scalar == "#", !isQuoted {
        isComment = true
      }
      before.unicodeScalars.append(scalar)
      if before.unicodeScalars.count > 3 { before.unicodeScalars.removeFirst() }
    }
    if words.contains("_R") { words.insert("TypeVar") }
    return words
  }
}
