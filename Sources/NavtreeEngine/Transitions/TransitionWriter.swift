import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Writes transitions, and the rows of screens that belong to them.
struct TransitionWriter {
  let transaction: Transaction

  /// Transitions as JSON.
  func text(of transitions: [Transition]) -> [UInt8] {
    var output = JSONWriter()
    write(transitions, to: &output)
    return output.withUnsafeBytes { Array($0) }
  }

  private func write(_ transitions: [Transition], to output: inout JSONWriter) {
    output.append("[")
    for (index, transition) in transitions.enumerated() {
      if index > 0 { output.append(",") }
      write(transition, to: &output)
    }
    output.append("]")
  }

  private func write(_ transition: Transition, to output: inout JSONWriter) {
    output.append(#"{"op":""#)
    output.append(raw: transition.operation.rawValue)
    output.append("\"")
    if let from = transition.from {
      output.append(#","from":"#)
      output.appendInteger(from.number)
    }
    if let to = transition.to {
      output.append(#","to":"#)
      output.appendInteger(to.number)
    }
    if let slot = transition.slot {
      output.append(#","slot":"#)
      output.appendString(slot.name)
      output.append(#","style":""#)
      output.append(raw: slot.style.rawValue)
      output.append("\"")
    }
    writeMoves(of: transition, to: &output)
    if let by = transition.by {
      output.append(#","by":"#)
      output.appendString(by)
    }
    if let hint = transition.hint {
      output.append(#","hint":"#)
      output.appendValue(hint)
    }
    output.append("}")
  }

  private func writeMoves(of transition: Transition, to output: inout JSONWriter) {
    // A selection alone is told by the slot.
    let tellsMoved =
      switch transition.operation {
      case .replace, .reset, .moved, .collapse, .expand, .travel: true
      case .push, .pop, .present, .dismiss, .select, .focus, .open, .close: false
      }
    output.append(#","created":["#)
    let first = output.count
    for move in transition.moves where move.before == nil || tellsMoved {
      guard let standing = move.after else { continue }
      if output.count > first { output.append(",") }
      let params = transaction.world.windows.screen(move.id)?.params ?? move.params
      writeRow(move.id, type: move.type, standing, params, to: &output)
    }
    output.append(#"],"removed":["#)
    let second = output.count
    for move in transition.moves where move.after == nil && move.before != nil {
      if output.count > second { output.append(",") }
      output.append(#"{"id":"#)
      output.appendInteger(move.id.number)
      output.append("}")
    }
    output.append("]")
  }

  /// Writes the rows of all screens, or of those of one window.
  func writeRows(in window: String?, to output: inout JSONWriter) {
    output.append("[")
    let first = output.count
    for move in TransitionReader(transaction: transaction, reason: nil).standings(in: window) {
      guard let standing = move.after else { continue }
      if output.count > first { output.append(",") }
      writeRow(move.id, type: move.type, standing, move.params, to: &output)
    }
    output.append("]")
  }

  /// The row of a live screen.
  func row(of move: ScreenMove) -> [UInt8] {
    var output = JSONWriter()
    if let standing = move.after { writeRow(move.id, type: move.type, standing, move.params, to: &output) }
    return output.withUnsafeBytes { Array($0) }
  }

  private func writeRow(
    _ id: ScreenID, type: Int, _ standing: ScreenStanding, _ params: [JSONValue], to output: inout JSONWriter
  ) {
    let definition = transaction.flow.screens[type]
    output.append(#"{"id":"#)
    output.appendInteger(id.number)
    output.append(#","screen":"#)
    output.appendString(definition.name)
    if let parent = standing.parent, let slot = standing.slot {
      output.append(#","parent":"#)
      output.appendInteger(parent.number)
      output.append(#","slot":"#)
      output.appendString(slot)
    } else {
      output.append(#","parent":null,"slot":null"#)
    }
    output.append(#","window":"#)
    output.appendString(standing.window)
    output.append(#","params":"#)
    output.appendObject(definition.params.object(params, sensitive: false))
    if let key = definition.kind.selectionKey {
      output.append(",\"")
      output.append(raw: key)
      output.append("\":")
      output.appendString(definition.slots[standing.selection].name)
    }
    if let isCollapsed = standing.isCollapsed {
      output.append(isCollapsed ? #","collapsed":true"# : #","collapsed":false"#)
    }
    output.append("}")
  }
}
