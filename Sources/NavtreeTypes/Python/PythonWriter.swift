import NavtreeText
import NavigationTree
import NavtreeJSON

/// Writes a flow's types in Python, over the Python client.
struct PythonWriter: TypesWriter {
  static let end: String? = nil

  static let words: Set<String> = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "case", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return", "self", "try", "while", "with",
    "yield", "print", "_",
  ]
  /// The names that types of a flow can't have: those of the module, and those that its text needs.
  private static let reserved: Set<String> = [
    "Action", "Actions", "Any", "AsyncContext", "AsyncHandlers", "AsyncNavtree", "AsyncSession",
    "AsyncTypedHandle", "Awaitable", "Callable", "Context", "Cut", "Dict", "Exception", "False", "FlowAction",
    "Handlers", "Hidden", "Link", "List", "Literal", "Mapping", "Navtree", "None", "Optional", "Protocol",
    "Receipt", "Screen", "Session", "Shared", "SharedComputed", "Slot", "True", "Tuple", "TypedDict",
    "TypedHandle", "TypeVar", "Union", "Window",
  ]
  /// The members of a handle that aren't actions.
  static let members: Set<String> = ["dispatch", "state", "params", "computed", "screen", "link"]

  let types: FlowTypes
  let names: FlatNames
  var source = GeneratedSource(indent: 4)

  init(_ types: FlowTypes) {
    self.types = types
    names = FlatNames(
      types, reserved: Self.reserved,
      endings: [
        "Params", "State", "Computed", "Returns", "Slots", "Action", "Actions", "Handle", "AsyncHandle",
      ])
  }

  mutating func write() {
    var body = self
    body.writeBody()
    writeHead(of: body.source.text)
    source.add(body.source)
  }

  private mutating func writeBody() {
    source.line("FLOW = \(Self.quoted(types.name))")
    source.line("VERSION = \(types.version)")
    source.line("HASH = \"\(types.hash)\"")
    source.line()
    source.line("#: A sensitive value that wasn't asked for.")
    source.line("Hidden = Literal[\"***\"]")
    inner(types.types)
    if !types.shared.fields.isEmpty { object(types.shared, "The state that all screens share.") }
    if !types.computed.fields.isEmpty {
      object(types.computed, "The values derived from the shared state.")
    }
    addresses()
    effects()
    for (index, screen) in types.screens.enumerated() {
      self.screen(screen, names.screens[index], actions: names.actions[index])
    }
    unions()
    for (screen, name) in zip(types.screens, names.screens) { handle(screen, name) }
    openers()
    handlers()
    links()
  }

  // MARK: Types

  mutating func inner(_ inner: [InnerType]) {
    for type in inner {
      switch type {
      case .object(let type): object(type, nil)
      case .choice(let choice):
        source.line()
        let name = names.name(of: ObjectIdentifier(choice))
        source.line("\(name) = Literal[\(choice.values.map(Self.quoted).joined(separator: ", "))]")
      }
    }
  }

  mutating func object(_ object: ObjectType, _ text: String?) {
    // What a type names in its text must be there before it: Python evaluates that of an alias.
    inner(object.inner)
    dictionary(
      names.name(of: ObjectIdentifier(object)), text,
      object.fields.map { Member($0.name, name(of: $0), isOptional: $0.isOptional, summary: $0.summary) })
  }

  struct Member {
    let name: String
    let type: String
    let isOptional: Bool
    let summary: String?

    init(_ name: String, _ type: String, isOptional: Bool = false, summary: String? = nil) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.summary = summary
    }
  }

  /// A class of dictionaries.
  mutating func dictionary(_ name: String, _ text: String?, _ members: [Member]) {
    let isPlain = members.allSatisfy { Self.isName($0.name) }
    let optional = members.filter(\.isOptional)
    let required = members.filter { !$0.isOptional }
    source.line()
    source.line()
    if !isPlain {
      // Names that aren't Python's can't stand in a class.
      let isBoth = !optional.isEmpty && !required.isEmpty
      for (members, ending, total) in [(required, "Required", ""), (optional, "Optional", ", total=False")]
      where !members.isEmpty {
        let name = isBoth ? "_\(name)\(ending)" : name
        let list = members.map { "\(Self.quoted($0.name)): \(Self.quoted($0.type))" }.joined(separator: ", ")
        source.line("\(name) = TypedDict(\"\(name)\", {\(list)}\(total))")
      }
      if isBoth {
        source.line()
        source.line()
        block("class \(name)(_\(name)Required, _\(name)Optional):") { writer in
          writer.summary(text)
          writer.source.line("pass")
        }
      }
      return
    }
    if !optional.isEmpty, !required.isEmpty {
      block("class _\(name)Required(TypedDict):") { $0.members(required) }
      source.line()
      source.line()
    }
    let base = optional.isEmpty || required.isEmpty ? "TypedDict" : "_\(name)Required"
    block("class \(name)(\(base)\(optional.isEmpty ? "" : ", total=False")):") { writer in
      writer.summary(text)
      writer.members(optional.isEmpty ? required : optional)
      if members.isEmpty, text == nil { writer.source.line("pass") }
    }
  }

  private mutating func members(_ members: [Member]) {
    for member in members {
      if let summary = member.summary { source.line("#: \(SwiftWriter.plain(summary))") }
      source.line("\(member.name): \(member.type)")
    }
  }

  func name(of field: FieldType) -> String {
    let name = name(of: field.type)
    return field.isHidden ? "Union[\(name), Hidden]" : name
  }

  func name(of type: ValueType) -> String {
    switch type {
    case .any: "Any"
    case .null: "None"
    case .boolean: "bool"
    case .integer: "int"
    case .number: "float"
    case .string: "str"
    case .list(let element): "List[\(name(of: element))]"
    case .map(let value): "Dict[str, \(name(of: value))]"
    case .object(let object): names.name(of: ObjectIdentifier(object))
    case .choice(let choice): names.name(of: ObjectIdentifier(choice))
    case .constants(let values, _): "Literal[\(values.map(Self.constant).joined(separator: ", "))]"
    case .union(let types): "Union[\(types.map(name).joined(separator: ", "))]"
    case .nullable(let type): "Optional[\(name(of: type))]"
    }
  }

  private static func constant(_ value: JSONValue) -> String {
    value.boolean.map { $0 ? "True" : "False" } ?? "\(value)"
  }

  private mutating func screen(_ screen: ScreenTypes, _ name: String, actions: [String]) {
    object(screen.params, nil)
    object(screen.state, nil)
    if !screen.computed.fields.isEmpty { object(screen.computed, nil) }
    inner(screen.result.inner)
    if let returns = screen.returns {
      source.line()
      source.line("#: The result with which it may be dismissed.")
      source.line("\(name)Returns = \(self.name(of: returns))")
    }
    if !screen.slots.isEmpty {
      dictionary(
        "\(name)Slots", "The screens that it presents.",
        screen.slots.map { Member($0, "Optional[Union[Screen, Cut]]") })
    }
    var members = [
      Member("id", "int"), Member("screen", "Literal[\(Self.quoted(screen.name))]"),
      Member("at", "str", isOptional: true), Member("params", "\(name)Params"),
      Member("state", "\(name)State"),
    ]
    if !screen.computed.fields.isEmpty {
      members.append(Member("computed", "\(name)Computed", isOptional: true))
    }
    switch screen.kind {
    case .tabs: members.append(Member("selected", "str", isOptional: true))
    case .split: members.append(Member("focus", "str", isOptional: true))
    case .screen, .list, .detail: break
    }
    let slots = screen.slots.isEmpty ? "Dict[str, Any]" : "\(name)Slots"
    members.append(Member("slots", slots, isOptional: true))
    dictionary(name, screen.summary, members)
    union("\(name)Action", of: screen.actions, actions)
  }

  /// The types of actions, and their union.
  private mutating func union(_ union: String, of actions: [ActionTypes], _ all: [String]) {
    for action in actions { inner(action.payload.inner) }
    for (action, name) in zip(actions, all) {
      dictionary(
        name, action.summary,
        [Member("type", "Literal[\(Self.quoted(action.name))]")]
          + action.payload.fields.filter { $0.name != "type" }.map {
            Member($0.name, self.name(of: $0.type), isOptional: $0.mayBeLeftOut)
          })
    }
    if all.isEmpty { return }
    source.line()
    source.line()
    source.line("\(union) = Union[\(all.joined(separator: ", "))]")
  }

  private mutating func unions() {
    union("FlowAction", of: types.actions, names.flowActions)
    dictionary(
      "Cut", "A screen beyond the depth to which the tree was read.",
      [Member("id", "int"), Member("screen", "str")])
    source.line()
    source.line()
    source.line("#: Any screen of the flow.")
    source.line("Screen = Union[\(names.screens.joined(separator: ", "))]")
    let withActions = zip(types.screens, names.screens).filter { !$0.0.actions.isEmpty }.map { "\($1)Action" }
    let unions = withActions + (types.actions.isEmpty ? [] : ["FlowAction"])
    if unions.isEmpty { return }
    source.line("#: Any action of the flow.")
    source.line("Action = Union[\(unions.joined(separator: ", "))]")
  }

  private mutating func addresses() {
    source.line()
    source.line("#: The windows that open with a session.")
    source.line("Window = \(Self.choice(types.windows))")
    source.line("#: The places where screens present others.")
    source.line("Slot = \(Self.choice(types.slots))")
    source.line()
    source.line()
    block("def address(window: Window, *slots: Slot) -> str:") { writer in
      writer.summary("The address of the screen that a window shows in these slots, from its root up.")
      writer.source.line("return \"/\" + \"/\".join([window, *slots])")
    }
  }

  private static func choice(_ values: [String]) -> String {
    values.isEmpty ? "str" : "Literal[\(values.map(quoted).joined(separator: ", "))]"
  }

  // MARK: Parts

  /// The text as documentation of what it stands in.
  mutating func summary(_ text: String?) {
    guard let text else { return }
    let plain = SwiftWriter.plain(text).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\").split(separator: "\"", omittingEmptySubsequences: false).joined(
        separator: "'")
    source.line("\"\"\"\(plain)\"\"\"")
  }

  static func isName(_ text: String) -> Bool {
    // A class would give a name with two underscores another one.
    Identifier.isPlain(text) && !words.contains(text) && !text.hasPrefix("__")
  }

  static func quoted(_ text: String) -> String {
    GeneratedSource.quoted(text) { "\\U" + $0.value.hexadecimal }
  }

  /// Names of functions or of their parameters.
  static func snake(_ texts: [String], beside reserved: Set<String> = []) -> [String] {
    var names = NameSet(reserved: words.union(reserved))
    return texts.map { names.take(Identifier.snake($0)) }
  }
}
