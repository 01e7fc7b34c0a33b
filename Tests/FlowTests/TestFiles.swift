import JSON
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that the tests read and, with `RECORD=1`, write.
enum TestFiles {
  /// The package's folder.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static let conformance =
    environment("NAVTREE_CONFORMANCE") ?? "\(root)/../shared/conformance"

  static let isRecording = environment("RECORD") == "1"

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    _ = fwrite(Array(text.utf8), 1, text.utf8.count, file)
  }

  /// The names of a folder's files that end so, in order.
  static func names(in folder: String, suffix: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(suffix) { names.append(name) }
    }
    return names.sorted()
  }

  /// The objects of a file of JSON Lines.
  static func lines(_ path: String) throws -> [JSONValue] {
    guard let bytes = read(path) else { return [] }
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
  }
}
