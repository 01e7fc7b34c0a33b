extension SwiftWriter {
  mutating func screens() {
    for (screen, name) in zip(types.screens, names.screens) { self.screen(screen, name) }
    union()
  }

  private mutating func screen(_ screen: ScreenTypes, _ name: String) {
    source.line()
    summary(screen.summary)
    block("public struct \(name): TypedScreen {") { writer in
      writer.source.line("public static let type = \(Self.quoted(screen.name))")
      writer.source.line("public let content: ScreenContent")
      writer.source.line()
      writer.block("public init(content: ScreenContent) {") { $0.source.line("self.content = content") }
      let members = screen.members.map { (name: $0.name, type: Self.type(of: $0)) }
      writer.source.line()
      let parameters = members.map { "\($0.name): \($0.type)\($0.type.hasSuffix("?") ? " = nil" : "")" }
      writer.block("public init(\(parameters.joined(separator: ", "))) {") { writer in
        let arguments = members.map { "\($0.name == "focus" ? "selected" : $0.name): \($0.name)" }
        writer.source.line(
          "content = ScreenContent(type: Self.type, \(arguments.joined(separator: ", ")))")
      }
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("let members = try JSONMembers(json)")
        let arguments = members.map { member in
          let call = member.type.hasSuffix("?") ? "optional" : "value"
          let initial = member.name == "slots" ? ", default: [:]" : ""
          return "\(member.name): try members.\(call)(\"\(member.name)\"\(initial))"
        }
        writer.source.line("self.init(\(arguments.joined(separator: ", ")))")
      }
      writer.source.line()
      for member in screen.members { writer.property(member) }
      writer.source.line()
      writer.block("public var json: JSONValue {") { writer in
        writer.source.line("var members = JSONObject()")
        writer.source.line("members[\"screen\"] = .string(Self.type)")
        for member in members {
          let mark = member.type.hasSuffix("?") ? "?" : ""
          writer.source.line("members[\"\(member.name)\"] = \(member.name)\(mark).json")
        }
        if screen.slots.isEmpty { writer.source.line("members[\"slots\"] = [:]") }
        writer.source.line("return .object(members)")
      }
      writer.record(screen.params, "Params", nil)
      writer.record(screen.state, "State", nil)
      if !screen.computed.fields.isEmpty { writer.computed(screen.computed) }
      if !screen.slots.isEmpty { writer.slots(screen) }
      if let returns = screen.returns {
        writer.source.line()
        writer.source.line("/// The result with which it may be dismissed.")
        writer.source.line("public typealias Returns = \(writer.name(of: returns))")
        if !screen.result.inner.isEmpty {
          writer.source.line()
          writer.inner(of: screen.result.inner)
        }
      }
      if !screen.actions.isEmpty { writer.actions(screen.actions, nil) }
    }
  }

  private static func type(of member: ScreenTypes.Member) -> String {
    switch member.value {
    case .id: "Navtree.Screen.ID"
    case .text: "String?"
    case .part(let type, let isOptional): isOptional ? "\(type)?" : type
    }
  }

  /// A member that reads the screen's content; the id and the address are those of all screens.
  private mutating func property(_ member: ScreenTypes.Member) {
    switch member.value {
    case .id: break
    case .text:
      if member.name != "at" { source.line("public var \(member.name): String? { content.selected }") }
    case .part(let type, isOptional: true):
      source.line(
        "public var \(member.name): \(type)? { content.\(member.name).map(\(type).init(_fields:)) }")
    case .part(let type, isOptional: false):
      source.line("public var \(member.name): \(type) { \(type)(_fields: content.\(member.name)) }")
    }
  }

  /// The computed values, each nil where its expression fails.
  private mutating func computed(_ computed: ObjectType) {
    let object = ObjectType("computed")
    object.fields = computed.fields.map {
      FieldType(name: $0.name, type: $0.type.orNull, isHidden: $0.isHidden, summary: $0.summary)
    }
    object.inner = computed.inner
    names.setPath(of: object, as: computed)
    record(object, "Computed", "The computed values; one whose expression fails is nil.")
  }

  private mutating func slots(_ screen: ScreenTypes) {
    let screens = ObjectType("screen")
    names.setScreen(screens)
    record(screen.slotsObject(of: screens), "Slots", "The screens that it presents.")
  }

  mutating func actions(_ actions: [ActionTypes], _ text: String?) {
    source.line()
    summary(text)
    let cases = SwiftNames.lower(actions.map(\.name))
    block("public enum Action: JSONConvertible, Hashable {") { writer in
      for (action, identifier) in zip(actions, cases) {
        let fields = action.payload.fields
        let parameters = zip(fields, SwiftNames.lower(fields.map(\.name))).map { writer.parameter($0, $1) }
        writer.summary(action.summary)
        writer.source.line(
          "case \(identifier)" + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))"))
      }
      writer.source.line()
      writer.source.line("/// The name of the action.")
      writer.block("public var type: String {") { writer in
        writer.block("switch self {") { writer in
          for (action, identifier) in zip(actions, cases) {
            writer.source.line("case .\(identifier): \(Self.quoted(action.name))")
          }
        }
      }
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("let members = try JSONMembers(json)")
        writer.source.line("let type: String = try members.value(\"type\")")
        writer.block("switch type {") { writer in
          for (action, identifier) in zip(actions, cases) {
            let fields = action.payload.fields
            let arguments = zip(fields, SwiftNames.lower(fields.map(\.name))).map { field, label in
              "\(SwiftNames.label(label)): \(Self.reading(field))"
            }
            writer.source.line(
              "case \(Self.quoted(action.name)): self = .\(identifier)"
                + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"))
          }
          writer.source.line("default: throw JSONConversionError(\"is no action of these: \\(type)\")")
        }
      }
      writer.source.line()
      writer.block("public var json: JSONValue {") { $0.actionJSON(actions, cases) }
      writer.inner(ofAll: actions.map(\.payload))
    }
  }

  private mutating func actionJSON(_ actions: [ActionTypes], _ cases: [String]) {
    source.line("var members = JSONObject()")
    source.line("members[\"type\"] = .string(type)")
    let withPayload = zip(actions, cases).filter { !$0.0.payload.fields.isEmpty }
    if !withPayload.isEmpty {
      block("switch self {") { writer in
        for (action, identifier) in withPayload {
          let fields = action.payload.fields
          let values = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
          writer.source.line("case .\(identifier)(\(values)):")
          for (index, field) in fields.enumerated() {
            writer.source.line("  members[\(Self.quoted(field.name))] = value\(index).json")
          }
        }
        if withPayload.count < actions.count { writer.source.line("default: break") }
      }
    }
    source.line("return .object(members)")
  }

  private mutating func inner(ofAll objects: [ObjectType]) {
    let inner = objects.flatMap(\.inner)
    if inner.isEmpty { return }
    source.line()
    self.inner(of: inner)
  }

  /// The enum of all screens.
  private mutating func union() {
    let cases = SwiftNames.lower(types.screens.map(\.name), beside: SwiftNames.members.union(["cut", "id"]))
    source.line()
    summary("Any screen of the flow.")
    block("public indirect enum Screen: JSONConvertible, Hashable, Identifiable {") { writer in
      for (name, identifier) in zip(writer.names.screens, cases) {
        writer.source.line("case \(identifier)(\(writer.names.flow).\(name))")
      }
      writer.source.line("/// A screen beyond the depth to which the tree was read.")
      writer.source.line("case cut(id: Navtree.Screen.ID, type: String)")
      writer.source.line()
      writer.summary("A screen as it was read; nil if it is none of this flow.")
      writer.block("public init?(content: ScreenContent) {") { writer in
        writer.screen(ofType: "content.type", cases, from: "content: content", otherwise: "return nil")
      }
      writer.source.line()
      writer.block("public var id: Navtree.Screen.ID {") { writer in
        writer.block("switch self {") { writer in
          for identifier in cases { writer.source.line("case .\(identifier)(let screen): screen.id") }
          writer.source.line("case .cut(let id, _): id")
        }
      }
      writer.source.line()
      writer.source.line("public func hash(into hasher: inout Hasher) { hasher.combine(id) }")
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("let members = try JSONMembers(json)")
        writer.source.line("let type: String = try members.value(\"screen\")")
        writer.block("if json[\"params\"] == nil {") { writer in
          writer.source.line("self = .cut(id: try members.value(\"id\"), type: type)")
          writer.source.line("return")
        }
        writer.screen(
          ofType: "type", cases, trying: "try ", from: "json: json",
          otherwise: "throw JSONConversionError(\"is no screen of the flow: \\(type)\")")
      }
      writer.source.line()
      writer.block("public var json: JSONValue {") { writer in
        writer.block("switch self {") { writer in
          for identifier in cases { writer.source.line("case .\(identifier)(let screen): screen.json") }
          writer.source.line("case .cut(let id, let type): [\"id\": id.json, \"screen\": .string(type)]")
        }
      }
    }
  }

  /// A switch over the name of a screen type, which makes the screen.
  private mutating func screen(
    ofType type: String, _ cases: [String], trying: String = "", from argument: String, otherwise: String
  ) {
    block("switch \(type) {") { writer in
      for ((screen, name), identifier) in zip(zip(writer.types.screens, writer.names.screens), cases) {
        let made = "\(trying)\(writer.names.flow).\(name)(\(argument))"
        writer.source.line("case \(Self.quoted(screen.name)): self = .\(identifier)(\(made))")
      }
      writer.source.line("default: \(otherwise)")
    }
  }
}
