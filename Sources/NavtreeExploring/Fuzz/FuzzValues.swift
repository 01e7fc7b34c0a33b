import NavtreeFlow
import NavtreeJSON

/// Random values: some that a schema takes, at its edges for the most part, and some that it refuses.
struct FuzzValues {
  private let candidates: ValueCandidates

  init(_ flow: FlowDefinition) {
    candidates = ValueCandidates(FlowLiterals(flow), most: 64)
  }

  /// An object of a record's fields, most of which fit.
  func object(of record: RecordDefinition, _ random: inout Dice) -> JSONObject {
    var object: JSONObject = [:]
    for field in record.fields {
      if field.initial != nil, random.isTrue(1, of: 3) { continue }
      if random.isTrue(1, of: 32) { continue }
      object[field.name] =
        random.isTrue(1, of: 24) ? anything(&random) : value(of: field.schema, named: field.name, &random)
    }
    if random.isTrue(1, of: 48) { object["other"] = anything(&random) }
    return object
  }

  /// A value that fits, if one is found.
  func value(of schema: Schema, named name: String, _ random: inout Dice) -> JSONValue {
    if random.isTrue(1, of: 2) {
      let known = candidates.values(of: schema, named: name)
      if let value = random.element(of: known) { return value }
    }
    for _ in 0..<4 {
      var value = edge(of: schema, &random)
      if (try? schema.fit(&value)) != nil { return value }
    }
    return schema.sample(random.below(16)) ?? schema.zero
  }

  private func edge(of schema: Schema, _ random: inout Dice) -> JSONValue {
    let words = schema.constraints?.words
    var choices: [JSONValue] = []
    if schema.types.contains(.null) { choices.append(.null) }
    if schema.types.contains(.boolean) { choices.append(.boolean(random.isTrue(1, of: 2))) }
    if schema.types.contains(.integer) || schema.types.contains(.number) {
      choices += [words?.minimum, words?.maximum].compactMap { $0.flatMap { Int(exactly: $0) } }
        .map { .integer($0) }
      choices.append(.integer(random.below(20) - 4))
      choices.append(.integer(random.isTrue(1, of: 2) ? 1 << 53 : -1 << 31))
    }
    if schema.types.contains(.number) { choices.append(.number(Double(random.below(1_000)) / 8)) }
    if schema.types.contains(.string) { choices.append(.string(text(words, &random))) }
    if schema.types.contains(.array) {
      let count = random.below(min(words?.maxItems ?? 6, 20) + 1)
      choices.append(
        .array(
          (0..<count).compactMap { _ in
            (words?.items ?? Schema(.string)).sample(random.below(8))
          }
        ))
    }
    if schema.types.contains(.object), let sample = schema.sample(random.below(8)) {
      choices.append(sample)
    }
    return random.element(of: choices) ?? .null
  }

  private func text(_ words: SchemaConstraints.Words?, _ random: inout Dice) -> String {
    switch random.below(5) {
    case 0: ""
    case 1: String(repeating: "a", count: min(words?.maxLength ?? 40, 2_000))
    case 2: "e\u{301}\u{1F468}\u{200D}\u{1F469} \u{0}"
    case 3: "${state}"
    default: String(repeating: "b", count: max(words?.minLength ?? 1, 1))
    }
  }

  /// A value of any form.
  func anything(_ random: inout Dice) -> JSONValue {
    let choices: [JSONValue] = [
      .null, true, 0, -1, .integer(.max), .number(0.5), "", "a", [], [.null], [:], ["a": [1]],
    ]
    return random.element(of: choices) ?? .null
  }
}
