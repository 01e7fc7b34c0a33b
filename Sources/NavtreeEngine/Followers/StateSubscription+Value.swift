import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree

/// The followed value: the present one, and the one that a removed screen had.
extension StateSubscription {
  /// Writes the current followed value: null if there is none.
  ///
  /// - Parameter computed: the store of computed values, if they are shown.
  func write(in transaction: Transaction, _ computed: ComputedValues?, to output: inout JSONWriter) {
    guard let target, let screen = transaction.world.windows.screen(target) else {
      return output.append("null")
    }
    let writer = StateWriter(transaction: transaction, view: view, computed: computed)
    let mark = output.count
    if (try? writer.write(part, of: screen, to: &output)) == true { return }
    output.truncate(to: mark)
    output.append("null")
  }

  /// The current followed value.
  func value(in transaction: Transaction, _ computed: ComputedValues?) -> JSONValue {
    var text = JSONWriter()
    write(in: transaction, computed, to: &text)
    // This text was just written as JSON; it is deeper than the deepest value by two levels a screen.
    let value = unfailing("what was written as JSON is read as JSON") {
      try JSONValue(parsing: text.withUnsafeBytes { Array($0) }, maximumDepth: 4096)
    }
    return value ?? .null
  }

  /// The followed list, neither copied nor written.
  func list(in transaction: Transaction) -> JSONValue {
    guard let target, let screen = transaction.world.windows.screen(target) else { return .null }
    let definition = transaction.flow.screens[screen.type]
    switch part {
    case .field(let field, let tail) where view.shows(definition.state.fields[field]):
      return screen.state[field][JSONPointer(tail)] ?? .null
    case .param(let field, let tail) where view.shows(definition.params.fields[field]):
      return screen.params[field][JSONPointer(tail)] ?? .null
    case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .computedValue, .nothing,
      .field, .param:
      return .null
    }
  }

  /// Keeps the value of a part of a removed screen, as last reported.
  func keepValue(of screen: Screen, _ touches: Touches, in flow: FlowDefinition) {
    if told.lost == nil {
      told.lost = formerValue(of: screen, touches.screens[screen.id], computed, in: flow)
    }
    guard let held, held.told.target == screen.id, held.told.lost == nil else { return }
    held.told.lost = formerValue(of: screen, held.touches.screens[screen.id], held.computed, in: flow)
  }

  /// The former value of the followed part of a touched screen; nil if no other screen has the same.
  private func formerValue(
    of screen: Screen, _ touch: ScreenTouch?, _ computed: ComputedValues?, in flow: FlowDefinition
  ) -> JSONValue? {
    let definition = flow.screens[screen.type]
    func state(_ field: Int) -> JSONValue {
      guard view.shows(definition.state.fields[field]) else { return StateView.hidden }
      return touch?.state[field]?.rewound(screen.state[field]) ?? screen.state[field]
    }
    func param(_ field: Int) -> JSONValue {
      guard view.shows(definition.params.fields[field]) else { return StateView.hidden }
      return touch?.params?[field] ?? screen.params[field]
    }
    switch part {
    case .whole: return nil
    case .slots:
      var empty: JSONObject = [:]
      for (slot, declared) in definition.slots.enumerated() {
        // Any former occupant had another id.
        let occupant = touch?.slots[slot].map(\.id) ?? screen.slots[slot].screen?.id
        guard occupant == nil else { return nil }
        empty[declared.name] = .null
      }
      return .object(empty)
    // The same place has the same path.
    case .at:
      guard let window else { return nil }
      let path = "/" + ([window] + slots).joined(separator: "/")
      return .string(path.utf8.count > Transaction.longestPath ? screen.id.description : path)
    case .nothing: return .null
    case .id: return .integer(screen.id.number)
    case .screen: return .string(definition.name)
    case .selection: return .string(definition.slots[touch?.selection ?? screen.selection].name)
    case .params:
      return .object(definition.params.object(definition.params.fields.indices.map(param)))
    case .state:
      return .object(definition.state.object(definition.state.fields.indices.map(state)))
    case .param(let field, let tail): return param(field)[JSONPointer(tail)] ?? .null
    case .field(let field, let tail): return state(field)[JSONPointer(tail)] ?? .null
    case .computed:
      guard let values = computed?.byScreen[screen.id] else { return .null }
      return .object(
        JSONObject(uniqueKeysWithValues: zip(definition.computed.map(\.name), values)))
    case .computedValue(let number, let tail):
      return computed?.byScreen[screen.id]?[number][JSONPointer(tail)] ?? .null
    }
  }
}

extension StateSubscription {
  /// The reach of a subscription's path.
  struct FollowedWay {
    /// The screen at its end, if it leads to one.
    var target: ScreenID?
    /// The last screen on it; nil if not even a window is there.
    var home: ScreenID?
    /// The number of slots passed.
    var length = 0
  }

  /// - Complexity: O(length of the path).
  func way(in transaction: Transaction) -> FollowedWay {
    let windows = transaction.world.windows
    let index =
      window.flatMap { name in windows.index(named: name) } ?? origin.flatMap { windows.index(holding: $0) }
    guard let index, var screen = windows[index].screen(origin ?? windows[index].rootID)
    else { return FollowedWay() }
    var length = 0
    for name in slots {
      let declared = transaction.flow.screens[screen.type].slots
      guard let slot = declared.firstIndex(where: { $0.name.hasSameBytes(as: name) }),
        let child = windows[index].child(of: screen, in: slot)
      else { return FollowedWay(target: nil, home: screen.id, length: length) }
      screen = child
      length += 1
    }
    return FollowedWay(target: screen.id, home: screen.id, length: length)
  }
}
