/// The screens and slots that some rules navigate to.
struct NavigationUse {
  struct Navigation {
    let template: NavigationTemplate
    /// Whether it may start from another screen than the rule's own.
    let isElsewhere: Bool
  }

  struct Place: Hashable {
    let type: Int
    let slot: String
  }

  /// Types that replace another screen or a root, where no slot needs to take them.
  private(set) var placed: Set<Int> = []
  private(set) var pushed: Set<Int> = []
  /// Types that the rule's own screen presents, with the slot where it is named.
  private(set) var presented: [(type: Int, slot: String?)] = []
  /// Types that other screens are asked to present.
  private(set) var presentedElsewhere: Set<Int> = []
  /// Types whose result an action takes.
  private(set) var awaited: Set<Int> = []
  /// Slots that a tree fills.
  private(set) var filled: Set<Place> = []
  /// Types that links put into slots of any screen, by the slot's name.
  private(set) var linked: [String: Set<Int>] = [:]

  init(_ navigations: [Navigation]) {
    for navigation in navigations { insert(navigation) }
  }

  /// The screens that links open.
  init(_ links: [LinkDefinition]) {
    for link in links {
      insert(link.opens)
      if link.mode == .push, case .chain(let nodes) = link.opens {
        pushed.formUnion(nodes.map(\.screen.type))
      }
      self.link(link.opens, at: link.at)
      if case .opens(let tree) = link.otherwise {
        insert(tree)
        self.link(tree, at: link.at)
      }
    }
  }

  private mutating func link(_ tree: TreeTemplate, at place: LinkPlace?) {
    guard let slot = place?.slots.last, let root = tree.nodes.first else { return }
    linked[slot, default: []].insert(root.screen.type)
  }

  private mutating func insert(_ navigation: Navigation) {
    switch navigation.template.destination {
    case .screen(let screen, .presented(let slot)):
      if screen.awaiting?.then != nil { awaited.insert(screen.type) }
      if navigation.isElsewhere {
        presentedElsewhere.insert(screen.type)
      } else {
        presented.append((screen.type, slot))
      }
    case .screen(let screen, .pushed): pushed.insert(screen.type)
    case .screen(let screen, .inPlace): placed.insert(screen.type)
    case .tree(let tree): insert(tree)
    case .screen(_, .none), .part, .url, .back, .here: break
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private mutating func insert(_ tree: TreeTemplate) {
    for node in tree.nodes {
      placed.insert(node.screen.type)
      if node.screen.awaiting?.then != nil { awaited.insert(node.screen.type) }
      for slot in node.slots {
        filled.insert(Place(type: node.screen.type, slot: slot.name))
        insert(slot.tree)
      }
    }
    pushed.formUnion(tree.nodes.dropFirst().map(\.screen.type))
  }
}
