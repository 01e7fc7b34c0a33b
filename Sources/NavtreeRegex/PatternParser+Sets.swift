extension PatternParser {
  private static let digits = [UInt32(0x30)...0x39]
  private static let words = [UInt32(0x30)...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  private static let letters = [UInt32(0x41)...0x5A, 0x61...0x7A]

  private static let posix: [String: [ClosedRange<UInt32>]] = [
    "alnum": letters + digits, "alpha": letters, "ascii": [0...0x7F], "blank": [0x09...0x09, 0x20...0x20],
    "cntrl": [0...0x1F, 0x7F...0x7F], "digit": digits, "graph": [0x21...0x7E], "lower": [0x61...0x7A],
    "print": [0x20...0x7E], "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
    "space": [0x09...0x0D, 0x20...0x20], "upper": [0x41...0x5A], "word": words,
    "xdigit": digits + [0x41...0x46, 0x61...0x66],
  ]

  /// What stands in brackets.
  mutating func classSet() throws(PatternFault) -> ScalarSet {
    let start = index
    index += 1
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    // Ranges that are closed under cases already.
    var named: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      if let set = try posixSet() {
        named += set.ranges
      } else if scalar == "\\", peek(2) != nil || !"pP".unicodeScalars.contains(peek(1) ?? "\\"),
        let set = try namedSet()
      {
        named += set.ranges
      } else {
        ranges.append(try range(inClassFrom: start))
      }
    }
    guard take("]") else { throw fault("missing ]", from: start) }
    let plain = ScalarSet(ranges)
    let set = ScalarSet((flags.ignoresCase ? plain.folded : plain).ranges + named)
    return isNegated ? set.inverted : set
  }

  private mutating func range(inClassFrom start: Int) throws(PatternFault) -> ClosedRange<UInt32> {
    let first = index
    let low = try scalar(inClassFrom: start)
    guard next == "-", let end = peek(1), end != "]" else { return low...low }
    index += 1
    let high = try scalar(inClassFrom: start)
    guard low <= high else { throw fault("invalid character class range", from: first) }
    return low...high
  }

  private mutating func scalar(inClassFrom start: Int) throws(PatternFault) -> UInt32 {
    if next == "\\" { return try escape() }
    guard let scalar = take() else { throw fault("missing ]", from: start, to: scalars.count) }
    return scalar.value
  }

  private func cased(_ set: ScalarSet, isNegated: Bool) -> ScalarSet {
    let set = flags.ignoresCase ? set.folded : set
    return isNegated ? set.inverted : set
  }

  /// `[:name:]`; nil where none begins.
  private mutating func posixSet() throws(PatternFault) -> ScalarSet? {
    guard next == "[", peek(1) == ":" else { return nil }
    var end = index + 2
    while end + 1 < scalars.count, scalars[end] != ":" || scalars[end + 1] != "]" { end += 1 }
    guard end + 1 < scalars.count else { return nil }
    let start = index
    index = end + 2
    let isNegated = scalars[start + 2] == "^"
    guard let ranges = Self.posix[text(min(start + (isNegated ? 3 : 2), end)..<end)] else {
      throw fault("invalid character class range", from: start)
    }
    return cased(ScalarSet(ranges), isNegated: isNegated)
  }

  /// `\d`, `\pL` and the like; nil where the escape is none of them.
  mutating func namedSet() throws(PatternFault) -> ScalarSet? {
    let perl = ["d": Self.digits, "s": [0x09...0x0A, 0x0C...0x0D, 0x20...0x20], "w": Self.words]
    guard let letter = peek(1) else { return nil }
    let name = String(letter)
    let lower = name.lowercased()
    if let ranges = perl[lower] {
      index += 2
      return cased(ScalarSet(ranges), isNegated: name != lower)
    }
    return lower == "p" ? try unicodeSet(isNegated: name == "P") : nil
  }

  private mutating func unicodeSet(isNegated: Bool) throws(PatternFault) -> ScalarSet {
    let reason = "invalid character class range"
    let start = index
    index += 2
    var name = index..<index
    if take("{") {
      guard let end = scalars[index...].firstIndex(of: "}") else {
        throw fault(reason, from: start, to: scalars.count)
      }
      name = index..<end
      index = end + 1
    } else if take() != nil {
      name = index - 1..<index
    }
    let isOther = scalars[name].first == "^"
    if isOther { name = name.dropFirst() }
    guard let set = UnicodeGroups.set(named: text(name)) else { throw fault(reason, from: start) }
    return cased(set, isNegated: isNegated != isOther)
  }

  /// The scalar that an escape stands for.
  mutating func escape() throws(PatternFault) -> UInt32 {
    let start = index
    index += 1
    guard let scalar = take() else { throw fault("trailing \\", from: start, to: start) }
    let codes: [Unicode.Scalar: UInt32] = ["a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11]
    if let code = codes[scalar] { return code }
    switch scalar {
    case "1"..."7" where !isOctal(next): break
    case "0"..."7":
      var code = scalar.value - 0x30
      for _ in 0..<2 where isOctal(next) { code = code * 8 + (take()?.value ?? 0x30) - 0x30 }
      return code
    case "x": if let code = hexadecimal() { return code }
    default:
      if scalar.isASCII, !PatternPlace.isWord(UInt8(scalar.value)) || scalar == "_" { return scalar.value }
    }
    throw fault("invalid escape sequence", from: start)
  }

  private func isOctal(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."7").contains($0) } ?? false }

  /// Two digits, or as many as there are in braces.
  private mutating func hexadecimal() -> UInt32? {
    guard let first = take() else { return nil }
    if first != "{" {
      guard let second = take(), let high = Self.digit(first), let low = Self.digit(second) else {
        return nil
      }
      return high * 16 + low
    }
    var code: UInt32?
    while let scalar = take() {
      if scalar == "}" { return code }
      guard let digit = Self.digit(scalar) else { return nil }
      let value = (code ?? 0) * 16 + digit
      guard value <= ScalarSet.last else { return nil }
      code = value
    }
    return nil
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
    scalar.isASCII ? Character(scalar).hexDigitValue.map(UInt32.init) : nil
  }
}
