import NavtreeJSON
import NavtreeText

extension LinkTable {
  /// A hint for a URL that matches no link; nil when the flow has no links.
  ///
  /// - Parameter url: nil when it can't be shown; the links are then listed.
  /// - Complexity: O(*n* · *m*²) for *n* links and a path of length *m*.
  package func hint(for url: LinkURL?) -> String? {
    if let url, let hint = likeness(to: url) { return hint }
    let patterns = routes.prefix(Self.longestList).map(\.pattern.text)
    if patterns.isEmpty { return nil }
    return "there are: \(patterns.joined(separator: ", "))" + (routes.count > patterns.count ? ", …" : "")
  }

  /// The link that a URL almost matches, or the reason that it doesn't match.
  private func likeness(to url: LinkURL) -> String? {
    let path = "/" + url.segments.map(\.raw).joined(separator: "/")
    var candidates: [String] = []
    for route in routes {
      guard let segments = route.pattern.filled(from: url) else { continue }
      let candidate = "/" + segments.joined(separator: "/")
      if candidate == path { return misfit(of: route, url) }
      candidates.append(candidate)
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

  /// The reason that a URL doesn't match a link though each of its segments has a place.
  private func misfit(of route: LinkRoute, _ url: LinkURL) -> String {
    let pattern = route.pattern
    for (index, segment) in pattern.segments.enumerated() {
      guard case .param(let param) = segment, index < url.segments.count else { continue }
      guard let text = url.segments[index].text else {
        return "'\(url.segments[index].raw)' can't be decoded"
      }
      let type = pattern.params[param].type
      if type.read(text) == nil { return "'\(text)' is no \(type.rawValue), which \(pattern.text) asks for" }
    }
    let fields = route.query.fields.filter { field in
      field.initial?.constant == nil || url.query.pairs.contains { $0.name.hasSameBytes(as: field.name) }
    }
    return "the query of \(pattern.text) wants \(fields.map { "'\($0.name)'" }.joined(separator: ", "))"
  }
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
