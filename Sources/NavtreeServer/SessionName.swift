import NavtreeText

/// The rule for names of sessions.
package enum SessionName {
  package static let rule = "a session's name isn't empty and has no control characters"

  package static func isGood(_ name: String) -> Bool { !name.isEmpty && !name.hasControls }
}
