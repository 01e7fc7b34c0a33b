import NavtreeFlow
import NavtreeText

extension SwiftWriter {
  /// A session whose screens, actions and effects are typed, over that of the library.
  mutating func session() {
    let flow = names.flow
    source.line()
    summary("A session of the flow, whose screens, actions and effects are typed.")
    block("public struct \(flow)Session {") { writer in
      writer.source.line("public let session: Navtree.Session")
      writer.source.line()
      writer.summary("Opens a session of the flow as it was when its types were made.")
      writer.block(
        "public init(clock: Navtree.Clock = .real, store: Navtree.Store? = nil, name: Swift.String? = nil) throws {"
      ) { writer in
        writer.source.line(
          "session = try Navtree.Session(Self.flow.get(), clock: clock, store: store, name: name)")
      }
      writer.source.line()
      writer.summary("The types of a session; it must run the flow that they were made from.")
      writer.block("public init(_ session: Navtree.Session) throws(NavtreeError) {") { writer in
        writer.block("guard session.flow.hash == \(flow).hash else {") { writer in
          writer.source.line(
            "throw NavtreeError(.invalidParams, \"the types were made from another flow, or another version of it\")"
          )
        }
        writer.source.line("self.session = session")
      }
      writer.source.line()
      writer.summary("The active screen; those that it presents are cut.")
      writer.source.line(
        "public var active: \(flow).Screen? { session.active.flatMap { try? \(flow).Screen($0) } }")
      if !writer.types.shared.fields.isEmpty {
        writer.source.line()
        writer.summary("The state that all screens share.")
        writer.block("public var shared: \(flow).Shared {") { writer in
          writer.source.line("get throws { try \(flow).Shared(json: .object(session.shared.object)) }")
        }
      }
      writer.source.line()
      writer.summary("A place by its address, such as one in a window that was opened later.")
      writer.block("public func at(_ address: Swift.String) -> \(flow).Place {") { writer in
        writer.source.line("\(flow).Place(session: session, address: address)")
      }
      let reserved = SwiftNames.members.union(["session", "active", "shared", "flow", "perform", "at"])
      for (window, name) in zip(
        writer.types.windows, SwiftNames.lower(writer.types.windows, beside: reserved))
      {
        writer.source.line()
        writer.source.line(
          "public var \(name): \(flow).Place { \(flow).Place(session: session, address: \(Self.quoted("/\(window)"))) }"
        )
      }
      if !writer.types.effects.isEmpty { writer.perform() }
      writer.source.line()
      writer.source.line("private static let flow = Swift.Result { () throws(FlowDiagnostics) in")
      writer.flowLiteral("\(writer.types.flow.normalised)".escapingControls)
      writer.source.line("}")
    }
    reading()
    places()
  }

  /// The registration of all handlers.
  private mutating func perform() {
    source.line()
    summary("Performs all effects of the flow from now on.")
    block("public func perform(_ handlers: some \(names.flow).Handlers) {") { writer in
      let functions = SwiftNames.lower(writer.types.effects.map(\.name))
      for ((effect, name), function) in zip(zip(writer.types.effects, writer.names.effects), functions) {
        let path = "\(writer.names.flow).Effect.\(name)"
        let isLong = effect.next != nil
        let next = isLong ? ", next: { try await progress.next($0) }" : ""
        writer.block(
          "session.onEffect(\(Self.quoted(effect.name))) { (input: \(path).Input\(isLong ? ", progress: EffectProgress" : "")) async throws in"
        ) { writer in
          let call = "try await handlers.\(function)(input\(next))"
          if effect.errors == nil { return writer.source.line("\(call)") }
          writer.source.line("do { return \(call) } catch let failure as \(path).Failure {")
          writer.source.line("  throw EffectFailure(failure.json)")
          writer.source.line("}")
        }
      }
    }
  }

  private mutating func reading() {
    source.line()
    block("extension \(names.flow).Screen {") { writer in
      writer.summary("A screen as it is, its sensitive fields too; those that it presents are cut.")
      writer.block("public init(_ screen: Navtree.Screen) throws {") { writer in
        for line in Self.readingLines.split(separator: "\n", omittingEmptySubsequences: false) {
          writer.source.line(String(line))
        }
        let computed = zip(writer.types.screens, writer.names.screens).filter {
          !$0.0.computed.fields.isEmpty
        }
        if !computed.isEmpty {
          writer.source.line("let names: [Swift.String]")
          writer.block("switch screen.name {") { writer in
            for (screen, _) in computed {
              let list = screen.computed.fields.map { Self.quoted($0.name) }.joined(separator: ", ")
              writer.source.line("case \(Self.quoted(screen.name)): names = [\(list)]")
            }
            writer.source.line("default: names = []")
          }
          writer.source.line("var computed = JSONObject()")
          writer.source.line("for name in names { computed[name] = try screen.computed(name) }")
          writer.source.line("if !names.isEmpty { members[\"computed\"] = .object(computed) }")
        }
        writer.source.line("try self.init(json: .object(members))")
      }
    }
  }

