import NavigationTree
import NavtreeCEL
import NavtreeCoverage
import NavtreeEngine
import NavtreeFlow
import NavtreeYAML

/// The goals of an exploration, each with the first way that led there.
final class GoalTracker {
  /// A way: a state, and a move from there, if any.
  struct Way: Equatable {
    let state: Int
    var move: Int?
    /// The number of its search.
    var search = 0
    /// The moves of it that only an app which forges them makes.
    var forged: [Int] = []
  }

  private struct Open {
    let goal: Int
    let event: CoverageEvent
  }

  private(set) var goals: [Exploration.Goal] = []
  private(set) var ways: [Int: Way] = [:]
  /// The goals that an event reaches, and that haven't been reached.
  private var open: [Open] = []
  private var conditions: [(goal: Int, program: CELProgram)] = []
  private var breaches: [String: Int] = [:]
  private let recorder: CoverageRecorder
  private var knownEvents = 0

  /// - Parameter conditions: further goals, by their texts.
  init(_ flow: FlowDefinition, _ recorder: CoverageRecorder, conditions: [CELProgram]) {
    self.recorder = recorder
    for item in CoverageTable(flow).items {
      let name = Self.name(item.name)
      switch item.kind {
      case .screens: add(.screen, name, item.location, item.outcomes[0].event)
      case .rules: add(.rule, name, item.location, item.outcomes[0].event)
      case .guards:
        for outcome in item.outcomes where outcome.isRequired {
          add(.guarding, "\(name):\(outcome.name)", item.location, outcome.event)
        }
      case .links:
        for outcome in item.outcomes where outcome.name == CoverageEvent.Passage.opened.rawValue {
          add(.link, name, item.location, outcome.event)
        }
      case .slots, .tabs, .actions, .computed, .effects, .dismissals, .lifecycle, .interruptions, .pairs,
        .total:
        break
      }
    }
    for invariant in flow.invariants where !invariant.enforce {
      breaches[invariant.name] = goals.count
      goals.append(Exploration.Goal(kind: .breach, name: invariant.name, location: invariant.always.location))
    }
    for condition in conditions {
      self.conditions.append((goals.count, condition))
      goals.append(Exploration.Goal(kind: .goal, name: condition.source, location: nil))
    }
  }

  private func add(
    _ kind: Exploration.Goal.Kind, _ name: String, _ location: SourceLocation, _ event: CoverageEvent
  ) {
    open.append(Open(goal: goals.count, event: event))
    goals.append(Exploration.Goal(kind: kind, name: name, location: location, event: event))
  }

  /// `main.open[0]` as `main.open#0`.
  private static func name(_ name: String) -> String {
    name.hasSuffix("]") ? String(name.dropLast()).replacing("[", with: "#") : name
  }

  var openCount: Int { open.count + conditions.count + breaches.count }

  /// The share of the goals of a kind that were reached, in percent.
  func percent(of kind: Exploration.Goal.Kind) -> Double {
    let all = goals.indices.filter { goals[$0].kind == kind }
    return all.isEmpty ? 100 : 100 * Double(all.count { ways[$0] != nil }) / Double(all.count)
  }

  // MARK: Reaching

  /// Notes the goals that the session's events have reached since the last time.
  func noteEvents(_ way: @autoclosure () -> Way) {
    guard recorder.counts.count != knownEvents else { return }
    knownEvents = recorder.counts.count
    open.removeAll { entry in
      guard recorder.counts[entry.event] != nil else { return false }
      ways[entry.goal] = way()
      return true
    }
  }

  /// Notes the screens that are there in a state which no move leads to.
  func noteScreens(_ way: Way, _ session: Session) {
    for window in session.windows {
      for (screen, _) in window.subtree() {
        open.removeAll { entry in
          guard entry.event == .screen(screen.type) else { return false }
          ways[entry.goal] = way
          return true
        }
      }
    }
  }

  /// Notes the conditions that hold in a state.
  func noteState(_ way: Way, _ session: Session) {
    if conditions.isEmpty { return }
    conditions.removeAll { entry in
      guard ExplorationCondition.holds(entry.program, in: session) else { return false }
      ways[entry.goal] = way
      return true
    }
  }

  func noteBreach(_ invariant: String, _ way: Way) {
    if let goal = breaches.removeValue(forKey: invariant) { ways[goal] = way }
  }
}
