package import NavtreeJSON

/// The key of a state: 128 bits of a hash that is the same in every process.
///
/// Two different states have the same key with a probability of 2⁻¹²⁸; of a billion states, the probability that any two
/// have is below 10⁻²⁰.
package struct StateKey: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64
}

/// A hash of 128 bits in two lanes, each a multiplication and a shift for 8 bytes.
///
/// `Hasher` is seeded in each process, and has 64 bits.
package struct StateHasher {
  private var high: UInt64 = 0x243F_6A88_85A3_08D3
  private var low: UInt64 = 0x1319_8A2E_0370_7344

  package init() {}

  @inline(__always)
  package mutating func combine(_ word: UInt64) {
    high = (high ^ word) &* 0x9E37_79B9_7F4A_7C15
    high ^= high >> 29
    low = (low &+ word) &* 0xC2B2_AE3D_27D4_EB4F
    low ^= low >> 32
    // Each lane mixes the other in, so that they don't fail together.
    high = high &+ (low << 21 | low >> 43)
  }

  @inline(__always)
  package mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  package mutating func combine(_ flag: Bool) { combine(flag ? 1 : 2 as UInt64) }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { bytes in combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }

  package mutating func combine(bytes: UnsafeRawBufferPointer) {
    combine(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    guard place < bytes.count else { return }
    var rest: UInt64 = 0
    for (index, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << (8 * UInt64(index)) }
    combine(rest)
  }

  /// The members of an object are combined in their order, which expressions see.
  ///
  /// Recursion is bounded by the depth of JSON.
  package mutating func combine(_ value: JSONValue) {
    switch value {
    case .null: combine(3 as UInt64)
    case .boolean(let flag): combine(flag)
    case .integer(let number):
      combine(4 as UInt64)
      combine(number)
    case .number(let number):
      combine(5 as UInt64)
      combine(number.bitPattern)
    case .string(let text):
      combine(6 as UInt64)
      combine(text)
    case .array(let elements):
      combine(7 as UInt64)
      combine(elements.count)
      for element in elements { combine(element) }
    case .object(let members): combine(members)
    }
  }

  package mutating func combine(_ members: JSONObject) {
    combine(8 as UInt64)
    combine(members.count)
    for (name, member) in members {
      combine(name)
      combine(member)
    }
  }

  package func finish() -> StateKey {
    var copy = self
    copy.combine(0x5851_F42D_4C95_7F2D as UInt64)
    copy.combine(high)
    return StateKey(high: copy.high, low: copy.low)
  }
}
