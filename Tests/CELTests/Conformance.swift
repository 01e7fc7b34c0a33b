import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The data of public conformance suites, a test a line, in the folder that `NAVTREE_CONFORMANCE` names.
enum Conformance {
  /// The tests of one suite; none where there is no such file.
  static func tests(_ name: String) -> [JSONValue] {
    let lines = bytes(of: folder + "/" + name).split(separator: UInt8(ascii: "\n"))
    return lines.compactMap { try? JSONValue(parsing: $0) }
  }

  static func has(_ name: String) -> Bool { access(folder + "/" + name, R_OK) == 0 }

  private static var folder: String {
    if let folder = getenv("NAVTREE_CONFORMANCE") { return String(cString: folder) }
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return package.joined(separator: "/") + "/../shared/conformance"
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  /// What RFC 4648 section 4 encodes as this text.
  static func base64(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}
