import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeYAML

extension Transaction {
  func make(_ template: ScreenTemplate) throws(Failure) -> NavigationState {
    try make(request(template), .rule(template.location))
  }

  /// Makes a tab or a pane of a screen that isn't in the tree yet.
  func make(_ template: ScreenTemplate, madeIn holder: Screen) throws(Failure) -> NavigationState {
    try scope.look(at: holder) { () throws(Failure) in try make(template) }
  }

  /// The object that a template gives.
  func object(of template: ValueTemplate, at location: SourceLocation) throws(Failure) -> JSONObject {
    switch try value(of: template) {
    case .object(let object): return object
    case let other:
      throw flowDefect("expected an object, not \(ValueTypes(of: other).description)", at: location)
    }
  }

  /// A screen with its defaults, its first tab or its panes, and a fresh id.
  ///
  /// The limit of levels bounds tabs within tabs.
  ///
  /// - Parameter filling: whether tabs and panes are made too.
  func make(
    _ request: ScreenRequest, _ origin: Origin, filling: Bool = true, level: Int = 1
  ) throws(Failure) -> NavigationState {
    guard level <= 100 else { throw limits.exceeded(.levels) }
    // The definition is asked where it lies: to copy it takes 530 instructions.
    let type = request.type
    let id = ScreenID(world.counters.screen)
    world.counters.screen += 1
    if listeners.coverage != nil { countScreen(ofType: type) }
    var screen = Screen(id: id, type: type)
    screen.params = try params(ofType: type, request.params, origin)
    if flow.screens[type].keep, let state = try takeKeptState(of: screen) {
      screen.state = state
    } else {
      for field in flow.screens[type].state.fields {
        if case .constant(let value)? = field.initial {
          screen.state.append(value)
        } else {
          screen.state.append(
            try scope.look(at: screen) { () throws(Failure) in try value(ofUnset: field) })
        }
      }
    }
    if let loader = flow.screens[type].loader, loader.start == .onPresent,
      !(flow.screens[type].keep && isLoaded(screen))
    {
      queueLoad(of: id, loader)
    }
    let kind = flow.screens[type].kind
    guard kind == .tabs || kind == .split else { return NavigationState(screen, kind: kind) }
    guard filling else {
      screen.selection = flow.screens[type].selected ?? 0
      return NavigationState(screen, kind: kind)
    }
    return try filled(screen, flow.screens[type], level: level)
  }

  /// The selected tab of a new screen, or all of its panes.
  private func filled(_ screen: Screen, _ definition: ScreenDefinition, level: Int) throws(Failure)
    -> NavigationState
  {
    let selected = definition.selected ?? 0
    var slots = Slots()
    for (slot, declared) in definition.slots.enumerated() {
      guard let initial = declared.initial else { continue }
      if definition.kind == .tabs, definition.lazy, slot != selected { continue }
      slots[slot] = try scope.look(at: screen) { () throws(Failure) in
        try make(request(initial), .rule(initial.location), filling: true, level: level + 1)
      }
    }
    return NavigationState(
      Screen(
        id: screen.id, type: screen.type, params: screen.params, state: screen.state, selection: selected,
        slots: slots),
      kind: definition.kind)
  }

  /// The given params, checked, with defaults for the rest.
  func params(ofType type: Int, _ given: JSONObject?, _ origin: Origin) throws(Failure) -> [JSONValue] {
    let record = flow.screens[type].params
    if record.fields.isEmpty, given?.isEmpty ?? true { return [] }
    let bound: [JSONValue?]
    do {
      bound = try record.bind(given)
    } catch {
      throw misfit(error, "params of '\(flow.screens[type].name)'", of: record, "/params", origin)
    }
    var params: [JSONValue] = []
    params.reserveCapacity(bound.count)
    for index in record.fields.indices {
      if let value = bound[index] {
        params.append(value)
      } else {
        params.append(try value(ofUnset: record.fields[index]))
      }
    }
    return params
  }

  /// The new params of an existing screen: the given ones over the defaults, or with `merge` over its present
  /// ones.
  func params(
    of screen: ScreenID, given: JSONObject?, merge: Bool, _ origin: Origin
  ) throws(Failure) -> [JSONValue] {
    let type = try type(of: screen)
    guard merge else { return try params(ofType: type, given, origin) }
    var object = try presentParams(of: screen)
    object.merge(given ?? [:]) { _, new in new }
    return try params(ofType: type, object, origin)
  }

  func presentParams(of screen: ScreenID) throws(Failure) -> JSONObject {
    let (type, params) = try read(screen) { ($0.type, $0.params) }
    return flow.screens[type].params.object(params)
  }

  /// Changes the params of a screen.
  func setParams(_ params: [JSONValue], of screen: ScreenID) throws(Failure) {
    let window = try focus(on: screen)
    if params != world.windows[window].params { keepFormerParams(of: world.windows[window].focus) }
    history.journal.append(.params(screen, world.windows[window].params))
    world.windows[window].params = params
  }

  /// The failure of a value that doesn't fit its schema.
  ///
  /// - Parameter record: the record whose members were given.
  func misfit(
    _ misfit: Misfit, _ what: String, of record: RecordDefinition? = nil, _ pointer: String, _ origin: Origin
  ) -> Failure {
    var misfit = misfit
    if case .rule = origin, let record { misfit = misfit.seen(in: record) }
    let place = misfit.pointer.isEmpty ? what : "\(what): '\(misfit.pointer.dropFirst())'"
    let (sentence, pointer) = ("\(place) \(misfit.message)", pointer + misfit.pointer)
    var failure =
      origin.location.map { flowDefect(sentence, at: $0, pointer: pointer) }
      ?? Failure(.invalidParams, sentence, ["pointer": .string(pointer)])
    if let hint = misfit.hint { failure.data["hint"] = .string(hint) }
    return failure
  }
}
