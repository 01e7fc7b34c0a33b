package import NavtreeJSON
package import NavtreeRegex
package import NavtreeText

/// The rules of a schema beside its type.
package final class SchemaConstraints: Sendable {
  /// The members that an object may have beside its properties.
  package enum Additional: Sendable {
    case allowed
    case refused
    case schema(Schema)
  }

  /// Bytes that the compiled program of a pattern may take.
  package static let patternMemory = 1 << 20

  /// The keywords while they are collected; each has JSON Schema's name.
  package struct Words: Sendable {
    package var values: [JSONValue]?
    package var const: JSONValue?
    package var minimum: Double?
    package var maximum: Double?
    package var exclusiveMinimum: Double?
    package var exclusiveMaximum: Double?
    package var multipleOf: Double?
    package var minLength: Int?
    package var maxLength: Int?
    package var pattern: RegularExpression?
    package var format: ValueFormat?
    package var items: Schema?
    package var minItems: Int?
    package var maxItems: Int?
    package var uniqueItems = false
    package var propertyNames = NameTable()
    package var properties: [Schema] = []
    package var required: [String] = []
    package var additional = Additional.allowed
    package var minProperties: Int?
    package var maxProperties: Int?
    /// `propertyNames`: the schema of all members' names.
    package var names: Schema?

    package init() {}
  }

  package let words: Words
  package var const: JSONValue? { words.const }
  /// The type of the flow's own that these are the rules of, if any.
  package let named: NamedType?
  /// The number of schemas within each other, this one counted.
  package let depth: Int
  /// The number of schemas in it, this one counted.
  package let size: Int

  package init(_ words: Words, named: NamedType? = nil) {
    self.words = words
    self.named = named
    let parts = words.parts
    depth = 1 + (parts.map(\.depth).max() ?? 0)
    size = parts.reduce(1) { $0 + $1.size }
  }

  /// Checks a value whose type fits; returns whether a number in it changed its form.
  func fit(_ value: inout JSONValue) throws(Misfit) -> Bool {
    if let const = words.const, value != const { throw Misfit("must be \(const)") }
    if let values = words.values, !values.contains(value) {
      throw Misfit("must be one of \(values.map(\.description).joined(separator: ", "))")
    }
    switch value {
    case .null, .boolean: return false
    case .integer(let integer):
      try fit(Double(integer))
      return false
    case .number(let number):
      try fit(number)
      return false
    case .string(let string):
      try fit(string)
      return false
    case .array(let elements): return try fit(elements, &value)
    case .object(let members): return try fit(members, &value)
    }
  }

  private func fit(_ number: Double) throws(Misfit) {
    if let minimum = words.minimum, number < minimum {
      throw Misfit("must be at least \(Self.text(minimum))")
    }
    if let maximum = words.maximum, number > maximum { throw Misfit("must be at most \(Self.text(maximum))") }
    if let bound = words.exclusiveMinimum, number <= bound {
      throw Misfit("must be more than \(Self.text(bound))")
    }
    if let bound = words.exclusiveMaximum, number >= bound {
      throw Misfit("must be less than \(Self.text(bound))")
    }
    if let factor = words.multipleOf {
      let quotient = number / factor
      // 0.0075 is a multiple of 0.0001, though the doubles' quotient is a hair off 75.
      let error = abs(quotient - quotient.rounded())
      if !quotient.isFinite || error > 4 * max(quotient.ulp, Double.ulpOfOne) {
        throw Misfit("must be a multiple of \(Self.text(factor))")
      }
    }
  }

  private func fit(_ string: String) throws(Misfit) {
    if words.minLength != nil || words.maxLength != nil {
      let length = string.unicodeScalars.count
      if let minimum = words.minLength, length < minimum {
        throw Misfit("must have at least \(Self.count(minimum, "character")), has \(length)")
      }
      if let maximum = words.maxLength, length > maximum {
        throw Misfit("must have at most \(Self.count(maximum, "character")), has \(length)")
      }
    }
    if let pattern = words.pattern, pattern.matches(string) != true {
      throw Misfit("must match the pattern \(pattern.pattern)")
    }
    if let format = words.format, !format.matches(string) {
      throw Misfit("must be \(format.description)")
    }
  }

  private func fit(_ elements: [JSONValue], _ value: inout JSONValue) throws(Misfit) -> Bool {
    if let minimum = words.minItems, elements.count < minimum {
      throw Misfit("must have at least \(Self.count(minimum, "item")), has \(elements.count)")
    }
    if let maximum = words.maxItems, elements.count > maximum {
      throw Misfit("must have at most \(Self.count(maximum, "item")), has \(elements.count)")
    }
    var changed: [JSONValue]?
    if let items = words.items {
      for index in elements.indices {
        var element = elements[index]
        do {
          guard try items.fitting(&element) else { continue }
        } catch {
          throw error.inside("\(index)")
        }
        changed = changed ?? elements
        changed?[index] = element
      }
    }
    if words.uniqueItems {
      var seen = Set<JSONValue>(minimumCapacity: elements.count)
      for (index, element) in elements.enumerated() where !seen.insert(element).inserted {
        throw Misfit("is there twice, and the items must differ").inside("\(index)")
      }
    }
    guard let changed else { return false }
    value = .array(changed)
    return true
  }

  private func fit(_ members: JSONObject, _ value: inout JSONValue) throws(Misfit) -> Bool {
    for name in words.required where members[name] == nil {
      throw Misfit("must have '\(name)'")
    }
    try fit(count: members.count)
    var changed: JSONObject?
    for index in members.values.indices {
      let name = members.keys[index]
      try fit(name: name)
      let schema: Schema
      if let property = words.propertyNames.index(of: name) {
        schema = words.properties[property]
      } else {
        switch words.additional {
        case .allowed: continue
        case .refused:
          throw Misfit(
            "is not one of the properties", hint: Spelling.hint(for: name, among: words.propertyNames.names)
          ).inside(name)
        case .schema(let additional): schema = additional
        }
      }
      var member = members.values[index]
      do {
        guard try schema.fitting(&member) else { continue }
      } catch {
        throw error.inside(name)
      }
      changed = changed ?? members
      changed?.values[index] = member
    }
    guard let changed else { return false }
    value = .object(changed)
    return true
  }

  /// Checks the number of an object's members.
  func fit(count: Int) throws(Misfit) {
    if let minimum = words.minProperties, count < minimum {
      throw Misfit("must have at least \(Self.count(minimum, "member")), has \(count)")
    }
    if let maximum = words.maxProperties, count > maximum {
      throw Misfit("must have at most \(Self.count(maximum, "member")), has \(count)")
    }
  }

  /// Checks the name of an object's member.
  func fit(name: String) throws(Misfit) {
    guard let names = words.names else { return }
    var value = JSONValue.string(name)
    do {
      try names.fit(&value)
    } catch {
      throw Misfit("has a name that \(error.message)").inside(name)
    }
  }

  /// A whole number has no fraction.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
