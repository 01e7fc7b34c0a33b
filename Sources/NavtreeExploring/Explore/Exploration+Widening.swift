import NavtreeFlow

/// What a search of all states with widened counters adds to one that was cut off.
extension Exploration {
  /// Takes over what is proved: what isn't found though more is possible isn't there.
  mutating func complete(by widened: Exploration) {
    isWidened = true
    bounds = []
    missesForged = widened.missesForged
    for index in goals.indices
    where goals[index].verdict == .bounded && widened.goals[index].verdict == .unreachable {
      goals[index].verdict = .unreachable
    }
    let possible = Set(
      flow.properties.filter { if case .possible = $0.claim { true } else { false } }.map(\.name))
    let real = widened.findings.filter { finding in
      switch finding.kind {
      case .trap, .deadEnd, .unreset: finding.forged == nil
      case .breach: possible.contains(finding.name)
      case .livelock, .untaken, .lostResult, .linkFails, .defect, .unreachable: false
      }
    }
    findings += real.filter { finding in
      !findings.contains { $0.kind == finding.kind && $0.name == finding.name }
    }
    for index in properties.indices where properties[index].verdict == .undecided {
      let other = widened.properties[index]
      let isPossible = possible.contains(other.name)
      if other.verdict == (isPossible ? .broken : .holds) { properties[index].verdict = other.verdict }
    }
  }
}
