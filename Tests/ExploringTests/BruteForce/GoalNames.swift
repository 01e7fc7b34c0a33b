import NavtreeCoverage
import NavtreeEngine
import NavtreeFlow

/// The goals of explorations by their kinds and names, each with the event that reaches it.
func goalEvents(of flow: FlowDefinition) -> [String: CoverageEvent] {
  var events: [String: CoverageEvent] = [:]
  for item in CoverageTable(flow).items {
    let name = item.name.hasSuffix("]") ? String(item.name.dropLast()).replacing("[", with: "#") : item.name
    for outcome in item.outcomes {
      switch item.kind {
      case .screens: events["screen \(name)"] = outcome.event
      case .rules: events["rule \(name)"] = outcome.event
      case .guards where outcome.isRequired: events["guard \(name):\(outcome.name)"] = outcome.event
      case .links where outcome.name == CoverageEvent.Passage.opened.rawValue:
        events["link \(name)"] = outcome.event
      default: break
      }
    }
  }
  return events
}
