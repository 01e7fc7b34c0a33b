import NavtreeText
import NavtreeJSON
import NavigationTree
import NavtreeEngine
import OrderedCollections

/// The screen that a call addresses by `at` and `window`.
struct Target {
  private let address: Address?
  private let window: String?

  @inline(__always)
  init(_ params: Params) throws(Failure) {
    address = try params.address(.at)
    window = try params.string(.window)
  }

  init(_ address: Address, window: String?) {
    self.address = address
    self.window = window
  }

  /// The screen and its window, whose focus moves there.
  ///
  /// - Parameter isAnywhere: whether the first window is the default.
  @inline(__always)
  func focus(in session: Session, isAnywhere: Bool = false) throws(Failure) -> Cursor {
    guard let address else {
      if isAnywhere, window == nil {
        return try session.focus(on: nil, window: session.windows.first?.window)
      }
      return try session.focus(on: nil, window: window)
    }
    if window != nil { try checkWindow(in: session) }
    let found = try session.focus(on: address, window: nil)
    if window != nil { try check(found.window, in: session) }
    return found
  }

  /// The screen and its window; no focus moves.
  func find(in session: Session) throws(Failure) -> Cursor {
    guard address != nil else { return try session.find(nil, window: window) }
    if window != nil { try checkWindow(in: session) }
    let found = try session.find(address, window: nil)
    if window != nil { try check(found.window, in: session) }
    return found
  }

  /// Checks that the window which is named is there, and is the one that the path leads into.
  private func checkWindow(in session: Session) throws(Failure) {
    guard let window else { return }
    _ = try session.window(named: window)
    if let path = address?.path { try Self.check(path, isIn: window) }
  }

  private func check(_ found: Int, in session: Session) throws(Failure) {
    let name = session.windows[found].window
    if let window, name != window { throw Self.contradiction(name, window) }
  }

  /// Checks that a path begins with the name of a window.
  static func check(_ path: UnsafeRawBufferPointer, isIn window: String) throws(Failure) {
    let name = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    if name.elementsEqual(window.utf8) { return }
    throw contradiction(String(decoding: name, as: UTF8.self), window)
  }

  private static func contradiction(_ name: String, _ window: String) -> Failure {
    Failure(
      .invalidParams, "'at' is in the window '\(name.echo)', and 'window' names '\(window.echo)'",
      ["pointer": "/window"])
  }
}
