internal import NavtreeSystem
package import NavtreeEngine

extension SQLiteFieldStore {
  package func isSameFile(as other: any FieldStore) -> Bool {
    guard let other = other as? SQLiteFieldStore, path != SessionStore.memory,
      other.path != SessionStore.memory
    else { return false }
    var (own, others) = (stat(), stat())
    guard stat(path, &own) == 0, stat(other.path, &others) == 0 else { return false }
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  /// Refuses a file, or a companion file of SQLite, that users other than its owner may read or write.
  ///
  /// navtree creates files for their owner alone, and SQLite gives its companion files the same mode.
  package func checkIsPrivate(as name: String) throws(Failure) {
    guard path != SessionStore.memory else { return }
    let target = StoreFile.target(of: path)
    for file in ["", "-wal", "-shm"].map({ target + $0 }) {
      var status = stat()
      guard stat(file, &status) == 0 else {
        if errno == ENOENT, file != target { continue }
        throw .store(path, String(cString: strerror(errno)))
      }
      let mode = Int(status.st_mode) & 0o777
      guard mode & 0o077 == 0 else {
        throw .store(
          file,
          "others may read it (its mode is \(String(mode, radix: 8))), and the store '\(name)' is sensitive",
          hint: "chmod 600 \(file)")
      }
    }
  }
}
