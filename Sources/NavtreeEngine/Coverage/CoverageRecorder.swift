package import NavigationTree
package import NavtreeFlow

/// The counts of what sessions of one flow do.
///
/// Any number of sessions may share one. Like a session it isn't shared between threads.
package final class CoverageRecorder {
  package let flow: FlowDefinition
  /// The number of sessions that were measured.
  package internal(set) var sessions = 0
  package private(set) var counts: [CoverageEvent: Int] = [:]
  /// The rules that ran since the last time that it was emptied, and whose changes stood; nil if they aren't kept.
  package var runs: [Run]?

  /// A rule that ran on a screen.
  package struct Run {
    package let rule: Rule
    package let screen: ScreenID
    /// The name of the action or lifecycle event.
    package let trigger: String
  }

  package init(_ flow: FlowDefinition) {
    self.flow = flow
  }

  func count(_ event: CoverageEvent) { counts[event, default: 0] += 1 }
}

/// The recorders of a process, one for each flow whose sessions are measured.
package final class CoverageRecorders {
  /// In the order in which the flows were first measured.
  package private(set) var all: [CoverageRecorder] = []

  package init() {}

  /// - Complexity: O(number of flows).
  package subscript(flow: FlowDefinition) -> CoverageRecorder {
    if let known = all.first(where: { $0.flow === flow }) { return known }
    let recorder = CoverageRecorder(flow)
    all.append(recorder)
    return recorder
  }
}
