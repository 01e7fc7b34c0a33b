package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

extension Session {
  /// Sends an action to the focus of a window, as a change of its own.
  ///
  /// The focus gets it first; if it doesn't declare the action, or none of its rules holds, the screens that
  /// hold it get it in turn, and at last the flow itself. No other screen sees it.
  /// - Parameter payload: what stands beside `type` in the action; nil: nothing.
  package func dispatch(_ action: Int, _ payload: JSONObject?, in window: Int) throws(Failure) {
    change.reply = nil
    change.handlerAddress.removeAll()
    try inOneChange(.action(action)) { () throws(Failure) in
      try deliver(action, payload, in: window, cause: nil, .caller)
    }
  }

  /// Runs a built-in navigation as an action that the focus of a window takes, as a change of its own.
  package func dispatch(_ request: NavigationRequest, in window: Int, force: Bool) throws(Failure)
    -> NavigationOutcome
  {
    change.reply = nil
    change.handlerAddress.removeAll()
    noteHandler(window)
    return try navigate(request, in: window, force: force, cause: .navigation(request.name))
  }

  /// Writes what came of the last dispatch: `{"seq":…,"handledBy":…,"active":…,"reply":…}`.
  ///
  /// - Parameters:
  ///   - isPart: whether it was a part of a change that isn't settled and has no seq yet.
  ///   - more: writes further members.
  package func writeReceipt(
    of window: Int, isPart: Bool = false, into output: inout JSONWriter,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    if isPart {
      output.append(#"{"handledBy":""#)
    } else {
      output.append(#"{"seq":"#)
      output.appendInteger(world.seq)
      output.append(#","handledBy":""#)
    }
    change.handlerAddress.withUnsafeBytes { output.append($0) }
    output.append(#"","active":"#)
    writeActive(of: window, into: &output)
    if let reply = change.reply {
      output.append(#","reply":"#)
      output.appendValue(reply)
    }
    more(&output)
    output.append("}")
  }

  /// Writes the address of a window's active screen, as a string.
  package func writeActive(of window: Int, into output: inout JSONWriter) {
    if world.windows[window].activePath.count <= Self.longestPath {
      output.append("\"")
      world.windows[window].activePath.withUnsafeBytes { output.append($0) }
      output.append("\"")
    } else {
      output.append("\"#")
      output.appendInteger(world.windows[window].active.number)
      output.append("\"")
    }
  }

  /// Delivers an action from the focus of a window upwards.
  ///
  /// - Complexity: O(distance to the screen that takes it).
  func deliver(
    _ action: Int, _ payload: JSONObject?, in window: Int, cause: Int?, _ origin: Origin
  ) throws(Failure) {
    let addressed = world.windows[window].focus.id
    repeat {
      guard let definition = flow.definition(of: action, on: world.windows[window].focus.type) else {
        continue
      }
      let screen = world.windows[window].focus.id
      if try run(definition, action, payload, in: window, screen: screen, cause: cause, origin) { return }
      if change.isTraced, cause == nil { noteDeclined(in: window) }
    } while moveUpToNext(declaring: action, in: window)
    if let definition = flow.actions[action] {
      while world.windows[window].moveUp() {}
      let root = world.windows[window].focus.id
      if try run(definition, action, payload, in: window, screen: root, cause: cause, origin) { return }
    }
    throw notHandled(action, from: addressed, in: window)
  }

  /// Moves the focus to the nearest screen above it that declares an action.
  private func moveUpToNext(declaring action: Int, in window: Int) -> Bool {
    while world.windows[window].moveUp() {
      if flow.definition(of: action, on: world.windows[window].focus.type) != nil { return true }
    }
    return false
  }

  /// Checks a payload and runs the first rule that holds; false when none does.
  func run(
    _ definition: ActionDefinition, _ action: Int, _ payload: JSONObject?, in window: Int, screen: ScreenID,
    cause: Int?, _ origin: Origin
  ) throws(Failure) -> Bool {
    try bind(payload, to: definition.payload, origin)
    return try runFirst(of: definition, action, in: window, screen: screen, cause: cause)
  }

  /// Runs the first rule that holds, with the payload that is bound; false when none does.
  func runFirst(
    of definition: ActionDefinition, _ action: Int, in window: Int, screen: ScreenID, cause: Int?
  ) throws(Failure) -> Bool {
    scope.window = window
    for index in definition.rules.indices {
      let rule = definition.rules[index]
      if change.isTraced { explain(rule, of: definition, action, in: window) }
      if let when = rule.when, try !holds(when) { continue }
      if change.handlerAddress.isEmpty { noteHandler(window) }
      if cause == nil { change.handler = screen }
      try run(rule, in: window, screen: screen, HandledBy(.action(action), cause: cause))
      return true
    }
    return false
  }

  /// Checks a payload against the declaration of the action, and makes it what expressions see.
  private func bind(_ payload: JSONObject?, to record: RecordDefinition, _ origin: Origin) throws(Failure) {
    if record.fields.isEmpty, payload?.isEmpty ?? true {
      if !scope.payload.isEmpty { scope.payload.removeAll(keepingCapacity: true) }
      if scope.payloadFields !== record { scope.payloadFields = record }
      return
    }
    do {
      switch origin {
      case .caller, .rule: try record.bind(payload, into: &scope.given)
      case .answer: try record.bind(payload, reserved: Self.answers, into: &scope.given)
      }
    } catch {
      throw misfit(error, "payload", of: record, "/action", origin)
    }
    // The memory of the last payload, which nothing reads any more.
    var values: [JSONValue] = []
    swap(&values, &scope.payload)
    values.removeAll(keepingCapacity: true)
    for index in record.fields.indices {
      if let value = scope.given[index] {
        values.append(value)
      } else {
        values.append(try value(ofUnset: record.fields[index]))
      }
    }
    scope.given.removeAll(keepingCapacity: true)
    scope.payload = values
    scope.payloadFields = record
  }

  /// What navtree itself gives in a payload, whether the action declares it or not.
  private static let answers = ["result", "reason", "output", "error"]

  /// Keeps the address of the screen that handles the request's own action, for the answer.
  func noteHandler(_ window: Int) {
    if world.windows[window].path.count <= Self.longestPath {
      world.windows[window].path.withUnsafeBytes { change.handlerAddress.append($0) }
    } else {
      change.handlerAddress.append("#")
      change.handlerAddress.appendInteger(world.windows[window].focus.id.number)
    }
  }

  private func notHandled(_ action: Int, from id: ScreenID, in window: Int) -> Failure {
    unknownAction(flow.actionNames[action], from: id, in: window)
  }

  /// The failure of an action that nobody on the path takes, with those that somebody there knows.
  ///
  /// - Complexity: O(depth).
  package func unknownAction(_ name: String, from id: ScreenID, in window: Int) -> Failure {
    var known = Set(flow.actions.elements.map(\.action))
    var seen = Array(repeating: false, count: flow.screens.count)
    world.windows[window].move(to: id)
    let at = address(of: id, in: window)
    var place = world.windows[window].place(of: id)
    while let here = place {
      if !seen[here.type] {
        seen[here.type] = true
        known.formUnion(flow.screens[here.type].actions.elements.map(\.action))
      }
      place = here.parent.flatMap { world.windows[window].place(of: $0) }
    }
    let names = known.sorted().map { flow.actionNames[$0] }
    let declined = names.contains(name)
    return Failure(
      .notHandled,
      declined
        ? "no rule for '\(name)' holds at \(at) or above it"
        : "no screen at \(at) or above it knows the action '\(name)'",
      ["at": .string(at), "action": .string(name), "actions": .array(names.map { .string($0) })]
    ).hinting(declined ? "" : name, among: names)
  }
}
