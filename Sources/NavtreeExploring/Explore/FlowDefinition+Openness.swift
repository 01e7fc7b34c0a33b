import NavtreeEngine
import NavtreeFlow

/// What an exploration of a flow can't know.
extension FlowDefinition {
  /// Whether a rule of the flow or of some screens has never run, and takes a payload of which not every one is tried.
  func hasOpenRule(on types: Set<Int>, _ catalog: MoveCatalog, _ recorder: CoverageRecorder)
    -> Bool
  {
    let elements = types.flatMap { screens[$0].actions.elements } + actions.elements
    return elements.contains { element in
      !element.definition.isNavtrees && !catalog.payloads(of: element.definition).isComplete
        && element.definition.rules.contains {
          recorder.counts[.rule(ObjectIdentifier($0))] == nil && !$0.isOwn
        }
    }
  }

  /// Whether rules run when a session is restored, or some of its fields may be kept nowhere.
  var mayChangeWhenRestored: Bool {
    let records = screens.flatMap { [$0.params, $0.state] } + [shared] + effects.map(\.input)
    return screens.contains { $0.lifecycle[.restored] != nil }
      || records.contains { record in
        record.fields.contains { $0.sensitive || $0.persistence != .session || !$0.secrets.isEmpty }
      }
  }
}

extension Rule {
  /// Whether it writes to a place inside a value, which may be there for a payload that isn't tried.
  var writesInside: Bool {
    parts.contains { parts in
      [parts.write?.target, parts.sharedWrite?.target, parts.removal].contains { $0?.tail.isEmpty == false }
    }
  }
}
