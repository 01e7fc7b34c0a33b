/// The path of a link: literals and params between slashes, such as `/users/{id:integer}/followers`.
///
/// A literal is compared with a URL's decoded segment; what is percent-encoded in the pattern is decoded too,
/// so that a path may be copied from a URL, and `%7B`, `%3F` or `%2F` give a literal the characters that mean
/// something else in a pattern.
package struct LinkPattern: Sendable {
  /// The text between two slashes.
  package enum Segment: Sendable, Hashable {
    case literal(String)
    /// The index of a param.
    case param(Int)
  }

  /// How a segment ranks; the least goes first.
  enum Kind: Int, Comparable {
    case literal, param, rest

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// More segments than this are refused.
  package static let maximumSegments = 64

  /// As it stands in the flow.
  package let text: String
  package let segments: [Segment]
  /// In the order of the path.
  package let params: [LinkParam]
  let kinds: [Kind]
  /// How many literals stand before the first param.
  let leadingLiterals: Int
  /// How few segments a URL may have.
  let minimumCount: Int
  /// How many segments a URL may have; nil: any number.
  let maximumCount: Int?

  init(text: String, segments: [Segment], params: [LinkParam]) {
    self.text = text
    self.segments = segments
    self.params = params
    var kinds: [Kind] = []
    var minimum = segments.count
    for segment in segments {
      switch segment {
      case .literal: kinds.append(.literal)
      case .param(let index):
        switch params[index].presence {
        case .required: kinds.append(.param)
        case .optional:
          kinds.append(.param)
          minimum -= 1
        case .rest: kinds.append(.rest)
        }
      }
    }
    self.kinds = kinds
    leadingLiterals = kinds.prefix { $0 == .literal }.count
    // No optional segment fits the empty path.
    minimumCount = max(minimum, min(1, segments.count))
    maximumCount = kinds.contains(.rest) ? nil : segments.count
  }

  /// Whether it has its turn before the other, wherever in the flow they stand; neither: they are equal.
  ///
  /// Where the kinds differ first, a literal goes before a param, optional or not, and that before a rest;
  /// where one pattern ends first, the longer goes first.
  func precedes(_ other: LinkPattern) -> Bool {
    for (kind, otherKind) in zip(kinds, other.kinds) where kind != otherKind { return kind < otherKind }
    return kinds.count > other.kinds.count
  }
}
