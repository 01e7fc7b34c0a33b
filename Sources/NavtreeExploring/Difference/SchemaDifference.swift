import NavtreeFlow
import NavtreeJSON
import NavtreeRegex
import NavtreeText

/// The differences between the values that two schemas take.
struct SchemaDifference {
  /// One of them.
  struct Change {
    /// The place within the value: a JSON Pointer, with `*` for each item or member.
    var pointer = ""
    let message: String
    /// Whether the new schema refuses a value that the old one takes.
    let refuses: Bool
    /// Whether the new schema gives readers what they can't expect of the old one. A wider bound isn't such a thing.
    let surprises: Bool

    /// For people: the place within the value, then the change.
    var sentence: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
  }

  private(set) var changes: [Change] = []

  /// - Complexity: O(size of both schemas), which are of bounded depth.
  init(from old: Schema, to new: Schema) {
    compareTypes(old, new)
    let (before, after) = (old.constraints?.words ?? .init(), new.constraints?.words ?? .init())
    compareValues(before, after, new)
    if !before.isEnumerated {
      compareBounds(before, after)
      compareForms(before, after)
    }
    compareItems(before, after)
    compareMembers(before, after, wasObject: old.types.contains(.object))
  }

  private mutating func add(_ message: String, refuses: Bool = false, surprises: Bool = false) {
    changes.append(Change(message: message, refuses: refuses, surprises: surprises))
  }

  private mutating func add(_ old: Schema, _ new: Schema, at token: String) {
    for var change in SchemaDifference(from: old, to: new).changes {
      change.pointer = "/\(token)\(change.pointer)"
      changes.append(change)
    }
  }

  // MARK: Types and values

  private mutating func compareTypes(_ old: Schema, _ new: Schema) {
    if old.types == new.types { return }
    var lost = old.types.subtracting(new.types)
    // Whole numbers are numbers.
    if new.types.contains(.number) { lost.remove(.integer) }
    var gained = new.types.subtracting(old.types)
    if old.types.contains(.number) { gained.remove(.integer) }
    if lost == .null {
      add("may not be null", refuses: true, surprises: gained != [])
    } else if gained == .null, lost == [] {
      add("may be null", surprises: true)
    } else {
      add(
        "is \(new.types.description), was \(old.types.description)", refuses: lost != [],
        surprises: gained != [])
    }
  }

  private mutating func compareValues(
    _ old: SchemaConstraints.Words, _ new: SchemaConstraints.Words, _ schema: Schema
  ) {
    switch (old.enumerated, new.enumerated) {
    case (nil, nil): break
    case (nil, let after?): add("takes only \(Self.list(after))", refuses: true)
    case (let before?, let after):
      let lost = before.filter { value in
        var value = value
        return !value.isNull && (try? schema.fit(&value)) == nil
      }
      if !lost.isEmpty { add("doesn't take \(Self.list(lost))", refuses: true) }
      guard let after else {
        add("takes other values than \(Self.list(before))", surprises: true)
        return
      }
      let gained = after.filter { !$0.isNull && !before.contains($0) }
      if !gained.isEmpty { add("takes \(Self.list(gained))", surprises: true) }
    }
  }

  private static func list(_ values: [JSONValue]) -> String {
    let most = 5
    let rest = values.count - most
    let names = values.prefix(most).map(\.description).joined(separator: ", ")
    return rest > 0 ? "\(names) and \(rest) more" : names
  }

  // MARK: Bounds

  private mutating func compareBounds(_ old: SchemaConstraints.Words, _ new: SchemaConstraints.Words) {
    compareBound(
      "minimum", Self.bound(old.minimum, old.exclusiveMinimum, isLower: true),
      Self.bound(new.minimum, new.exclusiveMinimum, isLower: true), isLower: true)
    compareBound(
      "maximum", Self.bound(old.maximum, old.exclusiveMaximum, isLower: false),
      Self.bound(new.maximum, new.exclusiveMaximum, isLower: false), isLower: false)
    let counts: [(String, Int?, Int?, Bool)] = [
      ("minLength", old.minLength, new.minLength, true), ("maxLength", old.maxLength, new.maxLength, false),
      ("minItems", old.minItems, new.minItems, true), ("maxItems", old.maxItems, new.maxItems, false),
      ("minProperties", old.minProperties, new.minProperties, true),
      ("maxProperties", old.maxProperties, new.maxProperties, false),
    ]
    for (name, old, new, isLower) in counts {
      compareBound(
        name, old.map { Bound(value: Double($0)) }, new.map { Bound(value: Double($0)) }, isLower: isLower)
    }
  }

  /// The least or the greatest number that is taken.
  private struct Bound: Equatable {
    let value: Double
    var isExclusive = false

    var text: String {
      (isExclusive ? "exclusive " : "") + (Int(exactly: value).map { "\($0)" } ?? "\(value)")
    }
  }

  private static func bound(_ inclusive: Double?, _ exclusive: Double?, isLower: Bool) -> Bound? {
    guard let exclusive else { return inclusive.map { Bound(value: $0) } }
    guard let inclusive, isLower ? inclusive > exclusive : inclusive < exclusive else {
      return Bound(value: exclusive, isExclusive: true)
    }
    return Bound(value: inclusive)
  }

