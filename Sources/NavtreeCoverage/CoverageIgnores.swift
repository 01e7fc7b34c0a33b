import NavtreeFlow
import NavtreeYAML

/// The rules that comments take out of coverage: `# coverage: ignore REASON`.
///
/// Such a comment stands at the end of the rule's first line, alone on the lines before that, or beside the name of an
/// action with one rule.
struct CoverageIgnores {
  /// The reasons, by the name of the rule.
  private var reasons: [String: String] = [:]
  /// Comments that have no effect.
  private(set) var complaints: [String] = []

  /// The names of the rules that are taken out.
  var rules: Set<String> { Set(reasons.keys) }

  private struct Line: Hashable {
    let file: Int32
    /// From 1.
    let line: Int
  }

  /// A comment, and whether it stands alone on its line.
  private struct Comment {
    let reason: String
    let isAlone: Bool
  }

  /// - Complexity: O(size of the files).
  init(_ table: CoverageTable, _ sources: [SourceText]) {
    var comments: [Line: Comment] = [:]
    for source in sources {
      for line in 0..<source.lineCount {
        if let comment = Self.comment(in: source.bytes(ofLine: line)) {
          comments[Line(file: source.number, line: line + 1)] = comment
        }
      }
    }
    if comments.isEmpty { return }
    var used: Set<Line> = []
    var actions: [String: Line] = [:]
    for item in table.items where item.kind == .actions || item.kind == .lifecycle {
      actions[item.name] = Line(file: item.location.file, line: item.location.line)
    }
    let rules = Set(table.ruleNames.values)
    for item in table.items where item.kind == .rules {
      let line = Line(file: item.location.file, line: item.location.line)
      let owner = String(item.name.prefix { $0 != "[" })
      let isOnly = !rules.contains("\(owner)[1]")
      let places = [line, Self.above(line, in: comments)] + (isOnly ? [actions[owner]] : [])
      for case let place? in places {
        guard let comment = comments[place] else { continue }
        used.insert(place)
        if !comment.reason.isEmpty { reasons[item.name] = comment.reason }
        break
      }
    }
    for (line, comment) in comments.sorted(by: { ($0.key.file, $0.key.line) < ($1.key.file, $1.key.line) }) {
      let place = "\(table.flow.files[Int(line.file)]):\(line.line)"
      if comment.reason.isEmpty {
        complaints.append("\(place): 'coverage: ignore' has no effect without a reason behind it")
      } else if !used.contains(line) {
        complaints.append("\(place): 'coverage: ignore' has no effect: no rule begins here")
      }
    }
  }

  /// The reason for which an item is taken out: its rule is.
  func reason(for item: CoverageItem) -> String? {
    switch item.kind {
    case .rules, .guards: reasons[item.name]
    case .screens, .slots, .tabs, .actions, .computed, .effects, .links, .dismissals, .lifecycle,
      .interruptions,
      .pairs, .total:
      nil
    }
  }

  /// The last of the lines with nothing but such a comment that end above a line.
  private static func above(_ line: Line, in comments: [Line: Comment]) -> Line? {
    let above = Line(file: line.file, line: line.line - 1)
    return comments[above]?.isAlone == true ? above : nil
  }

  /// The comment about coverage in a line; `#` within quotes begins none.
  private static func comment(in bytes: ArraySlice<UInt8>) -> Comment? {
    guard bytes.contains(UInt8(ascii: "#")) else { return nil }
    var quote: UInt8?
    var before: UInt8 = UInt8(ascii: " ")
    for (index, byte) in zip(bytes.indices, bytes) {
      defer { before = byte }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // An apostrophe within a word opens nothing.
        if " [{,:-".utf8.contains(before) { quote = byte }
      case UInt8(ascii: "#") where before == UInt8(ascii: " ") || before == UInt8(ascii: "\t"):
        let isAlone = bytes[..<index].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return comment(String(decoding: bytes[bytes.index(after: index)...], as: UTF8.self), isAlone: isAlone)
      default: break
      }
    }
    return nil
  }

  private static func comment(_ text: String, isAlone: Bool) -> Comment? {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })[...]
    guard words.popFirst() == "coverage:", words.popFirst() == "ignore" else { return nil }
    return Comment(reason: words.joined(separator: " "), isAlone: isAlone)
  }
}
