/// The path of a link: literals and params between slashes, such as `/users/{id:integer}/followers`.
///
/// A literal is compared with a URL's decoded segment; percent-encoding in the pattern is decoded too, so
/// that a path may be copied from a URL, and `%7B`, `%3F` or `%2F` give a literal the characters that mean
/// something else in a pattern.
package struct LinkPattern: Sendable {
  /// The text between two slashes.
  package enum Segment: Sendable, Hashable {
    case literal(String)
    /// The index of a param.
    case param(Int)
  }

  /// The rank of a segment; the lowest goes first.
  enum Kind: Int, Comparable {
    case literal, param, rest

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The most segments of a pattern.
  package static let maximumSegments = 64

  /// The pattern as written in the flow.
  package let text: String
  package let segments: [Segment]
  /// In the order of the path.
  package let params: [LinkParam]
  let kinds: [Kind]
  /// The number of literals before the first param.
  let leadingLiterals: Int
  /// The fewest segments of a matching URL.
  let minimumCount: Int
  /// The most segments of a matching URL; nil for any number.
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

  /// Whether this pattern goes before the other, whatever their order in the flow.
  ///
  /// At the first difference, a literal goes before a param, optional or not, and that before a rest. If one
  /// pattern ends there, the longer goes first. Of equal patterns, neither does.
  func precedes(_ other: LinkPattern) -> Bool {
    for (kind, otherKind) in zip(kinds, other.kinds) where kind != otherKind { return kind < otherKind }
    return kinds.count > other.kinds.count
  }
}