  private mutating func compareBound(_ name: String, _ old: Bound?, _ new: Bound?, isLower: Bool) {
    guard old != new else { return }
    let change = "\(name) is \(new?.text ?? "gone"), was \(old?.text ?? "none")"
    guard let new else { return add(change) }
    guard let old else { return add(change, refuses: true) }
    if old.value == new.value { return add(change, refuses: new.isExclusive) }
    add(change, refuses: isLower ? new.value > old.value : new.value < old.value)
  }

  // MARK: Forms

  private mutating func compareForms(_ old: SchemaConstraints.Words, _ new: SchemaConstraints.Words) {
    compareForm("pattern", old.pattern?.pattern, new.pattern?.pattern)
    compareForm("format", old.format?.rawValue, new.format?.rawValue)
    if old.multipleOf != new.multipleOf {
      let isFiner =
        if let before = old.multipleOf, let after = new.multipleOf {
          (before / after).rounded() == before / after
        } else {
          new.multipleOf == nil
        }
      add(
        "multipleOf is \(Self.text(new.multipleOf, "gone")), was \(Self.text(old.multipleOf, "none"))",
        refuses: !isFiner)
    }
    if old.uniqueItems != new.uniqueItems {
      add(new.uniqueItems ? "its items must differ" : "its items may be equal", refuses: new.uniqueItems)
    }
  }

  private static func text(_ number: Double?, _ otherwise: String) -> String {
    number.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" } ?? otherwise
  }

  private mutating func compareForm(_ name: String, _ old: String?, _ new: String?) {
    if old == new { return }
    add("\(name) is \(new ?? "gone"), was \(old ?? "none")", refuses: new != nil)
  }

  // MARK: Parts

  private mutating func compareItems(_ old: SchemaConstraints.Words, _ new: SchemaConstraints.Words) {
    if old.items == nil, new.items == nil { return }
    add(old.items ?? Schema(), new.items ?? Schema(), at: "*")
  }

  private mutating func compareMembers(
    _ old: SchemaConstraints.Words, _ new: SchemaConstraints.Words, wasObject: Bool
  ) {
    for (name, schema) in zip(old.propertyNames.names, old.properties) {
      if let index = new.propertyNames.index(of: name) {
        add(schema, new.properties[index], at: name)
      } else {
        changes.append(
          Change(
            pointer: "/\(name)", message: "is gone",
            refuses: new.others.map { Self.refuses(schema, $0) } ?? true, surprises: true))
      }
    }
    // Beside declared members, one that isn't declared is taken to be none, unless it had a schema.
    var former = wasObject ? old.others : nil
    if case .allowed = old.additional, !old.properties.isEmpty { former = nil }
    for (name, schema) in zip(new.propertyNames.names, new.properties)
    where old.propertyNames.index(of: name) == nil {
      let isRequired = new.required.contains(name)
      let takesLess = former.map { Self.refuses($0, schema) } ?? false
      changes.append(
        Change(
          pointer: "/\(name)",
          message: isRequired
            ? "is added, and required" : takesLess ? "is added, and takes less than before" : "is added",
          refuses: isRequired || takesLess, surprises: false))
    }
    for name in old.propertyNames.names where new.propertyNames.index(of: name) != nil {
      let (was, isRequired) = (old.required.contains(name), new.required.contains(name))
      if was == isRequired { continue }
      changes.append(
        Change(
          pointer: "/\(name)", message: isRequired ? "is required" : "is no longer required",
          refuses: isRequired, surprises: was))
    }
    switch (old.additional, new.additional) {
    case (.allowed, .allowed), (.refused, .refused): break
    case (.schema(let before), .schema(let after)): add(before, after, at: "*")
    case (.allowed, .schema(let after)): add(Schema(), after, at: "*")
    case (.schema(let before), .allowed): add(before, Schema(), at: "*")
    case (_, .refused): add("takes no other members", refuses: true)
    case (.refused, _): add("takes other members")
    }
    if old.names != nil || new.names != nil {
      for change in SchemaDifference(from: old.names ?? Schema(.string), to: new.names ?? Schema(.string))
        .changes
      {
        add("a member's name \(change.message)", refuses: change.refuses)
      }
    }
  }

  /// Whether a schema refuses a value that another one takes.
  private static func refuses(_ old: Schema, _ new: Schema) -> Bool {
    SchemaDifference(from: old, to: new).changes.contains(where: \.refuses)
  }
}

extension SchemaConstraints.Words {
  /// The values of `const` or `enum`.
  fileprivate var enumerated: [JSONValue]? { const.map { [$0] } ?? values }
  fileprivate var isEnumerated: Bool { const != nil || values != nil }
  /// The schema of members that aren't declared; nil if there may be none.
  fileprivate var others: Schema? {
    switch additional {
    case .allowed: Schema()
    case .refused: nil
    case .schema(let others): others
    }
  }
}
