package import NavtreeJSON

extension LinkRoute {
  /// The URL that gives `record` these values, without a prefix, with minimal encoding.
  ///
  /// A field of the query that has its default is left out.
  ///
  /// - Returns: nil when no URL does.
  /// - Complexity: O(segments of the pattern · length of the URL).
  package func url(_ values: [JSONValue]) -> String? {
    guard values.count == record.fields.count else { return nil }
    let count = pattern.params.count
    let params = Array(values[..<count])
    guard var url = pattern.url(params) else { return nil }
    var written = Array(values[count...])
    var isFirst = true
    for (index, field) in query.fields.enumerated() {
      guard (try? field.schema.fit(&written[index])) != nil else { return nil }
      if field.initial?.constant == written[index] { continue }
      LinkQuery.append(field.name, Schema.queryValues(written[index]), isFirst: &isFirst, to: &url)
    }
    guard let read = try? LinkURL(url), isRead(read.query, as: written, beside: params) else { return nil }
    return url
  }
}
