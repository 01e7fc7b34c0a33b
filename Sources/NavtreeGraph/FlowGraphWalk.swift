import NavigationTree
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import OrderedCollections

/// A walk over a flow's declarations that collects the ways from screen to screen.
struct FlowGraphWalk {
  private let flow: FlowDefinition
  private(set) var edges: [FlowGraphEdge] = []
  private(set) var rules: [FlowGraphEdge: [ObjectIdentifier]] = [:]
  /// The rule whose steps are walked, if any.
  private var rule: ObjectIdentifier?
  /// The types that the rule presents, by the pane.
  private var presented: [String: OrderedSet<Int>] = [:]
  /// Whether only navtree sends the action of that rule.
  private var isPrivate = false
  /// The patterns of the links; links that differ only in their queries are one.
  private(set) var links: OrderedSet<UTF8Key> = []
  private var known: Set<FlowGraphEdge> = []
  /// The types that the tabs and panes of all screens start with; nil for a pane that starts empty.
  private var roots: [Part: OrderedSet<Int?>] = [:]

  private struct Part: Hashable {
    let style: SlotStyle
    let name: String
  }

  init(_ flow: FlowDefinition) {
    self.flow = flow
    for slot in flow.screens.lazy.flatMap(\.slots) {
      switch slot.style {
      case .tab, .pane:
        roots[Part(style: slot.style, name: slot.name), default: []].append(slot.initial?.type)
      case .push, .sheet, .popover, .cover: continue
      }
    }
  }

  /// - Complexity: O(size of the flow).
  mutating func walk() {
    for window in flow.start {
      for choice in window.choices {
        add(.window(window.window), node(choice.screen.type), .start)
      }
    }
    for kind in flow.windows {
      for type in kind.roots.types ?? Array(flow.screens.indices) {
        add(.window(kind.name), node(type), .start)
      }
    }
    for (index, link) in flow.links.definitions.enumerated() { add(link, pattern(of: index)) }
    for screen in flow.screens {
      let from = FlowGraphNode.screen(screen.name, screen.kind)
      for slot in screen.slots { addTargets(of: slot, from: from) }
      addRules(of: screen.actions, from: from, in: screen)
      for event in LifecycleEvent.allCases {
        for rule in screen.lifecycle[event] ?? [] { add(rule, of: event.rawValue, from: from, in: screen) }
      }
    }
    addRules(of: flow.actions, from: .any, in: nil)
  }

  private func pattern(of link: Int) -> UTF8Key { UTF8Key(flow.links.table.routes[link].pattern.text) }

  /// A link leads to the screen that it shows; the screens below that are on the way back.
  private mutating func add(_ link: LinkDefinition, _ pattern: UTF8Key) {
    links.append(pattern)
    let from = FlowGraphNode.link(pattern)
    for type in Self.seen(link.opens) { add(from, node(type), .link(link.mode)) }
    switch link.otherwise {
    case nil: break
    case .opens(let tree): for type in Self.seen(tree) { add(from, node(type), .otherwise) }
    case .url(let url): add(from, target(of: url), .otherwise)
    }
  }

  private static func seen(_ tree: TreeTemplate) -> [Int] {
    switch tree {
    case .chain(let nodes): nodes.last?.types ?? []
    case .node(let node): node.types
    }
  }

  /// The link that a URL matches, or any screen if that depends on computed parts.
  ///
  /// Computed parts of a text are taken for numbers, which params of any type but a boolean accept.
  private func target(of url: ValueTemplate) -> FlowGraphNode {
    let text: String
    switch url {
    case .constant(let value): text = value.string ?? ""
    case .text(let parts):
      text = parts.map { part in
        switch part {
        case .literal(let literal): literal
        case .expression: "1"
        }
      }.joined()
    case .expression, .array, .object: return .any
    }
    guard let read = try? flow.links.table.read(text), let match = flow.links.match(read) else { return .any }
    return .link(pattern(of: match.route))
  }

  private func node(_ type: Int) -> FlowGraphNode {
    .screen(flow.screens[type].name, flow.screens[type].kind)
  }

