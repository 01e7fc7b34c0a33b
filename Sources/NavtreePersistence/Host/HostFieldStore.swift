package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import OrderedCollections

/// Whoever keeps texts for navtree, one a key, such as a host with a keychain. What they say is navtree's own affair.
package protocol TextKeeper: AnyObject {
  /// Gives the text of a key; nil if there is none.
  func text(of key: String) throws(Failure) -> String?

  /// Keeps a text in place of the former one; nil removes it.
  func keep(_ text: String?, as key: String) throws(Failure)
}

/// A store of flows that the host keeps: one text for each session, with the values of all its places.
///
/// Each write has what the session's own store has committed, and the changes that it commits next.
package final class HostFieldStore: FieldStore {
  /// A value as of a version; nil where the place has none any more.
  private struct Row {
    let place: String
    let version: FieldVersion
    let value: JSONValue?
  }

  package let path = "host"
  private let name: String
  private let keeper: any TextKeeper
  /// The rows of each session, oldest first, as far as they are known.
  private var known: [String: [Row]] = [:]

  /// - Parameter name: the store's name in flows.
  package init(_ name: String, keeper: any TextKeeper) {
    self.name = name
    self.keeper = keeper
  }

  package func use(_ definition: StoreDefinition) {}

  package func knows(_ session: FieldSession) throws(Failure) -> Bool { try rows(of: session) != nil }

  package func read(_ session: FieldSession) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    var values: OrderedDictionary<StoredPlace, JSONValue> = [:]
    let rows = try rows(of: session) ?? []
    for row in rows where row.version.isKnown(to: session.version) {
      guard let place = StoredPlace(row.place) else { throw damage(session, "'\(row.place)' is no place") }
      values[place] = row.value
    }
    return (values, rows.count > values.count)
  }

  package func commit(_ changes: [FieldChanges]) throws(Failure) {
    for change in changes {
      let session = change.fields.session
      var rows = Self.committed(try self.rows(of: session) ?? [], session.version)
      let former = rows.map(\.place)
      for (place, value) in change.values where value != nil || former.contains(place) {
        rows.append(Row(place: place, version: change.version, value: value))
      }
      if change.isWhole {
        for place in former where change.values[place] == nil {
          rows.append(Row(place: place, version: change.version, value: nil))
        }
      }
      try write(rows, session.key)
      change.fields.isWritten(change)
    }
  }

  /// The session is closed: what is known of it, which may be secret, is forgotten.
  package func tidy(_ fields: AttachedFields) throws(Failure) {
    defer { known[fields.session.key] = nil }
    guard fields.hasMore || !fields.superseded.isEmpty else { return }
    let rows = try rows(of: fields.session) ?? []
    let committed = Self.committed(rows, fields.session.version)
    if committed.count < rows.count { try write(committed, fields.session.key) }
    fields.isTidied()
  }

  package func delete(_ key: String, in store: String) throws(Failure) {
    known[key] = nil
    try keeper.keep(nil, as: id(of: key))
  }

  package func verify() -> (sound: [String], findings: [StoreFinding]) { ([], []) }

  package func vacuum() {}

  /// The last value of each place that a session's own store has committed.
  private static func committed(_ rows: [Row], _ version: FieldVersion) -> [Row] {
    var last: OrderedDictionary<String, Row> = [:]
    for row in rows where row.version.isKnown(to: version) { last[row.place] = row }
    return last.values.filter { $0.value != nil }
  }
}

/// The texts.
extension HostFieldStore {
  private static let form = 1

  private func id(of key: String) -> String { "\(name)/\(key)" }

  private func write(_ rows: [Row], _ key: String) throws(Failure) {
    let list = rows.map { row in
      JSONValue.array(
        [.string(row.place), .integer(row.version.epoch), .integer(row.version.seq)]
          + (row.value.map { [$0] } ?? []))
    }
    // Whether one that failed was written isn't known.
    known[key] = nil
    try keeper.keep(
      "\(JSONValue.object(["navtree": .integer(Self.form), "values": .array(list)]))", as: id(of: key))
    known[key] = rows
  }

  /// The rows of a session; nil if the host has none of it.
  private func rows(of session: FieldSession) throws(Failure) -> [Row]? {
    if let rows = known[session.key] { return rows }
    guard let text = try keeper.text(of: id(of: session.key)) else { return nil }
    let fault = damage(session, "it isn't what was given to the host")
    let value = try? JSONValue(parsing: Array(text.utf8), maximumDepth: SessionStore.maximumDepth)
    guard let value, value["navtree"]?.integer == Self.form, let list = value["values"]?.array else {
      throw fault
    }
    var rows: [Row] = []
    for row in list.map(\.array) {
      guard let row, row.count >= 3, let place = row[0].string, let epoch = row[1].integer,
        let seq = row[2].integer
      else { throw fault }
      rows.append(
        Row(place: place, version: FieldVersion(epoch: epoch, seq: seq), value: row.count > 3 ? row[3] : nil))
    }
    known[session.key] = rows
    return rows
  }
}
