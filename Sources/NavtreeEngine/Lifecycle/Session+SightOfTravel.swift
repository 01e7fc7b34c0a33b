import NavigationTree

/// Who comes and goes while the session goes through its history. It is told, and no rules run: what they did
/// comes and goes with the changes that they were a part of.
extension Session {
  /// Notes who is in sight after all steps that wasn't before, and the other way round.
  func noteSight(ofTravel body: () -> Void) {
    guard observers.isWatched else { return body() }
    let before = everythingVisible()
    body()
    observers.sightings.noteSight(from: before, to: everythingVisible(), cause: nil)
    change.hasOccurrences = true
  }

  /// Notes the screens that a step through the history is about to take away, and gives those that it spares.
  func noteDeparture(by step: Inverse) -> Set<ScreenID> {
    guard observers.isWatched else { return [] }
    switch step {
    case .presented(let window, let parent, let slot):
      world.windows[window].move(to: parent)
      if let root = world.windows[window].focus.slots[slot].screen {
        noteDeparture(of: root, in: window, sparing: [])
      }
    case .replaced(let window, let successor, let state):
      world.windows[window].move(to: successor)
      let ids = world.windows[window].focus.subtree().map(\.screen.id)
      let spared = Set(state.screen?.subtree().map(\.screen.id) ?? []).intersection(ids)
      noteDeparture(of: world.windows[window].focus, in: window, sparing: spared)
      noteFormerParams(of: spared, takenOverBy: state, in: window)
      return spared
    case .params(let window, let screen, _):
      world.windows[window].move(to: screen)
      noteFormerParams(ofFocusIn: window)
    case .windowOpened(let window):
      while world.windows[window].moveUp() {}
      noteDeparture(of: world.windows[window].focus, in: window, sparing: [])
    case .field, .place, .removed, .selected, .windowClosed, .ledger: break
    }
    return []
  }

  /// Notes the screens that a step through the history has brought back.
  func noteArrival(by step: Inverse, sparing spared: Set<ScreenID>) {
    guard observers.isWatched else { return }
    switch step {
    case .removed(let window, _, _, let state), .replaced(let window, _, let state):
      noteArrival(of: state.screen, in: window, sparing: spared)
    case .windowClosed(let window, _): noteArrival(of: world.windows[window].focus, in: window)
    case .field, .place, .params, .presented, .selected, .windowOpened, .ledger: break
    }
  }
}
