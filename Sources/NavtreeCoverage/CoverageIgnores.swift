import NavtreeFlow
import NavtreeYAML

/// The rules that comments take out of coverage: `# coverage: ignore REASON`.
///
/// Such a comment stands at the end of the rule's first line, alone above that, or beside the name of an action with one
/// rule.
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

  /// - Complexity: O(size of the files).
  init(_ table: CoverageTable, _ sources: [SourceText]) {
    let all = sources.flatMap { IgnoreComment.all(for: "coverage", in: $0) }
    if all.isEmpty { return }
    let comments = Dictionary(all.map { (Line(file: $0.location.file, line: $0.line), $0) }) { $1 }
    var used: Set<Line> = []
    var actions: [String: Line] = [:]
    for item in table.items where item.kind == .actions || item.kind == .lifecycle {
      actions[item.name] = Line(file: item.location.file, line: item.location.line)
    }
    let rules = Set(table.ruleNames.values)
    for item in table.items where item.kind == .rules {
      let owner = String(item.name.prefix { $0 != "[" })
      let isOnly = !rules.contains("\(owner)[1]")
      let places =
        [Line(file: item.location.file, line: item.location.line)] + (isOnly ? [actions[owner]] : [])
      for case let place? in places {
        guard let comment = comments[place] else { continue }
        used.insert(place)
        if !comment.words.isEmpty { reasons[item.name] = comment.words.joined(separator: " ") }
        break
      }
    }
    for comment in all {
      let place = "\(table.flow.files[Int(comment.location.file)]):\(comment.location.line)"
      if comment.words.isEmpty {
        complaints.append("\(place): 'coverage: ignore' has no effect without a reason behind it")
      } else if !used.contains(Line(file: comment.location.file, line: comment.line)) {
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
}
