import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// A flow being compiled from nodes to its definition.
///
/// Everything is declared first, so that names and types are known; then its uses are compiled.
final class Compilation {
  let root: YAMLNode
  let sink: DiagnosticSink
  let usage = UsageLog()
  let expressions: ExpressionCompiler
  let values: ValueCompiler
  let records: RecordCompiler
  var screenNames = NameTable()
  var screens: [ScreenDeclaration] = []
  /// Names of screens that couldn't be read and were reported.
  var brokenScreens: Set<String> = []
  var actionNames = NameTable()
  var shared = RecordDefinition()
  /// The flow's own values over the shared state, and its guards.
  var computed: [DerivedDefinition] = []
  var guards: [DerivedDefinition] = []
  /// Those that couldn't be compiled and were reported.
  var brokenComputed: [CELField] = []
  var brokenGuards: [CELField] = []
  typealias Derived = (scope: Scope, computed: [DerivedDefinition], guards: [DerivedDefinition])
  /// Those of the screens compiled so far, with their scopes.
  var derived: [Int: Derived] = [:]
  var effectNames = NameTable()
  var effects: [EffectDefinition] = []
  /// Effects that are asked for, those whose output is taken, and those whose answers before it are.
  var askedEffects: Set<Int> = []
  var takenEffects: Set<Int> = []
  var takenNexts: Set<Int> = []
  var flowActions: [ActionDeclaration] = []
  var declarations = ActionDeclarations()
  var slots = SlotIndex(types: 0)
  /// The flow's links; nil when some are faulty.
  var linkTable: LinkTable?
  /// Types that a window may start with.
  var rootTypes: Set<Int> = []

  /// The number of names that are still compared with misspelled ones.
  private var comparisonsLeft = 500_000

  init(_ root: YAMLNode, _ sink: DiagnosticSink) {
    self.root = root
    self.sink = sink
    values = ValueCompiler(sink: sink, usage: usage)
    expressions = values.expressions
    records = RecordCompiler(sink: sink, values: values)
  }

  // MARK: Names

  /// The name most like a misspelled one, among names that a flow may have many of.
  ///
  /// The names that all suggestions of a flow are sought among are limited altogether: the time doesn't grow with the number
  /// of names times the number of misspelled ones.
  func suggestion(for name: String, among names: NameTable) -> (name: String, isAlone: Bool)? {
    guard names.count <= comparisonsLeft else { return nil }
    comparisonsLeft -= min(names.count, Spelling.most)
    return Spelling.candidate(for: name, among: names.names)
  }

  /// The screen type that a node names; nil, and reported, when there is none.
  func screenType(_ node: YAMLNode) -> Int? {
    if let type = screenNames.index(of: node.text) { return type }
    // A flow without screens was reported.
    if brokenScreens.contains(node.text) || screenNames.count == 0 { return nil }
    let meant = suggestion(for: node.text, among: screenNames)
    sink.error(
      .unknownScreen, "no screen named '\(node.text)'", at: node,
      hint: meant.map { .meant($0.name, isCertain: $0.isAlone) }
        ?? ((1...12).contains(screenNames.count)
          ? "there are: \(screenNames.names.joined(separator: ", "))" : nil),
      missing: MissingName(.screens, node.text))
    return meant.flatMap { screenNames.index(of: $0.name) }
  }

  /// The effect that a node names; nil, and reported, when there is none.
  func effect(_ node: YAMLNode) -> Int? {
    if let effect = effectNames.index(of: node.text) {
      askedEffects.insert(effect)
      return effect
    }
    if sink.isBroken(node.text, in: .effects) {
      sink.note(broken: .from)
      return nil
    }
    let meant = suggestion(for: node.text, among: effectNames)
    sink.error(
      .unknownEffect, "no effect named '\(node.text)'", at: node,
      hint: meant.map { .meant($0.name, isCertain: $0.isAlone) }
        ?? "declare it: effects: { \(node.text): { input: { … }, output: { … } } }",
      missing: MissingName(.effects, node.text))
    sink.note(broken: .from)
    guard let effect = meant.flatMap({ effectNames.index(of: $0.name) }) else { return nil }
    askedEffects.insert(effect)
    return effect
  }

