import NavtreeJSON
import NavtreeSystem

/// Values that occur nowhere by chance, and the search for them in a process's output.
///
/// Each has characters that JSON and URLs write differently, except in the part that is searched.
enum Planted {
  static let text = #"Zq7plantText ("x/y%" ☃"#
  static let element = "Zq7plantElement é"
  static let member = "Zq7plantMember"
  static let key = "Zq7plantKey"
  static let integer = 7_281_940_563_812
  static let number = 72_819_405.638_12

  /// A list and an object with all of them.
  static let list: JSONValue = [.string(element), .integer(integer), [.string(text)]]
  static let object: JSONValue = [
    "inner": ["x": .string(member), "n": .number(number)], "id": .string(key), "pin": .integer(integer),
  ]

  static let url = "Zq7plantUrl%20a%2Fb"

  private static let needles = ["Zq7plant", "7281940563812", "72819405.63812"].map { Array($0.utf8) }

  /// The place of a planted value: its surroundings, without the value itself.
  static func places(in bytes: some Collection<UInt8>, of name: String) -> [String] {
    let bytes = Array(bytes)
    var places: [String] = []
    var from = 0
    while let (start, needle) = first(in: bytes, from: from) {
      let end = bytes[(start + needle.count)...].firstIndex { !isWord($0) } ?? bytes.count
      from = end
      let before = shown(bytes[max(0, start - 80)..<start])
      let after = shown(bytes[end..<min(bytes.count, end + 40)])
      places.append("\(name), byte \(start): …\(before)«planted»\(after)…")
    }
    return places
  }

  /// The first planted value from an offset on. Pages are long, and the C library reads them much faster.
  private static func first(in bytes: [UInt8], from offset: Int) -> (start: Int, needle: [UInt8])? {
    let found = needles.compactMap { needle in start(of: needle, in: bytes, from: offset).map { ($0, needle) }
    }
    return found.min { $0.0 < $1.0 }
  }

  private static func start(of needle: [UInt8], in bytes: [UInt8], from offset: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var start = offset
      while bytes.count - start >= needle.count,
        let found = memchr(base + start, Int32(needle[0]), bytes.count - start - needle.count + 1)
      {
        start = UnsafeRawPointer(found) - base
        if memcmp(found, needle, needle.count) == 0 { return start }
        start += 1
      }
      return nil
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
  }
}
