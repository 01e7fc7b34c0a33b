import NavigationTree
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Reads the fields of a navigation in a rule, and checks each against the flow as far as it is known.
struct RuleFieldReader: FieldWalker {
  typealias Values = ValueTemplate

  /// A field is faulty, which has been reported.
  struct Fault: Error {}

  let compiler: NavigationCompiler
  /// The fields by name; nil for a navigation without any.
  let reader: ObjectReader?
  /// The node that names the navigation.
  let name: YAMLNode
  /// The node of the screen to be made.
  private(set) var screen: YAMLNode?

  /// The node of the slot that is to take the screen.
  var slot: YAMLNode? { reader?[.in] }

  private var compilation: Compilation { compiler.compilation }
  private var sink: DiagnosticSink { compiler.sink }
  private var scope: Scope { compiler.scope }

  // MARK: Nodes

  /// The node of a field that can't be left out.
  private func required(_ key: Key) throws(Fault) -> YAMLNode {
    if let node = reader?[key] { return node }
    // The reader has reported a key missing from a map.
    if reader?.isShort ?? true { sink.error(.missingKey, "'\(name.text)' needs '\(key.rawValue)'", at: name) }
    throw Fault()
  }

  private func value(_ node: YAMLNode, _ target: ValueCompiler.Target) throws(Fault) -> ValueTemplate {
    guard let value = compiler.values.value(node, scope, into: target) else { throw Fault() }
    return value
  }

  // MARK: Fields

  mutating func screen(_ screen: inout ScreenTemplate) throws(Fault) {
    let node = try required(.screen)
    // A screen found by its identity has params already; a new one needs them all.
    let isPartial =
      reader?[.identity] != nil && reader?.boolean(.merge) == true
      && [nil, MissingScreenHandling.fail.rawValue].contains(reader?.text(.otherwise))
    guard
      let template = compilation.screenTemplate(node, reader?[.params], scope, isPartial: isPartial)
    else { throw Fault() }
    screen = template
    self.screen = node
  }

  mutating func awaiting(_ screen: inout ScreenTemplate) {
    screen.awaiting = reader.flatMap { compiler.awaiting($0, screen, name) }
  }

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) { name = reader?.text(key) }

  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) {
    flag = reader?.boolean(key) ?? false
  }

  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) {
    let given = reader?.text(key).flatMap { Choice(rawValue: $0) }
    if let given { choice = given }
    guard let reader, let flag, reader.boolean(flag) == true, let short = Choice(rawValue: flag.rawValue)
    else { return }
    choice = short
    if let given, given != short, let node = reader.name(of: key) {
      sink.error(
        .conflictingKeys,
        "'\(flag.rawValue)' is short for '\(key.rawValue): \(flag.rawValue)', and '\(key.rawValue)' is \(given.rawValue)",
        at: node, hint: "take '\(flag.rawValue)' out")
    }
  }

  mutating func count(_ key: Key, _ count: inout ValueTemplate, _ summary: String) throws(Fault) {
    var words = SchemaConstraints.Words()
    words.minimum = 1
    let schema = Schema(.integer, constraints: SchemaConstraints(words))
    if let node = reader?[key] {
      count = try value(node, ValueCompiler.Target(schema: schema, name: "'\(key.rawValue)'"))
    }
  }

  /// A constant name must name a tab or a pane of some screen.
  mutating func text(_ key: Key, _ name: inout ValueTemplate, _ role: TextRole, _ summary: String)
    throws(Fault)
  {
    let node = try required(key)
    let style: SlotStyle
    switch role {
    case .part(let part): style = part
    case .url:
      guard let url = LinkCompiler(compilation: compilation).url(node, scope) else { throw Fault() }
      name = url
      return
    case .address, .window:
      name = try value(node, ValueCompiler.Target(schema: Schema(.string), name: "'\(key.rawValue)'"))
      return
    }
    name = try value(node, ValueCompiler.Target(schema: Schema(.string), name: "the \(style.rawValue)"))
    guard let constant = name.constant?.string, !compilation.slots.isSlot(constant, of: style) else { return }
    if !sink.isBroken(constant, in: .tabs, .panes) {
      let known = compilation.screens.lazy.flatMap(\.slots).filter { $0.style == style }.map(\.name)
      sink.error(
        .unknownTab, "no screen has a \(style.rawValue) '\(constant)'", at: node,
        hint: Hint.spelling(constant, among: known)
          ?? (known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))"))
    }
    throw Fault()
  }

  mutating func value(_ key: Key, _ value: inout ValueTemplate?, _ summary: String) throws(Fault) {
    guard let node = reader?[key] else { return }
    guard key == .result else {
      value = try self.value(node, ValueCompiler.Target(schema: Schema(), name: "the identity"))
      return
    }
    // The root of a modal may have any type.
    let isOfModal = reader?.boolean(.all) == true
    let screen = compiler.screen
    let schema: Schema
    switch compiler.subject {
    case .anywhere, .parent: schema = Schema()
    case .screen where isOfModal, .root where isOfModal: schema = Schema()
    case .screen(let screen) where screen.returns != nil: schema = screen.returns ?? Schema()
    case .screen, .root:
      sink.error(
        .wrongValue,
        "\(screen.map { "'\($0.name.text)'" } ?? "the flow") has no 'returns', so that it gives no result",
        at: node,
        hint: (reader?.isShort == true ? node.string : nil)
          .flatMap { Hint.spelling($0, among: [Key.all.rawValue]) }
          ?? "declare it on the screen: returns: string")
      throw Fault()
    }
    value = try self.value(
      node,
      ValueCompiler.Target(
        schema: schema, sensitive: !isOfModal && screen?.hidesResult ?? false, name: "the result"))
  }

  mutating func params(_ key: Key, _ params: inout ValueTemplate, _ summary: String) throws(Fault) {
    let isPartial = reader?.boolean(.replace) != true
    params = try self.params(
      required(key), ofType: compiler.screen?.type, isPartial: isPartial)
  }

  mutating func params(
    _ key: Key, _ params: inout ValueTemplate?, of tab: ValueTemplate, _ summary: String
  ) throws(Fault) {
    guard let node = reader?[key] else { return }
    let types = compilation.slots.tabRoots(of: tab.constant.map { $0.string ?? "" })
    let type = types.count == 1 ? types.first.flatMap { compilation.screenNames.index(of: $0) } : nil
    params = try self.params(node, ofType: type, isPartial: true)
  }

  /// Params of a screen; of one that isn't known yet, any.
  private func params(_ node: YAMLNode, ofType type: Int?, isPartial: Bool) throws(Fault) -> ValueTemplate {
    guard let type else {
      return try value(node, ValueCompiler.Target(schema: Schema(.object), name: "the params"))
    }
    let screen = compilation.screens[type]
    guard
      let template = compilation.given(
        node, for: screen.params, noun: "param", of: screen.name.text, scope, place: node,
        isPartial: isPartial)
    else { throw Fault() }
    return template
  }

  mutating func tree(_ key: Key, _ tree: inout TreeTemplate, _ summary: String) throws(Fault) {
    let compiler = TreeCompiler(compilation: compilation, scope: scope)
    guard let template = compiler.tree(try required(key), in: .none) else { throw Fault() }
    tree = template
  }
}
