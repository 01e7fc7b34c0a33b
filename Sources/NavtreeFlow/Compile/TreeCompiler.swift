import NavtreeCEL
import NavigationTree
import NavtreeJSON
import NavtreeText

/// Compiles a tree that a rule puts in place of a root, checked against the slots of the screens in it.
///
/// Recursion is bounded by the depth of YAML.
struct TreeCompiler {
  let compilation: Compilation
  let scope: Scope

  private var sink: DiagnosticSink { compilation.sink }

  func tree(_ node: YAMLNode) -> TreeTemplate? {
    switch node.kind {
    case .scalar: compilation.screenTemplate(node, nil, scope).map { .chain([$0]) }
    case .sequence: chain(node)
    case .mapping: screen(ObjectReader(node, .tree, sink))
    }
  }

  // MARK: Chains

  private func chain(_ node: YAMLNode) -> TreeTemplate? {
    var screens: [ScreenTemplate] = []
    for element in node.elements {
      guard let screen = link(element) else { return nil }
      if let last = screens.last { checkPush(of: screen, on: last.type, at: element) }
      screens.append(screen)
    }
    guard !screens.isEmpty else {
      sink.error(.wrongValue, "a tree has at least one screen", at: node, hint: "name the root")
      return nil
    }
    return .chain(screens)
  }

  /// An entry of a chain: a type, or `{TYPE: PARAMS}`.
  private func link(_ node: YAMLNode) -> ScreenTemplate? {
    guard node.kind == .mapping else {
      guard FormChecker.check(node, .screen, as: "a screen of the list", sink) else { return nil }
      return compilation.screenTemplate(node, nil, scope)
    }
    let pairs = Array(node.pairs)
    guard pairs.count == 1, let pair = pairs.first else {
      sink.error(
        .wrongValue, "an entry of a list is a screen's name, or a map of one name to its params", at: node,
        hint: "- NAME: { … }")
      return nil
    }
    return compilation.screenTemplate(pair.key, pair.value, scope)
  }

  private func checkPush(of screen: ScreenTemplate, on holder: Int, at node: YAMLNode) {
    let takes = compilation.screens[holder].slots.contains {
      $0.style == .push && $0.presents[screen.type]
    }
    guard !takes else { return }
    let (name, wanted) = (compilation.screenNames[holder], compilation.screenNames[screen.type])
    sink.error(
      .notPresentable, "'\(name)' has no push slot that takes '\(wanted)'", at: node,
      hint: "add it to 'presents' of a slot")
  }

  // MARK: Screens

  private func screen(_ reader: ObjectReader) -> TreeTemplate? {
    guard let template = compilation.screenTemplate(reader, scope) else { return nil }
    let screen = compilation.screens[template.type]
    let state = reader[.state].flatMap { node in
      compilation.given(
        node, for: screen.state, noun: "field", of: screen.name.text, scope, place: node, isPartial: true)
    }
    for pair in reader[.state].map({ Array($0.pairs) }) ?? [] {
      guard let field = screen.state.names.index(of: pair.key.text) else { continue }
      compilation.usage.note(write: field, of: screen.type)
    }
    let tab = part(reader[.selected], .tab, of: screen)
    let pane = part(reader[.focus], .pane, of: screen)
    return .screen(template, state: state, selected: tab ?? pane, slots: slots(reader[.slots], of: screen))
  }

  private func part(_ node: YAMLNode?, _ style: SlotStyle, of screen: ScreenDeclaration) -> String? {
    guard let node else { return nil }
    let parts = screen.slots.filter { $0.style == style }.map(\.name)
    if parts.contains(node.text) { return node.text }
    sink.error(
      .unknownTab, "'\(screen.name.text)' has no \(style.rawValue) '\(node.text)'", at: node,
      hint: Spelling.hint(for: node.text, among: parts)
        ?? (parts.isEmpty ? "it has none" : "it has: \(parts.joined(separator: ", "))"))
    return nil
  }

  private func slots(_ node: YAMLNode?, of screen: ScreenDeclaration) -> [TreeTemplate.Slot] {
    guard let node else { return [] }
    var slots: [TreeTemplate.Slot] = []
    var taken: [Sort: String] = [:]
    for member in FormChecker.members(of: node, "slot", .tree, sink) {
      let name = member.key.text
      guard let slot = screen.slots.first(where: { $0.name == name }) else {
        let names = screen.slots.map(\.name)
        sink.error(
          .unknownSlot, "'\(screen.name.text)' has no slot '\(name)'", at: member.key,
          hint: Spelling.hint(for: name, among: names)
            ?? (names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))"))
        continue
      }
      if let sort = Sort(slot.style), let other = taken.updateValue(name, forKey: sort) {
        sink.error(
          .conflictingKeys,
          "'\(other)' and '\(name)' can't both be filled: a screen has one \(sort.rawValue)",
          at: member.key)
      }
      guard let tree = tree(member.value), let type = tree.types.first else { continue }
      if !slot.presents[type] {
        sink.error(
          .notPresentable,
          "slot '\(name)' of '\(screen.name.text)' doesn't take '\(compilation.screenNames[type])'",
          at: member.key, hint: "add it to the slot's 'presents'")
      }
      slots.append(TreeTemplate.Slot(name: name, tree: tree))
    }
    return slots
  }

  /// Slots of which one at a time is filled.
  private enum Sort: String {
    case pushed = "pushed screen"
    case modal

    init?(_ style: SlotStyle) {
      switch style {
      case .push: self = .pushed
      case .sheet, .popover, .cover: self = .modal
      case .tab, .pane: return nil
      }
    }
  }
}
