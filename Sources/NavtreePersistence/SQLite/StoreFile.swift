internal import NavtreeSystem

/// The file of an open database, and its log.
///
/// Where a file is removed, renamed or replaced from outside, SQLite goes on writing into the one that it has open,
/// which nobody finds again. Its name, its identity and its size show it.
final class StoreFile {
  private let path: String
  private let logPath: String
  private let file: Identity
  /// Nil until SQLite has made the log.
  private var log: Identity?
  private var size: Int

  struct Identity: Equatable {
    let device: UInt64
    let node: UInt64
  }

  /// The file of a database that has just been opened; nil if it has no name any more.
  init?(path: String) {
    self.path = Self.target(of: path)
    logPath = self.path + "-wal"
    guard let status = Self.status(self.path) else { return nil }
    file = Self.identity(of: status)
    size = Int(status.st_size)
  }

  /// The reason why what is written wouldn't be found again; nil if all is as it was.
  ///
  /// - Parameters:
  ///   - logged: the size that the log has at least, in bytes, where that is known.
  ///   - pages: the size of the database that its header tells, in bytes. It is read where the file has shrunk: another
  ///     process may have compacted it.
  func fault(logged: () -> Int?, pages: () throws(SQLiteError) -> Int) throws(SQLiteError) -> String? {
    guard let status = Self.status(path) else { return "its file was removed or renamed while it was open" }
    guard Self.identity(of: status) == file else { return "its file was replaced while it was open" }
    if Int(status.st_size) < size, try Int(status.st_size) < pages() {
      return "its file was truncated while it was open"
    }
    size = Int(status.st_size)
    let logStatus = Self.status(logPath)
    let present = logStatus.map(Self.identity)
    if let log, log != present { return "its log, \(logPath), was removed or replaced while it was open" }
    if log != nil, let logStatus, let logged = logged(), Int(logStatus.st_size) < logged {
      return "its log, \(logPath), was truncated while it was open"
    }
    log = present
    return nil
  }

  // MARK: Before it is opened

  /// The reason why a path is no place for a database; nil if it is one, or could be made one.
  static func fault(of path: String) -> String? {
    var status = stat()
    if lstat(path, &status) == 0, isLink(status), stat(path, &status) != 0, errno == ENOENT {
      return "it is a symbolic link to a file that doesn't exist"
    }
    if stat(path, &status) == 0, !isRegular(status) { return "it isn't a regular file" }
    let target = target(of: path)
    for companion in ["-wal", "-shm", "-journal"].map({ target + $0 })
    where lstat(companion, &status) == 0 && !isRegular(status) {
      return "\(companion) isn't a regular file"
    }
    return nil
  }

  /// The path behind symbolic links, where SQLite puts the companions of the file, and navtree its locks.
  static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  static func identity(of status: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
  }

  static func isRegular(_ status: stat) -> Bool { status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) }

  private static func isLink(_ status: stat) -> Bool { status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK) }
}
