import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// A live screen whose params differ from the former ones.
struct ChangedParams {
  let sighting: Sightings.Sighting
  let former: FormerParams
}

/// Changed params: they are reported, and screens that load by themselves load anew.
extension Transaction {
  /// Keeps the params that a screen has, before they are written.
  ///
  /// - Complexity: O(1); for a screen that loads by itself, the cost of its input and the size of the current
  ///   rule or request so far.
  func keepFormerParams(of screen: Screen) {
    let loader = flow.screens[screen.type].loader
    guard loader != nil || listeners.isWatched, screen.id.number < change.start.nextScreen,
      change.formerParams[screen.id] == nil
    else { return }
    var input: [JSONValue]?
    if let loader, change.journey == nil {
      input = try? withWorld(asOf: change.start) { () throws(Failure) in
        try self.input(of: loader, for: screen.id)
      }
    }
    change.formerParams[screen.id] = FormerParams(
      params: screen.params, input: input, cause: change.currentCause)
    change.hasOccurrences = true
  }

  /// Keeps the params of screens that a tree is about to take over with other params.
  ///
  /// - Complexity: O(number of screens in the tree).
  func keepFormerParams(of spared: Set<ScreenID>, takenOverBy root: Screen) {
    for (successor, _) in root.subtree() where spared.contains(successor.id) {
      guard let screen = world.windows.screen(successor.id), screen.params != successor.params else {
        continue
      }
      keepFormerParams(of: screen)
    }
  }

  /// The live screens whose params have changed; those that load other content with them start anew.
  func takeChangedParams() throws(Failure) -> [ChangedParams] {
    let formers = change.formerParams
    change.formerParams.removeAll()
    var changed: [ChangedParams] = []
    for (id, former) in formers {
      guard let place = world.windows.place(of: id), let screen = world.windows.screen(id),
        screen.params != former.params
      else { continue }
      if let loader = flow.screens[screen.type].loader, change.journey == nil {
        let input = try? input(of: loader, for: id)
        if input == nil || input != former.input { try loadAnew(loader, id, former.cause) }
      }
      guard listeners.isWatched, !listeners.sightings.isArriving(id) else { continue }
      let sighting = Sightings.Sighting(screen: id, type: screen.type, depth: place.depth)
      changed.append(ChangedParams(sighting: sighting, former: former))
    }
    return changed
  }

  /// The present input of a screen's loader, from the first page.
  private func input(of loader: LoaderDefinition, for screen: ScreenID) throws(Failure) -> [JSONValue] {
    try scope.look(at: screen) { () throws(Failure) in
      try input(of: loader.ask, cursor: loader.cursor.map { ($0, .null) })
    }
  }
}
