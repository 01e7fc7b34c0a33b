import NavtreeFlow
import NavtreeText
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Offers an action to a screen, then to its ancestors.
  ///
  /// Once a screen of a type has declined it, no other screen of that type is asked. An action that a rule sends may
  /// be declined by all that declare it.
  /// - Parameter noFurther: whether the screen alone gets it.
  /// - Complexity: O(number of types that declare it + distance to the screen that takes it).
  func bubble(
    _ action: Int, _ payload: JSONObject?, from screen: ScreenID, cause: Int?, _ origin: Origin,
    noFurther isForScreen: Bool = false
  ) throws(Failure) {
    let window = try focus(on: screen)
    let type = world.windows[window].focus.type
    var isDeclined = false
    // The commonest receiver comes first, without what the others need.
    if let definition = flow.findDefinition(of: action, on: type) {
      let isTaken = try definition.use { (definition) throws(Failure) in
        try admit(action, definition, screen, origin)
        return try offer(definition, action, payload, to: screen, in: window, cause: cause, origin)
      }
      if isTaken { return }
      if change.isExamined, cause == nil { trace(decliner: screen) }
      isDeclined = true
    }
    if isForScreen { throw unknownAction(flow.actionNames[action], from: screen, bubbles: false) }
    try climb(action, payload, from: screen, isDeclined: isDeclined, cause: cause, origin)
  }

  /// Offers an action to the ancestors of a screen, then to the flow.
  ///
  /// Of each type that declares it, only the nearest ancestor is asked: the type of the screen has declined it.
  /// - Parameter isDeclined: whether the screen has declined it.
  private func climb(
    _ action: Int, _ payload: JSONObject?, from focus: ScreenID, isDeclined: Bool, cause: Int?,
    _ origin: Origin
  ) throws(Failure) {
    var isDeclined = isDeclined
    let window = try self.focus(on: focus)
    for depth in depths(declaring: action, in: window) {
      let (screen, type) = world.windows[window].ancestor(at: depth)
      guard let definition = flow.definition(of: action, on: type) else { continue }
      try admit(action, definition, screen, origin)
      if try offer(definition, action, payload, to: screen, cause: cause, origin) { return }
      if change.isExamined, cause == nil { trace(decliner: screen) }
      isDeclined = true
    }
    if let definition = flow.actions[action] {
      let root = world.windows[window].rootID
      try admit(action, definition, root, origin)
      if try offer(definition, action, payload, to: root, cause: cause, origin) { return }
      isDeclined = true
    }
    if case .rule = origin, isDeclined { return }
    throw unknownAction(flow.actionNames[action], from: focus)
  }

  /// The depths of the nearest ancestor of each type that declares an action, except the type of the focus.
  ///
  /// - Complexity: O(*n* log *n*) in the number of those types.
  private func depths(declaring action: Int, in window: Int) -> [Int] {
    let type = world.windows[window].focus.type
    var depths: [Int] = []
    for other in flow.types(declaring: action) where other != type {
      if let depth = world.windows[window].nearestAncestor(ofType: other) { depths.append(depth) }
    }
    if depths.count > 1 { depths.sort(by: >) }
    return depths
  }

  /// Offers an action that navtree sends, such as a result, to a screen alone.
  ///
  /// - Returns: false if the screen declines it, or nothing declares it.
  @discardableResult
  func hand(
    _ action: Int, _ payload: JSONObject?, to screen: ScreenID, cause: Int?, _ origin: Origin
  ) throws(Failure) -> Bool {
    guard let (definition, screen) = try receiver(of: action, for: screen) else { return false }
    if try offer(definition, action, payload, to: screen, cause: cause, origin) {
      return true
    }
    if change.isExamined { trace(decliner: screen) }
    return false
  }

  /// The declaration by which a screen takes navtree's actions, and the screen that runs the rules: its own, or else the
  /// flow's, which run on the root.
  func receiver(of action: Int, for screen: ScreenID) throws(Failure) -> (
    definition: ActionDefinition, screen: ScreenID
  )? {
    if let definition = flow.definition(of: action, on: try type(of: screen)) { return (definition, screen) }
    guard let definition = flow.actions[action] else { return nil }
    return (definition, world.windows[try window(of: screen)].rootID)
  }

  /// Offers one of the flow's own actions to the flow alone, on behalf of the session; nothing happens if
  /// none of its rules holds.
  ///
  /// - Parameter root: the screen that the rules run on.
  func offerToFlow(
    _ action: Int, _ payload: JSONObject?, on root: ScreenID, cause: Int?, _ origin: Origin
  ) throws(Failure) {
    guard let definition = flow.actions[action] else {
      throw unknownAction(flow.actionNames[action], from: root)
    }
    _ = try offer(definition, action, payload, to: root, cause: cause, origin)
  }

  /// Checks a payload and runs the first rule that holds; false when none does.
  ///
  /// - Parameter window: the window whose focus the screen is; nil if that isn't known.
  func offer(
    _ definition: ActionDefinition, _ action: Int, _ payload: JSONObject?, to screen: ScreenID,
    in window: Int? = nil, cause: Int?, _ origin: Origin
  ) throws(Failure) -> Bool {
    try bind(payload, to: definition.payload, origin)
    return try runFirstRule(of: definition, action, on: screen, in: window, cause: cause)
  }

  /// Checks a payload against the action's declaration, and binds it for expressions.
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
    // The memory of the last payload, which is no longer read.
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

  /// The payload fields that navtree itself gives, declared or not.
  private static let answers = ["result", "reason", "output", "error"]

  /// Begins the answer of a request, or of a part of one, anew.
  @inline(__always)
  func forgetAnswer() {
    change.reply = nil
    change.handlerAddress.removeAll()
  }

  /// Keeps the address of the screen that handles the request's own action, for the answer.
  @inline(__always)
  func setHandler(_ screen: ScreenID, in window: Int? = nil) throws(Failure) {
    let window = if let window { window } else { try focus(on: screen) }
    let path = world.windows[window].path.unretained
    if path.count <= Self.longestPath {
      change.handlerAddress.append(short: path)
    } else {
      change.handlerAddress.append("#")
      change.handlerAddress.appendInteger(screen.number)
    }
  }

  /// Refuses an action that only navtree sends, if a request sends it.
  @inline(__always)
  private func admit(
    _ action: Int, _ definition: ActionDefinition, _ screen: ScreenID, _ origin: Origin
  ) throws(Failure) {
    if definition.isPrivate, case .caller = origin {
      throw privateAction(action, of: definition, at: address(of: screen))
    }
  }

  /// The failure of a request's action that only navtree sends.
  ///
  /// - Parameter at: the screen that would take it; nil for any of its type.
  @inline(never)
  func privateAction(_ action: Int, of definition: ActionDefinition, at: String?) -> Failure {
    let name = flow.actionNames[action]
    return Failure(
      .privateAction, "'\(name)' is private: only navtree sends it, for \(definition.senders.text)",
      at.map { ["at": .string($0), "action": .string(name)] } ?? ["action": .string(name)]
    ).with("hint", .string(definition.senders.advice))
  }

  /// The failure of an action that no screen on the path takes, with the actions that they declare, but for private ones.
  ///
  /// - Parameter bubbles: whether other screens were asked.
  /// - Complexity: O(number of types and their actions), plus O(depth) where the screen isn't the focus.
  func unknownAction(
    _ name: String, from id: ScreenID, bubbles: Bool = true
  ) -> Failure {
    var known = bubbles ? Set(flow.actions.open) : []
    let at = address(of: id)
    for type in types(from: id, bubbles: bubbles) {
      known.formUnion(flow.screens[type].actions.open)
    }
    let reach = bubbles ? "\(at) or above it" : at
    let names = known.sorted().map { flow.actionNames[$0] }
    let declined = names.contains(name)
    return Failure(
      .notHandled,
      declined
        ? "no rule for '\(name)' holds at \(reach)"
        : "no screen at \(reach) knows the action '\(name.echo)'",
      ["at": .string(at), "action": .string(name.echo), "actions": .array(names.map { .string($0) })]
    ).hinting(declined ? "" : name, among: names)
  }

  /// The types of a screen and, if an action bubbles, of the screens above it.
  private func types(from id: ScreenID, bubbles: Bool) -> Set<Int> {
    guard let window = world.windows.index(holding: id), let first = world.windows[window].place(of: id)
    else {
      return []
    }
    var types: Set = [first.type]
    guard bubbles else { return types }
    if world.windows[window].focus.id == id {
      for type in flow.screens.indices where world.windows[window].nearestAncestor(ofType: type) != nil {
        types.insert(type)
      }
      return types
    }
    var above = first.parent
    while let screen = above, let place = world.windows[window].place(of: screen) {
      types.insert(place.type)
      above = place.parent
    }
    return types
  }
}