  private static let readingLines = #"""
    var members: JSONObject = ["id": .integer(screen.id.number), "screen": .string(screen.name)]
    members["at"] = .string(screen.address)
    members["params"] = .object(screen.params.object)
    members["state"] = .object(screen.state.object)
    if let selected = screen.selected {
      members["selected"] = .string(selected)
      members["focus"] = .string(selected)
    }
    var slots = JSONObject()
    for slot in screen.slots {
      slots[slot.name] = slot.screen.map { ["id": .integer($0.id.number), "screen": .string($0.name)] } ?? .null
    }
    members["slots"] = .object(slots)
    """#

  // MARK: Places

  private mutating func places() {
    let flow = names.flow
    let reserved = SwiftNames.members.union(["session", "address", "screen"])
    source.line()
    block("extension \(flow) {") { writer in
      writer.summary("A place in the tree of a session, whatever screen is there.")
      writer.block("public struct Place {") { writer in
        writer.source.line("let session: Navtree.Session")
        writer.source.line("public let address: Swift.String")
        writer.source.line()
        writer.summary("The screen that is there; those that it presents are cut.")
        writer.block("public var screen: \(flow).Screen? {") { writer in
          writer.source.line("session.tree[Navtree.Address(address)].flatMap { try? \(flow).Screen($0) }")
        }
        let properties = SwiftNames.lower(writer.types.screens.map(\.name), beside: reserved)
        for (name, property) in zip(writer.names.screens, properties) {
          let type = "\(flow).\(name).Place"
          writer.source.line(
            "public var \(property): \(type) { \(type)(session: session, address: address) }")
        }
      }
    }
    let cases = SwiftNames.lower(
      types.screens.map(\.name), beside: SwiftNames.members.union(["cut", "id"]))
    for (index, screen) in types.screens.enumerated() {
      place(screen, "\(flow).\(names.screens[index])", cases[index])
    }
  }

  private mutating func place(_ screen: ScreenTypes, _ path: String, _ ofUnion: String) {
    let reserved = SwiftNames.members.union(["session", "address", "screen", "send"])
    let identifiers = SwiftNames.lower(screen.slots + screen.actions.map(\.name), beside: reserved)
    let cases = SwiftNames.lower(screen.actions.map(\.name))
    source.line()
    block("extension \(path) {") { writer in
      writer.summary("The place of a \(screen.name): the places in it, and its actions.")
      writer.block("public struct Place {") { writer in
        writer.source.line("let session: Navtree.Session")
        writer.source.line("public let address: Swift.String")
        writer.source.line()
        writer.summary("The screen, if one of this type is there; those that it presents are cut.")
        writer.block("public var screen: \(path)? {") { writer in
          let flow = writer.names.flow
          writer.source.line(
            "guard case .\(ofUnion)(let screen)? = \(flow).Place(session: session, address: address).screen else { return nil }"
          )
          writer.source.line("return screen")
        }
        for (slot, property) in zip(screen.slots, identifiers) {
          let type = "\(writer.names.flow).Place"
          writer.source.line(
            "public var \(property): \(type) { \(type)(session: session, address: address + \(Self.quoted("/\(slot)"))) }"
          )
        }
        if !screen.actions.isEmpty { writer.senders(screen, path, cases, identifiers.suffix(cases.count)) }
      }
    }
  }

  private mutating func senders(
    _ screen: ScreenTypes, _ path: String, _ cases: [String], _ functions: ArraySlice<String>
  ) {
    for ((action, identifier), function) in zip(zip(screen.actions, cases), functions) {
      let fields = action.payload.fields
      let labels = SwiftNames.lower(fields.map(\.name))
      let parameters = zip(fields, labels).map { parameter($0, $1) }
      let arguments = labels.map { "\(SwiftNames.label($0)): \($0)" }
      source.line()
      summary(action.summary)
      source.line("@discardableResult")
      block(
        "public func \(function)(\(parameters.joined(separator: ", "))) throws(NavtreeError) -> Navtree.Receipt {"
      ) {
        $0.source.line(
          "try send(.\(identifier)\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"))")
      }
    }
    source.line()
    summary("Sends an action, if a \(screen.name) is there.")
    source.line("@discardableResult")
    block("public func send(_ action: \(path).Action) throws(NavtreeError) -> Navtree.Receipt {") { writer in
      writer.block("guard session.tree[Navtree.Address(address)]?.name == \(path).type else {") { writer in
        writer.source.line(
          "throw NavtreeError(.noScreenAt, \"the screen at \\(address) isn't a \\(\(path).type)\", data: [\"at\": .string(address)])"
        )
      }
      writer.source.line("var payload = action.json.object ?? [:]")
      writer.source.line("payload[\"type\"] = nil")
      writer.source.line("return try session.send(action.type, payload, to: Navtree.Address(address))")
    }
  }

  /// The flow from its text, a literal of several lines in which nothing is escaped but their ends.
  private mutating func flowLiteral(_ text: String) {
    var marks = "#"
    while text.contains("\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
    source.deepen(1)
    source.line("try Navtree.Flow(")
    source.deepen(1)
    source.line("yaml: \(marks)\"\"\"")
    source.deepen(1)
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let part = String(Substring(rest.prefix(150)))
      rest = rest.dropFirst(150)
      source.line(part + (rest.isEmpty ? "" : "\\\(marks)"))
    }
    source.line("\"\"\"\(marks), name: \"<\(types.name)>\")")
    source.deepen(-3)
  }
}
