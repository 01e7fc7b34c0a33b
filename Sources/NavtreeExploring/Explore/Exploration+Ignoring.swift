import NavtreeFlow
import NavtreeYAML

/// What a flow's author acknowledges.
extension Exploration {
  /// The reason for which a finding is ignored; nil if it isn't.
  func reason(for finding: Finding) -> String? {
    flow.acknowledgements.reason(for: finding.kind, at: finding.location)
  }

  /// The reason for which a goal that can't be reached is ignored; nil if it isn't.
  func reason(for goal: Goal) -> String? {
    goal.isFault ? flow.acknowledgements.reason(for: .unreachable, at: goal.location) : nil
  }

  /// The number of findings that are ignored.
  var ignoredCount: Int {
    findings.count { reason(for: $0) != nil } + goals.count { reason(for: $0) != nil }
  }

  /// The acknowledgements of what wasn't found, and whether it can't be found any more.
  var unused: [(entry: Acknowledgements.Entry, isStale: Bool)] {
    flow.acknowledgements.all.compactMap { entry in
      guard let kind = FindingKind(rawValue: entry.kind) else { return nil }
      let found =
        findings.filter { $0.kind == kind }.map(\.location)
        + (kind == .unreachable ? goals.filter(\.isFault).map(\.location) : [])
      if found.contains(where: { $0.map { entry.covers(entry.kind, at: $0) } ?? false }) { return nil }
      // A process that ends asks for its effects again, which no search tries.
      let isOfFuzzing = (kind == .breach || kind == .defect) && !flow.effects.isEmpty
      return (entry, bounds.isEmpty && !isWidened && !isOfFuzzing)
    }
  }
}
