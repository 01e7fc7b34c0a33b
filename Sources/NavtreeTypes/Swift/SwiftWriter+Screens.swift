extension SwiftWriter {
  mutating func screens() {
    for (screen, name) in zip(types.screens, names.screens) { self.screen(screen, name) }
    union()
  }

  private mutating func screen(_ screen: ScreenTypes, _ name: String) {
    source.line()
    summary(screen.summary)
    block("public struct \(name): JSONConvertible, Hashable {") { writer in
      writer.source.line("public static let type = \(Self.quoted(screen.name))")
      writer.source.line()
      let members = screen.members.map { (name: $0.name, type: Self.type(of: $0)) }
      for member in members { writer.source.line("public var \(member.name): \(member.type)") }
      writer.source.line()
      let parameters = members.map { "\($0.name): \($0.type)\($0.type.hasSuffix("?") ? " = nil" : "")" }
      writer.block("public init(\(parameters.joined(separator: ", "))) {") { writer in
        for member in members { writer.source.line("self.\(member.name) = \(member.name)") }
      }
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("let members = try JSONMembers(json)")
        for member in members {
          let call = member.type.hasSuffix("?") ? "optional" : "value"
          let initial = member.name == "slots" ? ", default: [:]" : ""
          writer.source.line("\(member.name) = try members.\(call)(\"\(member.name)\"\(initial))")
        }
      }
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
      writer.object(screen.params, "Params", nil)
      writer.object(screen.state, "State", nil)
      if !screen.computed.fields.isEmpty { writer.object(screen.computed, "Computed", nil) }
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
    case .id: "Int"
    case .text: "String?"
    case .part(let type, let isOptional): isOptional ? "\(type)?" : type
    }
  }

  private mutating func slots(_ screen: ScreenTypes) {
    let screens = ObjectType("screen")
    names.setScreen(screens)
    object(screen.slotsObject(of: screens), "Slots", "The screens that it presents.")
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
    block("public indirect enum Screen: JSONConvertible, Hashable {") { writer in
      for (name, identifier) in zip(writer.names.screens, cases) {
        writer.source.line("case \(identifier)(\(writer.names.flow).\(name))")
      }
      writer.source.line("/// A screen beyond the depth to which the tree was read.")
      writer.source.line("case cut(id: Int, type: String)")
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("let members = try JSONMembers(json)")
        writer.source.line("let type: String = try members.value(\"screen\")")
        writer.block("if json[\"params\"] == nil {") { writer in
          writer.source.line("self = .cut(id: try members.value(\"id\"), type: type)")
          writer.source.line("return")
        }
        writer.block("switch type {") { writer in
          for ((screen, name), identifier) in zip(zip(writer.types.screens, writer.names.screens), cases) {
            writer.source.line(
              "case \(Self.quoted(screen.name)): self = .\(identifier)(try \(writer.names.flow).\(name)(json: json))"
            )
          }
          writer.source.line("default: throw JSONConversionError(\"is no screen of the flow: \\(type)\")")
        }
      }
      writer.source.line()
      writer.block("public var json: JSONValue {") { writer in
        writer.block("switch self {") { writer in
          for identifier in cases { writer.source.line("case .\(identifier)(let screen): screen.json") }
          writer.source.line("case .cut(let id, let type): [\"id\": .integer(id), \"screen\": .string(type)]")
        }
      }
    }
  }
}
