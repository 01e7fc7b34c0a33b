import NavtreeCEL
import NavtreeText

/// The variables of an expression at its place, and which of their fields are sensitive.
///
/// Every compiler of a part holds one, and few declare anything: copies share until one declares.
struct Scope {
  private var shared = Storage()

  init() {}

  /// A scope that is made when it is first read: most screens have no expression.
  init(_ make: @escaping () -> Scope) {
    shared.make = make
  }

  private final class Storage {
    var environment = CELEnvironment(
      boundHint: "declare a bound where it is declared, such as maxItems: 1000",
      memberBoundHint: "declare a bound where it is declared, such as maxProperties: 1000")
    var screen: Int?
    var isOfOlderVersion = false
    var deferred: ((inout Scope) -> Void)?
    var known = CELFacts()
    /// Sensitive fields by variable.
    var secrets: [Int: Secrets] = [:]
    /// Makes the scope whose declarations these are; nil once they are here.
    var make: (() -> Scope)?

    init() {}

    init(_ other: Storage) {
      environment = other.environment
      screen = other.screen
      isOfOlderVersion = other.isOfOlderVersion
      deferred = other.deferred
      known = other.known
      secrets = other.secrets
    }

    /// Takes over the declarations that it was to make.
    func complete() {
      guard let make else { return }
      self.make = nil
      let made = make().storage
      environment = made.environment
      screen = made.screen
      isOfOlderVersion = made.isOfOlderVersion
      deferred = made.deferred
      known = made.known
      secrets = made.secrets
    }
  }

  private var storage: Storage {
    shared.complete()
    return shared
  }

  /// The declarations, to be changed: shared with no other copy.
  private var own: Storage {
    mutating get {
      shared.complete()
      if !isKnownUniquelyReferenced(&shared) { shared = Storage(shared) }
      return shared
    }
  }

  var environment: CELEnvironment { storage.environment }

  /// The screen type whose state the expression reads, if any.
  var screen: Int? {
    get { storage.screen }
    set { own.screen = newValue }
  }

  /// Whether the expression reads what an older version declared, of which no bound is known.
  var isOfOlderVersion: Bool {
    get { storage.isOfOlderVersion }
    set { own.isOfOlderVersion = newValue }
  }

  /// Declares `parent`, which is costly to make and seldom named.
  var deferred: ((inout Scope) -> Void)? {
    get { storage.deferred }
    set { own.deferred = newValue }
  }

  /// The conditions outside of an expression that hold where it is evaluated.
  var known: CELFacts { storage.known }

  mutating func know(_ facts: CELFacts) {
    if !facts.isEmpty { own.known.formUnion(facts) }
  }

  private struct Secrets {
    /// Names of record fields by number.
    var fields: [Int: String] = [:]
    /// Names that a longer path ends in: `parent.state.x`.
    var names: Set<String> = []
    /// Sensitive members by the number of the field that holds them: `action.output.x`.
    var members: [Int: (field: String, secrets: Set<String>)] = [:]
  }

  mutating func declare(_ variable: ScopeVariable, _ record: RecordDefinition) {
    let name = variable.name
    if record.isBroken { return declare(variable, .dyn) }
    declare(
      variable, Self.fields(of: record, prefix: name),
      sensitive: record.fields.indices.filter { record.fields[$0].sensitive })
    for (number, field) in record.fields.enumerated() where !field.secrets.isEmpty {
      own.secrets[variable.rawValue, default: Secrets()].members[number] = (field.name, field.secrets)
    }
  }

  /// Declares the shared state, and what is computed from it.
  /// - Parameter numbers: The sensitive ones of the computed fields.
  mutating func declareShared(
    _ record: RecordDefinition, _ computed: [CELField], sensitive numbers: [Int]
  ) {
    declare(.shared, record)
    if computed.isEmpty { return }
    let fields = Self.fields(of: record, prefix: ScopeVariable.shared.name) + computed
    let known = own.secrets[ScopeVariable.shared.rawValue]
    declare(.shared, fields)
    own.secrets[ScopeVariable.shared.rawValue] = known
    for number in numbers {
      own.secrets[ScopeVariable.shared.rawValue, default: Secrets()].fields[record.fields.count + number] =
        computed[number].name
    }
  }

