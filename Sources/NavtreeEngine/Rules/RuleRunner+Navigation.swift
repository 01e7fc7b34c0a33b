import NavtreeFlow
import NavigationTree
import NavtreeYAML

/// The navigations of a rule: each starts where the previous one led.
extension RuleRunner {
  /// The screen that a navigation starts from.
  enum Start {
    case screen(ScreenID)
    /// The root of the rule's window.
    case root(window: String)
    /// The active screen of the rule's window.
    case active(window: String)
    /// A path or an id.
    case address(String)
  }

  /// The start that a rule names.
  func start(_ target: SendTemplate.Target, _ location: SourceLocation) throws(Failure) -> Start {
    let windows = transaction.world.windows
    switch target {
    case .itself: return .screen(screen)
    case .parent:
      guard let parent = windows.holder(of: screen)?.screen else {
        throw transaction.flowDefect("the root of a window has no parent to start from", at: location)
      }
      return .screen(parent)
    case .root: return .root(window: windows.name(ofWindowHolding: screen))
    case .active: return .active(window: windows.name(ofWindowHolding: screen))
    case .address(let template): return .address(try transaction.text(of: template))
    }
  }

  /// The live screen at a start.
  private func screen(at start: Start, _ location: SourceLocation) throws(Failure) -> ScreenID {
    do {
      switch start {
      case .screen(let id):
        _ = try transaction.window(of: id)
        return id
      case .root(let window):
        return transaction.world.windows[try transaction.window(named: window)].rootID
      case .active(let window):
        return transaction.world.windows[try transaction.window(named: window)].active
      case .address(let text): return try transaction.screen(at: text)
      }
    } catch {
      throw error.at(location, of: transaction.flow)
    }
  }

  /// Runs a navigation, and goes on to the active screen at its destination, or else stays at the same screen or, if that
  /// is gone, at its nearest holder.
  mutating func go(
    _ request: NavigationRequest, from start: Start, _ location: SourceLocation, force: Bool
  ) throws(Failure) {
    let start = try screen(at: start, location)
    let window = try transaction.window(of: start)
    let holder = transaction.world.windows[window].holder(of: start)?.screen
    let outcome = try transaction.perform(
      request, at: start, .rule(location), Asking(force: force, unasked: screen))
    if case .closeWindow(let verb) = request { closed.append(verb.window) }
    place = try place(that: outcome, of: request, ledTo: window) ?? left(of: start, in: window, below: holder)
  }

  /// The screen itself, or its nearest holder that is left.
  private func left(of start: ScreenID, in window: Int, below holder: ScreenID?) -> ScreenID {
    let windows = transaction.world.windows
    // The screen may have moved to another window, or a window before its own was closed.
    if windows.contains(start) { return start }
    if let holder, windows.contains(holder) { return holder }
    return windows[min(window, windows.count - 1)].focus.id
  }

  /// The active screen at a navigation's destination, if it led anywhere.
  private func place(
    that outcome: NavigationOutcome, of request: NavigationRequest, ledTo window: Int
  ) throws(Failure) -> ScreenID? {
    let destination: ScreenID?
    switch request.verb.lead {
    case .none: return nil
    case .active: return outcome.isHandled ? transaction.world.windows[window].active : nil
    case .outcome: return outcome.id
    case .belowPane:
      // The split that has an empty pane fills it.
      destination = try outcome.split.map { (split) throws(Failure) in
        let slot = try transaction.read(split) { $0.selection }
        return transaction.world.windows.child(of: split, in: slot)?.id ?? split
      }
      if destination == outcome.split { return destination }
    case .belowOutcome: destination = outcome.id
    }
    guard let destination else { return nil }
    let window = outcome.window ?? window
    guard transaction.world.windows[window].move(to: destination) else { return nil }
    transaction.world.windows[window].moveToActiveBelow()
    return transaction.world.windows[window].focus.id
  }
}
