package import NavtreeJSON
import NavtreeJSONReading
import NavtreeSystem

/// The data of public conformance suites, a test a line, in the folder that `NAVTREE_CONFORMANCE` names.
package enum Conformance {
  package static func has(_ name: String) -> Bool { access(folder + "/" + name, R_OK) == 0 }

  package static func tests(_ name: String) throws -> [JSONValue] {
    let bytes = Files.bytes(of: folder + "/" + name) ?? []
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
  }

  private static var folder: String {
    if let folder = getenv("NAVTREE_CONFORMANCE") { return String(cString: folder) }
    return Files.package + "/../shared/conformance"
  }

  /// The bytes that RFC 4648 section 4 encodes as this text.
  package static func base64(_ text: String) -> [UInt8] {
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
