/// Strays: values that flows' stores keep of sessions that are deleted, or whose flow no longer declares the store.
///
/// A session is deleted when it is deleted here. Its values in other stores are deleted then or, if the disk is full
/// or the store is missing, the next time that the store is opened or another session becomes a stray.
extension SessionStore {
  /// Deletes unneeded values, as far as possible.
  func forgetStrays() {
    guard !fieldStores.isEmpty, let strays = try? tables.strays() else { return }
    for stray in strays {
      guard let store = fieldStores[stray.store],
        (try? store.delete(stray.key, in: stray.store)) != nil
      else { continue }
      try? tables.unmark(stray)
    }
  }
}
