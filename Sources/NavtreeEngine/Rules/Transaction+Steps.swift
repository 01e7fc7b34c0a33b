import NavtreeFlow
import NavigationTree
import NavtreeYAML

/// The navigations of a rule: each starts where the previous one led.
extension Transaction {
  /// The screen that a navigation of a rule starts from.
  enum StepStart {
    case screen(ScreenID)
    /// The root of the rule's window.
    case root(window: String)
    /// The active screen of the rule's window.
    case active(window: String)
    /// A path or an id.
    case address(String)
  }

  /// The start that a rule of a screen names.
  func start(
    _ target: SendTemplate.Target, from screen: ScreenID, _ location: SourceLocation
  ) throws(Failure) -> StepStart {
    switch target {
    case .itself: return .screen(screen)
    case .parent:
      guard let parent = world.windows.holder(of: screen)?.screen else {
        throw flowDefect("the root of a window has no parent to start from", at: location)
      }
      return .screen(parent)
    case .root: return .root(window: world.windows.name(ofWindowHolding: screen))
    case .active: return .active(window: world.windows.name(ofWindowHolding: screen))
    case .address(let template): return .address(try text(of: template))
    }
  }

  /// The live screen that a step starts from.
  func screen(at start: StepStart, _ location: SourceLocation) throws(Failure) -> ScreenID {
    do {
      switch start {
      case .screen(let id):
        _ = try window(of: id)
        return id
      case .root(let window): return world.windows[try self.window(named: window)].rootID
      case .active(let window): return world.windows[try self.window(named: window)].active
      case .address(let text): return try screen(at: text)
      }
    } catch {
      throw error.at(location, of: flow)
    }
  }

  /// Runs a step from a screen.
  ///
  /// - Returns: the screen that the next step starts from: the active one at this step's destination, or else
  ///   the same screen or, if that is gone, its nearest holder.
  func go(
    _ request: NavigationRequest, from start: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> ScreenID {
    let window = try window(of: start)
    let holder = world.windows[window].holder(of: start)?.screen
    let outcome = try perform(request, at: start, origin, asking)
    if let place = try place(that: outcome, of: request, ledTo: window) { return place }
    if window < world.windows.count, world.windows[window].contains(start) { return start }
    // The screen may have moved to another window, or a window before its own was closed.
    if world.windows.contains(start) { return start }
    if let holder, world.windows.contains(holder) { return holder }
    return world.windows[min(window, world.windows.count - 1)].focus.id
  }

  /// The active screen at a step's destination, if it led anywhere.
  private func place(
    that outcome: NavigationOutcome, of request: NavigationRequest, ledTo window: Int
  ) throws(Failure) -> ScreenID? {
    let destination: ScreenID?
    switch request.verb.lead {
    case .none: return nil
    case .active: return outcome.isHandled ? world.windows[window].active : nil
    case .outcome: return outcome.id
    case .belowPane:
      // The split that has an empty pane fills it.
      destination = try outcome.split.map { (split) throws(Failure) in
        let slot = try read(split) { $0.selection }
        return world.windows.child(of: split, in: slot)?.id ?? split
      }
      if destination == outcome.split { return destination }
    case .belowOutcome: destination = outcome.id
    }
    guard let destination else { return nil }
    let window = outcome.window ?? window
    guard world.windows[window].move(to: destination) else { return nil }
    world.windows[window].moveToActiveBelow()
    return world.windows[window].focus.id
  }
}
