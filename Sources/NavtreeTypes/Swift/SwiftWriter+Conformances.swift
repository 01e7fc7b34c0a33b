extension SwiftWriter {
  /// The ways to open a typed session, with all options of the library's.
  mutating func openings() {
    source.line()
    summary("The flow as it was when its types were made.")
    block("public static var flow: Navtree.Flow {") {
      $0.source.line("get throws(FlowDiagnostics) { try loaded.get() }")
    }
    source.line()
    summary("Opens a session of the flow: resumes the stored one of that name, else begins one.")
    block(
      "public init(clock: Navtree.Clock = .real, store: Navtree.Store? = nil, limits: Navtree.Limits = .init(), name: Swift.String? = nil, shared: JSONObject = [:]) throws {"
    ) {
      $0.source.line(
        "session = try Navtree.Session(Self.flow, clock: clock, store: store, limits: limits, name: name, shared: shared)"
      )
    }
    source.line()
    summary("Opens a session that continues a snapshot, of this flow or an earlier version of it.")
    block(
      "public init(restoring snapshot: JSONValue, clock: Navtree.Clock = .real, limits: Navtree.Limits = .init(), name: Swift.String? = nil) throws {"
    ) {
      $0.source.line(
        "session = try Navtree.Session(restoring: snapshot, Self.flow, clock: clock, limits: limits, name: name)"
      )
    }
    source.line()
    summary("Opens a session at a link, with its effects answered, for previews and tests of one screen.")
    block(
      "public init(at url: Swift.String, answering outputs: [Swift.String: JSONObject] = [:], clock: Navtree.Clock = .virtual(), shared: JSONObject = [:]) throws {"
    ) {
      $0.source.line(
        "session = try Navtree.Session(Self.flow, at: url, answering: outputs, clock: clock, shared: shared)")
    }
  }

  /// What the library's own generic code knows of the types.
  mutating func conformances() {
    let flow = names.flow
    source.line()
    source.line("extension \(flow)Session: Navtree.TypedSession {}")
    for (effect, name) in zip(types.effects, names.effects) {
      let next = effect.next == nil ? " public typealias Next = Output " : ""
      source.line("extension \(flow).Effect.\(name): Navtree.TypedEffect {\(next)}")
    }
    for (screen, name) in zip(types.screens, names.screens) {
      let path = "\(flow).\(name)"
      source.line()
      block("extension \(path).Place: Navtree.ScreenPlace {") { writer in
        writer.source.line("public typealias State = \(path).State")
        if !screen.actions.isEmpty { writer.source.line("public typealias Action = \(path).Action") }
        writer.source.line("public static var screenName: Swift.String { \(path).type }")
      }
    }
  }
}
