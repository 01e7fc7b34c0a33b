import NavtreeCSQLite
import Synchronization

/// The number of times that SQLite waits for the disk, in databases that are opened by a closure.
///
/// It stands between SQLite and its layer of the system (https://sqlite.org/vfs.html).
final class SyncCount: Sendable {
  private let folder: String
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  /// - Parameter folder: the folder of the files that count.
  init(below folder: String) { self.folder = folder }

  /// Counts the syncs of all that a closure opens, one caller at a time.
  func opening<Result>(_ body: () throws -> Result) throws -> Result {
    try Self.turn.withLock { _ in
      guard let layer = Layer.counting, let base = Layer.base else { return try body() }
      Layer.counts.withLock { $0.append(self) }
      sqlite3_vfs_register(layer, 1)
      defer { sqlite3_vfs_register(base, 1) }
      return try body()
    }
  }

  private static let turn = Mutex(())

  fileprivate func note(_ path: String) { if path.hasPrefix(folder) { count.withLock { $0 += 1 } } }
}

private enum Layer {
  nonisolated(unsafe) static let base = sqlite3_vfs_find(nil)
  static let counts = Mutex<[SyncCount]>([])
  /// The paths of open files.
  private static let paths = Mutex<[UInt: String]>([:])
  nonisolated(unsafe) private static var sync:
    (@convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32)?
  /// SQLite's methods of a file and those that count, for each kind of file.
  nonisolated(unsafe) private static var methods:
    [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = [:]

  nonisolated(unsafe) static let counting: UnsafeMutablePointer<sqlite3_vfs>? = {
    guard let base else { return nil }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    layer.pointee.xOpen = { _, name, file, flags, given in
      let code = Layer.base?.pointee.xOpen(Layer.base, name, file, flags, given) ?? SQLITE_ERROR
      if code == SQLITE_OK, let name, let file { Layer.count(file, String(cString: name)) }
      return code
    }
    return layer
  }()

  private static func count(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    paths.withLock { paths in
      paths[UInt(bitPattern: file)] = path
      guard let original = file.pointee.pMethods else { return }
      if methods[original] == nil {
        sync = original.pointee.xSync
        let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        copy.initialize(to: original.pointee)
        copy.pointee.xSync = { file, flags in
          Layer.note(UInt(bitPattern: file))
          return Layer.sync?(file, flags) ?? SQLITE_ERROR
        }
        methods[original] = UnsafePointer(copy)
      }
      file.pointee.pMethods = methods[original]
    }
  }

  private static func note(_ file: UInt) {
    guard let path = paths.withLock({ $0[file] }) else { return }
    for count in counts.withLock({ $0 }) { count.note(path) }
  }
}
