import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Who came and went, and who is in sight: noted as the tree changes, while anybody is to be told.
extension Session {
  typealias Sighting = Sightings.Sighting

  /// The screens that are in sight at or below the focus of a window if its place is; none while nobody is told.
  ///
  /// - Complexity: O(distance to them).
  func sight(in window: Int) -> [Sighting] {
    observers.isWatched ? visible(in: window) : []
  }

  private func visible(in window: Int) -> [Sighting] {
    var found: [Sighting] = []
    var pending = [(world.windows[window].focus, world.windows[window].depth)]
    while let (screen, depth) = pending.popLast() {
      let slots = flow.catalog.shapes[screen.type].slots
      let occupied = slots.indices.filter { !screen.slots[$0].isNone }
      let layers = ScreenLayers(of: screen, flow.catalog.shapes[screen.type], occupied: occupied)
      if !layers.hidesScreen { found.append(Sighting(screen: screen.id, type: screen.type, depth: depth)) }
      for slot in occupied.reversed() where layers.shows(slot, slots[slot].style, selected: screen.selection)
      {
        if let child = screen.slots[slot].screen { pending.append((child, depth + 1)) }
      }
    }
    return found
  }

  /// Notes what a step has changed of what is in sight at or below the focus of a window.
  ///
  /// - Parameter before: what `sight` gave before the step.
  func noteSight(from before: [Sighting], in window: Int) {
    guard observers.isWatched, let first = before.first, observers.sightings.shown.contains(first.screen)
    else { return }
    observers.sightings.noteSight(from: before, to: visible(in: window), cause: change.currentCause)
    change.hasOccurrences = true
  }

  /// Notes that a window, focused on its root, has been opened.
  func noteOpened(_ window: Int) {
    guard observers.isWatched else { return }
    noteArrival(of: world.windows[window].focus, in: window)
    observers.sightings.noteSight(from: [], to: visible(in: window), cause: change.currentCause)
  }

  /// Notes that a window is closed, where these were in sight.
  func noteClosed(from before: [Sighting]) {
    if observers.isWatched { observers.sightings.noteSight(from: before, to: [], cause: change.currentCause) }
  }

  /// Notes the screens of a tree that has just been put into a window.
  ///
  /// - Parameter spared: those that were there before.
  /// - Complexity: O(number of screens) while anybody is told.
  func noteArrival(of root: Screen?, in window: Int, sparing spared: Set<ScreenID> = []) {
    guard observers.isWatched, let root, let place = world.windows[window].place(of: root.id) else { return }
    change.hasOccurrences = true
    var pending = [(root, place.depth)]
    while let (screen, depth) = pending.popLast() {
      if !spared.contains(screen.id) {
        observers.sightings.notePresented(
          Sighting(screen: screen.id, type: screen.type, depth: depth), cause: change.currentCause)
      }
      for slot in (0..<screen.slots.count).reversed() {
        if let child = screen.slots[slot].screen { pending.append((child, depth + 1)) }
      }
    }
  }

  /// Notes the screens of a tree that is about to be taken away.
  ///
  /// - Complexity: O(number of screens) while anybody is told.
  func noteDeparture(of root: Screen, in window: Int, sparing spared: Set<ScreenID>) {
    guard observers.isWatched, let place = world.windows[window].place(of: root.id) else { return }
    change.hasOccurrences = true
    let name = world.windows[window].window
    let holder = place.parent.flatMap { world.windows[window].screen($0) }
    var pending = [(root, holder, place.depth, address(of: root.id, in: window))]
    while let (screen, parent, depth, address) = pending.popLast() {
      if !spared.contains(screen.id) {
        observers.sightings.noteDismissed(
          Sighting(screen: screen.id, type: screen.type, depth: depth),
          DepartedScreen(screen: screen.bare, address: address, window: name, parent: parent?.bare),
          cause: change.currentCause)
      }
      let slots = flow.catalog.shapes[screen.type].slots
      for slot in (0..<screen.slots.count).reversed() {
        guard let child = screen.slots[slot].screen else { continue }
        // Climbing from each screen anew would cost the depth for each.
        let path = address.hasPrefix("#") ? "" : "\(address)/\(slots[slot].name)"
        let isShort = !path.isEmpty && path.utf8.count <= Self.longestPath
        pending.append((child, screen, depth + 1, isShort ? path : child.id.description))
      }
    }
  }

  // MARK: Who is told

  /// Begins to watch, or stops, where somebody follows the life of screens, or nobody any more.
  func watch() {
    let isWatched = traits.hasLifecycle || observers.subscriptions?.lifecycles.isEmpty == false
    if isWatched, !self.observers.isWatched { observers.sightings.begin(with: everythingVisible()) }
    if !isWatched { observers.sightings = Sightings() }
    self.observers.isWatched = isWatched
  }

  func everythingVisible() -> [Sighting] {
    var all: [Sighting] = []
    for window in world.windows.indices {
      while world.windows[window].moveUp() {}
      all += visible(in: window)
    }
    return all
  }
}

extension Screen {
  /// The screen alone, without what it holds.
  fileprivate var bare: Screen {
    Screen(id: id, type: type, params: params, state: state, selection: selection)
  }
}
