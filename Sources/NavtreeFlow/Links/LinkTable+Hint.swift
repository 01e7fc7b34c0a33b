import NavtreeJSON
import NavtreeText

extension LinkTable {
  /// A hint for a URL that matches no link: the part that doesn't fit, and the reason; nil when the flow has no links.
  ///
  /// - Parameter isShown: whether the hint may repeat parts of the URL.
  /// - Complexity: O(*n* · *m*²) for *n* links and a path of length *m*.
  package func hint(for url: LinkURL, isShown: Bool = true) -> String? {
    let misfits = routes.lazy.compactMap { route in
      route.misfit(of: url).map { "\(route.pattern.text) doesn't match: \($0)" }
    }.prefix(Self.mostMisfits)
    if !misfits.isEmpty { return misfits.joined(separator: "; ") }
    if isShown, let hint = likeness(to: url) { return hint }
    let patterns = routes.prefix(Self.longestList).map(\.pattern.text)
    if patterns.isEmpty { return nil }
    return "there are: \(patterns.joined(separator: ", "))" + (routes.count > patterns.count ? ", …" : "")
  }

  /// The link that a URL almost matches.
  private func likeness(to url: LinkURL) -> String? {
    let path = "/" + url.segments.map(\.raw).joined(separator: "/")
    let candidates = routes.compactMap { route in
      route.pattern.filled(from: url).map { "/" + $0.joined(separator: "/") }
    }
    return Spelling.hint(for: path, among: candidates)
  }

  /// A hint for a URL whose scheme and host fit no prefix.
  package var prefixHint: String {
    prefixes.isEmpty
      ? "the flow has no prefixes: give the path alone, which begins with /"
      : "it begins with none of: \(prefixes.map(\.text).joined(separator: ", "))"
  }

  /// The patterns that a hint lists.
  private static let longestList = 12

  /// The most links whose misfits a hint mentions.
  private static let mostMisfits = 3
}

extension LinkPattern {
  /// The pattern's literals, with the URL's segments in place of its params; nil when the numbers of segments
  /// differ or may vary.
  fileprivate func filled(from url: LinkURL) -> [String]? {
    guard segments.count == url.segments.count, maximumCount != nil else { return nil }
    return zip(segments, url.segments).map { segment, given in
      switch segment {
      case .literal(let literal): literal
      case .param: given.raw
      }
    }
  }
}
