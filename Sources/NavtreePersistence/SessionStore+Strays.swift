/// Strays: values that flows' stores keep of sessions that are deleted, or whose flow no longer declares the store.
///
/// A session is deleted when it is deleted here. Its values in other stores are deleted then or, if the disk is full
/// or the store is missing, the next time that the store is opened or another session becomes a stray.
extension SessionStore {
  /// Records which stores keep unneeded values of a session.
  func markStrays(_ key: String, in stores: [String]) throws(SQLiteError) {
    try change("INSERT OR IGNORE INTO strays(key, store) VALUES(?, ?)", key, stores)
  }

  /// Removes the record of unneeded values.
  func unmarkStrays(_ key: String, in stores: [String]) throws(SQLiteError) {
    try change("DELETE FROM strays WHERE key = ? AND store = ?", key, stores)
  }

  private func change(_ sql: String, _ key: String, _ stores: [String]) throws(SQLiteError) {
    for store in stores { try database.run(sql, key, store) }
  }

  /// Deletes unneeded values, as far as possible.
  func forgetStrays() {
    guard !fieldStores.isEmpty, let strays = try? strays() else { return }
    for stray in strays {
      guard let store = fieldStores[stray.store], (try? store.delete(stray.key)) != nil else { continue }
      try? writing { () throws(SQLiteError) in try unmarkStrays(stray.key, in: [stray.store]) }
    }
  }

  private func strays() throws(SQLiteError) -> [(key: String, store: String)] {
    let statement = try database.prepare("SELECT key, store FROM strays")
    var strays: [(key: String, store: String)] = []
    while try statement.step() { strays.append((statement.text(0), statement.text(1))) }
    return strays
  }
}
