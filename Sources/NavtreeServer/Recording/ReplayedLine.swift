package import NavtreeEngine
package import NavtreeJSON

/// A line of a recording that a replay has repeated.
package struct ReplayedLine {
  /// From 1.
  package let number: Int
  package let line: JSONValue
  /// The params of its request; those with secrets are whole if the secrets are known.
  package let params: JSONObject
  /// The places in the params of values that aren't known, and for which others stand.
  package let withheld: [String]
  /// The session after it; nil if it is closed.
  package let session: Session?

  /// Whether it opens a session, or puts another state in its place.
  package var opens: Bool { line["navtree"] != nil }

  /// The state that an opening continues from; nil for a session that begins there.
  package var openingSnapshot: JSONValue? { opens ? params[RecordingFormat.snapshot] : nil }

  /// The present state of the session as a snapshot, with the fields that are kept nowhere.
  ///
  /// - Complexity: O(size of all that the session holds).
  package var snapshot: JSONValue? { session.map { RecordedOpening.snapshot(of: $0, isSensitive: true) } }
}
