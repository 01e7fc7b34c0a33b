import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// Random payloads: plain values, edges, texts that apps often get wrong and, if asked for, values that don't fit.
struct RandomValues {
  private let candidates: ValueCandidates
  /// The tries at a value that fits.
  private static let tries = 8
  /// The most items of a list.
  private static let mostItems = 3

  init(_ flow: FlowDefinition) {
    candidates = ValueCandidates(FlowLiterals(flow), most: 64)
  }

  /// A payload with all fields that must be given, and some of the others; nil if none was found.
  func payload(of record: RecordDefinition, _ dice: inout Dice) -> JSONObject? {
    var payload: JSONObject = [:]
    for field in record.fields {
      if field.initial != nil, dice.below(4) == 0 { continue }
      guard let value = value(of: field.schema, named: field.name, &dice) else {
        if field.initial == nil { return nil }
        continue
      }
      payload[field.name] = value
    }
    return (try? record.bind(payload)) == nil ? nil : payload
  }

  /// A payload of which most values fit.
  func strangePayload(of record: RecordDefinition, _ dice: inout Dice) -> JSONObject {
    var payload: JSONObject = [:]
    for field in record.fields {
      if dice.isTrue(1, of: field.initial == nil ? 32 : 3) { continue }
      payload[field.name] =
        dice.isTrue(1, of: 24) ? anything(&dice) : value(of: field.schema, named: field.name, &dice)
    }
    if dice.isTrue(1, of: 48) { payload["other"] = anything(&dice) }
    return payload
  }

  /// A value of any form.
  func anything(_ dice: inout Dice) -> JSONValue {
    let choices: [JSONValue] = [
      .null, true, 0, -1, .integer(.max), .number(0.5), "", "a", "\u{0}", [], [.null], [:], ["a": [1]],
    ]
    return choices[dice.below(choices.count)]
  }

  private func value(of schema: Schema, named name: String, _ dice: inout Dice) -> JSONValue? {
    if dice.below(2) == 0 {
      for _ in 0..<Self.tries {
        guard var value = any(of: schema, &dice) else { break }
        if (try? schema.fit(&value)) != nil { return value }
      }
    }
    let known = candidates.values(of: schema, named: name)
    return known.isEmpty ? nil : known[dice.below(known.count)]
  }

  /// A value that may fit.
  ///
  /// Recursion is bounded by the depth of types.
  private func any(of schema: Schema, _ dice: inout Dice) -> JSONValue? {
    if let all = schema.listed { return all.isEmpty ? nil : all[dice.below(all.count)] }
    let words = schema.constraints?.words
    var choices: [JSONValue] = []
    if schema.types.contains(.null) { choices.append(.null) }
    if schema.types.contains(.boolean) { choices.append(.boolean(dice.below(2) == 0)) }
    if schema.types.contains(.integer) { choices.append(.integer(integer(words, &dice))) }
    if schema.types.contains(.number) {
      choices.append(.number(Double(integer(words, &dice)) + Double(dice.below(4)) / 4))
    }
    if schema.types.contains(.string) { choices.append(.string(text(words, &dice))) }
    if schema.types.contains(.array) {
      let least = words?.minItems ?? 0
      let count = min(least + dice.below(Self.mostItems + 1), words?.maxItems ?? Int.max, 100)
      let items = words?.items ?? Schema(.string)
      choices.append(.array((0..<max(count, 0)).compactMap { _ in any(of: items, &dice) }))
    }
    if schema.types.contains(.object) {
      var members: JSONObject = [:]
      if let words {
        for (name, property) in zip(words.propertyNames.names, words.properties)
        where words.required.contains(name) || dice.below(4) > 0 {
          members[name] = any(of: property, &dice)
        }
      }
      choices.append(.object(members))
    }
    return choices.isEmpty ? nil : choices[dice.below(choices.count)]
  }

  private func integer(_ words: SchemaConstraints.Words?, _ dice: inout Dice) -> Int {
    let least = words?.minimum.flatMap { Int(exactly: $0.rounded(.up)) }
    let greatest = words?.maximum.flatMap { Int(exactly: $0.rounded(.down)) }
    switch dice.below(16) {
    case 0: return 1 << 53
    case 1: return -1 << 31
    case 2, 3: return least ?? -1
    case 4, 5: return greatest ?? 1_000_000
    default: return dice.below(20) - 4
    }
  }

  private static let texts = [
    "a", "b", "c", "ab", "A", "1", " ", "a b", " a", "é", "e\u{301}", "日本", "😀", "<b>", "&amp;", "'", "\"",
    "\\", "%20", "/", "a\nb", "\t", "null",
    "\u{1F468}\u{200D}\u{1F469}", "${state}",
  ]

  private func text(_ words: SchemaConstraints.Words?, _ dice: inout Dice) -> String {
    if words?.pattern != nil, let text = words?.text(ofPattern: dice.below(9)) { return text }
    var text = dice.below(8) == 0 ? "" : Self.texts[dice.below(dice.below(2) == 0 ? 4 : Self.texts.count)]
    let longest = words?.maxLength ?? 100
    if dice.below(16) == 0 { text = String(repeating: "a", count: min(longest, 1_000)) }
    let missing = (words?.minLength ?? 0) - text.unicodeScalars.count
    if missing > 0 { text += String(repeating: "a", count: min(missing, 1_000)) }
    return text
  }
}
