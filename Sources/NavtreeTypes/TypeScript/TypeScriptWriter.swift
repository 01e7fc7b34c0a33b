import NavigationTree

/// Writes a flow's types in TypeScript, over the Node client.
struct TypeScriptWriter: TypesWriter {
  /// The names that types of a flow can't have: those of the module, and those that its text needs.
  private static let reserved: Set<String> = [
    "Action", "Actions", "Address", "App", "Array", "Cut", "DispatchOptions", "EffectContext", "Extract",
    "Handle",
    "Handlers", "Handles", "JSON", "Navtree", "NavtreeSession", "Object", "Omit", "Options", "Partial",
    "Payload",
    "Promise", "Receipt", "Record", "Scope", "Screen", "Screens", "Sensitive", "Send", "Shared",
    "SharedComputed",
    "Slot", "String", "Window", "Infinity", "NaN",
  ]
  /// Words that no parameter of a function can be called.
  private static let words: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
    "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if",
    "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private",
    "protected", "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof",
    "undefined", "var", "void", "while", "with", "yield", "url", "segment", "query",
  ]
  /// The members of a handle that aren't actions.
  private static let members: Set<String> = [
    "dispatch", "state", "params", "computed", "screen", "link", "then", "toJSON",
  ]

  let types: FlowTypes
  let names: FlatNames
  var source = GeneratedSource(indent: 2)

  init(_ types: FlowTypes) {
    self.types = types
    names = FlatNames(
      types, reserved: Self.reserved,
      endings: ["Params", "State", "Computed", "Returns", "Slots", "Action", "Handle"])
  }

  mutating func write() {
    source.line("// \(types.header)")
    source.line("/* eslint-disable */")
    source.line()
    let context = types.effects.isEmpty ? "" : "EffectContext, "
    source.line(
      "import type { DispatchOptions, \(context)Navtree, NavtreeSession, Receipt, Scope } from \"navtree\";")
    source.line()
    summary(types.summary)
    source.line("export const flow = \(Self.quoted(types.name));")
    source.line("export const version = \(types.version);")
    source.line("export const hash = \"\(types.hash)\";")
    source.line()
    summary("The value of a sensitive field, or a mark where it wasn't asked for.")
    source.line("export type Sensitive<T> = T | \"***\";")
    inner(types.types)
    if !types.shared.fields.isEmpty { object(types.shared, "The state that all screens share.") }
    if !types.computed.fields.isEmpty {
      object(types.computed, "The values derived from the shared state.")
    }
    for (index, screen) in types.screens.enumerated() {
      let name = names.screens[index]
      self.screen(screen, name)
      actions(screen.actions, names.actions[index], "\(name)Action")
      handle(screen, name)
    }
    unions()
    addresses()
    handles()
    effects()
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
        source.line("export type \(name) = \(choice.values.map(Self.quoted).joined(separator: " | "));")
      }
    }
  }

  mutating func object(_ object: ObjectType, _ text: String?) {
    source.line()
    summary(text)
    let name = names.name(of: ObjectIdentifier(object))
    if object.fields.isEmpty, case .none = object.others {
      source.line("export type \(name) = Record<string, never>;")
    } else {
      block("export interface \(name) {") { writer in
        for field in object.fields {
          writer.summary(field.summary)
          writer.source.line(writer.member(field))
        }
      }
    }
    inner(object.inner)
  }

  /// `name?: string;`
  private func member(_ field: FieldType) -> String {
    "\(Self.key(field.name))\(field.isOptional ? "?" : ""): \(name(of: field));"
  }

  func name(of field: FieldType) -> String {
    let name = name(of: field.type)
    return field.isHidden ? "Sensitive<\(name)>" : name
  }

  func name(of type: ValueType) -> String {
    switch type {
    case .any: "any"
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .list(let element): "Array<\(name(of: element))>"
    case .map(let value): "Record<string, \(name(of: value))>"
    case .object(let object): names.name(of: ObjectIdentifier(object))
    case .choice(let choice): names.name(of: ObjectIdentifier(choice))
    case .constants(let values, _): values.map { "\($0)" }.joined(separator: " | ")
    case .union(let types): types.map(name).joined(separator: " | ")
    case .nullable(let type): "\(name(of: type)) | null"
    }
  }

  private mutating func screen(_ screen: ScreenTypes, _ name: String) {
    object(screen.params, nil)
    object(screen.state, nil)
    if !screen.computed.fields.isEmpty { object(screen.computed, nil) }
    if let returns = screen.returns {
      source.line()
      summary("The result with which it may be dismissed.")
      source.line("export type \(name)Returns = \(self.name(of: returns));")
      inner(screen.result.inner)
    }
    if !screen.slots.isEmpty {
      source.line()
      summary("The screens that it presents.")
      block("export interface \(name)Slots {") { writer in
        for slot in screen.slots { writer.source.line("\(Self.key(slot)): Screen | Cut | null;") }
      }
    }
    source.line()
    summary(screen.summary)
    block("export interface \(name) {") { writer in
      writer.source.line("id: number;")
      writer.source.line("screen: \(Self.quoted(screen.name));")
      writer.source.line("at?: string;")
      writer.source.line("params: \(name)Params;")
      writer.source.line("state: \(name)State;")
      if !screen.computed.fields.isEmpty { writer.source.line("computed?: \(name)Computed;") }
      switch screen.kind {
      case .tabs: writer.source.line("selected?: string;")
      case .split: writer.source.line("focus?: string;")
      case .screen, .list, .detail: break
      }
      writer.source.line("slots?: \(screen.slots.isEmpty ? "Record<string, never>" : "\(name)Slots");")
    }
  }

  private mutating func actions(_ actions: [ActionTypes], _ interfaces: [String], _ name: String) {
    for (action, interface) in zip(actions, interfaces) {
      source.line()
      summary(action.summary)
      let fields = action.payload.fields.filter { $0.name != "type" }.map { " \(argument($0));" }.joined()
      source.line("export interface \(interface) { type: \(Self.quoted(action.name));\(fields) }")
    }
    source.line()
    if actions.isEmpty { return source.line("export type \(name) = never;") }
    union("export type \(name) =", interfaces)
    for action in actions { inner(action.payload.inner) }
  }

  /// A member that is given, not read.
  private func argument(_ field: FieldType) -> String {
    "\(Self.key(field.name))\(field.mayBeLeftOut ? "?" : ""): \(name(of: field.type))"
  }

  private mutating func unions() {
    source.line()
    summary("Any screen of the flow.")
    union("export type Screen =", names.screens)
    source.line()
    summary("A screen beyond the depth to which the tree was read.")
    source.line("export interface Cut { id: number; screen: Screen[\"screen\"]; params?: undefined; }")
    if !types.actions.isEmpty { actions(types.actions, names.flowActions, "Actions") }
    source.line()
    summary("Any action of the flow.")
    union(
      "export type Action =", names.screens.map { "\($0)Action" } + (types.actions.isEmpty ? [] : ["Actions"])
    )
  }

  private mutating func union(_ first: String, _ names: [String]) {
    source.line(first)
    for (index, name) in names.enumerated() {
      source.line("  | \(name)\(index == names.count - 1 ? ";" : "")")
    }
  }

  // MARK: Handles

  private mutating func handle(_ screen: ScreenTypes, _ name: String) {
    source.line()
    summary("A \(screen.name) at an address: its members that are functions send its actions.")
    block("export interface \(name)Handle {") { writer in
      writer.source.line("readonly state: Promise<\(name)State>;")
      writer.source.line("readonly params: Promise<\(name)Params>;")
      if !screen.computed.fields.isEmpty {
        writer.source.line("readonly computed: Promise<\(name)Computed>;")
      }
      writer.source.line("readonly screen: Promise<\(name)>;")
      writer.summary("The URL that leads to it.")
      writer.source.line("readonly link: Promise<string | null>;")
      writer.source.line("dispatch: Send<\(name)Action>;")
      for action in screen.actions where !Self.members.contains(action.name) {
        let fields = action.payload.fields
        let mark = fields.allSatisfy(\.mayBeLeftOut) ? "?" : ""
        let payload = fields.isEmpty ? "{}" : "{ \(fields.map(writer.argument).joined(separator: "; ")) }"
        writer.summary(action.summary)
        writer.source.line(
          "\(Self.key(action.name))(payload\(mark): \(payload), options?: Options): Promise<Receipt>;")
      }
    }
  }

  private mutating func handles() {
    source.line()
    block("export interface Handles {") { writer in
      for (screen, name) in zip(writer.types.screens, writer.names.screens) {
        writer.source.line("\(Self.key(screen.name)): \(name)Handle;")
      }
    }
    source.line()
    summary("The process, or one of its sessions.")
    source.line("export type App = Navtree | NavtreeSession;")
    source.line("export type Options = Omit<DispatchOptions, \"at\">;")
    source.line("export type Payload<A, T> = Omit<Extract<A, { type: T }>, \"type\">;")
    source.line("export type Send<A extends { type: string }> =")
    source.line(
      "  <T extends A[\"type\"]>(type: T, payload: Payload<A, T>, options?: Options) => Promise<Receipt>;")
    source.line()
    summary(
      "The screen of a type at an address, by default the active one of a window of a session; nothing is asked."
    )
    source.line("export function at<S extends keyof Handles>(")
    block("  app: App, _screen: S, address?: string | number | Scope, scope?: Scope): Handles[S] {") {
      writer in
      writer.source.line("return app.at(address, scope) as unknown as Handles[S];")
    }
  }

  private mutating func addresses() {
    source.line()
    summary("The windows that open with a session.")
    source.line("export type Window = \(Self.choice(types.windows));")
    summary("The places where screens present others.")
    source.line("export type Slot = \(Self.choice(types.slots));")
    source.line()
    summary("The address of the screen that a window shows in these slots, from its root up.")
    block("export function address(window: Window, ...slots: Slot[]): string {") { writer in
      writer.source.line("return [\"\", window, ...slots].join(\"/\");")
    }
  }

  private mutating func effects() {
    if types.effects.isEmpty { return }
    for effect in types.effects {
      object(effect.input, effect.summary ?? "The input of \(effect.name).")
      object(effect.output, nil)
      if let next = effect.next { object(next, nil) }
      if let errors = effect.errors { object(errors, nil) }
    }
    source.line()
    summary("The host: performs each effect of the flow.")
    block("export interface Handlers {") { writer in
      for (effect, name) in zip(writer.types.effects, writer.names.effects) {
        let output = writer.outputs(effect, name)
        let context = "EffectContext<\(output)\(effect.next == nil ? "" : ", \(name)Next")>"
        writer.summary(effect.summary)
        writer.source.line(
          "\(Self.key(effect.name))(input: \(name)Input, context: \(context)): \(output) | Promise<\(output)>;"
        )
      }
    }
    source.line()
    summary("Performs all effects of the flow; answers a function that takes the handlers away.")
    block(
      "export function handle(app: App, handlers: Handlers, options?: { replace?: boolean }): () => void {"
    ) { writer in
      let list = writer.types.effects.map { Self.quoted($0.name) }.joined(separator: ", ")
      writer.source.line("const ends = [\(list)].map((name) =>")
      writer.source.line(
        "  app.effect(name, (input, context) => (handlers as any)[name](input, context), options));")
      writer.source.line("return () => ends.forEach((end) => end());")
    }
  }

  /// The type of an answer; one in which all may be left out may be nothing.
  private func outputs(_ effect: EffectTypes, _ name: String) -> String {
    let optional = effect.output.fields.filter(\.mayBeLeftOut)
    if optional.isEmpty { return effect.output.fields.isEmpty ? "void | \(name)Output" : "\(name)Output" }
    if optional.count == effect.output.fields.count { return "void | Partial<\(name)Output>" }
    let keys = optional.map { Self.quoted($0.name) }.joined(separator: " | ")
    return "Omit<\(name)Output, \(keys)> & Partial<\(name)Output>"
  }

  // MARK: Parts

  mutating func summary(_ text: String?) {
    if let text {
      source.line("/** \(SwiftWriter.plain(text).split(separator: "*/").joined(separator: "* /")) */")
    }
  }

  static func key(_ name: String) -> String { Identifier.isPlain(name) ? name : quoted(name) }

  static func quoted(_ text: String) -> String {
    GeneratedSource.quoted(text, unicode: GeneratedSource.utf16Escape)
  }

  private static func choice(_ values: [String]) -> String {
    values.isEmpty ? "never" : values.map(quoted).joined(separator: " | ")
  }

  /// Names of functions or of their parameters.
  static func lower(_ texts: [String]) -> [String] {
    var names = NameSet(reserved: words)
    return texts.map { names.take(Identifier.lower($0)) }
  }
}
