import NavtreeTestSupport

/// A page of Markdown: its sections, links and blocks of code.
struct Page {
  /// The path below the package, such as `Docs/README.md`.
  let path: String
  private let lines: [String]

  /// Nil if there is no such file.
  init?(_ path: String) {
    guard let text = Files.text(of: "\(Files.package)/\(path)") else { return nil }
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The pages of a folder below the package, sorted.
  static func paths(in folder: String) -> [String] {
    Files.names(in: "\(Files.package)/\(folder)", endingIn: ".md").map { "\(folder)/\($0)" }
  }

  /// Those of the package for its users and its maintainers.
  static let all =
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    + ["Clients/node/README.md", "Clients/python/README.md"]
    + Files.paths(below: "\(Files.package)/Docs", endingIn: ".md")
    .map { String($0.dropFirst(Files.package.count + 1)) }

  /// The guides that show a flow of `Specs/guides`, each by its name.
  static let guides = Files.names(in: "\(Files.package)/Specs/guides", endingIn: ".navtree.yaml")
    .filter { $0 != "contacts.navtree.yaml" }
    .map { "Docs/guides/\($0.dropLast(".navtree.yaml".count)).md" }

  /// The comparisons with other libraries, which show the flow `contacts`.
  static let comparisons = paths(in: "Docs/explanation/coming-from")

  /// The nature of a line.
  private enum Part {
    case heading(level: Int, title: String)
    case code
    case text
  }

  private struct Row {
    let part: Part
    let text: String
  }

  /// The lines without the fences of blocks.
  private var rows: [Row] {
    var isCode = false
    var rows: [Row] = []
    for line in lines {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        rows.append(Row(part: .code, text: line))
      } else if line.hasPrefix("#"), let space = line.firstIndex(of: " ") {
        let level = line.distance(from: line.startIndex, to: space)
        rows.append(Row(part: .heading(level: level, title: String(line[space...].dropFirst())), text: line))
      } else {
        rows.append(Row(part: .text, text: line))
      }
    }
    return rows
  }

  /// The contents of the blocks in a language, each with the end of its last line.
  func blocks(of language: String) -> [String] {
    var blocks: [String] = []
    var block: String?
    for line in lines {
      if let text = block {
        block = line == "```" ? nil : text + line + "\n"
        if block == nil { blocks.append(text) }
      } else if line == "```\(language)" {
        block = ""
      }
    }
    return blocks
  }

  /// The text below a heading, code left out, down to the next heading of its level or above, with single spaces.
  func section(_ title: String) -> String? {
    var depth: Int?
    var words: [Substring] = []
    for row in rows {
      switch row.part {
      case .heading(let level, let found):
        if let depth, level <= depth { return words.joined(separator: " ") }
        if depth == nil, found == title { depth = level }
      case .text: if depth != nil { words += row.text.split(separator: " ") }
      case .code: break
      }
    }
    return depth == nil ? nil : words.joined(separator: " ")
  }

  /// The titles of its headings, or of those of a level.
  func headings(level: Int? = nil) -> [String] {
    rows.compactMap {
      guard case .heading(let found, let title) = $0.part, level ?? found == found else { return nil }
      return title
    }
  }

  /// The addresses of its headings, as GitHub makes them.
  var anchors: Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for title in headings() {
      let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      let anchor = String(kept.map { $0 == " " ? "-" : $0 })
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    return anchors
  }

  /// A place in this package that a page leads to.
  struct Link: Hashable {
    /// The file's or folder's path below the package.
    let path: String
    let anchor: String?
  }

  /// The links to files of the package, pictures among them.
  var links: [Link] {
    var text = ""
    for row in rows { if case .text = row.part { text += row.text + " " } }
    return text.split(separator: "](").dropFirst().compactMap { rest -> Link? in
      let target = rest.prefix { $0 != ")" }
      guard !target.contains("://") else { return nil }
      let parts = target.split(separator: "#", omittingEmptySubsequences: false)
      var folders = path.split(separator: "/").dropLast()
      for name in parts[0].split(separator: "/") {
        if name == ".." { folders = folders.dropLast() } else { folders.append(name) }
      }
      return Link(
        path: parts[0].isEmpty ? path : folders.joined(separator: "/"),
        anchor: parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// The number of words, those of code included.
  var wordCount: Int { lines.reduce(0) { $0 + $1.split(separator: " ").count } }

  var lineCount: Int { lines.count - 1 }
}
