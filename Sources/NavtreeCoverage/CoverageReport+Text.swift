import NavtreeFlow
import NavtreeText
import NavtreeYAML

extension CoverageReport {
  /// For people: the totals, then what isn't covered, by place.
  var text: String {
    var text = "\(flow.name): \(coverage.sessions) session\(coverage.sessions == 1 ? "" : "s")\n"
    for total in shownTotals {
      let share = "\(total.covered) of \(total.count)"
      let ignored = total.ignored == 0 ? "" : ", \(total.ignored) ignored"
      text +=
        "  \(total.kind.rawValue.padded(to: 13)) \(share.padded(to: 12)) \(total.wholePercent) %\(ignored)\n"
    }
    let open = uncovered
    if !open.isEmpty { text += "not covered:\n" }
    for row in open { text += "  \(place(of: row)): \(row.missingText)\n" }
    let ignored = rows.filter { $0.ignored != nil && $0.item.kind == .rules }
    if !ignored.isEmpty { text += "ignored:\n" }
    for row in ignored { text += "  \(place(of: row)): \(row.item.name) (\(row.ignored ?? ""))\n" }
    return text
  }

  /// A table of the totals and a list of what isn't covered, for a comment on a change or a wiki.
  var markdown: String {
    var text = "## Coverage of \(flow.name)\n\n| kind | covered | of | % | ignored |\n"
    text += "| :--- | ---: | ---: | ---: | ---: |\n"
    for total in shownTotals {
      text += "| \(total.kind.rawValue) | \(total.covered) | \(total.count) | \(total.wholePercent) "
      text += "| \(total.ignored == 0 ? "" : "\(total.ignored)") |\n"
    }
    let open = uncovered
    if open.isEmpty { return text }
    text += "\n<details><summary>\(open.count) not covered</summary>\n\n"
    for row in open { text += "- `\(place(of: row))` \(row.missingText.escapedForMarkdown)\n" }
    return text + "\n</details>\n"
  }

  /// The kinds of which the flow has any.
  var shownTotals: [Total] { totals.filter { $0.count > 0 || $0.ignored > 0 } }

  /// The items of which something is missing, by place.
  var uncovered: [Row] { uncovered(of: nil) }

  /// The items of which something that a kind counts is missing, or with nil anything, by place.
  package func uncovered(of kind: CoverageKind?) -> [Row] {
    rows.filter { row in
      row.ignored == nil && !row.missing(of: kind).isEmpty
    }.enumerated().sorted { one, other in
      let (place, next) = (one.element.item.location, other.element.item.location)
      return (place.file, place.line, place.column, one.offset)
        < (next.file, next.line, next.column, other.offset)
    }.map(\.element)
  }

  /// A row's place and what a kind misses of it, for people.
  func complaint(about row: Row, of kind: CoverageKind) -> String {
    "\(place(of: row)): \(row.missingText(of: kind))"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  fileprivate var escapedForMarkdown: String {
    replacingScalars { "*_`[]<>|\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}
