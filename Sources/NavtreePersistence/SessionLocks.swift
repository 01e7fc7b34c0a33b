#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import NavtreeCSQLite

/// Who owns which session of a store, among the processes that have it open.
///
/// Each session has eight bytes of the file `PATH.lock`. Its owner holds a lock on the first of them, as an open
/// file description (fcntl(2), F_OFD_SETLK), which the kernel frees when the process dies, and has written its
/// process id there, since of such a lock the kernel doesn't tell whose it is.
final class SessionLocks {
  private let file: Int32

  /// - Throws: the system's word for what is wrong.
  init(path: String) throws(LockError) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file < 0 { throw LockError(message: String(cString: strerror(errno))) }
  }

  deinit { close(file) }

  private static let width = 8

  /// Takes a session.
  ///
  /// - Returns: the id of the process that owns it, if another one does; 0 where that hasn't said who it is yet.
  func take(_ session: Int) throws(LockError) -> Int? {
    guard set(session, Int16(F_WRLCK)) else {
      guard errno == EAGAIN || errno == EACCES else {
        throw LockError(message: String(cString: strerror(errno)))
      }
      return owner(session)
    }
    var digits = Array("\(getpid())".utf8.prefix(Self.width - 1))
    digits += Array(repeating: UInt8(ascii: " "), count: Self.width - 1 - digits.count) + [UInt8(ascii: "\n")]
    // The lock holds even where the note of whose it is can't be written.
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
    csqlite_lock(file, Int32(kind), offset(session)) == 0
  }

  /// Where a session's bytes are. The number of one that is damaged may be any: then the system refuses the place, or it
  /// is another session's.
  private func offset(_ session: Int) -> Int64 { Int64(truncatingIfNeeded: session &* Self.width) }
}

/// What the system answered instead of locking.
struct LockError: Error {
  let message: String
}
