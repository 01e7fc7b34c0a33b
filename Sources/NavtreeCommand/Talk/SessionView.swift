import NavtreeJSON
import OrderedCollections

/// The screens and the shared state of a session at one moment, without sensitive values.
struct SessionView {
  /// The rows of `snapshot.save`, by id.
  let rows: OrderedDictionary<Int, JSONValue>
  let shared: JSONValue

  init(_ server: LocalServer) {
    let snapshot = server.call("snapshot.save").result
    var rows: OrderedDictionary<Int, JSONValue> = [:]
    for row in snapshot["rows"]?.array ?? [] {
      if let id = row["id"]?.integer { rows[id] = row }
    }
    self.rows = rows
    shared = snapshot["shared"] ?? [:]
  }
}
