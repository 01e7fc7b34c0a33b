import NavigationTree
import NavtreeEngine

/// The screens of a session, as they are whenever they are read.
///
/// ```swift
/// session.tree["/main/detail"]?.state["name"]
/// ```
public struct ScreenTree {
  let engine: NavtreeEngine.Session

  /// The screen at an address; nil if there is none.
  ///
  /// - Complexity: O(length of the address).
  public subscript(address: Address) -> Screen? {
    guard let found = try? engine.find(address) else { return nil }
    return Screen(engine: engine, number: found.screen)
  }

  /// The names of the windows, in the order in which they were opened.
  public var windows: [String] { engine.windows.map(\.window) }

  /// The root of a window; nil if no window has that name.
  public func root(of window: String) -> Screen? {
    engine.windows.index(named: window).map {
      Screen(engine: engine, number: engine.windows[$0].rootID)
    }
  }

  /// The active screen of a window; nil if no window has that name.
  ///
  /// - Parameter window: The window; by default the first one.
  public func active(in window: String? = nil) -> Screen? {
    guard let index = window.map(engine.windows.index(named:)) ?? 0 else { return nil }
    return Screen(engine: engine, number: engine.windows[index].active)
  }

  /// All screens, window by window, each before those that it presents.
  ///
  /// - Complexity: O(number of screens).
  public var screens: [Screen] {
    engine.windows.flatMap { window in
      window.subtree().map { Screen(engine: engine, number: $0.screen.id) }
    }
  }

  /// The number of screens.
  public var count: Int { engine.screenCount }
}
