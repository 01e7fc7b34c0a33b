#if Inspector
  /// 128 random bits that a page proves its right to a session with.
  package struct AccessToken: Sendable {
    /// 32 hexadecimal digits.
    package let text: String
    private let bytes: [UInt8]

    package init() {
      var generator = SystemRandomNumberGenerator()
      self.init(words: (generator.next(), generator.next()))
    }

    init(words: (UInt64, UInt64)) {
      var bytes: [UInt8] = []
      for word in [words.0, words.1] {
        for shift in stride(from: 60, through: 0, by: -4) {
          bytes.append(Array("0123456789abcdef".utf8)[Int(word >> UInt64(shift) & 15)])
        }
      }
      self.bytes = bytes
      text = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is the token. The time that it takes doesn't depend on how much of it is right.
    package func matches(_ candidate: some StringProtocol) -> Bool {
      let candidate = Array(candidate.utf8)
      guard candidate.count == bytes.count else { return false }
      var difference: UInt8 = 0
      for (left, right) in zip(candidate, bytes) { difference |= left ^ right }
      return difference == 0
    }
  }
#endif
