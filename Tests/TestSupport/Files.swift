import NavtreeSystem

/// The files that tests read and, when they record, write.
package enum Files {
  /// The folder of the package.
  package static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  /// Whether expected files are written anew. Such a test fails once, so that it isn't taken for passed.
  package static let isRecording = getenv("RECORD") != nil

  /// Nil where there is no such file.
  package static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  package static func text(of path: String) -> String? {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The permissions of a file; nil if there is none.
  package static func mode(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : nil
  }

  /// The size of a file in bytes; nil if there is none.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Whether two paths lead to one file.
  package static func areOne(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
      && one.st_ino == other.st_ino
  }

  package static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

  package static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  package static func setMode(of path: String, to mode: Int) { chmod(path, mode_t(mode)) }

  /// The files below a folder with this suffix, sorted; folders whose names begin with a dot are skipped.
  package static func paths(below folder: String, endingIn suffix: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var paths: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      if entry.pointee.d_type == DT_DIR {
        paths += Self.paths(below: "\(folder)/\(name)", endingIn: suffix)
      } else if name.hasSuffix(suffix) {
        paths.append("\(folder)/\(name)")
      }
    }
    return paths.sorted()
  }

  /// The names of a folder's own files with this suffix, sorted.
  package static func names(in folder: String, endingIn suffix: String) -> [String] {
    paths(below: folder, endingIn: suffix).map { String($0.dropFirst(folder.count + 1)) }
      .filter { !$0.contains("/") }
  }
}
