import NavtreeFlow
import NavigationTree

/// A link held by a screen that is about to be replaced.
struct HeldLink {
  /// Its index among the waiting links.
  let index: Int
  /// The paths from the screen to those that hold the link, the top one last; nil for one that isn't above the
  /// screen.
  let ways: [[SlotDefinition]?]
}

/// Links that wait as long as the screens opened by their `otherwise` exist.
extension Transaction {
  /// The screens from a root to the one on top, and those below that were made since an id was next.
  func screens(since next: Int, from root: ScreenID?, upTo top: ScreenID?) -> [ScreenID] {
    var screens: [ScreenID] = []
    var id = top
    var isInside = root != nil
    while let screen = id, isInside || screen.number >= next {
      screens.insert(screen, at: 0)
      if screen == root { isInside = false }
      id = world.windows.place(of: screen)?.parent
    }
    return screens
  }

  /// Makes screens hold a waiting link, together with the screens that they replaced.
  func hold(_ index: Int, by screens: [ScreenID]) {
    var links = world.ledgers.links.all
    links[index].screens = screens
    links[index].isGivenUp = false
    if !screens.isEmpty {
      for other in links.indices where links[other].isGivenUp {
        links[other].isGivenUp = false
        links[other].screens = screens
      }
    }
    change(links: links)
  }

  /// Gives up the links held by screens of a tree that is about to be removed.
  ///
  /// - Complexity: O(number of screens) if any link is held, else O(number of waiting links).
  func giveUpLinks(heldBelow root: ScreenID, sparing spared: Set<ScreenID>) {
    var links = world.ledgers.links.all
    guard links.contains(where: { !$0.screens.isEmpty }) else { return }
    var gone: Set<ScreenID> = []
    for (screen, _) in world.windows.subtree(of: root) where !spared.contains(screen.id) {
      gone.insert(screen.id)
    }
    var isChanged = false
    for index in links.indices where links[index].screens.contains(where: gone.contains) {
      links[index].screens.removeAll(where: gone.contains)
      links[index].isGivenUp = flow.links.definitions[links[index].match.route].waits == .held
      isChanged = true
    }
    if isChanged { change(links: links) }
  }

  /// Makes screens hold the waiting links that were given up for them.
  ///
  /// - Parameter former: the waiting links before the screens were opened.
  func pass(_ former: [PendingLink], to screens: [ScreenID]) {
    var links = world.ledgers.links.all
    var isChanged = false
    for index in links.indices where links[index].isGivenUp && !former[index].isGivenUp {
      links[index].isGivenUp = false
      links[index].screens = screens
      isChanged = true
    }
    if isChanged { change(links: links) }
  }

  /// The links held by a screen that is about to be replaced.
  func linksHeld(by root: ScreenID) -> [HeldLink] {
    world.ledgers.links.all.enumerated().compactMap { index, link in
      guard link.screens.contains(root) else { return nil }
      return HeldLink(index: index, ways: link.screens.map { way(from: root, to: $0) })
    }
  }

  private func way(from root: ScreenID, to screen: ScreenID) -> [SlotDefinition]? {
    var way: [SlotDefinition] = []
    var id = screen
    while id != root {
      guard let holder = world.windows.holder(of: id) else { return nil }
      way.insert(flow.screens[holder.type].slots[holder.slot], at: 0)
      id = holder.screen
    }
    return way
  }

  /// Makes the screens that have replaced others hold their links. If nothing replaced the top one, the link
  /// stays given up.
  func pass(_ held: [HeldLink], to tree: NavigationState) {
    guard !held.isEmpty, let root = tree.screen else { return }
    var links = world.ledgers.links.all
    for held in held {
      var screens = links[held.index].screens
      var top: ScreenID?
      for case let way? in held.ways {
        top = screen(at: way, above: root)
        if let top, !screens.contains(top) { screens.append(top) }
      }
      if top == nil { continue }
      links[held.index].screens = screens
      links[held.index].isGivenUp = false
    }
    change(links: links)
  }

  private func screen(at way: [SlotDefinition], above root: Screen) -> ScreenID? {
    var screen = root
    for step in way {
      let slots = flow.screens[screen.type].slots
      let slot = slots.indices.first { slot in
        !screen.slots[slot].isNone
          && (step.style == .push ? slots[slot].style == .push : slots[slot].name == step.name)
      }
      guard let next = slot.flatMap({ screen.slots[$0].screen }) else { return nil }
      screen = next
    }
    return screen.id
  }
}