  /// Adds an edge once, though two rules of one action may lead the same way.
  private mutating func add(_ from: FlowGraphNode, _ to: FlowGraphNode, _ cause: FlowGraphEdge.Cause) {
    let edge = FlowGraphEdge(from: from, to: to, cause: cause)
    if known.insert(edge).inserted { edges.append(edge) }
    if let rule, rules[edge]?.last != rule { rules[edge, default: []].append(rule) }
  }

  private mutating func addTargets(of slot: SlotDefinition, from: FlowGraphNode) {
    if let initial = slot.initial {
      add(from, node(initial.type), .slot(slot.name, slot.style, isInitial: true))
    }
    guard let types = slot.presents.types else {
      return add(from, .any, .slot(slot.name, slot.style, isInitial: false))
    }
    for type in types where type != slot.initial?.type {
      add(from, node(type), .slot(slot.name, slot.style, isInitial: false))
    }
  }

  private mutating func addRules(
    of actions: ActionTable, from: FlowGraphNode, in screen: ScreenDefinition?
  ) {
    for element in actions.elements {
      let action = flow.actionNames[element.action]
      isPrivate = element.definition.isPrivate
      for rule in element.definition.rules { add(rule, of: action, from: from, in: screen) }
    }
    isPrivate = false
  }

  private mutating func add(
    _ rule: Rule, of action: String, from: FlowGraphNode, in screen: ScreenDefinition?
  ) {
    self.rule = ObjectIdentifier(rule)
    presented = [:]
    defer { self.rule = nil }
    for parts in rule.parts {
      guard
        case .screen(let template, .presented(let pane?))? = parts.anyNavigation?.navigation.verb.destination
      else { continue }
      presented[pane, default: []].append(template.type)
    }
    for parts in rule.parts {
      guard let step = parts.anyNavigation else { continue }
      let from = parts.send?.recipients.map { node($0.type) } ?? from
      add(step.navigation, of: action, from: from, in: parts.navigation?.isOwn == true ? screen : nil)
    }
  }

  private mutating func add(
    _ navigation: NavigationTemplate, of action: String, from: FlowGraphNode, in screen: ScreenDefinition?
  ) {
    func cause(slot: String? = nil) -> FlowGraphEdge.Cause {
      .rule(action: action, navigation: "\(navigation.name)", slot: slot, isPrivate: isPrivate)
    }
    switch navigation.verb.destination {
    case .screen(let template, .presented(let slot)):
      let slot = slot ?? screen.flatMap { Self.slot(of: $0, for: template.type) }
      add(from, node(template.type), cause(slot: slot))
    case .screen(let template, .pushed(let slot)): add(from, node(template.type), cause(slot: slot))
    case .screen(let template, .inPlace), .screen(let template, .none):
      add(from, node(template.type), cause())
    case .tree(let tree):
      for type in tree.types { add(from, node(type), cause()) }
    case .part(let style, let name): addRoots(of: name, style, from: from, cause())
    case .url(let url): add(from, target(of: url), cause())
    case .back: add(from, .back, cause())
    case .here: break
    }
  }

  /// Adds edges to the screens that the rule presents in the pane of that name, else to the first screens of the tabs or
  /// panes that have it; to any screen if the name is computed or the pane is empty.
  private mutating func addRoots(
    of name: ValueTemplate, _ style: SlotStyle, from: FlowGraphNode, _ cause: FlowGraphEdge.Cause
  ) {
    guard let name = name.constant?.string else { return add(from, .any, cause) }
    if style == .pane, let types = presented[name] {
      for type in types { add(from, node(type), cause) }
      return
    }
    for root in roots[Part(style: style, name: name)] ?? [] { add(from, root.map(node) ?? .any, cause) }
  }

  /// The only slot of a screen in which a type may be presented.
  private static func slot(of screen: ScreenDefinition, for type: Int) -> String? {
    let fitting = screen.slots.filter { slot in
      switch slot.style {
      case .push, .sheet, .popover, .cover: slot.presents[type]
      case .tab, .pane: false
      }
    }
    return fitting.count == 1 ? fitting[0].name : nil
  }
}
