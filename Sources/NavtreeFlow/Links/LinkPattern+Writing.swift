package import NavtreeJSON

extension LinkPattern {
  /// The path that gives the params these values, with minimal encoding.
  ///
  /// - Parameter values: One for each param, in order; null for an optional one that is left out.
  /// - Returns: nil when no path does: a value doesn't fit its type, is the empty text, is missing, or would
  ///   be taken by another param.
  /// - Complexity: O(segments of the pattern · length of the URL).
  package func url(_ values: [JSONValue]) -> String? {
    guard let values = fitted(values) else { return nil }
    var url = ""
    for segment in segments {
      let texts: [String]
      switch segment {
      case .literal(let literal): texts = [literal]
      case .param(let param):
        switch values[param] {
        case .null: texts = []
        case .array(let elements): texts = elements.compactMap(\.segment)
        case let value: texts = value.segment.map { [$0] } ?? []
        }
      }
      for text in texts {
        guard !text.isEmpty else { return nil }
        url += "/"
        PercentEncoding.append(text, as: .segment, to: &url)
      }
    }
    if url.isEmpty { url = "/" }
    var trials = 0
    guard let path = try? LinkURL(url).segments, let ranges = fit(path, trials: &trials),
      self.values(ranges, of: path) == values
    else { return nil }
    return url
  }

  /// The values in the form of their types; nil if one doesn't fit.
  private func fitted(_ values: [JSONValue]) -> [JSONValue]? {
    guard values.count == params.count else { return nil }
    var values = values
    for (index, param) in params.enumerated() where (try? param.schema.fit(&values[index])) == nil {
      return nil
    }
    return values
  }
}
