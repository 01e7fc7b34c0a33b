package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// Values of a schema that stand for all others: its constants, the edges that guards compare with, empty and plain ones.
///
/// Recursion is bounded by the depth of types.
package struct ValueCandidates {
  private let literals: FlowLiterals
  /// The most values of one field whose values can't all be listed.
  private let most: Int

  package init(_ literals: FlowLiterals, most: Int = 8) {
    self.literals = literals
    self.most = most
  }

  /// The values to try for a field, the plainest first; at least one if any was found that fits.
  package func values(of schema: Schema, named name: String) -> [JSONValue] {
    if let all = schema.listed { return all }
    var values: [JSONValue] = []
    let types = schema.types
    let words = schema.constraints?.words
    // Of a value of any type, the simplest ones are enough.
    if types.contains(.integer) { values += integers(named: name, words) }
    if types.contains(.number), !types.contains(.integer) { values += numbers(named: name, words) }
    if types.contains(.string) { values += strings(schema, named: name) }
    if types.contains(.boolean) { values += [.boolean(false), .boolean(true)] }
    if types.contains(.array) { values += arrays(of: words?.items) }
    if types.contains(.object) { values += objects(of: schema) }
    if types.contains(.null) { values.append(.null) }
    values += literals.fitting(takersOf: name)
    var known: [JSONValue] = []
    for value in schema.admitted(of: values) where !known.contains(value) { known.append(value) }
    // What the flow compares with is always tried, and its neighbours as far as there is room.
    let compared = literals[name].count { known.contains($0) }
    return Array(known.prefix(max(most, compared + 2)))
  }

  // MARK: Scalars

  private func integers(named name: String, _ words: SchemaConstraints.Words?) -> [JSONValue] {
    let edges = literals[name].compactMap { literal in
      literal.number.flatMap { Int(exactly: $0.rounded()) }.flatMap { abs($0) < Int.max / 2 ? $0 : nil }
    }
    var values = [0, 1] + edges + edges.flatMap { [$0 + 1, $0 - 1] }
    for bound in [words?.minimum, words?.maximum].compactMap(\.self) {
      if let bound = Int(exactly: bound.rounded()) { values.append(bound) }
    }
    if let bound = words?.exclusiveMinimum.flatMap({ Int(exactly: $0.rounded(.down)) }) {
      values.append(bound + 1)
    }
    if let factor = words?.multipleOf.flatMap({ Int(exactly: $0) }) { values.append(factor) }
    return values.map { .integer($0) }
  }

  private func numbers(named name: String, _ words: SchemaConstraints.Words?) -> [JSONValue] {
    let edges = literals[name].compactMap(\.number).sorted()
    var values = [0, 1.5] + edges
    for (index, edge) in edges.enumerated() {
      values += [edge + 1, edge - 1]
      if index > 0 { values.append((edges[index - 1] + edge) / 2) }
    }
    values += [words?.minimum, words?.maximum, words?.multipleOf].compactMap(\.self)
    return values.map { .number($0) }
  }

  private func strings(_ schema: Schema, named name: String) -> [JSONValue] {
    let compared = literals[name].filter { $0.string != nil }
    return [.string("")] + (schema.sample(0).map { [$0] } ?? []) + compared
  }

  // MARK: Compounds

  private func arrays(of items: Schema?) -> [JSONValue] {
    let items = items ?? Schema(.string)
    let (first, second) = (items.sample(0), items.sample(1))
    return [.array([])] + (first.map { [.array([$0])] } ?? [])
      + (first.flatMap { first in second.map { [.array([first, $0])] } } ?? [])
  }

  /// Objects with the plainest members, each other value of a member in one of them, and one without what may be left
  /// out.
  private func objects(of schema: Schema) -> [JSONValue] {
    guard let words = schema.constraints?.words, !words.properties.isEmpty else {
      return [.object([:])] + (schema.sample(0).map { [$0] } ?? [])
    }
    var plain: JSONObject = [:]
    var others: [JSONValue] = []
    let members = zip(words.propertyNames.names, words.properties).map { name, property in
      (name, values(of: property, named: name))
    }
    for (name, values) in members { if let first = values.first { plain[name] = first } }
    let least = plain.filter { words.required.contains($0.key) }
    if least.count < plain.count { others.append(.object(least)) }
    for (name, values) in members {
      for value in values.dropFirst() {
        var object = plain
        object[name] = value
        others.append(.object(object))
      }
    }
    return (schema.sample(0).map { [$0] } ?? []) + [.object(plain)] + others
  }
}