  /// Whether slots of a screen were faulty, and are missing among those that it has.
  func hasBrokenSlots(_ type: Int) -> Bool {
    let reader = screens[type].reader
    guard let node = reader[.slots] else { return reader.has(.slots) }
    return node.pairs.contains { sink.isBroken($0.key.text) || $0.value[Key.presents.rawValue] == nil }
  }

  // MARK: Scopes

  /// The variables of all screens' expressions, without params and state.
  private(set) lazy var sharedScope: Scope = {
    var scope = Scope()
    let secrets = computed.indices.filter { computed[$0].sensitive }
    scope.declareShared(shared, computed.map(\.field) + brokenComputed, sensitive: secrets)
    scope.declarePresent()
    if inherited(.guards) > 0 { declare(.guards, [], sensitive: [], in: &scope) }
    return scope
  }()

  static let screenFields = [
    CELField("id", .int), CELField("path", .string), CELField("type", .string), CELField("window", .string),
  ]

  /// The shared scope with the fields of `screen`.
  private(set) lazy var screenScope: Scope = {
    var scope = sharedScope
    scope.declare(.screen, Self.screenFields)
    return scope
  }()

  func scope(of screen: ScreenDeclaration) -> Scope {
    Scope { [unowned self] in
      var scope = screenScope
      scope.screen = screen.type
      scope.declare(.params, screen.params)
      scope.declare(.state, screen.state)
      scope.deferred = { [unowned self] scope in declareParent(of: screen, in: &scope) }
      return scope
    }
  }

  /// Declares `parent` with what all types that may hold the screen have in common.
  private func declareParent(of screen: ScreenDeclaration, in scope: inout Scope) {
    let parent = slots.isHeldAsAny(screen.type) ? anyParent : parent(of: screen.type)
    if let parent {
      // Any type can become a window's root, which has no parent.
      scope.declare(.parent, parent.fields, names: parent.secrets, isNullable: true)
    } else {
      scope.declare(.parent, .null)
    }
  }

  private typealias Parent = (fields: [CELField], secrets: Set<String>)

  /// The parent of screens that no slot names, which is the same for all of them.
  private lazy var anyParent: Parent? = parent(of: -1)

  private func parent(of type: Int) -> Parent? {
    let holders = slots.holders(of: type).map { screens[$0] }
    guard let first = holders.first else { return nil }
    var params = Scope.fields(of: first.params, prefix: "parent.params")
    var state = Scope.fields(of: first.state, prefix: "parent.state")
    var secrets: Set<String> = []
    for holder in holders {
      params = params.compactMap { Self.common($0, holder.params) }
      state = state.compactMap { Self.common($0, holder.state) }
      for field in holder.params.fields + holder.state.fields where field.sensitive {
        secrets.insert(field.name)
      }
    }
    let fields = [
      CELField("params", .object(CELObjectType(name: "parent.params", fields: params, isOpen: false))),
      CELField("state", .object(CELObjectType(name: "parent.state", fields: state, isOpen: false))),
    ]
    return (fields, secrets)
  }

  private static func common(_ field: CELField, _ record: RecordDefinition) -> CELField? {
    guard let index = record.names.index(of: field.name) else { return nil }
    let schema = record.fields[index].schema
    let type = schema.type(named: field.name)
    let isSame = "\(type)" == "\(field.type)"
    return isSame ? field : CELField(field.name, .dyn)
  }

  // MARK: Records given as values

