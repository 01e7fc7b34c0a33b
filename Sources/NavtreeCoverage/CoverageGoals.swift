import NavtreeText

/// The least coverage of some kinds, in percent: `rules=90,guards=80`.
package struct CoverageGoals: Sendable {
  package let goals: [(kind: CoverageKind, percent: Double)]

  package init(_ text: String) throws(CoverageFault) {
    var goals: [(kind: CoverageKind, percent: Double)] = []
    let kinds = CoverageKind.allCases.map(\.rawValue)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(sides[0])
      guard let kind = CoverageKind(rawValue: name) else {
        let hint = Spelling.hint(for: name, among: kinds).map { " (\($0))" } ?? ""
        throw CoverageFault(
          "'\(name.echo)' is no kind that is counted\(hint): there are \(kinds.joined(separator: ", "))")
      }
      guard sides.count == 2, let percent = Double(sides[1]), (0...100).contains(percent) else {
        throw CoverageFault(
          "'\(String(part).echo)' must be a kind and a percentage from 0 to 100: \(name)=90")
      }
      if goals.contains(where: { $0.kind == kind }) { throw CoverageFault("'\(name)' is given twice") }
      goals.append((kind, percent))
    }
    self.goals = goals
  }

  /// The goals that a report misses, with the places of what is missing; empty if it meets all.
  package func complaints(about report: CoverageReport) -> [String] {
    var complaints: [String] = []
    for (kind, percent) in goals {
      let total = report.total(of: kind)
      guard total.percent < percent else { continue }
      let wanted = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
      complaints.append(
        "\(kind.rawValue): \(total.wholePercent) % is less than \(wanted) %: \(total.covered) of \(total.count)"
      )
      complaints += report.uncovered(of: kind).map { "  \(report.complaint(about: $0, of: kind))" }
    }
    return complaints
  }
}
