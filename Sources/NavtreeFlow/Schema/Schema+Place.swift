package import NavtreeJSON
import NavtreeText

extension Schema {
  /// Checks a value to be put at a place inside a value of this schema, without checking the rest.
  ///
  /// - Parameters:
  ///   - tokens: the path to the place; `-` as the last one stands for the end of an array.
  ///   - whole: the value that it is put into, which fits this schema.
  /// - Returns: whether a keyword on the way (`const`, `enum`, `uniqueItems`) requires a check of the whole
  ///   afterwards.
  /// - Complexity: O(size of the value + number of tokens).
  package func fit(_ value: inout JSONValue, at tokens: [String], in whole: JSONValue) throws(Misfit) -> Bool
  {
    var walk = SchemaWalk(schema: self, value: whole)
    for token in tokens.dropLast() { try walk.enter(token) }
    if let last = tokens.last {
      try walk.add(last)
      try walk.enter(last)
    }
    do {
      _ = try walk.schema.fitting(&value)
    } catch {
      throw tokens.reversed().reduce(error) { $0.inside($1) }
    }
    return walk.needsWhole
  }

  /// Checks that the value at a place may be removed.
  ///
  /// - Returns: whether the whole must be checked afterwards.
  /// - Complexity: O(number of tokens).
  package func mayRemove(at tokens: [String], in whole: JSONValue) throws(Misfit) -> Bool {
    guard let last = tokens.last else { return false }
    var walk = SchemaWalk(schema: self, value: whole)
    for token in tokens.dropLast() { try walk.enter(token) }
    let words = walk.schema.constraints?.words
    do throws(Misfit) {
      switch walk.value {
      case .object(let members):
        if words?.required.contains(last) == true { throw Misfit("must have '\(last)'") }
        if let minimum = words?.minProperties, members[last] != nil, members.count <= minimum {
          throw Misfit("must have at least \(minimum) members, has \(members.count)")
        }
      case .array(let elements):
        if let minimum = words?.minItems, elements.count <= minimum {
          throw Misfit("must have at least \(minimum) items, has \(elements.count)")
        }
      case .null, .boolean, .integer, .number, .string, nil: break
      }
    } catch {
      throw tokens.dropLast().reversed().reduce(error) { $0.inside($1) }
    }
    return walk.needsWhole || walk.schema.constrainsWhole
  }

  /// Whether a keyword constrains a container as a whole.
  fileprivate var constrainsWhole: Bool {
    guard let words = constraints?.words else { return false }
    return words.const != nil || words.values != nil || words.uniqueItems
  }
}

/// A walk down a value, with the schema of each place.
private struct SchemaWalk {
  var schema: Schema
  /// Nil below a place that doesn't exist.
  var value: JSONValue?
  var needsWhole = false
  private var way: [String] = []

  init(schema: Schema, value: JSONValue) {
    self.schema = schema
    self.value = value
  }

  mutating func enter(_ token: String) throws(Misfit) {
    if schema.constrainsWhole { needsWhole = true }
    do throws(Misfit) {
      switch value {
      case .array(let elements): try enter(token, elements)
      case .object(let members): try enter(token, members)
      case .null, .boolean, .integer, .number, .string, nil:
        // A path through a value that isn't a container fails when the value is put there.
        schema = Schema()
        value = nil
      }
    } catch {
      throw way.reversed().reduce(error) { $0.inside($1) }
    }
    way.append(token)
  }

  /// Checks that an object may get a member, if it hasn't got it yet.
  func add(_ token: String) throws(Misfit) {
    guard case .object(let members) = value, members[token] == nil, let constraints = schema.constraints
    else { return }
    do throws(Misfit) {
      try constraints.fit(name: token)
      if constraints.words.maxProperties != nil { try constraints.fit(count: members.count + 1) }
    } catch {
      throw way.reversed().reduce(error) { $0.inside($1) }
    }
  }

  private mutating func enter(_ token: String, _ elements: [JSONValue]) throws(Misfit) {
    let words = schema.constraints?.words
    if token == "-", let maximum = words?.maxItems, elements.count >= maximum {
      throw Misfit("must have at most \(maximum) items, has \(elements.count + 1)")
    }
    schema = words?.items ?? Schema()
    value = Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  private mutating func enter(_ token: String, _ members: JSONObject) throws(Misfit) {
    value = members[token]
    guard let words = schema.constraints?.words else {
      schema = Schema()
      return
    }
    if let property = words.propertyNames.index(of: token) {
      schema = words.properties[property]
      return
    }
    switch words.additional {
    case .allowed: schema = Schema()
    case .refused:
      throw Misfit(
        "is not one of the properties", hint: Spelling.hint(for: token, among: words.propertyNames.names)
      )
      .inside(token)
    case .schema(let additional): schema = additional
    }
  }
}
