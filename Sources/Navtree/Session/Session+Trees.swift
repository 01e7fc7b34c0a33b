import NavigationTree
import NavtreeEngine
import NavtreeFlow

/// Navigations to screens that are there already, and to whole trees.
extension Session {
  /// What ``Session/popTo(_:_:identity:merge:otherwise:at:force:)`` does if no screen matches.
  public enum IfMissing: String, Sendable, CaseIterable {
    /// Throw ``NavtreeError/Kind/nothingToPop``.
    case fail
    /// Put such a screen in place of the addressed one.
    case replace
    /// Push such a screen.
    case push
  }

  /// Goes back to the nearest matching screen at or below another one.
  ///
  /// - Parameters:
  ///   - screen: The screen type's name.
  ///   - params: The params that it gets.
  ///   - identity: The identity, instead of that of the params; null is any.
  ///   - merge: Whether to merge the params into those that the screen has, instead of its defaults.
  ///   - otherwise: What to do if none matches.
  ///   - address: A screen of the chain; by default the active one.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Returns: The screen that was found or made.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/nothingToPop``.
  /// - Complexity: O(number of removed screens).
  @discardableResult
  public func popTo(
    _ screen: String, _ params: JSONObject? = nil, identity: JSONValue? = nil, merge: Bool = false,
    otherwise: IfMissing = .fail, at address: Address = .active, force: Bool = false
  ) throws(NavtreeError) -> Screen.ID {
    let id = try navigate(at: address, force: force) { () throws(Failure) in
      let type = try NavigationCall(flow: engine.flow).type(named: screen, "/screen")
      return .popTo(
        PopTo(
          screen: ScreenRequest(type: type, params: params), identity: identity, merge: merge,
          otherwise: otherwise.engineValue))
    }.id
    return Screen.ID(id?.number ?? 0)
  }

  /// Puts any tree in place of the root of a window, a tab or a pane. The whole tree is checked first.
  ///
  /// ```swift
  /// try session.reset(to: ["userList", ["userDetail": ["user": ["id": 7]]]])
  /// ```
  /// - Parameters:
  ///   - tree: A map with `screen`, `params`, `state`, `selected`, `focus` and `slots`, or a list of screens, each pushed on
  ///     the one before it.
  ///   - reuse: Whether screens equal in type, identity and place keep their ids and state.
  ///   - address: The root, or a screen below it; by default the active screen.
  ///   - force: Whether a screen that isn't dismissible goes too.
  /// - Returns: The new root.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams`` with the place in the tree.
  /// - Complexity: O(number of screens that come and go).
  @discardableResult
  public func reset(
    to tree: JSONValue, reuse: Bool = false, at address: Address = .active, force: Bool = false
  ) throws(NavtreeError) -> Screen.ID {
    let id = try navigate(at: address, force: force) { () throws(Failure) in
      .reset(Reset(tree: try NavigationCall(flow: engine.flow).tree(tree), reuse: reuse))
    }.id
    return Screen.ID(id?.number ?? 0)
  }
}

extension Session.IfMissing {
  fileprivate var engineValue: MissingScreenHandling {
    switch self {
    case .fail: .fail
    case .replace: .replace
    case .push: .push
    }
  }
}
