import NavigationTree

/// Lifecycle events of a journey through the history. They are reported, but no rules run: the effects of
/// rules come and go with their changes.
extension Transaction {
  /// Records which screens became visible or hidden by all steps together.
  func observeSight(ofTravel body: () -> Void) {
    guard listeners.isWatched else { return body() }
    let before = everythingVisible()
    body()
    listeners.sightings.change(from: before, to: everythingVisible(), cause: nil)
    change.hasOccurrences = true
  }

  /// Records the screens that a step through the history is about to remove, and gives those that it spares.
  func observeDeparture(by step: ChangeDigest.Part) -> Set<ScreenID> {
    switch step {
    case .tree(.presented(let parent, let slot)):
      guard let root = world.windows.child(of: parent, in: slot) else { return [] }
      observeDeparture(of: root.id, sparing: [])
    case .tree(.windowOpened(let window)):
      observeDeparture(of: world.windows[window].rootID, sparing: [])
    case .tree(.removed(let tree)):
      guard case .replaced(let successor) = tree.end else { return [] }
      let ids = world.windows.subtree(of: successor).map(\.screen.id)
      let spared = Set(tree.root.subtree().map(\.screen.id)).intersection(ids)
      observeDeparture(of: successor, sparing: spared)
      keepFormerParams(of: spared, takenOverBy: tree.root)
      return spared
    case .write(let screen?, .params):
      if let screen = world.windows.screen(screen) { keepFormerParams(of: screen) }
    case .write, .ledger: break
    }
    return []
  }

  /// Records the screens that a step through the history has brought back.
  func observeArrival(by step: ChangeDigest.Part, sparing spared: Set<ScreenID>) {
    guard case .tree(.removed(let tree)) = step else { return }
    observeArrival(of: tree.root, sparing: spared)
  }
}
