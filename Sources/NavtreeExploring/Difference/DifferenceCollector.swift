import NavtreeFlow
import NavtreeText
import NavtreeJSON
import NavtreeYAML

/// Collects the changes between two versions of a flow.
struct DifferenceCollector {
  let old: FlowDefinition
  let new: FlowDefinition
  /// The names that migrations give to screens and fields of the old version.
  let names: MigratedNames
  /// Both flows with every short form spelled out.
  private let oldForm: JSONValue
  private let newForm: JSONValue
  private(set) var entries: [FlowDifference.Entry] = []

  init(_ old: FlowDefinition, _ new: FlowDefinition) {
    self.old = old
    self.new = new
    names = MigratedNames(from: old, to: new)
    oldForm = old.normalised
    newForm = new.normalised
  }

  typealias Subject = FlowDifference.Subject

  /// Where a change is told: in the new version, or in the old one for what is gone.
  enum Place {
    case old(SourceLocation)
    case new(SourceLocation)
  }

  mutating func add(
    _ subject: Subject, _ name: String, _ message: String, breaking isBreaking: Bool = false, at place: Place
  ) {
    let (file, location) =
      switch place {
      case .old(let location): (old.file(of: location), location)
      case .new(let location): (new.file(of: location), location)
      }
    entries.append(
      FlowDifference.Entry(
        isBreaking: isBreaking, subject: subject, name: name, message: message, file: file,
        location: location))
  }

  /// The start of a file, for what has no place of its own.
  static let start = SourceLocation(line: 1, column: 1, endColumn: 2)

  /// Whether the parts of both flows below these keys differ.
  func differs(_ oldKeys: [String], _ newKeys: [String]) -> Bool {
    Self.part(of: oldForm, oldKeys) != Self.part(of: newForm, newKeys)
  }

  private static func part(of form: JSONValue, _ keys: [String]) -> JSONValue? {
    var value: JSONValue? = form
    for key in keys { value = value?[key] }
    return value
  }

  /// Matches the things of both versions by name, and reports those that are gone or added.
  ///
  /// - Parameters:
  ///   - owner: the owner of all; empty for the flow itself.
  ///   - renamed: the present names of those of the old version that have others.
  ///   - isBreaking: whether the app depends on those that are gone.
  ///   - isNeeded: whether the app has to provide those that are added.
  ///   - compare: compares two that match.
  mutating func match<Thing>(
    _ subject: Subject, of owner: String = "", _ before: [Thing], _ after: [Thing],
    by name: (Thing) -> String, at location: (Thing) -> SourceLocation,
    renamed: [String: String] = [:], gone: String = "is gone",
    breaking isBreaking: Bool = false, added: String = "is added", needed isNeeded: Bool = false,
    _ compare: (inout DifferenceCollector, String, Thing, Thing) -> Void = { _, _, _, _ in }
  ) {
    let prefix = owner.isEmpty ? "" : "\(owner)."
    func present(_ thing: Thing) -> String { renamed[name(thing)] ?? name(thing) }
    for thing in before {
      if let other = after.first(where: { name($0) == present(thing) }) {
        compare(&self, prefix + name(thing), thing, other)
      } else {
        add(subject, prefix + name(thing), gone, breaking: isBreaking, at: .old(location(thing)))
      }
    }
    for thing in after where !before.contains(where: { present($0) == name(thing) }) {
      add(subject, prefix + name(thing), added, breaking: isNeeded, at: .new(location(thing)))
    }
  }

  // MARK: Records

  /// How the fields of a record are used.
  struct Use: OptionSet {
    let rawValue: Int

    /// The app gives values.
    static let given = Use(rawValue: 1)
    /// A field without a default has to be given.
    static let required = Use(rawValue: 2)
    /// The app reads values.
    static let read = Use(rawValue: 4)
    /// Members that aren't declared are taken.
    static let open = Use(rawValue: 8)
  }

  /// Compares the fields of two records. A field that migrations rename is the same one.
  ///
  /// - Parameters:
  ///   - owner: The name of the record's owner; empty for the flow's own.
  ///   - renamed: The new names of fields that migrations rename.
  mutating func compare(
    _ subject: Subject, of owner: String, _ before: RecordDefinition, _ after: RecordDefinition, _ use: Use,
    renamed: [String: String] = [:]
  ) {
    let prefix = owner.isEmpty ? "" : "\(owner)."
    var found: Set<String> = []
    for field in before.fields {
      let name = prefix + field.name
      if let index = after.names.index(of: field.name) {
        found.insert(field.name)
        compare(subject, name, field, after.fields[index], use)
      } else if let other = renamed[field.name], let index = after.names.index(of: other) {
        found.insert(other)
        add(
          subject, name, "is '\(other)' now", breaking: use.contains(.read),
          at: .new(after.fields[index].location))
        compare(subject, name, field, after.fields[index], use)
      } else {
        let isBreaking = use.contains(.read) || use.contains(.given) && !use.contains(.open)
        add(subject, name, "is gone", breaking: isBreaking, at: .old(field.location))
      }
    }
    for field in after.fields where !found.contains(field.name) {
      let isNeeded = use.contains(.required) && field.initial == nil
      add(
        subject, prefix + field.name, isNeeded ? "is added, and has to be given" : "is added",
        breaking: isNeeded, at: .new(field.location))
    }
  }

  private mutating func compare(
    _ subject: Subject, _ name: String, _ before: FieldDefinition, _ after: FieldDefinition, _ use: Use
  ) {
    let place = Place.new(after.location)
    compare(subject, name, before.schema, after.schema, use, at: place)
    compareDefaults(subject, name, before, after, use)
    if before.sensitive != after.sensitive {
      add(
        subject, name, after.sensitive ? "is sensitive, and reads as ***" : "is no longer sensitive",
        breaking: after.sensitive && use.contains(.read), at: place)
    }
  }

  private mutating func compareDefaults(
    _ subject: Subject, _ name: String, _ before: FieldDefinition, _ after: FieldDefinition, _ use: Use
  ) {
    let place = Place.new(after.location)
    switch (before.initial, after.initial) {
    case (nil, nil): break
    case (nil, _?):
      if use.contains(.required) { add(subject, name, "may be left out", at: place) }
    case (_?, nil):
      if use.contains(.required) { add(subject, name, "has to be given", breaking: true, at: place) }
    case (let first?, let second?):
      guard let first = first.constant, let second = second.constant, first != second else { return }
      let isHidden = before.sensitive || after.sensitive
      add(
        subject, name, isHidden ? "its default differs" : "its default is \(second), was \(first)", at: place)
    }
  }

  /// Compares two schemas of a value that has one, such as a result.
  mutating func compare(
    _ subject: Subject, _ name: String, _ before: Schema?, _ after: Schema?, _ use: Use,
    at place: SourceLocation
  ) {
    switch (before, after) {
    case (nil, nil): break
    case (nil, _?): add(subject, name, "is added", at: .new(place))
    case (_?, nil): add(subject, name, "is gone", breaking: true, at: .new(place))
    case (let before?, let after?): compare(subject, name, before, after, use, at: .new(place))
    }
  }

  private mutating func compare(
    _ subject: Subject, _ name: String, _ before: Schema, _ after: Schema, _ use: Use, at place: Place
  ) {
    for change in SchemaDifference(from: before, to: after).changes {
      let isBreaking = use.contains(.given) && change.refuses || use.contains(.read) && change.surprises
      add(subject, name, change.sentence, breaking: isBreaking, at: place)
    }
  }
}
