import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// Writes screens as the protocol shows them.
package struct StateWriter {
  let transaction: Transaction
  let view: StateView
  /// The store of computed values as they are written; a value that fails is then null.
  let computed: ComputedValues?

  package init(session: Session, view: StateView) {
    self.init(transaction: session.transaction, view: view, computed: nil)
  }

  init(transaction: Transaction, view: StateView, computed: ComputedValues?) {
    self.transaction = transaction
    self.view = view
    self.computed = computed
  }

  private var windows: Windows {
    _read { yield transaction.world.windows }
  }

  /// A computed value of a screen.
  ///
  /// - Complexity: O(distance of the screen from the focus), plus the cost of the expression.
  package func computedValue(_ number: Int, of screen: ScreenID) throws(Failure) -> JSONValue {
    try transaction.computedValue(number, of: screen, view)
  }

  /// A screen as nested JSON; at the cut a slot holds `{id, screen}`.
  package func write(_ screen: Screen, to output: inout JSONWriter) throws(Failure) {
    try write(screen, levels: view.levels, to: &output)
  }

  /// Recursion is bounded by `levels`, which is at most `StateView.deepest`.
  func write(_ screen: Screen, levels: Int, to output: inout JSONWriter) throws(Failure) {
    let definition = transaction.flow.screens[screen.type]
    output.append(#"{"id":"#)
    output.appendInteger(screen.id.number)
    output.append(#","screen":"#)
    output.appendString(definition.name)
    output.append(#","at":"#)
    if let window = windows.index(holding: screen.id), windows[window].active == screen.id {
      output.append("\"")
      transaction.appendActive(of: window, to: &output)
      output.append("\"")
    } else {
      output.appendString(transaction.address(of: screen.id))
    }
    try writeFields(of: screen, definition, to: &output)
    output.append(#","slots":"#)
    try writeSlots(of: screen, levels: levels, to: &output)
    output.append("}")
  }

  private func writeSlots(of screen: Screen, levels: Int, to output: inout JSONWriter) throws(Failure) {
    // A method of a window is given a copy of it, which reading its fields isn't.
    let window = windows.index(holding: screen.id) ?? 0
    let isFocus = windows[window].focus.id == screen.id
    let depth = isFocus ? nil : windows[window].depth(ofAncestor: screen.id)
    output.append("{")
    for (slot, declared) in transaction.flow.screens[screen.type].slots.enumerated() {
      if slot > 0 { output.append(",") }
      output.appendString(declared.name)
      output.append(":")
      var child = screen.slots[slot].screen
      if child == nil, let depth {
        child = windows[window].childOnTheWay(of: screen, in: slot, depth: depth)
      }
      try write(child, levels: levels - 1, to: &output)
    }
    output.append("}")
  }

  /// The content of a slot, to so many levels.
  func write(_ occupant: Screen?, levels: Int, to output: inout JSONWriter) throws(Failure) {
    guard let occupant else { return output.append("null") }
    if levels > 0 { return try write(occupant, levels: levels, to: &output) }
    output.append(#"{"id":"#)
    output.appendInteger(occupant.id.number)
    output.append(#","screen":"#)
    output.appendString(transaction.flow.screens[occupant.type].name)
    output.append("}")
  }

  /// A screen and all below it as flat rows in pre-order.
  ///
  /// - Complexity: O(number of screens).
  package func writeRows(from screen: Screen, to output: inout JSONWriter) throws(Failure) {
    output.append("[")
    let first = output.count
    for visit in windows.subtree(of: screen.id, levels: view.levels) {
      if output.count > first { output.append(",") }
      try writeRow(visit, to: &output)
    }
    output.append("]")
  }

  private func writeRow(_ visit: Subtree.Visit, to output: inout JSONWriter) throws(Failure) {
    let definition = transaction.flow.screens[visit.screen.type]
    output.append(#"{"id":"#)
    output.appendInteger(visit.screen.id.number)
    output.append(#","parent":"#)
    if let holder = windows.holder(of: visit.screen.id) {
      output.appendInteger(holder.screen.number)
      output.append(#","slot":"#)
      output.appendString(transaction.flow.screens[holder.type].slots[holder.slot].name)
    } else {
      output.append(#"null,"slot":null"#)
    }
    output.append(#","screen":"#)
    output.appendString(definition.name)
    try writeFields(of: visit.screen, definition, to: &output)
    output.append("}")
  }

  private func writeFields(of screen: Screen, _ definition: ScreenDefinition, to output: inout JSONWriter)
    throws(Failure)
  {
    output.append(#","params":"#)
    write(definition.params, screen.params, to: &output)
    output.append(#","state":"#)
    write(definition.state, screen.state, to: &output)
    if view.computed, !definition.computed.isEmpty {
      output.append(#","computed":"#)
      try writeComputed(of: screen, definition, to: &output)
    }
    if let key = definition.kind.selectionKey {
      output.append(",")
      output.appendString(key)
      output.append(":")
      output.appendString(definition.slots[screen.selection].name)
    }
  }

  private func write(_ record: RecordDefinition, _ values: [JSONValue], to output: inout JSONWriter) {
    output.append("{")
    for (index, field) in record.fields.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(field.name)
      output.append(":")
      output.appendValue(view.shows(field) ? values[index] : StateView.hidden)
    }
    output.append("}")
  }

  private func writeComputed(
    of screen: Screen, _ definition: ScreenDefinition, to output: inout JSONWriter
  ) throws(Failure) {
    let values = try computedValues(of: screen)
    output.append("{")
    for (index, value) in values.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(definition.computed[index].name)
      output.append(":")
      output.appendValue(value)
    }
    output.append("}")
  }

  private func computedValues(of screen: Screen) throws(Failure) -> [JSONValue] {
    guard let computed else {
      var values: [JSONValue] = []
      for number in transaction.flow.screens[screen.type].computed.indices {
        values.append(try transaction.computedValue(number, of: screen.id, view))
      }
      return values
    }
    return computed.renew(of: screen.id, type: screen.type, in: transaction, view)
  }
}

extension StateWriter {
  /// The value of one part of a screen; false, with nothing written, if there is none.
  ///
  /// - Complexity: O(length of the path to it) and of the value.
  func write(_ part: StatePart, of screen: Screen, to output: inout JSONWriter) throws(Failure) -> Bool {
    let definition = transaction.flow.screens[screen.type]
    switch part {
    case .nothing: return false
    case .whole: try write(screen, to: &output)
    case .id: output.appendInteger(screen.id.number)
    case .screen: output.appendString(definition.name)
    case .at: output.appendString(transaction.address(of: screen.id))
    case .selection: output.appendString(definition.slots[screen.selection].name)
    case .params: write(definition.params, screen.params, to: &output)
    case .state: write(definition.state, screen.state, to: &output)
    case .computed: try writeComputed(of: screen, definition, to: &output)
    case .slots: try writeSlots(of: screen, levels: view.levels, to: &output)
    case .param(let field, let tail):
      return write(screen.params[field], definition.params.fields[field], tail, to: &output)
    case .field(let field, let tail):
      return write(screen.state[field], definition.state.fields[field], tail, to: &output)
    case .computedValue(let number, let tail):
      let value = try computedValues(of: screen)[number]
      guard let found = value[JSONPointer(tail)] else { return false }
      output.appendValue(found)
    }
    return true
  }

  private func write(
    _ value: JSONValue, _ field: FieldDefinition, _ tail: [String], to output: inout JSONWriter
  ) -> Bool {
    let shown = view.shows(field) ? value : StateView.hidden
    guard let found = shown[JSONPointer(tail)] else { return false }
    output.appendValue(found)
    return true
  }

  /// The value at a JSON Pointer into what `write` writes, without the rest.
  ///
  /// - Complexity: O(length of the pointer) and of the value.
  package func write(_ screen: Screen, at pointer: JSONPointer, to output: inout JSONWriter) throws(Failure) {
    var screen = screen
    var tokens = pointer.tokens[...]
    while tokens.first == "slots", tokens.count > 1 {
      let name = tokens[tokens.startIndex + 1]
      let slots = transaction.flow.screens[screen.type].slots
      guard let slot = slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
        throw Self.nothing(at: pointer, name, slots.map(\.name))
      }
      tokens = tokens.dropFirst(2)
      guard let child = windows.child(of: screen.id, in: slot) else {
        guard tokens.isEmpty else { throw Self.nothing(at: pointer, "", []) }
        return output.append("null")
      }
      screen = child
    }
    let definition = transaction.flow.screens[screen.type]
    let part = StatePart(Array(tokens), of: definition, view)
    guard try write(part, of: screen, to: &output) else {
      throw Self.nothing(at: pointer, tokens.last ?? "", part.siblings(of: tokens, in: definition, view))
    }
  }

  static func nothing(at pointer: JSONPointer, _ name: String, _ names: [String]) -> Failure {
    let failure = Failure(.invalidParams, "there is nothing at \(pointer)", ["pointer": "/pointer"])
    if pointer.tokens.contains(where: \.namesItem) {
      return failure.with("hint", "only a rule names an item of a list by a member: here it has an index")
    }
    return failure.hinting(name, among: names)
  }
}

extension ScreenKind {
  /// The member of a screen's JSON that names the selected tab or focused pane.
  package var selectionKey: String? {
    switch self {
    case .tabs: "selected"
    case .split: "focus"
    case .screen, .list, .detail: nil
    }
  }
}
