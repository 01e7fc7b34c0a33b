import NavigationTree
import NavtreeText
import NavtreeYAML

/// Questions that a screen asks before it goes, where nobody may see them.
extension FlowLint {
  /// Finds screens that ask in their own place when their dismissal is refused, and may stand under a cover from which
  /// something would remove them.
  ///
  /// - Complexity: O(number of slots with covers · number of screens and of the types that their slots name).
  func checkQuestions() {
    let asking = screens.indices.filter { question(of: $0) != nil }
    if asking.isEmpty { return }
    let nodes = screens.map { screen in
      ScreenReach.Node(placed: [], slots: screen.slots.map(\.presents))
    }
    var reported: Set<Int> = []
    for holder in screens {
      for cover in holder.slots where cover.style == .cover {
        let above = ScreenReach(nodes, from: types(of: cover)).isReached
        guard removes(from: above) else { continue }
        let others = holder.slots.filter { !$0.style.isModal }.flatMap(types)
        let below = ScreenReach(nodes, from: Set(others)).isReached
        for type in asking where below[type] && !reported.contains(type) {
          guard let action = question(of: type) else { continue }
          reported.insert(type)
          sink.warning(
            .hiddenQuestion,
            "'\(screens[type].name)' may ask under the cover '\(cover.name)' of '\(holder.name)', where nobody sees it",
            at: action.location,
            hint: "begin its steps with { dismiss: { at: active, all: true } }, so that the cover goes first")
        }
      }
    }
  }

  private func types(of slot: SlotDefinition) -> Set<Int> {
    Set(slot.presents.types ?? Array(screens.indices))
  }

  /// The action in which a screen presents or pushes a question, with nothing done elsewhere before.
  private func question(of type: Int) -> ActionDefinition? {
    guard screens[type].expressions.dismissible != nil,
      let name = flow.actionNames.index(of: ActionDefinition.dismissRequested),
      let action = screens[type].actions[name]
    else { return nil }
    let asks = action.rules.contains { rule in
      guard let first = rule.parts.lazy.compactMap(\.navigation).first, first.isOwn, first.at == nil,
        case .screen(_, let placement) = first.navigation.verb.destination
      else { return false }
      switch placement {
      case .presented, .pushed: return true
      case .inPlace, .none: return false
      }
    }
    return asks ? action : nil
  }

  /// Whether something removes screens below a cover with these types in it: a link, or a rule of theirs or of the flow
  /// that resets, or that starts at a place outside the cover.
  private func removes(from types: [Bool]) -> Bool {
    if flow.links.definitions.contains(where: { $0.mode != .push }) { return true }
    let rules = screens.indices.filter { types[$0] }.flatMap { screens[$0].rules } + flow.actions.rules
    return rules.flatMap(\.parts).compactMap(\.anyNavigation).contains { step in
      if step.force { return false }
      switch step.navigation.verb.removal {
      case .allBut, .window: return true
      case .own, .pushed: if case .root? = step.at { return true } else { return false }
      case .nothing: return false
      }
    }
  }
}
