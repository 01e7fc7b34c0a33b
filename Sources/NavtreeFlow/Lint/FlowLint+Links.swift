import NavigationTree
import NavtreeYAML

/// Finds links that others hide, and those that can't open where they lead.
extension FlowLint {
  /// A narrower link before a wider one is fine: it leaves the other URLs to that.
  func checkTies() {
    let links = flow.links
    for tie in links.table.ties() {
      let (first, second) = (links.table.routes[tie.first].pattern, links.table.routes[tie.second].pattern)
      let location = links.definitions[tie.second].location
      let other = links.definitions[tie.first].location
      let above = other.file == location.file ? "line \(other.line)" : sink.written(other)
      switch tie.relation {
      case .narrows: continue
      case .hides:
        sink.warning(
          .linkTie, "'\(second.text)' never opens: each URL of it is one of '\(first.text)', \(above)",
          at: location, hint: "put it above that one if it asks for more, or take one of the two out")
      case .overlaps:
        sink.warning(
          .linkTie, "'\(second.text)' and '\(first.text)', \(above), tie: \(tie.example) is a URL of both",
          at: location, hint: "the one that stands first opens; let a literal or a type tell them apart")
      }
    }
  }

  /// Finds an `otherwise` that takes the place of every screen that the link could open in.
  ///
  /// - Parameter screenRoots: the types that rules put in place of a root.
  func checkMeanwhile(screenRoots: Set<Int>) {
    for link in flow.links.definitions {
      guard case .opens(let tree) = link.otherwise, link.mode == .reset, let root = tree.root,
        let place = link.at, !place.slots.isEmpty
      else { continue }
      let holders = flow.holders(of: place)
      let isHeld = holders.last?.contains { flow.screens[$0.type].slots[$0.slot].presents[root] } ?? true
      let hasRoom = holders.joined().contains { flow.screens[$0.type].slotBeside($0.slot, for: root) != nil }
      guard !isHeld, !hasRoom, let first = holders.first?.map(\.type), !first.contains(root),
        screenRoots.isDisjoint(with: first)
      else { continue }
      let (name, holder) = (flow.screens[root].name, first.first.map { flow.screens[$0].name } ?? "")
      sink.warning(
        .linkBlocked,
        "while the link waits, '\(name)' takes the place of '\(holder)', and nothing brings \(place) back",
        at: link.location, hint: "add '\(name)' to 'presents' of a slot of '\(holder)'")
    }
  }
}

extension FlowDefinition {
  /// The screen types that may stand on the way to a place: by step, those with the slot that it names.
  func holders(of place: LinkPlace) -> [[(type: Int, slot: Int)]] {
    var types = ScreenSet.any
    return place.slots.map { name in
      let holding = (types.types ?? Array(screens.indices)).compactMap { type in
        screens[type].slots.firstIndex { $0.name == name }.map { (type, $0) }
      }
      let taken = holding.map { type, slot in screens[type].slots[slot].presents.types }
      types = taken.contains { $0 == nil } ? .any : ScreenSet(taken.flatMap { $0 ?? [] })
      return holding
    }
  }
}
