import NavtreeText
import NavtreeFlow
import NavtreeYAML

extension CoverageReport {
  /// A tracefile of lcov (`man geninfo`): a record for each file, with a line for each place where a rule, a screen or a
  /// link begins, and two branches for each guard, the first of which is taken when it is false.
  ///
  /// A line is as often run as the least of what begins on it. The format has no way to write a line break in a path: one
  /// is escaped as in JSON.
  var lcov: String {
    var text = ""
    for (number, file) in flow.files.enumerated() {
      let rows = rows.filter { Int($0.item.location.file) == number && $0.ignored == nil }
      var lines: [Int: Int] = [:]
      var blocks: [Int: Int] = [:]
      var branches: [(line: Int, text: String)] = []
      var (found, taken) = (0, 0)
      for row in rows {
        switch row.item.kind {
        case .rules, .screens, .links:
          let line = row.item.location.line
          lines[line] = min(lines[line] ?? .max, row.counts[0])
        case .guards:
          let line = (row.item.owner ?? row.item.location).line
          let block = blocks[line, default: 0]
          blocks[line] = block + 1
          for (branch, name) in ["false", "true"].enumerated() {
            let count = zip(row.item.outcomes, row.counts).first { $0.0.name == name }?.1 ?? 0
            found += 1
            if count > 0 { taken += 1 }
            branches.append(
              (line, "BRDA:\(line),\(block),\(branch),\(row.total == 0 ? "-" : "\(count)")\n"))
          }
        case .slots, .tabs, .actions, .computed, .effects, .dismissals, .lifecycle, .interruptions, .pairs,
          .total:
          continue
        }
      }
      text += "TN:\nSF:\(file.escapingControls)\n"
      for (line, count) in lines.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(count)\n" }
      text += "LF:\(lines.count)\nLH:\(lines.values.count { $0 > 0 })\n"
      // Stable: the branches of a line stay in their order.
      let order = branches.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      text += order.map(\.element.text).joined()
      text += "BRF:\(found)\nBRH:\(taken)\nend_of_record\n"
    }
    return text
  }
}
