#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for a store, removed with it.
final class StoreFolder {
  private let path: String

  init() throws {
    var template = Array("/tmp/navtree-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Run.Failure.couldNotStart("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)/store.db\(suffix)") }
    rmdir(path)
  }

  /// As `--store` takes it.
  var url: String { "sqlite:\(path)/store.db" }
}
