package import NavtreeJSON
import NavtreeRegex
import NavtreeText

/// Plain values that a schema admits.
///
/// Recursion is bounded by the depth of types.
extension Schema {
  /// The values of a finite schema, if there are few: an enum, a boolean, a constant, a short range.
  package var listed: [JSONValue]? {
    let words = constraints?.words
    if let const = words?.const { return [const] }
    if let values = words?.values { return admitted(of: values) }
    var values: [JSONValue] = []
    if types.contains(.null) { values.append(.null) }
    if types.contains(.boolean) { values += [.boolean(false), .boolean(true)] }
    let rest = types.subtracting([.null, .boolean])
    if rest == .integer, let words, let least = words.minimum ?? words.exclusiveMinimum,
      let greatest = words.maximum ?? words.exclusiveMaximum,
      greatest - least <= Double(Self.longestRange),
      // Beyond that, doubles leave out integers.
      abs(least) < 1e15, abs(greatest) < 1e15,
      let first = Int(exactly: least.rounded(.up)), let last = Int(exactly: greatest.rounded(.down)),
      first <= last
    {
      return admitted(of: values + (first...last).map { .integer($0) })
    }
    return rest.isEmpty ? values : nil
  }

  private static let longestRange = 32

  /// Those of some values that fit, in the form that the schema declares.
  package func admitted(of values: [JSONValue]) -> [JSONValue] {
    values.compactMap { value -> JSONValue? in
      var value = value
      // Beside a value, nil would be JSON's null.
      guard (try? fit(&value)) != nil else { return nil }
      return value
    }
  }

  /// One plain value; those of different numbers differ where the schema allows it. Small numbers and letters, so that
  /// a payload may mean what an answer has given.
  package func sample(_ number: Int) -> JSONValue? {
    if let listed, !listed.isEmpty { return listed[number % listed.count] }
    let words = constraints?.words
    var choices: [JSONValue] = []
    if types.contains(.string) { choices += Self.texts(words, number).map { .string($0) } }
    if types.contains(.integer) {
      let least = words?.minimum.flatMap { Int(exactly: $0.rounded(.up)) }
      let greatest = words?.maximum.flatMap { Int(exactly: $0.rounded(.down)) }
      choices += [number + 1, (least ?? 0) + number, greatest ?? 0].map { .integer($0) }
      if let factor = words?.multipleOf.flatMap({ Int(exactly: $0) }) { choices.append(.integer(factor)) }
    }
    if types.contains(.number) { choices += [.number(Double(number + 1)), .number(words?.minimum ?? 0)] }
    if types.contains(.object) { choices.append(.object(Self.members(of: words, number))) }
    if types.contains(.array) {
      let count = words?.minItems ?? 0
      let items = words?.items ?? Schema(.string)
      choices.append(.array((0..<min(count, 100)).compactMap { items.sample($0) }))
    }
    if types.contains(.boolean) { choices.append(.boolean(number % 2 == 0)) }
    if types.contains(.null) { choices.append(.null) }
    return admitted(of: choices).first
  }

  private static func members(of words: SchemaConstraints.Words?, _ number: Int) -> JSONObject {
    guard let words else { return [:] }
    var members: JSONObject = [:]
    for (name, property) in zip(words.propertyNames.names, words.properties) {
      members[name] = property.sample(number)
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
    if let text = words?.text(ofPattern: number) { texts.append(text) }
    return texts
  }
}

extension SchemaConstraints.Words {
  /// A text of the pattern and of the length that it may have; nil without a pattern, or if none is found.
  package func text(ofPattern number: Int) -> String? {
    let least = max(minLength ?? 0, 0)
    return pattern?.text(number, lengths: least...max(maxLength ?? .max, least))
  }
}
