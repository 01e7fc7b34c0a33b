import NavigationTree
import NavtreeText
import NavtreeYAML

/// Checks the places where links open their trees.
struct LinkPlaceChecker {
  let compilation: Compilation
  /// The windows that a session starts with.
  let windows: [String]

  private var sink: DiagnosticSink { compilation.sink }

  /// A path whose every step is a slot that some screen there may have.
  func path(_ node: YAMLNode) -> LinkPlace? {
    guard let path = LinkPlace(node.text) else {
      let (window, slots) = (windows.first ?? "main", Set(compilation.screens.flatMap(\.slots).map(\.name)))
      let parts = node.text.split(separator: "/").map(String.init)
      let isRelative = !parts.isEmpty && parts.allSatisfy(slots.contains)
      sink.error(
        .wrongValue, "'at' must be a path: a window, then slots, tabs or panes", at: node,
        hint: isRelative
          ? Hint.write("./\(parts.joined(separator: "/"))")
          : "such as /\(window), or ./\(slots.min() ?? "home") in the window in which the link is opened")
      return nil
    }
    if let window = path.window, !windows.contains(window) {
      sink.error(
        .unknownWindow, "no session starts with a window '\(window)'", at: node,
        hint: Hint.spelling(window, among: windows, in: node)
          ?? "there are: \(windows.joined(separator: ", "))")
      return nil
    }
    // Any type may be a window's root.
    var holders: [Int]?
    for (index, name) in path.slots.enumerated() {
      let taken =
        holders?.flatMap { compilation.screens[$0].slots.filter { $0.name == name } }
        ?? compilation.slots.slots(named: name)
      if taken.isEmpty {
        let place = LinkPlace(window: path.window, slots: Array(path.slots[..<index]))
        let screens = holders?.map { compilation.screens[$0] } ?? compilation.screens
        let known = Set(screens.flatMap(\.slots).map(\.name)).sorted()
        sink.error(
          .unknownSlot, "no screen that may stand at \(place) has a slot '\(name)'", at: node,
          hint: Hint.spelling(name, among: known, in: node)
            ?? (known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))"))
        return nil
      }
      let types = taken.map(\.presents.types)
      holders = types.contains(nil) ? nil : Set(types.flatMap { $0 ?? [] }).sorted()
    }
    return path
  }

  /// Whether a screen at a path is held by another, and isn't the root of a window, tab or pane.
  func isHeld(_ path: LinkPlace) -> Bool {
    compilation.screens.flatMap(\.slots).contains { slot in
      slot.name == path.slots.last && slot.style != .tab && slot.style != .pane
    }
  }

  /// Checks, as far as is known, that a tree fits the place where it opens.
  func check(_ tree: TreeTemplate, at path: LinkPlace?, _ mode: LinkDefinition.Mode, _ node: YAMLNode) {
    guard let root = tree.root else { return }
    let name = compilation.screenNames[root]
    switch mode {
    case .push:
      guard case .chain(let nodes) = tree, nodes.allSatisfy(\.isPlain) else {
        sink.error(
          .conflictingKeys, "a link that pushes opens a list of screens, one on the other, and not a tree",
          at: node, hint: "write a list, or take 'mode' out")
        return
      }
      if !compilation.slots.isPushed(root) {
        sink.error(
          .notPresentable, "no screen has a push slot that takes '\(name)'", at: node,
          hint: "add it to 'presents' of a slot")
      }
    case .reset:
      guard let path, let slot = path.slots.last else {
        compilation.rootTypes.insert(root)
        return
      }
      if !compilation.slots.isTaken(root, by: slot) {
        sink.error(
          .notPresentable, "no slot '\(slot)' takes '\(name)', which is to stand at \(path)", at: node,
          hint: "add it to 'presents' of the slot")
      }
    }
  }
}
