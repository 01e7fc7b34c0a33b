/// What stores of flows keep of sessions that don't keep anything there any more: they are deleted, or their flow has given
/// the store up.
///
/// A session is gone when it is gone here. What other stores keep of it goes then, and where that can't be at once, for
/// want of room or of the store, the next time that the sessions are opened or something is given up.
extension SessionStore {
  /// Notes which stores keep something of a session that they needn't.
  func noteStrays(_ key: String, in stores: [String]) throws(SQLiteError) {
    try change("INSERT OR IGNORE INTO strays(key, store) VALUES(?, ?)", key, stores)
  }

  /// Takes back that a store needn't keep something of a session.
  func noteNoStrays(_ key: String, in stores: [String]) throws(SQLiteError) {
    try change("DELETE FROM strays WHERE key = ? AND store = ?", key, stores)
  }

  private func change(_ sql: String, _ key: String, _ stores: [String]) throws(SQLiteError) {
    for store in stores {
      let statement = try database.prepare(sql)
      try statement.bind(1, key)
      try statement.bind(2, store)
      try statement.run()
    }
  }

  /// Deletes what nobody needs any more, as far as that can be.
  func forgetStrays() {
    guard !fieldStores.isEmpty, let strays = try? strays() else { return }
    for stray in strays {
      guard let store = fieldStores[stray.store], (try? store.delete(stray.key)) != nil else { continue }
      try? writing { () throws(SQLiteError) in try noteNoStrays(stray.key, in: [stray.store]) }
    }
  }

  private func strays() throws(SQLiteError) -> [(key: String, store: String)] {
    let statement = try database.prepare("SELECT key, store FROM strays")
    var strays: [(key: String, store: String)] = []
    while try statement.step() { strays.append((statement.text(0), statement.text(1))) }
    return strays
  }
}
