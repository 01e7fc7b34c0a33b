import NavtreeJSON

/// Writes a flow's types in Swift, over the library Navtree.
struct SwiftWriter: TypesWriter {
  let types: FlowTypes
  var names: NestedNames
  let unions: SwiftUnions
  var source = GeneratedSource(indent: 2)

  init(_ types: FlowTypes) {
    self.types = types
    names = NestedNames(types, .swift)
    unions = SwiftUnions(names)
  }

  mutating func write() {
    source.line("// \(types.header)")
    source.line("// swiftlint:disable all")
    source.line("// swift-format-ignore-file")
    source.line()
    source.line("public import Navtree")
    source.line()
    summary(types.summary ?? "The types of the flow \(types.name).")
    block("public enum \(names.flow) {") { writer in
      writer.source.line("public static let flow = \(Self.quoted(writer.types.name))")
      writer.source.line("public static let version = \(writer.types.version)")
      writer.source.line("public static let hash = \"\(writer.types.hash)\"")
      if !writer.types.types.isEmpty {
        writer.source.line()
        writer.summary("The flow's own types.")
        writer.block("public enum Types {") { $0.inner(of: $0.types.types) }
      }
      writer.records()
      writer.addresses()
      if !writer.types.actions.isEmpty {
        writer.actions(writer.types.actions, "The actions that run when no screen on the path takes them.")
      }
      writer.effects()
      writer.links()
      writer.screens()
    }
    source.line()
    source.line("public typealias \(names.flow)Screen = \(names.flow).Screen")
    session()
    writeUnions()
    if !types.links.isEmpty { linkText() }
  }

  private mutating func records() {
    if !types.shared.fields.isEmpty {
      record(types.shared, "Shared", "The state that all screens share.")
    }
    if !types.computed.fields.isEmpty {
      object(types.computed, "SharedComputed", "The values derived from the shared state.")
    }
  }

  private mutating func addresses() {
    choice("Window", types.windows, "The windows that open with a session.")
    choice("Slot", types.slots, "The places where screens present others.")
    source.line()
    summary("The address of the screen that a window shows in these slots, from its root up.")
    block("public static func address(_ window: Window, _ slots: Slot...) -> String {") { writer in
      writer.source.line(
        "([window.rawValue] + slots.map(\\.rawValue)).reduce(into: \"\") { $0 += \"/\" + $1 }")
    }
  }

  private mutating func effects() {
    if types.effects.isEmpty { return }
    source.line()
    summary("The work that the flow asks its host to do.")
    block("public enum Effect {") { writer in
      for (effect, name) in zip(writer.types.effects, writer.names.effects) {
        writer.separate(from: writer.types.effects[0].name == effect.name)
        writer.summary(effect.summary)
        writer.block("public enum \(name) {") { writer in
          writer.source.line("public static let name = \(Self.quoted(effect.name))")
          writer.object(effect.input, "Input", "The host's input.")
          writer.object(effect.output, "Output", "The host's answer.")
          if let next = effect.next { writer.object(next, "Next", "An answer before the last one.") }
          if let errors = effect.errors {
            writer.object(
              errors, "Failure", "The reason of a failure, for a handler to throw.", also: ["Error"])
          }
        }
      }
    }
    source.line()
    summary("The host: performs each effect of the flow.")
    block("public protocol Handlers: Sendable {") { writer in
      let functions = SwiftNames.lower(writer.types.effects.map(\.name))
      for ((effect, name), function) in zip(zip(writer.types.effects, writer.names.effects), functions) {
        let path = "\(writer.names.flow).Effect.\(name)"
        let next = effect.next == nil ? "" : ", next: @Sendable (\(path).Next) async throws -> Void"
        writer.summary(effect.summary)
        writer.source.line(
          "func \(function)(_ input: \(path).Input\(next)) async throws -> \(path).Output")
      }
    }
  }

  // MARK: Parts

  /// An empty line, but for the first of several.
  mutating func separate(from isFirst: Bool) {
    if !isFirst { source.line() }
  }

  mutating func summary(_ text: String?) {
    if let text { source.line("/// \(Self.plain(text))") }
  }

  /// A text without the characters that a comment can't hold.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  static func quoted(_ text: String) -> String {
    GeneratedSource.quoted(text) { "\\u{\(String($0.value, radix: 16))}" }
  }

  /// A value as a literal of `JSONValue`.
  static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean, .integer, .number: "\(value)"
    case .string(let text): quoted(text)
    case .array(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
    case .object(let members):
      members.isEmpty
        ? "[:]" : "[\(members.map { "\(quoted($0.key)): \(literal($0.value))" }.joined(separator: ", "))]"
    }
  }
}
