extension SwiftWriter {
  mutating func links() {
    if types.links.isEmpty { return }
    source.line()
    summary("The URLs that the flow opens.")
    let functions = SwiftNames.lower(
      types.links.map(\.functionName), beside: SwiftNames.members.union(["inner"]))
    block("public enum Link {") { writer in
      for (index, link) in writer.types.links.enumerated() {
        writer.separate(from: index == 0)
        writer.summary(link.pattern)
        writer.link(link, functions[index])
      }
      let inner = writer.types.links.flatMap(\.fields.inner)
      if !inner.isEmpty {
        writer.source.line()
        writer.inner(of: inner)
      }
    }
  }

  private mutating func link(_ link: LinkTypes, _ function: String) {
    let fields = link.fields.fields
    let identifiers = SwiftNames.lower(fields.map(\.name), beside: ["self", "_", "init", "Type", "link"])
    let parameters = zip(fields, identifiers).map { parameter($0, $1) }
    block("public static func \(function)(\(parameters.joined(separator: ", "))) -> String {") { writer in
      writer.source.line("\(fields.isEmpty && link.segments.isEmpty ? "let" : "var") link = LinkText()")
      let names = Dictionary(zip(fields.map(\.name), identifiers), uniquingKeysWith: { first, _ in first })
      for segment in link.segments {
        switch segment {
        case .literal(let text): writer.source.line("link.add(segment: \(Self.quoted(text)))")
        case .one(let field), .rest(let field):
          writer.source.line("link.add(segment: \(names[field.name] ?? "").json)")
        }
      }
      for field in link.query {
        let initial = field.initial.map { ", unless: \(Self.literal($0))" } ?? ""
        writer.source.line(
          "link.add(query: \(Self.quoted(field.name)), \(names[field.name] ?? "").json\(initial))")
      }
      writer.source.line("return link.text")
    }
  }

  /// The text of a URL while it is made.
  mutating func linkText() {
    for line in Self.linkTextLines.split(separator: "\n", omittingEmptySubsequences: false) {
      source.line(String(line))
    }
  }

  private static let linkTextLines = #"""

    /// The text of a URL while it is made.
    private struct LinkText {
      private var path = ""
      private var query = ""

      var text: String { (path.isEmpty ? "/" : path) + query }

      mutating func add(segment value: JSONValue) {
        switch value {
        case .null: break
        case .array(let values): for value in values { add(segment: value) }
        case .boolean, .integer, .number, .string, .object: path += "/" + Self.encoded(value)
        }
      }

      mutating func add(query name: String, _ value: JSONValue, unless initial: JSONValue? = nil) {
        if value == initial { return }
        if case .array(let values) = value {
          for value in values { add(query: name, value) }
        } else {
          query += (query.isEmpty ? "?" : "&") + Self.encoded(.string(name))
          if !value.isNull { query += "=" + Self.encoded(value) }
        }
      }

      private static func encoded(_ value: JSONValue) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for byte in (value.string ?? "\(value)").utf8 {
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
            text.unicodeScalars.append(Unicode.Scalar(byte))
          default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
          }
        }
        return text
      }
    }
    """#
}

extension LinkTypes {
  /// Words for the function that makes its URL: `users id followers`.
  var functionName: String {
    let words = segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .one(let field), .rest(let field): field.name
      }
    }
    return words.isEmpty ? "root" : words.joined(separator: " ")
  }
}
