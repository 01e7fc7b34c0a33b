import NavigationTree

/// Who comes and goes while the session goes through its history. It is told, and no rules run: what they did
/// comes and goes with the changes that they were a part of.
extension Session {
  /// Enters who is in sight after all steps that wasn't before, and the other way round.
  func observeSight(ofTravel body: () -> Void) {
    guard observers.isWatched else { return body() }
    let before = everythingVisible()
    body()
    observers.sightings.change(from: before, to: everythingVisible(), cause: nil)
    change.hasOccurrences = true
  }

  /// Enters the screens that a step through the history is about to take away, and gives those that it spares.
  func observeDeparture(by step: ChangeDigest.Part) -> Set<ScreenID> {
    switch step {
    case .tree(.presented(let parent, let slot)):
      guard let window = world.windows.index(holding: parent),
        let holder = world.windows[window].screen(parent),
        let root = world.windows[window].child(of: holder, in: slot)
      else { return [] }
      observeDeparture(of: root.id, in: window, sparing: [])
    case .tree(.windowOpened(let window)):
      observeDeparture(of: world.windows[window].rootID, in: window, sparing: [])
    case .tree(.removed(let tree)):
      guard case .replaced(let successor) = tree.end, let window = world.windows.index(holding: successor)
      else { return [] }
      let ids = world.windows[window].subtree(of: successor).map(\.screen.id)
      let spared = Set(tree.root.subtree().map(\.screen.id)).intersection(ids)
      observeDeparture(of: successor, in: window, sparing: spared)
      keepFormerParams(of: spared, takenOverBy: tree.root)
      return spared
    case .write(let screen?, .params):
      if let screen = world.windows.screen(screen) { keepFormerParams(of: screen) }
    case .write, .ledger: break
    }
    return []
  }

  /// Enters the screens that a step through the history has brought back.
  func observeArrival(by step: ChangeDigest.Part, sparing spared: Set<ScreenID>) {
    guard case .tree(.removed(let tree)) = step, let window = world.windows.index(holding: tree.root.id)
    else { return }
    observeArrival(of: tree.root, in: window, sparing: spared)
  }
}
