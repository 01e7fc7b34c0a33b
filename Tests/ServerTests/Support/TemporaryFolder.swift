import NavtreeSystem

/// A folder for one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/navtree-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure.couldNotStart(errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    guard let entries = opendir(path) else { return }
    defer {
      closedir(entries)
      rmdir(path)
    }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
  }
}
