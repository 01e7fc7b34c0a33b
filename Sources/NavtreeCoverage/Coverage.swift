package import NavtreeEngine
import NavtreeFlow

/// The counts of what sessions of one flow did, by names that don't depend on lines or on the process.
package struct Coverage: Sendable {
  struct Key: Hashable, Comparable {
    let kind: CoverageKind
    let item: String
    /// Empty if the item is counted in one way; of a pair the second rule.
    let outcome: String

    static func < (one: Key, other: Key) -> Bool {
      (one.kind.order, one.item, one.outcome) < (other.kind.order, other.item, other.outcome)
    }
  }

  /// The flow's name.
  package let flow: String
  /// The fingerprint of the flow.
  package let hash: String
  /// The files of the flow, its own first.
  package let files: [String]
  /// The number of sessions that were measured.
  package internal(set) var sessions: Int
  var counts: [Key: Int] = [:]

  /// No counts of anything.
  init(flow: String, hash: String, files: [String], sessions: Int = 0) {
    self.flow = flow
    self.hash = hash
    self.files = files
    self.sessions = sessions
  }

  /// The present counts of a recorder.
  ///
  /// - Complexity: O(size of the flow + number of pairs).
  package init(_ recorder: CoverageRecorder) {
    let flow = recorder.flow
    self.init(
      flow: flow.name, hash: flow.fingerprint.description, files: flow.files, sessions: recorder.sessions)
    let table = CoverageTable(flow)
    for item in table.items {
      for outcome in item.outcomes {
        guard let count = recorder.counts[outcome.event] else { continue }
        counts[Key(kind: item.kind, item: item.name, outcome: outcome.name)] = count
      }
    }
    for case (.pair(let first, let second), let count) in recorder.counts {
      guard let first = table.ruleNames[first], let second = table.ruleNames[second] else { continue }
      counts[Key(kind: .pairs, item: first, outcome: second)] = count
    }
  }

  /// Adds the counts of other sessions of the same flow.
  ///
  /// - Throws: if the flow isn't the same; nothing has changed then.
  package mutating func merge(_ other: Coverage) throws(CoverageFault) {
    guard hash == other.hash else { throw CoverageFault(flow: flow, hash: hash, isNot: other) }
    sessions = Self.sum(sessions, other.sessions)
    for (key, count) in other.counts { counts[key] = Self.sum(counts[key] ?? 0, count) }
  }

  /// How often something happened.
  package func count(_ kind: CoverageKind, _ item: String, _ outcome: String = "") -> Int {
    counts[Key(kind: kind, item: item, outcome: outcome)] ?? 0
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooMuch) = one.addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}

/// The reason that coverage can't be read or merged.
package struct CoverageFault: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The coverage of another flow, or of another version of the same.
  init(flow: String, hash: String, isNot other: Coverage) {
    self.init(
      flow == other.flow
        ? "the coverage is of another version of '\(flow)': its hash is \(other.hash), not \(hash)"
        : "the coverage is of '\(other.flow)' with the hash \(other.hash), not of '\(flow)' with \(hash)")
  }
}
