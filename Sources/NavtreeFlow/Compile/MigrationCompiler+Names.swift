import NavigationTree
import NavtreeText
import NavtreeYAML

/// The other names of slots, actions, effects and windows, each of which this version has after all later steps.
extension MigrationCompiler {
  /// Nil where there are no names, or its screen is dropped or was reported.
  func rename(_ step: Declared, before later: ArraySlice<Declared>) -> MigrationStep? {
    switch step.change {
    case .renameSlots(let style, let names):
      // One without a screen was reported.
      guard !names.isEmpty, let screen = step.screen else { return nil }
      if let type = type(of: screen, after: later) {
        let slots = compilation.screens[type].slots
        let owner = "'\(compilation.screens[type].name.text)' has no \(style?.rawValue ?? "slot")"
        let known = slots.filter { slot in
          if let style { slot.style == style } else { slot.style != .tab && slot.style != .pane }
        }
        check(
          names, style == nil ? .unknownSlot : .unknownTab, owner, among: known.map(\.name), of: screen.text,
          after: later
        ) {
          if case .renameSlots(_, let names) = $0 { names } else { [] }
        }
      }
      return .renameSlots(of: screen.text, Self.table(names))
    case .renameActions(let names):
      if names.isEmpty { return nil }
      var (owner, known) = ("no screen has an action", compilation.actionNames.names)
      if let screen = step.screen, let type = type(of: screen, after: later) {
        owner = "'\(compilation.screens[type].name.text)' has no action"
        known = (compilation.screens[type].actions + compilation.flowActions).map(\.name.text)
      }
      check(names, .unknownAction, owner, among: known, of: step.screen?.text, after: later) {
        if case .renameActions(let names) = $0 { names } else { [] }
      }
      return .renameActions(of: step.screen?.text, Self.table(names))
    case .renameEffects(let names):
      if names.isEmpty { return nil }
      check(
        names, .unknownEffect, "the flow has no effect", among: compilation.effectNames.names, of: nil,
        after: later
      ) {
        if case .renameEffects(let names) = $0 { names } else { [] }
      }
      return .renameEffects(Self.table(names))
    case .renameWindows(let names):
      // Hosts open windows of any name.
      let isRight = names.allSatisfy { FormChecker.checkName($0.value, Key.window.rawValue, sink) }
      return names.isEmpty || !isRight ? nil : .renameWindows(Self.table(names))
    case .renameScreens, .renameFields, .dropScreens, .dropFields, .set: return nil
    }
  }

  /// Reports names that this version doesn't have after the later steps.
  ///
  /// - Parameter renamed: the names that a later step changes in turn.
  private func check(
    _ names: [Member], _ code: DiagnosticCode, _ owner: String, among known: [String], of screen: String?,
    after later: ArraySlice<Declared>, _ renamed: (Change) -> [Member]
  ) {
    for member in names {
      var (screen, name) = (screen, member.value.text)
      for step in later {
        if case .renameScreens(let names) = step.change {
          screen = screen.map { Self.table(names)[$0] ?? $0 }
        }
        if step.screen == nil || step.screen?.text == screen {
          name = Self.table(renamed(step.change))[name] ?? name
        }
      }
      if known.contains(name) { continue }
      let meant = name == member.value.text ? Hint.spelling(name, among: known) : nil
      sink.error(
        code, "\(owner) '\(name)' in this version", at: member.value,
        hint: meant ?? (known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))"))
    }
  }
}
