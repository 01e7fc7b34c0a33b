import NavtreeFlow
import NavigationTree

/// Lifecycle and visibility of screens, recorded as the tree changes while lifecycle events are observed.
extension Transaction {
  typealias Sighting = Sightings.Sighting

  /// The visible screens at or below a screen, if its place is visible; none while unobserved.
  ///
  /// - Complexity: O(distance to them).
  func sight(from screen: ScreenID) -> [Sighting] {
    guard listeners.isWatched, let window = world.windows.index(holding: screen) else { return [] }
    return visible(in: world.windows[window], from: screen)
  }

  private func visible(in window: NavigationZipper, from root: ScreenID) -> [Sighting] {
    var found: [Sighting] = []
    var isHidden = false
    func shownSlots(of screen: Screen, _ occupied: [Int]) -> [Int] {
      let shape = flow.catalog.shapes[screen.type]
      let layers = ScreenLayers(
        of: screen, shape, occupied: occupied, collapsed: listeners.sightings.collapsed)
      isHidden = layers.hidesScreen
      return occupied.filter { layers.shows($0, shape.slots[$0].style, selected: screen.selection) }
    }
    var subtree = window.subtree(of: root)
    while let (screen, place) = subtree.next(entering: shownSlots) {
      if !isHidden { found.append(Sighting(screen: screen.id, type: screen.type, depth: place.depth)) }
    }
    return found
  }

  /// Records the changes that a step has made to the visible screens at or below a screen.
  ///
  /// - Parameter before: the result of `sight` before the step.
  func observeSight(from before: [Sighting], below screen: ScreenID) {
    guard listeners.isWatched, let first = before.first, listeners.sightings.shown.contains(first.screen)
    else { return }
    listeners.sightings.change(from: before, to: sight(from: screen), cause: change.currentCause)
    change.hasOccurrences = true
  }

  /// Records that a window, focused on its root, has been opened.
  func observeOpening(of window: Int) {
    guard listeners.isWatched else { return }
    observeArrival(of: world.windows[window].focus)
    listeners.sightings.change(
      from: [], to: sight(from: world.windows[window].rootID), cause: change.currentCause)
  }

  /// Records that a window is closed in which these screens were visible.
  func observeClosing(from before: [Sighting]) {
    if listeners.isWatched { listeners.sightings.change(from: before, to: [], cause: change.currentCause) }
  }

  /// Records the screens of a tree that has just been put into a window.
  ///
  /// - Parameter spared: those that were there before.
  /// - Complexity: O(number of screens) while observed.
  func observeArrival(of root: Screen?, sparing spared: Set<ScreenID> = []) {
    guard listeners.isWatched, let root, let place = world.windows.place(of: root.id) else { return }
    change.hasOccurrences = true
    for (screen, place) in root.subtree(at: place) where !spared.contains(screen.id) {
      listeners.sightings.present(
        Sighting(screen: screen.id, type: screen.type, depth: place.depth), cause: change.currentCause)
    }
  }

  /// Records the screens of a tree that is about to be removed.
  ///
  /// - Complexity: O(number of screens) while observed.
  func observeDeparture(of root: ScreenID, sparing spared: Set<ScreenID>) {
    guard listeners.isWatched, let window = world.windows.index(holding: root),
      let place = world.windows[window].place(of: root)
    else { return }
    change.hasOccurrences = true
    let name = world.windows[window].window
    let holder = place.parent.flatMap { world.windows[window].screen($0) }
    // The path to the screen, each screen with its address: climbing from each would cost the depth for each.
    var way: [(screen: Screen, address: String)] = []
    for (screen, at) in world.windows[window].subtree(of: root) {
      way.removeSubrange((at.depth - place.depth)...)
      var address = ""
      if let above = way.last {
        let slot = flow.catalog.shapes[above.screen.type].slots[at.slot].name
        let isShort =
          !above.address.hasPrefix("#") && above.address.utf8.count + slot.utf8.count < Self.longestPath
        address = isShort ? "\(above.address)/\(slot)" : screen.id.description
      } else {
        address = world.windows[window].address(of: root)
      }
      if !spared.contains(screen.id) {
        let parent = way.last?.screen ?? holder
        listeners.sightings.dismiss(
          Sighting(screen: screen.id, type: screen.type, depth: at.depth),
          DepartedScreen(screen: screen.bare, address: address, window: name, parent: parent?.bare),
          cause: change.currentCause)
      }
      way.append((screen, address))
    }
  }

  // MARK: Observing

  /// Starts or stops observing, as lifecycle events gain their first follower or lose their last.
  func watch() {
    let isWatched = traits.hasLifecycle || listeners.followers?.lifecycles.isEmpty == false
    if isWatched, !self.listeners.isWatched { seeEverything() }
    if !isWatched { listeners.sightings = Sightings() }
    self.listeners.isWatched = isWatched
  }

  /// Takes the visible screens as known, without lifecycle events.
  func seeAnew() {
    forgetOccurrences()
    guard listeners.isWatched else { return }
    listeners.sightings = Sightings()
    seeEverything()
  }

  private func seeEverything() {
    listeners.sightings.collapsed = traits.collapses ? collapsedSplits { (try? holds($0)) ?? false } : []
    listeners.sightings.begin(with: everythingVisible())
  }

  /// Begins anew with the lifecycle events. Where a split may collapse, each rule may have caused some.
  func forgetOccurrences() { change.hasOccurrences = traits.collapses }

  /// - Complexity: O(distance to them).
  func everythingVisible() -> [Sighting] {
    world.windows.flatMap { visible(in: $0, from: $0.rootID) }
  }
}

extension Screen {
  /// The screen alone, without the screens that it holds.
  fileprivate var bare: Screen {
    Screen(id: id, type: type, params: params, state: state, selection: selection)
  }
}
