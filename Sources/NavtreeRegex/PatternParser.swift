/// Reads an expression in RE2's syntax into the parts that its texts are written from.
///
/// It reads only expressions that RE2 has compiled, whose depth is bounded. Anchors and flags are left out, and a class
/// of Unicode's is some letters of different scripts: whoever writes a text asks RE2 whether it matches.
struct PatternParser {
  indirect enum Part: Sendable {
    /// One scalar of these.
    case set([ClosedRange<UInt32>])
    case sequence([Part])
    case choice([Part])
    case repeated(Part, least: Int, most: Int)

    static let empty = Part.sequence([])
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0

  static func parts(of pattern: String) -> Part {
    var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
    return parser.choice()
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take() -> Unicode.Scalar? {
    defer { index += 1 }
    return next
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func takeText(until isEnd: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, !isEnd(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  // MARK: Parts

  private mutating func choice() -> Part {
    var choices: [Part] = []
    var parts: [Part] = []
    while let scalar = next, scalar != ")" {
      if take("|") {
        choices.append(.sequence(parts))
        parts = []
      } else {
        let part = self.part()
        parts.append(repeated(part))
      }
    }
    choices.append(.sequence(parts))
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func part() -> Part {
    guard let scalar = take() else { return .empty }
    switch scalar {
    case "^", "$": return .empty
    case ".": return .set(Self.printable)
    case "[": return .set(set())
    case "(": return group()
    case "\\":
      if take("Q") { return quoted() }
      if let scalar = next, "AzbB".unicodeScalars.contains(scalar) {
        index += 1
        return .empty
      }
      return .set(escape())
    default: return .set([scalar.value...scalar.value])
    }
  }

  private mutating func group() -> Part {
    if take("?") {
      // A name ends with an angle, flags with a colon; flags alone are no group.
      _ = takeText { ":>)".unicodeScalars.contains($0) }
      if take() == ")" { return .empty }
    }
    defer { index += 1 }
    return choice()
  }

  private mutating func quoted() -> Part {
    var parts: [Part] = []
    while let scalar = take() {
      if scalar == "\\", take("E") { break }
      parts.append(.set([scalar.value...scalar.value]))
    }
    return .sequence(parts)
  }

  private mutating func repeated(_ part: Part) -> Part {
    var part = part
    while let (least, most) = count() {
      _ = take("?")
      part = .repeated(part, least: least, most: most)
    }
    return part
  }

  private mutating func count() -> (least: Int, most: Int)? {
    if take("*") { return (0, .max) }
    if take("+") { return (1, .max) }
    if take("?") { return (0, 1) }
    let start = index
    if take("{") {
      let counts = takeText { $0 == "}" }.split(separator: ",", omittingEmptySubsequences: false)
      if take("}"), let least = Int(counts[0]), counts.count <= 2 {
        return (least, counts.count == 1 ? least : Int(counts[1]) ?? .max)
      }
      index = start
    }
    return nil
  }

  // MARK: Sets

  private static let printable: [ClosedRange<UInt32>] = [0x20...0x7E]
  /// Letters and signs of different scripts and kinds.
  private static let mixed = "aA1 -éßαЖ中あא".unicodeScalars.map { $0.value...$0.value }

  private static let classes: [String: [ClosedRange<UInt32>]] = [
    "d": [0x30...0x39], "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    "s": [0x20...0x20, 0x9...0xD],
    "alpha": [0x41...0x5A, 0x61...0x7A], "digit": [0x30...0x39], "lower": [0x61...0x7A],
    "upper": [0x41...0x5A],
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "blank": [0x20...0x20, 0x9...0x9],
    "word": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], "space": [0x20...0x20, 0x9...0xD],
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66], "cntrl": [0...0x1F], "graph": [0x21...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "print": printable, "ascii": [0...0x7F],
  ]

  /// What isn't in a set, as far as the common scripts of Europe go.
  private static func others(than set: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var others: [ClosedRange<UInt32>] = []
    var first: UInt32 = 0x20
    let last: UInt32 = 0x52F
    for range in set.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound >= first {
      if range.lowerBound > first { others.append(first...min(range.lowerBound - 1, last)) }
      first = range.upperBound + 1
      if first > last { return others }
    }
    return others + [first...last]
  }

  private mutating func set() -> [ClosedRange<UInt32>] {
    let isNegated = take("^")
    var set: [ClosedRange<UInt32>] = []
    while let scalar = take() {
      if scalar == "]", !set.isEmpty { break }
      if scalar == "[", take(":") {
        let isOther = take("^")
        let named = Self.classes[takeText { $0 == ":" }] ?? []
        set += isOther ? Self.others(than: named) : named
        index += 2
        continue
      }
      let items = scalar == "\\" ? escape() : [scalar.value...scalar.value]
      guard items.count == 1, items[0].count == 1, next == "-", index + 1 < scalars.count,
        scalars[index + 1] != "]"
      else {
        set += items
        continue
      }
      index += 1
      let end = take("\\") ? escape() : take().map { [$0.value...$0.value] } ?? []
      let last = end.first?.lowerBound ?? 0
      set.append(items[0].lowerBound...max(last, items[0].lowerBound))
    }
    return isNegated ? Self.others(than: set) : set
  }

  /// The digits of a number that may have so many.
  private mutating func digits(_ most: Int) -> String {
    let digits = scalars[index...].prefix(most).prefix { $0.properties.isASCIIHexDigit }
    index += digits.count
    return String(String.UnicodeScalarView(digits))
  }

  /// The scalars that an escape stands for.
  private mutating func escape() -> [ClosedRange<UInt32>] {
    guard let scalar = take() else { return [] }
    let name = String(scalar)
    switch scalar {
    case "d", "w", "s": return Self.classes[name] ?? []
    case "D", "W", "S": return Self.others(than: Self.classes[name.lowercased()] ?? [])
    case "p", "P":
      if take("{") { _ = takeText { $0 == "}" } }
      index += 1
      return Self.mixed
    case "C": return Self.printable
    case "n", "t", "r", "f", "v", "a":
      let codes: [Unicode.Scalar: UInt32] = ["n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7]
      return codes[scalar].map { [$0...$0] } ?? []
    case "x":
      let isBraced = take("{")
      let hex = isBraced ? takeText { $0 == "}" } : digits(2)
      if isBraced { index += 1 }
      return UInt32(hex, radix: 16).map { [$0...$0] } ?? []
    case "0"..."7":
      index -= 1
      return UInt32(digits(3), radix: 8).map { [$0...$0] } ?? []
    default: return [scalar.value...scalar.value]
    }
  }
}
