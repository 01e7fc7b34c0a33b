package import NavtreeJSON
package import OrderedCollections

/// The effect of changes on a session: the written places of its document, with their present values.
///
/// Besides those of the document there are `/effects/ID`, `/timers/NUMBER` and `/links`.
package struct StateDelta: Sendable {
  /// By JSON Pointer; sensitive values are concealed.
  package private(set) var written: JSONObject = [:]
  /// The places that no longer exist.
  package private(set) var removed: OrderedSet<UTF8Key> = []

  package init() {}

  package var isEmpty: Bool { written.isEmpty && removed.isEmpty }

  mutating func write(_ value: JSONValue, at place: String) {
    removed.remove(UTF8Key(place))
    written[place] = value
  }

  mutating func remove(_ place: String) {
    written[place] = nil
    removed.append(UTF8Key(place))
  }
}
