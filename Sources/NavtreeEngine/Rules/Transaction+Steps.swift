import NavtreeFlow
import NavigationTree
import NavtreeYAML

/// The navigations of a rule: each starts where the previous one led.
extension Transaction {
  /// The screen that a navigation of a rule starts from.
  enum StepStart {
    case screen(ScreenID)
    /// The root of the rule's window.
    case root
    /// The active screen of the rule's window.
    case active
    /// A path or an id.
    case address(String)
  }

  /// The screen that a rule of the focus of a window names.
  func start(
    _ target: SendTemplate.Target, in window: Int, _ location: SourceLocation
  ) throws(Failure) -> StepStart {
    switch target {
    case .itself: return .screen(world.windows[window].focus.id)
    case .parent:
      guard let parent = world.windows[window].parent else {
        throw flowDefect("the root of a window has no parent to start from", at: location)
      }
      return .screen(parent.id)
    case .root: return .root
    case .active: return .active
    case .address(let template): return .address(try text(of: template))
    }
  }

  /// Moves the focus of a window to the screen that a step starts from, and gives its window.
  ///
  /// - Parameter window: the window of the rule.
  func moveToStart(_ start: StepStart, in window: Int, _ location: SourceLocation) throws(Failure) -> Int {
    do {
      switch start {
      case .screen(let id): return try focus(on: id)
      case .root: world.windows[window].move(to: world.windows[window].rootID)
      case .active: world.windows[window].moveToActive()
      case .address(let text): return try focus(on: text)
      }
    } catch {
      throw error.at(location, of: flow)
    }
    return window
  }

  /// Runs a step from the focus of a window.
  ///
  /// - Returns: the screen that the next step starts from: the active one at this step's destination, or else
  ///   the same screen or, if that is gone, its holder.
  func go(
    _ request: NavigationRequest, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> ScreenID {
    let from = world.windows[window].focus.id
    let holder = world.windows[window].parent?.id
    let outcome = try perform(request, in: window, origin, asking)
    if let place = place(that: outcome, of: request, ledTo: window) { return place }
    if world.windows[window].contains(from) { return from }
    if let holder, world.windows[window].contains(holder) { return holder }
    return world.windows[window].focus.id
  }

  /// The active screen at a step's destination, if it led anywhere.
  private func place(
    that outcome: NavigationOutcome, of request: NavigationRequest, ledTo window: Int
  ) -> ScreenID? {
    switch request.verb.lead {
    case .none: return nil
    case .active: return outcome.isHandled ? world.windows[window].active : nil
    case .outcome: return outcome.id
    case .belowPane:
      let split = world.windows[window].focus
      // The split that has an empty pane fills it.
      guard let root = split.slots[split.selection].screen else { return split.id }
      world.windows[window].move(to: root.id)
    case .belowOutcome:
      guard let id = outcome.id, world.windows[window].move(to: id) else { return nil }
    }
    world.windows[window].moveToActiveBelow()
    return world.windows[window].focus.id
  }
}
