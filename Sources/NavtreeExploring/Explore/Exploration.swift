import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
package import NavtreeYAML

/// The result of exploring a flow.
package struct Exploration: Sendable {
  /// The answer to a goal.
  package enum Verdict: String, Sendable, CaseIterable {
    /// A way leads there; the way is one of the shortest.
    case reached
    /// No way leads there, over the inputs that were tried.
    case unreachable
    /// No way was found, and some may have been missed.
    case bounded
  }

  /// Something that may be reached.
  package struct Goal: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case screen, rule, guarding = "guard", link, breach, goal
    }

    package let kind: Kind
    /// Such as `book.never#1`.
    package let name: String
    package let location: SourceLocation?
    /// What the session counts once it is reached.
    var event: CoverageEvent?
    package internal(set) var verdict = Verdict.bounded
    /// The moves from the start, if it was reached.
    package internal(set) var way: [Move] = []
    /// Where the way begins, unless at the start of the flow.
    package internal(set) var origin: Beginning?
    /// The first move of the way that no user makes, if no other way leads there: an action of a covered screen.
    package internal(set) var forged: Move?

    /// Whether it ought to be reached, and can't.
    var isFault: Bool {
      switch kind {
      case .screen, .rule, .link: verdict == .unreachable
      case .guarding, .breach, .goal: false
      }
    }
  }

  /// Something that is probably a fault.
  package struct Finding: Sendable {
    package typealias Kind = FindingKind

    package let kind: Kind
    package let name: String
    package let location: SourceLocation?
    /// What it is, in a sentence.
    package let sentence: String
    /// The moves from the start.
    package let way: [Move]
    /// The first move of the way that only an app which forges it makes, if no other way leads there.
    package let forged: Move?
    /// The moves that come again and again after the way, without one of the user.
    package var circle: [Move] = []
    /// Where the way begins, unless at the start of the flow.
    package var origin: Beginning?
    /// Whether it was told when it was found.
    var isTold = false
  }

  /// An invariant or a property over time, and whether it holds; one that is broken is a finding.
  package struct Property: Sendable {
    package enum Verdict: String, Sendable {
      case holds, broken, undecided
    }

    package let name: String
    package let location: SourceLocation
    package internal(set) var verdict: Verdict
  }

  package let flow: FlowDefinition
  package internal(set) var goals: [Goal] = []
  package internal(set) var properties: [Property] = []
  /// By kind, those of a kind by the length of their ways.
  package internal(set) var findings: [Finding] = []
  /// The number of states that were found.
  package internal(set) var stateCount = 0
  /// The number of moves that were made and whose state was looked at.
  package internal(set) var visitCount = 0
  /// The number of moves to the farthest state.
  package internal(set) var depth = 0
  /// Why some state may have been missed; empty if none was.
  package internal(set) var bounds: [String] = []
  /// Whether what some counters may be was left out, so that nothing was missed, though not all was reached that is there.
  package internal(set) var isWidened = false
  /// Whether moves of covered screens were cut off.
  var missesForged = false
  /// The inputs that were tried, by what takes them.
  package internal(set) var inputs: [Input] = []

  /// The payloads, answers or URLs that were tried.
  package struct Input: Sendable {
    package let name: String
    package let values: [JSONValue]
    /// Whether they stand for all others.
    package let isComplete: Bool
    /// The fields of whose values some were left out.
    let openFields: [String]

    init(_ name: String, _ candidates: Candidates) {
      self.name = name
      values = candidates.values.map { .object($0) }
      isComplete = candidates.isComplete
      openFields = candidates.openFields
    }

    /// - Parameter urls: the URLs of all links.
    init(_ urls: [String], isComplete: Bool) {
      name = "URL"
      values = urls.map { .string($0) }
      self.isComplete = isComplete
      openFields = []
    }

    /// The reason for which some state may have been missed.
    var bound: String {
      let fields = openFields.isEmpty ? "" : " (\(openFields.joined(separator: ", ")))"
      return "\(values.isEmpty ? "no \(name) fits" : "not every \(name)")\(fields)"
    }
  }

  /// Whether something is wrong: a finding, or a screen, rule or link that can't be reached.
  ///
  /// - Parameter forged: whether findings to which only forged moves lead count.
  package func hasFindings(forged: Bool = false) -> Bool {
    findings.contains { (forged || $0.forged == nil) && reason(for: $0) == nil }
      || goals.contains { $0.isFault && reason(for: $0) == nil }
  }
}
