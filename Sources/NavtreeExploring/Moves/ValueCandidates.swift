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

  /// The values of a finite schema, if there are few: an enum, a boolean, a constant, a short range.
  package static func all(of schema: Schema) -> [JSONValue]? {
    let words = schema.constraints?.words
    if let const = words?.const { return [const] }
    if let values = words?.values { return fitting(values, schema) }
    var values: [JSONValue] = []
    if schema.types.contains(.null) { values.append(.null) }
    if schema.types.contains(.boolean) { values += [.boolean(false), .boolean(true)] }
    let rest = schema.types.subtracting([.null, .boolean])
    if rest == .integer, let words, let least = words.minimum ?? words.exclusiveMinimum,
      let greatest = words.maximum ?? words.exclusiveMaximum, greatest - least <= Double(longestRange),
      // Beyond that, doubles leave out integers.
      abs(least) < 1e15, abs(greatest) < 1e15,
      let first = Int(exactly: least.rounded(.up)), let last = Int(exactly: greatest.rounded(.down)),
      first <= last
    {
      return fitting(values + (first...last).map { .integer($0) }, schema)
    }
    return rest.isEmpty ? values : nil
  }

  private static let longestRange = 32

  /// The values to try for a field, the plainest first; at least one if any was found that fits.
  package func values(of schema: Schema, named name: String) -> [JSONValue] {
    if let all = Self.all(of: schema) { return all }
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
    var known: [JSONValue] = []
    for value in Self.fitting(values, schema) where !known.contains(value) { known.append(value) }
    return Array(known.prefix(most))
  }

  private static func fitting(_ values: [JSONValue], _ schema: Schema) -> [JSONValue] {
    values.compactMap { value -> JSONValue? in
      var value = value
      // Beside a value, nil would be JSON's null.
      guard (try? schema.fit(&value)) != nil else { return nil }
      return value
    }
  }

  // MARK: Scalars

  private func integers(named name: String, _ words: SchemaConstraints.Words?) -> [JSONValue] {
    var values = [0, 1]
    for literal in literals[name] {
      guard let number = literal.number.flatMap({ Int(exactly: $0.rounded()) }), abs(number) < Int.max / 2
      else { continue }
      values += [number, number + 1, number - 1]
    }
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
    var values: [Double] = [0, 1.5]
    let edges = literals[name].compactMap(\.number).sorted()
    for (index, edge) in edges.enumerated() {
      values += [edge, edge + 1, edge - 1]
      if index > 0 { values.append((edges[index - 1] + edge) / 2) }
    }
    values += [words?.minimum, words?.maximum, words?.multipleOf].compactMap(\.self)
    return values.map { .number($0) }
  }

  private func strings(_ schema: Schema, named name: String) -> [JSONValue] {
    let compared = literals[name].filter { $0.string != nil }
    return [.string("")] + (sample(of: schema, 0).map { [$0] } ?? []) + compared
  }

  // MARK: Compounds

  private func arrays(of items: Schema?) -> [JSONValue] {
    let first = sample(of: items ?? Schema(.string), 0)
    let second = sample(of: items ?? Schema(.string), 1)
    return [.array([])] + (first.map { [.array([$0])] } ?? [])
      + (first.flatMap { first in second.map { [.array([first, $0])] } } ?? [])
  }

  /// Objects with the plainest members, each other value of a member in one of them, and one without what may be left
  /// out.
  private func objects(of schema: Schema) -> [JSONValue] {
    guard let words = schema.constraints?.words, !words.properties.isEmpty else {
      return [.object([:])] + (sample(of: schema, 0).map { [$0] } ?? [])
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
    return (sample(of: schema, 0).map { [$0] } ?? []) + [.object(plain)] + others
  }

  // MARK: Samples

  /// One plain value; those of different numbers differ where the schema allows it. Small numbers and letters, so that
  /// a payload may mean what an answer has given.
  package func sample(of schema: Schema, _ number: Int) -> JSONValue? {
    if let all = Self.all(of: schema), !all.isEmpty { return all[number % all.count] }
    let words = schema.constraints?.words
    let types = schema.types
    var choices: [JSONValue] = []
    if types.contains(.string) { choices += Self.texts(words, number).map { .string($0) } }
    if types.contains(.integer) {
      let least = words?.minimum.flatMap { Int(exactly: $0.rounded(.up)) }
      let greatest = words?.maximum.flatMap { Int(exactly: $0.rounded(.down)) }
      choices += [number + 1, (least ?? 0) + number, greatest ?? 0].map { .integer($0) }
      if let factor = words?.multipleOf.flatMap({ Int(exactly: $0) }) { choices.append(.integer(factor)) }
    }
    if types.contains(.number) { choices += [.number(Double(number + 1)), .number(words?.minimum ?? 0)] }
    if types.contains(.object) { choices.append(.object(members(of: words, number))) }
    if types.contains(.array) {
      let count = words?.minItems ?? 0
      let items = words?.items ?? Schema(.string)
      choices.append(.array((0..<min(count, 100)).compactMap { sample(of: items, $0) }))
    }
    if types.contains(.boolean) { choices.append(.boolean(number % 2 == 0)) }
    if types.contains(.null) { choices.append(.null) }
    return Self.fitting(choices, schema).first
  }

  private func members(of words: SchemaConstraints.Words?, _ number: Int) -> JSONObject {
    guard let words else { return [:] }
    var members: JSONObject = [:]
    for (name, property) in zip(words.propertyNames.names, words.properties) {
      members[name] = sample(of: property, number)
    }
    for name in words.required where members[name] == nil { members[name] = .string("a") }
    return members
  }

  private static func texts(_ words: SchemaConstraints.Words?, _ number: Int) -> [String] {
    let letter = ["a", "b", "c"][number % 3]
    var texts = [letter]
    switch words?.format {
    case .dateTime: texts = ["2026-01-0\(number % 9 + 1)T00:00:00Z"]
    case .date: texts = ["2026-01-0\(number % 9 + 1)"]
    case .uri: texts = ["https://example.org/\(letter)"]
    case .email: texts = ["\(letter)@example.org"]
    case .uuid: texts = ["00000000-0000-4000-8000-00000000000\(number % 9 + 1)"]
    case nil: break
    }
    if let least = words?.minLength, least > 1 {
      texts.append(String(repeating: letter, count: min(least, 1_000)))
    }
    if words?.pattern != nil {
      texts += [
        "\(number + 1)", "A", "a1", "ab", "abc", "0000", "1234", "12345", "123456", "AB-1234", "a@b.c", "+1",
      ]
      texts += (2...16).map { String(repeating: "\(number + 1)", count: $0) }
    }
    return texts
  }
}
