import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Goes to an existing screen: the top, with `pop` one below it, a tab or a pane; else as `push`.
  ///
  /// - Complexity: O(1) at the top, with `pop` O(distance), plus O(number of tabs and panes above), and
  ///   O(distance) to move to one of them.
  func reach(
    _ request: ScreenRequest, pop: Bool, merge: Bool, _ duplicate: NavigationRequest.OnDuplicate,
    in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    world.windows[window].moveToTop()
    let identity = try identity(of: request, origin)
    if let id = try nearest(request, identity, isBelow: pop, in: window) {
      return try comeBack(to: id, request, merge: merge, in: window, origin, asking)
    }
    if pop { while world.windows[window].isPushed, world.windows[window].moveUp() {} }
    if let found = try selectRoot(request, identity: identity, merge: merge, in: window, origin) {
      return found
    }
    return try push(request, slot: nil, duplicate, in: window, origin)
  }

  /// Goes back to the nearest screen at or below the focus.
  ///
  /// - Complexity: O(distance + number of removed screens).
  func popTo(
    _ request: ScreenRequest, identity given: JSONValue?, merge: Bool,
    _ otherwise: NavigationRequest.Otherwise,
    in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let identity: JSONValue
    if let given { identity = given } else { identity = try self.identity(of: request, origin) }
    if let id = try nearest(request, identity, isBelow: true, in: window) {
      return try comeBack(to: id, request, merge: merge, in: window, origin, asking)
    }
    switch otherwise {
    case .push: return try push(request, slot: nil, .push, in: window, origin)
    case .replace: return try replaceFocus(with: request, in: window, origin, asking)
    case .fail:
      let name = flow.screens[request.type].name
      let at = world.windows[window].address(of: world.windows[window].focus.id)
      throw Failure(.nothingToPop, "there is no such \(name) at or below \(at)", ["at": .string(at)])
        .with("hint", .string("'otherwise': push or replace makes one"))
    }
  }

  /// The focus, or the nearest screen below it in its chain, that a request means.
  ///
  /// - Parameter isBelow: whether the screens below the focus are asked too.
  private func nearest(
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
  private func comeBack(
    to id: ScreenID, _ request: ScreenRequest, merge: Bool, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    world.windows[window].move(to: id)
    let params = try params(of: world.windows[window].focus, given: request.params, merge: merge, origin)
    if let slot = world.windows[window].pushedSlot { try remove(slot: slot, in: window, asking, .dismissed) }
    setParams(params, ofFocusIn: window)
    rememberParams(in: window)
    return NavigationOutcome(id: id)
  }

  func setParams(_ given: JSONObject, replace: Bool, in window: Int, _ origin: Origin) throws(Failure)
    -> NavigationOutcome
  {
    let params = try params(of: world.windows[window].focus, given: given, merge: !replace, origin)
    setParams(params, ofFocusIn: window)
    rememberParams(in: window)
    return NavigationOutcome(id: world.windows[window].focus.id)
  }
}
