import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML

extension FlowDefinition {
  /// The place of an invariant or of a property over time.
  func place(ofInvariant name: String) -> SourceLocation? {
    invariants.first { $0.name == name }?.always.location ?? properties.first { $0.name == name }?.location
  }

  /// The invariants that are false in a session.
  func invariants(brokenIn session: Session) -> [Invariant] {
    invariants.filter { isBroken($0, in: session) }
  }

  private func isBroken(_ invariant: Invariant, in session: Session) -> Bool {
    (try? ConditionReader(session).holds(invariant.always.program)) == false
  }

  /// The values that an invariant reads, unless it holds again.
  func values(ofInvariant name: String, in session: Session) -> String? {
    guard let invariant = invariants.first(where: { $0.name == name }), isBroken(invariant, in: session)
    else { return nil }
    let values = ConditionValues(of: invariant.always.program, in: session).paths
    return values.isEmpty ? nil : values
  }

  /// The place in the flow that a failure names.
  func place(of failure: Failure) -> SourceLocation? {
    guard let line = failure.data["line"]?.integer, let column = failure.data["column"]?.integer else {
      return nil
    }
    let file = failure.data["file"]?.string.flatMap { files.firstIndex(of: $0) } ?? 0
    return SourceLocation(line: line, column: column, endColumn: column + 1, file: Int32(clamping: file))
  }

  /// What a failure says, without the place that it begins with.
  func sentence(of failure: Failure) -> String {
    guard let place = place(of: failure).map({ "\(text(of: $0)): " }), failure.message.hasPrefix(place) else {
      return failure.message
    }
    return String(failure.message.dropFirst(place.count))
  }
}

extension Failure {
  /// The enforced invariant for which a change was refused; nil for another failure.
  var brokenInvariant: String? { kind == .invariantBroken ? data["invariant"]?.string : nil }
}

extension Notice {
  /// The invariant that is false after a change; nil for another notice.
  var brokenInvariant: String? {
    if case .invariantBroken(_, _, let name) = self { name } else { nil }
  }
}
