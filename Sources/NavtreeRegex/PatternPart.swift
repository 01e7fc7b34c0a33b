/// A part of a regular expression: the syntax tree that is compiled, and that texts are written from.
///
/// Groups leave no part of their own: nothing asks for what they capture.
indirect enum PatternPart: Sendable {
  /// One scalar of these.
  case set(ScalarSet)
  /// One byte of UTF-8, `\C`.
  case byte
  case assertion(Assertion)
  case sequence([PatternPart])
  /// The first that matches is preferred.
  case choice([PatternPart])
  case repeated(PatternPart, least: Int, most: Int, isLazy: Bool)

  static let empty = PatternPart.sequence([])

  var isEmpty: Bool {
    if case .sequence(let parts) = self { parts.isEmpty } else { false }
  }

  /// Whether a match can only begin where the text does.
  var isAnchored: Bool {
    switch self {
    case .assertion(let assertion): assertion == .textStart
    case .sequence(let parts): if case .assertion(.textStart)? = parts.first { true } else { false }
    case .set, .byte, .choice, .repeated: false
    }
  }
}

/// A condition on a place between two bytes.
enum Assertion: UInt8, Sendable {
  case textStart = 1
  case textEnd = 2
  case lineStart = 4
  case lineEnd = 8
  case wordBoundary = 16
  case noWordBoundary = 32
}

/// What stands on the two sides of a place in a text.
struct PatternPlace {
  /// nil at the start of the text.
  var before: UInt8?
  /// nil at its end.
  var after: UInt8?

  func holds(_ assertion: Assertion) -> Bool {
    switch assertion {
    case .textStart: before == nil
    case .textEnd: after == nil
    case .lineStart: before == nil || before == 0x0A
    case .lineEnd: after == nil || after == 0x0A
    case .wordBoundary: Self.isWord(before) != Self.isWord(after)
    case .noWordBoundary: Self.isWord(before) == Self.isWord(after)
    }
  }

  /// Letters, digits and `_` of ASCII: what `\b` means by a word.
  static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    default: return false
    }
  }
}
