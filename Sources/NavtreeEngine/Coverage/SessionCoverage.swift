import NavtreeFlow
import NavigationTree

/// The measuring of one session.
///
/// Evaluations and offers count at once. Whatever is undone with a change counts when the change is settled.
final class SessionCoverage: ChangeListener {
  private let recorder: CoverageRecorder
  /// The events of the current change.
  private var pending: [CoverageEvent] = []
  /// The rules that ran in the current change, each with its place among the events.
  private var pendingRuns: [(place: Int, run: CoverageRecorder.Run)] = []
  /// The rule that ran last.
  private var lastRule: ObjectIdentifier?
  /// The definitions of effects that have ended, by number, so that late answers to them can be counted.
  private var endedEffects: [Int: ObjectIdentifier] = [:]

  private static let mostEndedEffects = 10_000

  init(_ recorder: CoverageRecorder) {
    self.recorder = recorder
    recorder.sessions += 1
  }

  /// The measuring of a fork.
  func copy() -> SessionCoverage {
    let copy = SessionCoverage(recorder)
    copy.lastRule = lastRule
    copy.endedEffects = endedEffects
    return copy
  }

  // MARK: Counting at once

  func count(_ event: CoverageEvent) { recorder.count(event) }

  func count(_ effect: EffectInFlight, _ end: EffectEnd) {
    remember(effect)
    count(.effect(ObjectIdentifier(effect.definition), CoverageEvent.Outcome(end)))
  }

  func count(lateAnswerTo effect: Int) {
    if let definition = endedEffects[effect] { count(.effect(definition, .late)) }
  }

  // MARK: Counting what stands

  var pendingCount: Int { pending.count }

  func note(_ event: CoverageEvent) { pending.append(event) }

  /// Notes a rule whose event comes next.
  func note(_ run: @autoclosure () -> CoverageRecorder.Run) {
    if recorder.runs != nil { pendingRuns.append((pending.count, run())) }
  }

  func note(_ effect: EffectInFlight, _ end: EffectEnd) {
    remember(effect)
    note(.effect(ObjectIdentifier(effect.definition), CoverageEvent.Outcome(end)))
  }

  /// Notes the filled slots and selected tabs of a tree that is put in its place.
  ///
  /// - Complexity: O(number of screens).
  func note(placed tree: NavigationState, _ flow: FlowDefinition) {
    guard let root = tree.screen else { return }
    for (screen, _) in root.subtree() {
      let definition = flow.screens[screen.type]
      if definition.kind == .tabs { note(.tab(type: screen.type, slot: screen.selection)) }
      for slot in definition.slots.indices where !screen.slots[slot].isNone {
        note(.slot(type: screen.type, slot: slot))
      }
    }
  }

  /// Drops the events after the first ones, which are undone.
  func takeBack(to count: Int) {
    pending.removeSubrange(count...)
    pendingRuns.removeAll { $0.place >= count }
  }

  func settled(_ change: SettledChange) { settle() }

  /// Counts the events of a change that stands.
  func settle() {
    for event in pending {
      count(event)
      guard case .rule(let rule) = event else { continue }
      if let lastRule { count(.pair(lastRule, rule)) }
      lastRule = rule
    }
    pending.removeAll(keepingCapacity: true)
    recorder.runs?.append(contentsOf: pendingRuns.map(\.run))
    pendingRuns.removeAll()
  }

  private func remember(_ effect: EffectInFlight) {
    if endedEffects.count >= Self.mostEndedEffects {
      let oldest = effect.id - Self.mostEndedEffects / 2
      endedEffects = endedEffects.filter { $0.key > oldest }
    }
    endedEffects[effect.id] = ObjectIdentifier(effect.definition)
  }
}
