import NavtreeText
import NavtreeJSON
import NavigationTree
import NavtreeEngine
import OrderedCollections

/// The screen that a call addresses by `at` and `window`.
struct Target {
  private let address: Address?
  private let window: String?

  init(_ params: Params) throws(Failure) {
    address = try params.address(.at)
    window = try params.string(.window)
  }

  /// Moves the focus there, and gives the window.
  ///
  /// - Parameter isAnywhere: whether the first window is the default.
  @inline(__always)
  func focus(in session: Session, isAnywhere: Bool = false) throws(Failure) -> Int {
    guard let address else {
      let first = isAnywhere ? session.world.windows.first?.window : nil
      return try session.focus(on: nil, window: window ?? first)
    }
    if let window {
      _ = try session.window(named: window)
      if let path = address.path { try Self.check(path, isIn: window) }
    }
    let found = try session.focus(on: address, window: nil)
    if let window, session.world.windows[found].window != window {
      throw Self.contradiction(session.world.windows[found].window, window)
    }
    return found
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
