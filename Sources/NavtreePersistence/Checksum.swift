/// A checksum of stored bytes, against damage.
///
/// Each word of eight bytes is mixed in by a reversible step, so it detects every change within one word, and misses any
/// other with a probability of 2^-64.
struct Checksum {
  private(set) var value: UInt64

  /// - Parameter seed: identifies the row of the bytes, so that another row's bytes don't match.
  init(seed: Int) {
    value = 0xcbf2_9ce4_8422_2325 ^ UInt64(truncatingIfNeeded: seed)
    mix(0)
  }

  /// - Complexity: O(*n*)
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    mix(rest)
    mix(UInt64(bytes.count))
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// The value for a column of a table.
  var column: Int { Int(truncatingIfNeeded: value) }

  /// The value for a column whose default, 0, is a row without a checksum.
  var setColumn: Int { column == 0 ? 1 : column }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 32
  }

  static func of(_ bytes: UnsafeRawBufferPointer, seed: Int) -> Int {
    var checksum = Checksum(seed: seed)
    checksum.add(bytes)
    return checksum.column
  }
}
