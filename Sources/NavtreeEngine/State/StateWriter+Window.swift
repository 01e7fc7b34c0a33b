import NavigationTree
package import NavtreeJSON
import NavtreeJSONReading

extension StateWriter {
  /// The answer of `state.get` for the root of a window.
  ///
  /// - Complexity: O(size of the state).
  package static func value(of window: Int, in session: Session) throws(Failure) -> JSONValue {
    guard let root = session.windows[window].screen(session.windows[window].rootID) else { return .null }
    var output = JSONWriter()
    try StateWriter(session: session, view: StateView()).write(root, to: &output)
    // This text was just written as JSON; it is deeper than the deepest value by two levels a screen.
    let value = unfailing("what was written as JSON is read as JSON") {
      try JSONValue(parsing: output.withUnsafeBytes { Array($0) }, maximumDepth: 4096)
    }
    return value ?? .null
  }
}
