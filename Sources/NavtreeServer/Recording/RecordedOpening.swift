package import NavtreeEngine
package import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections

/// The state that a recording begins with if its session continues from a stored or saved one.
package struct RecordedOpening {
  /// The state as a snapshot, without sensitive values.
  let snapshot: JSONValue
  /// The same with them; nil if there are none.
  let sensitive: JSONValue?

  /// Takes the state of a session that was just restored.
  ///
  /// - Complexity: O(size of all that the session holds).
  init(of session: Session, restoredFrom stored: StoredSession) {
    snapshot = Self.snapshot(of: session, restoredFrom: stored, isSensitive: false)
    let sensitive = Self.snapshot(of: session, restoredFrom: stored, isSensitive: true)
    // In a conditional expression, nil would be the value null.
    if sensitive == snapshot { self.sensitive = nil } else { self.sensitive = sensitive }
  }

  /// The state of a session with the fields that are kept nowhere.
  ///
  /// - Complexity: O(size of all that the session holds).
  package static func snapshot(
    of session: Session, restoredFrom stored: StoredSession? = nil, isSensitive: Bool
  ) -> JSONValue {
    var state = session.stored(StoredScope(recordingSensitive: isSensitive))
    state.isSensitive = false
    if let stored { state.markWithheldEffects(of: stored) }
    var writer = JSONWriter()
    state.write(into: &writer, isStored: true)
    return (try? JSONValue(parsing: writer.text, maximumDepth: 4_096)) ?? .null
  }
}
