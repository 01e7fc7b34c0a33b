import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// The focus, or the nearest screen below it in its chain, that a request means.
  ///
  /// - Parameter isBelow: whether the screens below the focus are asked too.
  func nearest(
    _ request: ScreenRequest, _ identity: JSONValue, isBelow: Bool, in window: Int
  ) throws(Failure) -> ScreenID? {
    var id = world.windows[window].focus.id
    while let place = world.windows[window].place(of: id) {
      if place.type == request.type, let screen = world.windows[window].screen(id),
        try isMatch(screen, type: request.type, identity: identity)
      {
        return id
      }
      guard isBelow, let holder = place.parent, let type = world.windows[window].place(of: holder)?.type,
        flow.screens[type].slots[place.slot].style == .push
      else { return nil }
      id = holder
    }
    return nil
  }

  /// Removes the screens pushed on a screen, and gives it the params of the request.
  func comeBack(
    to id: ScreenID, _ request: ScreenRequest, merge: Bool, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    world.windows[window].move(to: id)
    let params = try params(of: world.windows[window].focus, given: request.params, merge: merge, origin)
    if let slot = world.windows[window].pushedSlot { try remove(slot: slot, in: window, asking, .dismissed) }
    setParams(params, ofFocusIn: window)
    rememberParams(in: window)
    return NavigationOutcome(id: id)
  }
}
