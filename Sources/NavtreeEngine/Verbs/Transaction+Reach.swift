import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// A screen, or the nearest one below it in its chain, that a request means.
  ///
  /// - Parameter isBelow: whether the screens below it are asked too.
  func nearest(
    _ request: ScreenRequest, _ identity: JSONValue, from cursor: ScreenID, isBelow: Bool
  ) throws(Failure) -> ScreenID? {
    var id = cursor
    while true {
      if try type(of: id) == request.type, let screen = world.windows.screen(id),
        try isMatch(screen, type: request.type, identity: identity)
      {
        return id
      }
      guard isBelow, let holder = world.windows.holder(of: id), holder.style == .push else { return nil }
      id = holder.screen
    }
  }

  /// Removes the screens pushed on a screen, and gives it the params of the request.
  func comeBack(
    to id: ScreenID, _ request: ScreenRequest, merge: Bool, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let params = try params(of: id, given: request.params, merge: merge, origin)
    if let slot = try world.windows[focus(on: id)].pushedSlot {
      try remove(slot, of: id, asking, .dismissed)
    }
    try setParams(params, of: id)
    try rememberParams(of: id)
    return NavigationOutcome(id: id)
  }
}
