import NavigationTree
import NavtreeEngine
import NavtreeFlow

/// The built-in navigations. Each is one change, as an action is, and as refusable: a screen that isn't dismissible stays,
/// unless `force` is true.
extension Session {
  /// What `present` does if the slot, or another of its sort, is occupied.
  public enum IfOccupied: String, Sendable, CaseIterable {
    /// Throw ``NavtreeError/Kind/slotOccupied``.
    case fail
    /// Remove what is there.
    case replace
    /// Leave it, and make nothing.
    case ignore
  }

  /// What a navigation does if the screen on top has the same type and identity, as after a double tap.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    /// Make another one.
    case push
    /// Make nothing.
    case ignore
    /// Give it the new params.
    case reuse
  }

  /// Presents a screen in a slot of another one.
  ///
  /// - Parameters:
  ///   - screen: The screen type's name.
  ///   - params: Its params; the rest has its defaults.
  ///   - slot: The slot, if several take this type.
  ///   - address: The presenter; by default the active screen.
  ///   - then: The action of the presenter that gets the screen's result, as `action.result`.
  ///   - otherwise: The action of the presenter that gets `action.reason` if the screen goes without a result.
  ///   - ifOccupied: What to do if the slot is occupied.
  ///   - onDuplicate: What to do if the screen on top is the same.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Returns: The screen that was made or found; nil if the slot's occupant was left.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notPresentable`` or ``NavtreeError/Kind/slotOccupied``.
  /// - Complexity: O(length of the address).
  @discardableResult
  public func present(
    _ screen: String, _ params: JSONObject = [:], in slot: String? = nil, from address: Address = .active,
    then: String? = nil, otherwise: String? = nil, ifOccupied: IfOccupied = .fail,
    onDuplicate: OnDuplicate = .push, force: Bool = false
  ) throws(NavtreeError) -> Screen.ID? {
    try navigate(at: address, force: force) { () throws(Failure) in
      .present(
        Present(
          screen: try request(screen, params, then: then, otherwise: otherwise), slot: slot,
          ifOccupied: ifOccupied.engineValue,
          onDuplicate: onDuplicate.engineValue))
    }.id.map { Screen.ID($0.number) }
  }

  /// Presents a screen on top of the chain that holds another one.
  ///
  /// - Parameters:
  ///   - screen: The screen type's name.
  ///   - params: Its params; the rest has its defaults.
  ///   - slot: The slot, if several take this type.
  ///   - address: A screen of the chain; by default the active one.
  ///   - onDuplicate: What to do if the screen on top is the same.
  /// - Returns: The screen that was made or found.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notPresentable``.
  /// - Complexity: O(length of the address, or distance to the top).
  @discardableResult
  public func push(
    _ screen: String, _ params: JSONObject = [:], in slot: String? = nil, onto address: Address = .active,
    onDuplicate: OnDuplicate = .push
  ) throws(NavtreeError) -> Screen.ID {
    let id = try navigate(at: address) { () throws(Failure) in
      .push(Push(screen: try request(screen, params), slot: slot, onDuplicate: onDuplicate.engineValue))
    }.id
    return Screen.ID(id?.number ?? 0)
  }

  /// Goes to a screen that is already on top, or in a tab or pane; else pushes it.
  ///
  /// - Parameters:
  ///   - screen: The screen type's name.
  ///   - params: Its params; the rest has its defaults.
  ///   - pop: Whether to go back to it if it is in the chain.
  ///   - address: The screen that it starts from; by default the active one.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notPresentable``.
  /// - Complexity: O(distance).
  @discardableResult
  public func navigate(
    to screen: String, _ params: JSONObject = [:], pop: Bool = false, from address: Address = .active,
    force: Bool = false
  ) throws(NavtreeError) -> Screen.ID {
    let id = try navigate(at: address, force: force) { () throws(Failure) in
      .navigate(Navigate(screen: try request(screen, params), pop: pop, merge: false, onDuplicate: .push))
    }.id
    return Screen.ID(id?.number ?? 0)
  }

  /// Puts a screen in place of another one and all that it holds.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notPresentable``.
  /// - Complexity: O(number of removed screens).
  @discardableResult
  public func replace(
    _ address: Address = .active, with screen: String, _ params: JSONObject = [:], force: Bool = false
  ) throws(NavtreeError) -> Screen.ID {
    let id = try navigate(at: address, force: force) { () throws(Failure) in
      .replace(Replace(screen: try request(screen, params)))
    }.id
    return Screen.ID(id?.number ?? 0)
  }

  /// Removes screens from the top of the chain that holds a screen.
  ///
  /// - Parameters:
  ///   - count: The number, at most down to the chain's root.
  ///   - address: A screen of the chain; by default the active one.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/nothingToPop`` or ``NavtreeError/Kind/dismissRefused``.
  /// - Complexity: O(number of removed screens).
  public func pop(_ count: Int = 1, at address: Address = .active, force: Bool = false) throws(NavtreeError) {
    guard count >= 0 else { throw NavtreeError(.invalidParams, "\(count) screens can't be popped") }
    _ = try navigate(at: address, force: force) { () throws(Failure) in .pop(Pop(count: min(count, .max - 1)))
    }
  }

  /// Removes all screens but the root from the chain that holds a screen.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/nothingToPop``.
  /// - Complexity: O(number of removed screens).
  public func popToRoot(at address: Address = .active, force: Bool = false) throws(NavtreeError) {
    _ = try navigate(at: address, force: force) { () throws(Failure) in .popToRoot }
  }

  /// Removes a screen with everything that it holds.
  ///
  /// - Parameters:
  ///   - address: The screen; by default the active one.
  ///   - result: The result for the screen that presented it.
  ///   - all: Whether the modals that hold it are removed as well.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notDismissable`` or ``NavtreeError/Kind/dismissRefused``.
  /// - Complexity: O(number of removed screens).
  public func dismiss(
    _ address: Address = .active, result: JSONValue? = nil, all: Bool = false, force: Bool = false
  ) throws(NavtreeError) {
    _ = try navigate(at: address, force: force) { () throws(Failure) in
      .dismiss(Dismiss(result: result, all: all))
    }
  }

  /// Acts as a back button, from the active screen up.
  ///
  /// - Returns: Whether there was anywhere to go back to. If not, nothing has changed.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/dismissRefused``.
  /// - Complexity: O(number of removed screens).
  @discardableResult
  public func back(in window: String? = nil, force: Bool = false) throws(NavtreeError) -> Bool {
    try navigate(at: window.map(Address.active(in:)) ?? .active, force: force) { () throws(Failure) in
      .back
    }.isHandled
  }

  /// Selects a tab, in the nearest tabs at or above a screen that have it.
  ///
  /// - Parameters:
  ///   - tab: The tab's name.
  ///   - params: The params of the tab's root; by default its defaults.
  ///   - address: The screen that it starts from; by default the active one.
  /// - Returns: The tab's root.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams`` if there is no such tab.
  /// - Complexity: O(distance to the tabs).
  @discardableResult
  public func select(tab: String, params: JSONObject? = nil, at address: Address = .active)
    throws(NavtreeError) -> Screen.ID
  {
    let id = try navigate(at: address) { () throws(Failure) in .select(Select(tab: tab, params: params)) }.id
    return Screen.ID(id?.number ?? 0)
  }

  /// Puts a pane in focus, in the nearest split at or above a screen that has it.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams`` if there is no such pane.
  /// - Complexity: O(distance to the split).
  public func focus(pane: String, at address: Address = .active) throws(NavtreeError) {
    _ = try navigate(at: address) { () throws(Failure) in .focus(Focus(pane: pane)) }
  }

  /// Changes the params of a screen.
  ///
  /// - Parameters:
  ///   - params: The params to merge into the present ones.
  ///   - address: The screen; by default the active one.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams``.
  /// - Complexity: O(size of the params).
  public func setParams(_ params: JSONObject, of address: Address = .active) throws(NavtreeError) {
    _ = try navigate(at: address) { () throws(Failure) in
      .setParams(SetParams(params: params, replace: false))
    }
  }

  /// Moves a screen, with everything that it holds, to a slot of another one, in its window or in another.
  ///
  /// - Parameters:
  ///   - address: The screen; by default the active one.
  ///   - target: The screen that takes it.
  ///   - slot: The slot, if several take this type.
  ///   - ifOccupied: What to do if the slot, or another of its sort, is occupied.
  ///   - force: Whether an occupant that isn't dismissible goes too.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/notPresentable`` or
  ///   ``NavtreeError/Kind/slotOccupied``.
  /// - Complexity: O(number of moved screens + distance).
  public func move(
    _ address: Address = .active, to target: Address, in slot: String? = nil,
    ifOccupied: IfOccupied = .fail, force: Bool = false
  ) throws(NavtreeError) {
    _ = try navigate(at: address, force: force) { () throws(Failure) in
      let target = try engine.focus(on: target, isAnywhere: false).screen
      return .move(MoveScreen(to: "\(target)", slot: slot, ifOccupied: ifOccupied.engineValue))
    }
  }

  // MARK: Windows

  /// Opens a window, after the others, with a screen of any type as its root.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/nameTaken``.
  /// - Complexity: O(size of the screen).
  @discardableResult
  public func openWindow(_ name: String, _ screen: String, _ params: JSONObject = [:])
    throws(NavtreeError) -> Screen.ID
  {
    try perform { () throws(Failure) in
      try admit(at: [])
      return Screen.ID(try engine.openWindow(name, try request(screen, params), hint: hint).number)
    }
  }

  /// Closes a window with everything that it holds. The last one can't be closed.
  ///
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/unknownWindow`` or ``NavtreeError/Kind/notDismissable``.
  /// - Complexity: O(number of removed screens).
  public func closeWindow(_ name: String, force: Bool = false) throws(NavtreeError) {
    try perform { () throws(Failure) in
      try admit(at: (try? engine.window(named: name)).map { [engine.windows[$0].active] } ?? [], force: force)
      try engine.closeWindow(name, force: force, hint: hint)
    }
  }

  // MARK: Requests

  func navigate(
    at address: Address, isAnywhere: Bool = false, force: Bool = false, cause: Cause.Request? = nil,
    _ request: () throws(Failure) -> NavigationRequest
  ) throws(NavtreeError) -> NavigationOutcome {
    if mode == .inBatch {
      return try performPart { () throws(Failure) in
        let screen = try engine.focus(on: address, isAnywhere: isAnywhere).screen
        try admit(at: [screen], force: force)
        do throws(Failure) {
          return try engine.runPart(try request(), at: screen, force: force, hint: hint)
        } catch {
          throw error.inside("/action")
        }
      }
    }
    return try perform { () throws(Failure) in
      let request = try request()
      let screen = try engine.focus(on: address, isAnywhere: isAnywhere).screen
      try admit(at: [screen], force: force)
      return try engine.navigate(
        request, at: screen, force: force, hint: hint, cause: cause.map { .request($0) })
    }
  }

  private func request(
    _ screen: String, _ params: JSONObject, then: String? = nil, otherwise: String? = nil
  ) throws(Failure) -> ScreenRequest {
    let call = NavigationCall(flow: engine.flow)
    let type = try call.type(named: screen, "/screen")
    if then == nil, otherwise == nil { return ScreenRequest(type: type, params: params) }
    let awaiting = Awaiting(
      then: try then.map { (name) throws(Failure) in try call.action(named: name) },
      otherwise: try otherwise.map { (name) throws(Failure) in try call.action(named: name) })
    return ScreenRequest(type: type, params: params, awaiting: awaiting)
  }
}

extension Session.IfOccupied {
  fileprivate var engineValue: OccupiedHandling {
    switch self {
    case .fail: .fail
    case .replace: .replace
    case .ignore: .ignore
    }
  }
}

extension Session.OnDuplicate {
  fileprivate var engineValue: DuplicateHandling {
    switch self {
    case .push: .push
    case .ignore: .ignore
    case .reuse: .reuse
    }
  }
}
