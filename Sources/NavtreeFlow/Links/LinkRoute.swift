package import NavtreeJSON
import NavtreeText

/// The form of a link's URLs: a path, and the fields of a query.
package struct LinkRoute: Sendable {
  package let pattern: LinkPattern
  package let query: RecordDefinition
  /// The fields of `link` in expressions: the path's params, then the query's fields.
  package let record: RecordDefinition

  /// - Parameters:
  ///   - query: No field has the name of one of the path's params. A default that isn't constant is ignored.
  ///   - location: The place of the pattern.
  package init(pattern: LinkPattern, query: RecordDefinition = RecordDefinition(), location: SourceLocation) {
    self.pattern = pattern
    self.query = query
    let params = pattern.params.map { param in
      FieldDefinition(
        name: param.name, schema: param.schema,
        initial: param.presence == .optional ? .constant(.null) : nil, location: location)
    }
    record = RecordDefinition(params + query.fields)
  }

  private init(pattern: LinkPattern, query: RecordDefinition, record: RecordDefinition) {
    self.pattern = pattern
    self.query = query
    self.record = record
  }

  /// The same route with some fields of its record sensitive, for everything that shows or keeps a URL.
  ///
  /// - Parameter secrets: the persistence of these fields, by number.
  func hiding(_ secrets: [Int: FieldPersistence]) -> LinkRoute {
    let fields = record.fields.enumerated().map { number, field in
      secrets[number].map(field.hidden) ?? field
    }
    return LinkRoute(pattern: pattern, query: query, record: RecordDefinition(fields))
  }

  /// Whether a param of the path is sensitive.
  var hidesPath: Bool { record.fields.prefix(pattern.params.count).contains(where: \.sensitive) }

  /// The values of `record` and all params, declared or not; nil when the URL doesn't match.
  ///
  /// - Parameters:
  ///   - skipped: The number of the pattern's leading literals that are known to fit.
  ///   - trials: As in `LinkPattern.fit`.
  func match(
    _ url: LinkURL, skipping skipped: Int = 0, trials: inout Int
  ) -> (values: [JSONValue], params: JSONObject)? {
    guard let ranges = pattern.fit(url.segments, skipping: skipped, trials: &trials),
      let fields = fields(of: url.query)
    else { return nil }
    let values = pattern.values(ranges, of: url.segments) + fields
    return (values, params(of: url, ranges))
  }

  /// The declared fields' values; nil if one doesn't parse or is missing.
  private func fields(of query: LinkQuery) -> [JSONValue]? {
    var given = [[String?]](repeating: [], count: self.query.fields.count)
    for pair in query.pairs {
      if let field = self.query.names.index(of: pair.name), !isPathParam(pair.name) {
        given[field].append(pair.value)
      }
    }
    var values: [JSONValue] = []
    for (field, texts) in zip(self.query.fields, given) {
      guard let value = texts.isEmpty ? field.initial?.constant : field.schema.read(texts) else { return nil }
      values.append(value)
    }
    return values
  }

  /// All texts of path and query by name: null for a name without `=`, a list for several.
  private func params(of url: LinkURL, _ ranges: [Range<Int>]) -> JSONObject {
    var params = JSONObject()
    for (param, range) in zip(pattern.params, ranges) where !range.isEmpty {
      let texts = url.segments[range].map { JSONValue.string($0.text ?? $0.raw) }
      params[param.name] = param.presence == .rest ? .array(texts) : texts[0]
    }
    var given: UTF8Dictionary<[JSONValue]> = [:]
    for pair in url.query.pairs where !isPathParam(pair.name) {
      given[pair.name, default: []].append(pair.value.map { .string($0) } ?? .null)
    }
    for (name, values) in given { params[name] = values.count == 1 ? values[0] : .array(values) }
    return params
  }

  /// Whether a name is a param of the path, even of one that takes no segment.
  private func isPathParam(_ name: String) -> Bool {
    pattern.params.contains { $0.name == name }
  }

  /// The URL that gives `record` these values, without a prefix, with minimal encoding.
  ///
  /// A field of the query that has its default is left out.
  ///
  /// - Returns: nil when no URL does.
  /// - Complexity: O(segments of the pattern · length of the URL).
  package func url(_ values: [JSONValue]) -> String? {
    guard values.count == record.fields.count else { return nil }
    let count = pattern.params.count
    guard var url = pattern.url(Array(values[..<count])) else { return nil }
    var written = Array(values[count...])
    var isFirst = true
    for (index, field) in query.fields.enumerated() {
      guard (try? field.schema.fit(&written[index])) != nil else { return nil }
      if field.initial?.constant == written[index] { continue }
      LinkQuery.append(field.name, Schema.queryValues(written[index]), isFirst: &isFirst, to: &url)
    }
    guard let read = try? LinkURL(url), fields(of: read.query) == written else { return nil }
    return url
  }
}
