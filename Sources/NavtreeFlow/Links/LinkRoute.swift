import NavtreeJSON
import NavtreeText
package import NavtreeYAML

/// The form of a link's URLs: a path, and the fields of a query.
package struct LinkRoute: Sendable {
  /// Something that takes the value of a field as it is, such as a screen's param.
  package struct Taker: Sendable {
    /// The number of the field in `record`.
    let field: Int
    let schema: Schema
  }

  package let pattern: LinkPattern
  package let query: RecordDefinition
  /// The fields of `link` in expressions: the path's params, then the query's fields.
  package let record: RecordDefinition
  /// The takers of fields; a value must fit their schemas too.
  let takers: [Taker]

  /// - Parameters:
  ///   - query: No field has the name of one of the path's params. A default that isn't constant is ignored.
  ///   - location: The place of the pattern.
  package init(pattern: LinkPattern, query: RecordDefinition = RecordDefinition(), location: SourceLocation) {
    let params = pattern.params.map { param in
      FieldDefinition(
        name: param.name, schema: param.schema,
        initial: param.presence == .optional ? .constant(.null) : nil, location: location)
    }
    self.init(pattern: pattern, query: query, record: RecordDefinition(params + query.fields), takers: [])
  }

  private init(pattern: LinkPattern, query: RecordDefinition, record: RecordDefinition, takers: [Taker]) {
    self.pattern = pattern
    self.query = query
    self.record = record
    self.takers = takers
  }

  /// The same route with some fields of its record sensitive, for everything that shows or keeps a URL.
  ///
  /// - Parameter secrets: the persistence of these fields, by number.
  func hiding(_ secrets: [Int: FieldPersistence]) -> LinkRoute {
    let fields = record.fields.enumerated().map { number, field in
      secrets[number].map(field.hidden) ?? field
    }
    return LinkRoute(pattern: pattern, query: query, record: RecordDefinition(fields), takers: takers)
  }

  /// The same route for URLs whose values fit what takes them, too. A field without rules of its own gets those of the
  /// first that takes it.
  func fitting(_ takers: [Taker]) -> LinkRoute {
    guard let location = record.fields.first?.location else { return self }
    var (params, fields, rest) = (pattern.params, query.fields, [Taker]())
    for taker in takers {
      let number = taker.field - params.count
      if number >= 0 {
        guard let schema = fields[number].schema.narrowed(to: taker.schema) else {
          rest.append(taker)
          continue
        }
        fields[number] = fields[number].with(schema)
      } else {
        let param = params[taker.field]
        let item = param.presence == .rest ? taker.schema.constraints?.words.items : taker.schema
        let narrowed = item.flatMap(param.item.narrowed)
        if let narrowed { params[taker.field].item = narrowed }
        if narrowed == nil || param.presence != .required { rest.append(taker) }
      }
    }
    let pattern = LinkPattern(text: pattern.text, segments: pattern.segments, params: params)
    let route = LinkRoute(pattern: pattern, query: RecordDefinition(fields), location: location)
    return LinkRoute(pattern: pattern, query: route.query, record: route.record, takers: rest)
  }

  /// Whether a param of the path is sensitive.
  var hidesPath: Bool { record.fields.prefix(pattern.params.count).contains(where: \.sensitive) }
}

extension Schema {
  /// The schema of the values that fit both, if one of the two says all of it.
  fileprivate func narrowed(to other: Schema) -> Schema? {
    if other.constraints == nil {
      let types = other.types.contains(.number) ? other.types.union(.integer) : other.types
      return types.isSuperset(of: self.types) ? self : nil
    }
    if jsonSchema == other.jsonSchema { return self }
    guard constraints == nil, types == other.types.subtracting(types.contains(.null) ? [] : .null) else {
      return nil
    }
    return Schema(types, constraints: other.constraints)
  }
}
