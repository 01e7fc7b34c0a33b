import NavigationTree
import NavtreeText
import NavtreeYAML

/// Compiles a tree that a rule puts in place of a root, checked against the slots of the screens in it.
///
/// Recursion is bounded by the depth of YAML.
struct TreeCompiler {
  let compilation: Compilation
  let scope: Scope

  private var sink: DiagnosticSink { compilation.sink }

  /// The holder of a tree's root, which gets its result.
  enum Holder {
    /// None: it is the root of a window, tab or pane.
    case none
    case screen(ScreenDeclaration)
    /// A screen whose type is known when the tree opens.
    case anyone
  }

  func tree(_ node: YAMLNode, in holder: Holder) -> TreeTemplate? {
    switch node.kind {
    case .scalar: compilation.screenTemplate(node, nil, scope).map { .chain([.init($0)]) }
    case .sequence: chain(node, in: holder)
    case .mapping:
      Self.isLink(node)
        ? link(node, in: holder).map { .chain([$0]) }
        : self.node(ObjectReader(node, .tree, sink), in: holder).map { .node($0) }
    }
  }

  /// Whether a map is `{TYPE: PARAMS}`, and has no key of a tree.
  static func isLink(_ node: YAMLNode) -> Bool {
    guard node.kind == .mapping, node.count == 1, let key = node.pairs.first(where: { _ in true })?.key else {
      return false
    }
    return key.kind == .scalar && Format.tree[key.text] == nil && NavigationPath.isName(key.text)
  }

  /// Whether a map is a screen with `screen`, and not `{TYPE: PARAMS}`.
  static func isNode(_ node: YAMLNode) -> Bool {
    guard node.kind == .mapping, let screen = node[Key.screen.rawValue] else { return false }
    return node.count > 1 || screen.kind == .scalar && screen.string != nil
  }

  // MARK: Chains

  private func chain(_ node: YAMLNode, in holder: Holder) -> TreeTemplate? {
    var nodes: [TreeTemplate.Node] = []
    var holder = holder
    for element in node.elements {
      guard let next = link(element, in: holder) else { return nil }
      if let last = nodes.last { checkPush(of: next.screen, on: last, at: element) }
      nodes.append(next)
      holder = .screen(compilation.screens[next.screen.type])
    }
    guard !nodes.isEmpty else {
      sink.error(.wrongValue, "a tree has at least one screen", at: node, hint: "name the root")
      return nil
    }
    return .chain(nodes)
  }

  /// An entry of a chain: a type, `{TYPE: PARAMS}`, or a map with `screen`.
  private func link(_ node: YAMLNode, in holder: Holder) -> TreeTemplate.Node? {
    guard node.kind == .mapping else {
      guard FormChecker.check(node, .screen, as: "a screen of the list", sink) else { return nil }
      return compilation.screenTemplate(node, nil, scope).map { .init($0) }
    }
    if Self.isNode(node) { return self.node(ObjectReader(node, .tree, sink), in: holder) }
    let pairs = Array(node.pairs)
    guard pairs.count == 1, let pair = pairs.first else {
      sink.error(
        .wrongValue,
        "an entry of a list is a screen's name, a map of one name to its params, or a map with 'screen'",
        at: node, hint: "- NAME: { … }")
      return nil
    }
    return compilation.screenTemplate(pair.key, pair.value, scope).map { .init($0) }
  }

  private func checkPush(of screen: ScreenTemplate, on holder: TreeTemplate.Node, at node: YAMLNode) {
    let slots = compilation.screens[holder.screen.type].slots
    let (name, wanted) = (
      compilation.screenNames[holder.screen.type], compilation.screenNames[screen.type]
    )
    if let filled = holder.slots.first(where: { filled in
      slots.contains { $0.name == filled.name && $0.style == .push }
    }) {
      sink.error(
        .conflictingKeys, "'\(name)' has one pushed screen, and '\(filled.name)' is filled already", at: node)
    }
    guard !slots.contains(where: { $0.style == .push && $0.presents[screen.type] }),
      !compilation.hasBrokenSlots(holder.screen.type)
    else { return }
    sink.error(
      .notPresentable, "'\(name)' has no push slot that takes '\(wanted)'", at: node,
      hint: "add it to 'presents' of a slot")
  }

  // MARK: Screens

  private func node(_ reader: ObjectReader, in holder: Holder) -> TreeTemplate.Node? {
    guard var template = compilation.screenTemplate(reader, scope) else { return nil }
    let screen = compilation.screens[template.type]
    template.awaiting = awaiting(reader, template, in: holder)
    let state = reader[.state].flatMap { node in
      compilation.given(
        node, for: screen.state, noun: "field", of: screen.name.text, scope, place: node, isPartial: true)
    }
    for pair in reader[.state].map({ Array($0.pairs) }) ?? [] {
      guard let field = screen.state.names.index(of: pair.key.text) else { continue }
      compilation.usage.enter(write: field, of: screen.type)
    }
    let tab = part(reader[.selected], .tab, of: screen)
    let pane = part(reader[.focus], .pane, of: screen)
    return TreeTemplate.Node(
      template, state: state, selected: tab ?? pane, slots: slots(reader[.slots], of: screen))
  }

  private func awaiting(_ reader: ObjectReader, _ template: ScreenTemplate, in holder: Holder) -> Awaiting? {
    guard let name = reader.name(of: .then) ?? reader.name(of: .otherwise) else { return nil }
    let subject: NavigationCompiler.Subject
    switch holder {
    case .none:
      sink.error(
        .wrongValue,
        "'\(name.text)' stands at the root of a window, tab or pane, which nobody holds to get a result",
        at: name, hint: "take it out, or give it to a screen above the root")
      return nil
    case .screen(let screen): subject = .screen(screen)
    case .anyone: subject = .anywhere
    }
    return NavigationCompiler(compilation: compilation, subject: subject, scope: scope)
      .awaiting(reader, template, name)
  }

  private func part(_ node: YAMLNode?, _ style: SlotStyle, of screen: ScreenDeclaration) -> String? {
    guard let node else { return nil }
    let parts = screen.slots.filter { $0.style == style }.map(\.name)
    if parts.contains(node.text) { return node.text }
    if sink.isBroken(node.text, in: .tabs, .panes) { return nil }
    sink.error(
      .unknownTab, "'\(screen.name.text)' has no \(style.rawValue) '\(node.text)'", at: node,
      hint: .known(node.text, among: parts))
    return nil
  }

  private func slots(_ node: YAMLNode?, of screen: ScreenDeclaration) -> [TreeTemplate.Slot] {
    guard let node else { return [] }
    var slots: [TreeTemplate.Slot] = []
    var taken: [Sort: String] = [:]
    for member in FormChecker.members(of: node, "slot", .tree, sink) {
      let name = member.key.text
      guard let slot = screen.slots.first(where: { $0.name == name }) else {
        if sink.isBroken(name, in: .slots, .tabs, .panes) { continue }
        sink.error(
          .unknownSlot, "'\(screen.name.text)' has no slot '\(name)'", at: member.key,
          hint: .known(name, among: screen.slots.map(\.name)))
        continue
      }
      if let sort = Sort(slot.style), let other = taken.updateValue(name, forKey: sort) {
        sink.error(
          .conflictingKeys,
          "'\(other)' and '\(name)' can't both be filled: a screen has one \(sort.rawValue)",
          at: member.key)
      }
      let isPart = slot.style == .tab || slot.style == .pane
      guard let tree = tree(member.value, in: isPart ? .none : .screen(screen)),
        let type = tree.nodes.first?.screen.type
      else { continue }
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

  /// Slots of which only one at a time may be filled.
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
