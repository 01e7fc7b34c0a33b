/// The screens and slots that some rules or links navigate to.
struct NavigationUse {
  /// The navigations of one screen's rules that lead from the screen itself.
  struct Own {
    /// Types that replace another screen or a root, where no slot needs to take them.
    fileprivate(set) var placed: Set<Int> = []
    /// Types that it presents, with the slot where it is named.
    fileprivate(set) var presented: [(type: Int, slot: String?)] = []
    /// Whether a rule asks for an effect or sets a timer.
    fileprivate(set) var beginsWork = false

    /// Whether it presents something in a slot.
    func presents(in slot: SlotDefinition) -> Bool {
      presented.contains { $0.slot.map { $0 == slot.name } ?? slot.presents[$0.type] }
    }
  }

  struct Place: Hashable {
    let type: Int
    let slot: String
  }

  private(set) var pushed: Set<Int> = []
  /// Types that other screens are asked to present.
  private(set) var presentedElsewhere: Set<Int> = []
  /// Types whose result an action takes.
  private(set) var awaited: Set<Int> = []
  /// Slots that a tree fills.
  private(set) var filled: Set<Place> = []
  /// Types that links put into slots of any screen, by the slot's name.
  private(set) var linked: [String: Set<Int>] = [:]
  /// The slots that screens move to, by name; nil among them: any.
  private(set) var moved: Set<String?> = []

  /// Adds the navigations of a screen's rules: those that they do, and those that they send.
  mutating func insert(_ rules: [Rule]) -> Own {
    var own = Own()
    for parts in rules.flatMap(\.parts) {
      if parts.effect != nil || parts.after != nil { own.beginsWork = true }
      guard let step = parts.anyNavigation else { continue }
      insert(step.navigation, isElsewhere: parts.navigation?.isOwn != true, &own)
    }
    return own
  }

  /// Adds the screens that links open.
  mutating func insert(linksOf flow: FlowDefinition) -> Own {
    var own = Own()
    for link in flow.links.definitions {
      if link.mode == .push, case .chain(let nodes) = link.opens {
        pushed.formUnion(nodes.map(\.screen.type))
      }
      for tree in link.trees {
        insert(tree, &own)
        self.link(tree, at: link.at)
      }
      guard case .opens(let tree) = link.otherwise, let place = link.at, let root = tree.root else {
        continue
      }
      for holder in flow.holders(of: place).joined() {
        let screen = flow.screens[holder.type]
        guard let slot = screen.slotBeside(holder.slot, for: root) else { continue }
        filled.insert(Place(type: holder.type, slot: screen.slots[slot].name))
      }
    }
    return own
  }

  private mutating func link(_ tree: TreeTemplate, at place: LinkPlace?) {
    guard let slot = place?.slots.last, let root = tree.nodes.first else { return }
    linked[slot, default: []].insert(root.screen.type)
  }

  /// - Parameter isElsewhere: Whether it may start from another screen than the rule's own.
  private mutating func insert(_ navigation: NavigationTemplate, isElsewhere: Bool, _ own: inout Own) {
    switch navigation.verb.destination {
    case .screen(let screen, .presented(let slot)):
      if screen.awaiting?.then != nil { awaited.insert(screen.type) }
      if isElsewhere {
        presentedElsewhere.insert(screen.type)
      } else {
        own.presented.append((screen.type, slot))
      }
    case .screen(let screen, .pushed): pushed.insert(screen.type)
    case .screen(let screen, .inPlace): own.placed.insert(screen.type)
    case .tree(let tree): insert(tree, &own)
    case .here: if case .move(let verb) = navigation { moved.insert(verb.slot) }
    case .screen(_, .none), .part, .url, .back: break
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private mutating func insert(_ tree: TreeTemplate, _ own: inout Own) {
    for node in tree.nodes {
      own.placed.insert(node.screen.type)
      if node.screen.awaiting?.then != nil { awaited.insert(node.screen.type) }
      for slot in node.slots {
        filled.insert(Place(type: node.screen.type, slot: slot.name))
        insert(slot.tree, &own)
      }
    }
    pushed.formUnion(tree.nodes.dropFirst().map(\.screen.type))
  }
}
