package import NavtreeFlow

/// The counts of what sessions of one flow do.
///
/// Any number of sessions may share one. Like a session it isn't shared between threads.
package final class CoverageRecorder {
  package let flow: FlowDefinition
  /// The number of sessions that were measured.
  package internal(set) var sessions = 0
  package private(set) var counts: [CoverageEvent: Int] = [:]

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