  /// The names of the guards.
  var guards: [String] {
    let number = ScopeVariable.guards.rawValue
    guard environment.variables.indices.contains(number) else { return [] }
    return environment.variables[number].record?.fields.map(\.name) ?? []
  }

  /// Declares a record.
  /// - Parameters:
  ///   - numbers: Its sensitive fields.
  ///   - names: Sensitive fields of its fields.
  mutating func declare(
    _ variable: ScopeVariable, _ fields: [CELField], sensitive numbers: [Int] = [], names: Set<String> = [],
    isNullable: Bool = false
  ) {
    own.environment.declare(
      record: variable.name, fields: fields, at: variable.rawValue, isNullable: isNullable)
    if !numbers.isEmpty || !names.isEmpty {
      let named = numbers.map { ($0, fields[$0].name) }
      own.secrets[variable.rawValue] = Secrets(fields: Dictionary(uniqueKeysWithValues: named), names: names)
    }
  }

  mutating func declare(_ variable: ScopeVariable, _ type: CELType, maximumSize: Int? = nil) {
    own.environment.declare(variable.name, type, at: variable.rawValue, maximumSize: maximumSize)
  }

  /// Declares the value of an expression by a name of the author's; nil where it isn't known.
  mutating func declare(_ name: String, _ program: CELProgram?, at number: Int) {
    let isSensitive = program.map { sensitiveRead(of: $0) != nil } ?? false
    own.environment.declare(
      name, program?.resultType ?? .dyn, at: number, maximumSize: program?.estimatedCost.maximumSize)
    own.secrets[number] = isSensitive ? Secrets() : nil
  }

  /// Declares the live screens, and what is owed.
  ///
  /// - Parameters:
  ///   - sensitive: Whether any field of the screens is.
  ///   - inputs: Whether any field of an effect's input is.
  mutating func declareScreens(sensitive: Bool = false, inputs: Bool = false) {
    let screen = CELObjectType(
      name: "screen",
      fields: [
        CELField("id", .int), CELField("type", .string), CELField("window", .string), CELField("depth", .int),
        CELField("active", .bool), CELField("params", .map(.string, .dyn)),
        CELField("state", .map(.string, .dyn)),
      ], isOpen: false)
    // The numbers of live screens, and of what they owe, have limits of their own.
    declare(.screens, .list(.object(screen)), maximumSize: Int(Int32.max))
    if sensitive { own.secrets[ScopeVariable.screens.rawValue] = Secrets() }
    declare(
      .owed,
      OwedPart.allCases.map { part in
        let entry = CELObjectType(name: part.rawValue, fields: part.fields, isOpen: false)
        return CELField(part.rawValue, .list(.object(entry)), maximumSize: Int(Int32.max))
      })
    if inputs { own.secrets[ScopeVariable.owed.rawValue] = Secrets() }
  }

  /// Declares the time, and how many transitions are pending.
  mutating func declarePresent() {
    declare(.now, .timestamp)
    declare(.transitions, [CELField("pending", .int)])
  }

  /// The scope in which an expression is compiled.
  func completed(for source: String) -> Scope {
    source.mentions("parent") ? complete : self
  }

  /// The scope with `parent`, if there is one.
  var complete: Scope {
    guard let deferred = storage.deferred else { return self }
    var scope = self
    scope.deferred = nil
    deferred(&scope)
    return scope
  }

  /// The first sensitive field that an expression reads, such as `state.password`.
  func sensitiveRead(of program: CELProgram) -> String? {
    let scope = completed(for: program.source)
    if scope.storage.secrets.isEmpty { return nil }
    for reference in program.references {
      guard let secrets = scope.storage.secrets[reference.variable] else { continue }
      let name = scope.environment.variables[reference.variable].name
      guard let field = reference.field else { return name }
      if let secret = secrets.fields[field] { return "\(name).\(secret)" }
      if let (field, members) = secrets.members[field], reference.path.first.map(members.contains) ?? true {
        return ([name, field] + reference.path.prefix(1)).joined(separator: ".")
      }
      if secrets.names.isEmpty { continue }
      // Without a field's name after it, all of them are read.
      guard let last = reference.path.first else { return name }
      if secrets.names.contains(last) { return "\(name).\(last)" }
    }
    return nil
  }

  static func fields(of record: RecordDefinition, prefix: String) -> [CELField] {
    record.fields.map { $0.schema.field($0.name, of: prefix) }
  }
}
