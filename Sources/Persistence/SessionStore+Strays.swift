/// What stores of flows keep of sessions that are deleted.
///
/// A session is gone when it is gone here. What other stores keep of it goes then, and where that can't be at once, for
/// want of room or of the store, the next time that the sessions are opened or one is deleted.
extension SessionStore {
  /// Notes that a session is deleted of which stores of its flow keep something.
  func noteStray(_ entry: StoredEntry) throws(SQLiteError) {
    let statement = try database.prepare("INSERT INTO strays(key, stores) VALUES(?, ?)")
    try statement.bind(1, entry.key)
    try statement.bind(2, entry.stores.joined(separator: " "))
    try statement.run()
  }

  /// Deletes what is kept of sessions that are deleted, as far as that can be.
  func forgetStrays() {
    guard !fieldStores.isEmpty, let strays = try? strays() else { return }
    for stray in strays where stray.stores.allSatisfy({ isForgotten(stray.key, in: $0) }) {
      try? writing { () throws(SQLiteError) in
        let statement = try database.prepare("DELETE FROM strays WHERE key = ?")
        try statement.bind(1, stray.key)
        try statement.run()
      }
    }
  }

  private func isForgotten(_ key: String, in store: String) -> Bool {
    guard let store = fieldStores[store] else { return false }
    do {
      try store.delete(key)
      return true
    } catch {
      return false
    }
  }

  private func strays() throws(SQLiteError) -> [(key: String, stores: [String])] {
    let statement = try database.prepare("SELECT key, stores FROM strays")
    var strays: [(key: String, stores: [String])] = []
    while try statement.step() {
      strays.append((statement.text(0), SessionRow.stores(in: statement.text(1))))
    }
    return strays
  }
}
