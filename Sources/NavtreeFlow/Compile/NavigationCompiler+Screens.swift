import NavtreeCEL
import NavigationTree
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The slots that screens to be made need.
extension NavigationCompiler {
  func checkTaker(of template: ScreenTemplate, at node: YAMLNode) {
    // The slots of all screens are looked at only where that decides.
    if compilation.slots.isPushed(template.type) { return }
    if compilation.screens.indices.contains(where: compilation.hasBrokenSlots) { return }
    sink.error(
      .notPresentable, "no screen has a push slot that takes '\(compilation.screenNames[template.type])'",
      at: node, hint: "add it to 'presents' of a slot, or present it in a modal slot")
  }

  /// Whether the type may be a modal, or the root of a window, tab or pane.
  func isRootSomewhere(_ type: Int) -> Bool {
    compilation.rootTypes.contains(type) || compilation.slots.isHeldOtherwise(type)
  }

  /// Checks that a screen which may hold this one has a slot for a presented screen.
  func checkSlot(
    _ slot: YAMLNode?, ofHoldersOf screen: ScreenDeclaration, takes template: ScreenTemplate,
    at node: YAMLNode
  ) {
    let holders = compilation.slots.holders(of: screen.type).map { compilation.screens[$0] }
    if holders.count == 1 { return checkSlot(slot, of: holders[0], takes: template, at: node) }
    if holders.isEmpty || holders.contains(where: { compilation.hasBrokenSlots($0.type) }) { return }
    let slots = holders.flatMap(\.slots).filter { slot == nil || $0.name == slot?.text }
    if slots.contains(where: { $0.presents[template.type] }) { return }
    let names = holders.map { "'\($0.name.text)'" }.joined(separator: ", ")
    let named = slot.map { " '\($0.text)'" } ?? ""
    sink.error(
      .notPresentable,
      "no slot\(named) of a screen that may hold this one takes '\(compilation.screenNames[template.type])'",
      at: node, hint: Hint("add it to a slot of \(names)"))
  }

  /// Checks that exactly one slot can take a presented screen.
  func checkSlot(
    _ slot: YAMLNode?, of screen: ScreenDeclaration, takes template: ScreenTemplate, at node: YAMLNode
  ) {
    let type = compilation.screenNames[template.type]
    if let slot {
      // A tab or a pane must be named.
      guard let named = screen.slots.first(where: { $0.name == slot.text }) else {
        if sink.isBroken(slot.text, in: .slots, .tabs, .panes) { return }
        sink.error(
          .unknownSlot, "'\(screen.name.text)' has no slot '\(slot.text)'", at: slot,
          hint: .known(slot.text, among: screen.slots.map(\.name)))
        return
      }
      if !named.presents[template.type] {
        sink.error(
          .notPresentable, "slot '\(slot.text)' of '\(screen.name.text)' doesn't take '\(type)'", at: node,
          hint: "add it to the slot's 'presents'")
      }
      return
    }
    let takers = screen.slots.filter {
      $0.presents[template.type] && $0.style != .tab && $0.style != .pane
    }
    if takers.isEmpty {
      if compilation.hasBrokenSlots(screen.type) { return }
      let slots = screen.slots.filter { $0.style != .tab && $0.style != .pane }
      sink.error(
        .notPresentable, "no slot of '\(screen.name.text)' takes '\(type)'", at: node,
        hint: slots.isEmpty
          ? "declare one: slots: { detail: { presents: [\(type)] } }"
          : "add it to 'presents' of one of: \(slots.map(\.name).joined(separator: ", "))")
    } else if takers.count > 1 {
      sink.error(
        .ambiguousSlot,
        "several slots of '\(screen.name.text)' take '\(type)': \(takers.map(\.name).joined(separator: ", "))",
        at: node,
        hint: "say which: { screen: \(type), in: \(takers[0].name) }")
    }
  }
}
