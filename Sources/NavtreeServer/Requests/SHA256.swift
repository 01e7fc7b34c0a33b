/// SHA-256 (FIPS 180-4), and the code of a message with a secret key that is made of it (HMAC, RFC 2104).
package struct SHA256 {
  /// The bytes of a block.
  private static let blockSize = 64

  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  private var byteCount = 0
  /// The message schedule of the present block.
  private var schedule = [UInt32](repeating: 0, count: 64)

  /// - Complexity: O(*n*)
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    var next = 0
    if !rest.isEmpty {
      next = min(Self.blockSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<next])
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { block in compress(block) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - next >= Self.blockSize {
      compress(UnsafeRawBufferPointer(rebasing: bytes[next..<next + Self.blockSize]))
      next += Self.blockSize
    }
    rest.append(contentsOf: bytes[next...])
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// The digest of all bytes. Section 5.1.1: a 1, zeros, and the number of bits fill the last block.
  consuming func digest() -> [UInt8] {
    let bitCount = UInt64(byteCount) &* 8
    let zeros = (2 * Self.blockSize - 9 - rest.count) % Self.blockSize
    add([0x80] + [UInt8](repeating: 0, count: zeros) + Self.bytes(of: bitCount))
    return state.flatMap(Self.bytes)
  }

  private static func bytes(of word: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian) { Array($0) }
  }

  /// Section 6.2.2.
  private mutating func compress(_ block: UnsafeRawBufferPointer) {
    for t in 0..<16 {
      schedule[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self))
    }
    for t in 16..<64 {
      let (old, new) = (schedule[t - 15], schedule[t - 2])
      let small = Self.rotate(old, 7) ^ Self.rotate(old, 18) ^ old >> 3
      let large = Self.rotate(new, 17) ^ Self.rotate(new, 19) ^ new >> 10
      schedule[t] = large &+ schedule[t - 7] &+ small &+ schedule[t - 16]
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = e & f ^ ~e & g
      let first = h &+ sum1 &+ choice &+ Self.constants[t] &+ schedule[t]
      let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let second = sum0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// Section 4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension SHA256 {
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest()
  }

  /// The code of a message with a key.
  ///
  /// - Complexity: O(*n*)
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > blockSize ? digest(of: key) : key
    key += [UInt8](repeating: 0, count: blockSize - key.count)
    var inner = SHA256()
    inner.add(key.map { $0 ^ 0x36 })
    inner.add(message)
    return digest(of: key.map { $0 ^ 0x5c } + inner.digest())
  }
}
