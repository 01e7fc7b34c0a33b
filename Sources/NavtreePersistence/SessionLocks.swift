internal import NavtreeSystem
internal import NavtreeCSQLite

/// The locks on the sessions of a store, among the processes that have it open.
///
/// Each session has eight bytes of the file `PATH.lock`. Its owner locks the first of them, by open file
/// description (fcntl(2), F_OFD_SETLK), which the kernel releases when the process dies. It also writes its
/// process id there, since the kernel doesn't report the owner of such a lock.
final class SessionLocks {
  private let path: String
  private let file: Int32
  private let identity: StoreFile.Identity

  /// - Throws: the system's error message.
  init(path: String) throws(LockError) {
    self.path = path
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if file < 0 {
      throw LockError(message: errno == ELOOP ? "it is a symbolic link" : String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(file, &status) == 0, StoreFile.isRegular(status) else {
      close(file)
      throw LockError(message: "it isn't a regular file")
    }
    identity = StoreFile.identity(of: status)
  }

  /// Whether other processes still find the locks here: those that find another file there, or none, lock sessions in a
  /// file of their own.
  var isThere: Bool { StoreFile.status(path).map(StoreFile.identity) == identity }

  /// A child process that is about to start another program has the description too, and would keep its locks.
  deinit {
    _ = csqlite_lock(file, Int32(F_UNLCK), 0, 0)
    close(file)
  }

  private static let width = 8

  /// Locks a session.
  ///
  /// - Returns: the id of the process that has locked it, if another one has; 0 while that hasn't written its id yet.
  func take(_ session: Int) throws(LockError) -> Int? {
    guard set(session, Int16(F_WRLCK)) else {
      guard errno == EAGAIN || errno == EACCES else {
        throw LockError(message: String(cString: strerror(errno)))
      }
      return owner(session)
    }
    var digits = Array("\(getpid())".utf8.prefix(Self.width - 1))
    digits += Array(repeating: UInt8(ascii: " "), count: Self.width - 1 - digits.count) + [UInt8(ascii: "\n")]
    // The lock holds even if its owner's id can't be written.
    _ = pwrite(file, digits, digits.count, off_t(offset(session)))
    return nil
  }

  func give(_ session: Int) {
    _ = set(session, Int16(F_UNLCK))
  }

  private func owner(_ session: Int) -> Int {
    var digits = [UInt8](repeating: 0, count: Self.width)
    let count = pread(file, &digits, digits.count, off_t(offset(session)))
    return Int(
      String(decoding: digits.prefix(max(count, 0)).prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)) ?? 0
  }

  private func set(_ session: Int, _ kind: Int16) -> Bool {
    csqlite_lock(file, Int32(kind), offset(session), 1) == 0
  }

  /// The offset of a session's bytes. A damaged store may give any number: the system then refuses the offset, or it is
  /// another session's.
  private func offset(_ session: Int) -> Int64 { Int64(truncatingIfNeeded: session &* Self.width) }
}

/// The system's refusal of a lock.
struct LockError: Error {
  let message: String
}