  /// The params or the payload that a flow gives, checked against their declaration.
  ///
  /// - Parameters:
  ///   - place: The place to report when nothing is given and something is missing.
  ///   - isPartial: Whether values that aren't given exist already.
  func given(
    _ node: YAMLNode?, for record: RecordDefinition, noun: String, of owner: String, _ scope: Scope,
    place: YAMLNode, isPartial: Bool = false
  ) -> ValueTemplate? {
    guard let node, !(node.kind == .scalar && node.scalar == .null) else {
      if isPartial || record.isBroken { return nil }
      reportMissing(record.fields.filter { $0.initial == nil }, noun, owner, place)
      return nil
    }
    guard node.kind == .mapping else {
      // The value of one expression may land in any of the fields.
      let target = ValueCompiler.Target(
        schema: Schema(.object), sensitive: !record.fields.isEmpty && record.fields.allSatisfy(\.sensitive),
        name: "the \(noun)s of '\(owner)'")
      let value = values.value(node, scope, into: target)
      if case .expression(let whole)? = value, case .object(let type) = whole.program.resultType,
        !type.isOpen, !record.isBroken
      {
        check(type, at: node, for: record, noun, of: owner, isPartial: isPartial)
      }
      return value
    }
    var members: [ValueTemplate.Member] = []
    var isRight = true
    // A param under a wrong name isn't missing too.
    var isMisspelt = false
    for pair in node.pairs {
      let name = pair.key.text
      guard let index = record.names.index(of: name) else {
        isRight = false
        isMisspelt = true
        if record.isBroken { continue }
        sink.error(
          .unknownField, "'\(owner)' has no \(noun) '\(name)'", at: pair.key,
          hint: .known(name, among: record.names.names),
          missing: noun == "param"
            ? screenNames.index(of: owner).map {
              MissingName(.record(.params, screen: $0), name)
            } : nil)
        continue
      }
      let field = record.fields[index]
      let target = ValueCompiler.Target(
        schema: field.schema, sensitive: field.sensitive, noun: noun, key: name)
      guard let value = values.value(pair.value, scope, into: target) else {
        isRight = false
        continue
      }
      members.append(ValueTemplate.Member(key: name, value: value))
    }
    let missing = record.fields.filter { field in field.initial == nil && node[field.name] == nil }
    if !missing.isEmpty, !isMisspelt, !isPartial {
      reportMissing(missing, noun, owner, place)
      isRight = false
    }
    guard isRight else { return nil }
    if members.allSatisfy({ $0.value.constant != nil }) {
      var object = JSONObject(minimumCapacity: members.count)
      for member in members { object[member.key] = member.value.constant }
      return .constant(.object(object))
    }
    return .object(members)
  }

  /// Checks the fields of a whole record that is given in place of a map.
  private func check(
    _ type: CELObjectType, at node: YAMLNode, for record: RecordDefinition, _ noun: String, of owner: String,
    isPartial: Bool
  ) {
    if let field = type.fields.first(where: { record.names.index(of: $0.name) == nil }) {
      let taken = record.names.names.filter { type.field(named: $0) != nil }
      let members = taken.map { "\($0): …" }.joined(separator: ", ")
      sink.error(
        .unknownField, "'\(owner)' has no \(noun) '\(field.name)', which '\(node.text)' gives", at: node,
        hint: taken.isEmpty ? nil : "give only what it takes: { \(members) }")
    }
    let missing = record.fields.filter { $0.initial == nil && type.field(named: $0.name) == nil }
    if !missing.isEmpty, !isPartial { reportMissing(missing, noun, owner, node) }
  }

  private func reportMissing(_ fields: [FieldDefinition], _ noun: String, _ owner: String, _ place: YAMLNode)
  {
    guard let first = fields.first else { return }
    let names = fields.map { "'\($0.name)'" }.joined(separator: ", ")
    sink.error(
      .missingParam, "'\(owner)' needs the \(noun)\(fields.count == 1 ? "" : "s") \(names)", at: place,
      hint:
        "add \(noun == "param" ? "params" : "with"): { \(first.name): … }, or give it a default where it is declared"
    )
  }

  /// A screen to be made.
  func screenTemplate(_ reader: ObjectReader, _ scope: Scope, isPartial: Bool = false) -> ScreenTemplate? {
    guard let name = reader[.screen] else { return nil }
    return screenTemplate(name, reader[.params], scope, isPartial: isPartial)
  }

  func screenTemplate(_ name: YAMLNode, _ params: YAMLNode?, _ scope: Scope, isPartial: Bool = false)
    -> ScreenTemplate?
  {
    guard let type = screenType(name) else { return nil }
    let template = given(
      params, for: screens[type].params, noun: "param", of: name.text, scope, place: name,
      isPartial: isPartial)
    return ScreenTemplate(type: type, params: template, location: name.location)
  }
}
