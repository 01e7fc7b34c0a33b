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
      writer.openings()
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
        "public var active: \(flow).Screen? { session.content().flatMap(\(flow).Screen.init(content:)) }")
      if !writer.types.shared.fields.isEmpty {
        writer.source.line()
        writer.summary("The state that all screens share.")
        writer.source.line(
          "public var shared: \(flow).Shared { \(flow).Shared(_fields: session.sharedContent) }")
      }
      writer.source.line()
      writer.summary("The screen with an id; those that it presents are cut.")
      writer.block("public func screen(_ id: Navtree.Screen.ID) -> \(flow).Screen? {") { writer in
        writer.source.line(
          "session.content(at: Navtree.Address(id)).flatMap(\(flow).Screen.init(content:))")
      }
      writer.source.line()
      writer.summary("A place by its address, such as one in a window that was opened later.")
      writer.block("public func at(_ address: Swift.String) -> \(flow).Place {") { writer in
        writer.source.line("\(flow).Place(session: session, address: address)")
      }
      let reserved = SwiftNames.members.union([
        "session", "active", "shared", "flow", "loaded", "perform", "at", "screen",
      ])
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
      writer.source.line("private static let loaded = Swift.Result { () throws(FlowDiagnostics) in")
      writer.flowLiteral("\(writer.types.flow.normalised)".escapingControls)
      writer.source.line("}")
    }
    reading()
    places()
    conformances()
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
      writer.summary("A screen as it is, its sensitive fields too; nil if it is gone or of another flow.")
      writer.block("public init?(_ screen: Navtree.Screen) {") { writer in
        writer.source.line(
          "guard let content = screen.content(ofFlow: \(writer.names.flow).hash) else { return nil }")
        writer.source.line("self.init(content: content)")
      }
    }
  }

  // MARK: Places

  private mutating func places() {
    let flow = names.flow
    let reserved = SwiftNames.members.union(["session", "address", "screen", "chain"])
    source.line()
    block("extension \(flow) {") { writer in
      writer.summary("A place in the tree of a session, whatever screen is there.")
      writer.block("public struct Place {") { writer in
        writer.source.line("let session: Navtree.Session")
        writer.source.line("public let address: Swift.String")
        writer.source.line()
        writer.summary("The screen that is there; those that it presents are cut.")
        writer.block("public var screen: \(flow).Screen? {") { writer in
          writer.source.line(
            "session.content(at: Navtree.Address(address)).flatMap(\(flow).Screen.init(content:))")
        }
        writer.chain()
        let properties = SwiftNames.lower(writer.types.screens.map(\.name), beside: reserved)
        for (name, property) in zip(writer.names.screens, properties) {
          let type = "\(flow).\(name).Place"
          writer.source.line(
            "public var \(property): \(type) { \(type)(session: session, address: address) }")
        }
      }
    }
    for (screen, name) in zip(types.screens, names.screens) { place(screen, "\(flow).\(name)") }
  }

  private mutating func place(_ screen: ScreenTypes, _ path: String) {
    let reserved = SwiftNames.members.union(["session", "address", "screen", "chain", "send"])
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
          writer.source.line(
            "session.content(at: Navtree.Address(address), of: \(path).type).map(\(path).init(content:))")
        }
        writer.chain()
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

  private mutating func chain() {
    summary("The chain that begins with the screen that is there, for a navigator.")
    source.line(
      "public var chain: Navtree.ScreenChain? { session.chain(at: Navtree.Address(address)) }")
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
      writer.source.line("try session.send(action, to: self)")
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
