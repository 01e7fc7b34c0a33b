import Flow
import JSON
import NavigationTree
import OrderedCollections
import Session

/// Writes screens as the protocol shows them.
struct StateWriter {
  /// The levels of nested JSON that are written when the request doesn't say.
  static let standardDepth = 64
  /// The most levels of nested JSON; flat rows have no bound.
  static let deepest = 250

  let session: Session
  let window: Int
  let computed: Bool
  let sensitive: Bool

  private var zipper: NavigationZipper { session.windows[window] }

  /// A screen as nested JSON; at the cut a slot holds `{id, screen}`.
  ///
  /// Recursion is bounded by `levels`, which is at most `deepest`.
  func write(_ screen: Screen, levels: Int, to output: inout JSONWriter) throws(Failure) {
    let definition = session.flow.screens[screen.type]
    output.append(#"{"id":"#)
    output.appendInteger(screen.id.number)
    output.append(#","screen":"#)
    output.appendString(definition.name)
    output.append(#","at":"#)
    output.appendString(session.address(of: screen.id, in: window))
    try writeFields(of: screen, definition, to: &output)
    output.append(#","slots":{"#)
    for (slot, declared) in definition.slots.enumerated() {
      if slot > 0 { output.append(",") }
      output.appendString(declared.name)
      output.append(":")
      guard let child = zipper.child(of: screen, in: slot) else {
        output.append("null")
        continue
      }
      if levels > 1 {
        try write(child, levels: levels - 1, to: &output)
      } else {
        writeCut(child, to: &output)
      }
    }
    output.append("}}")
  }

  /// A screen and all below it as flat rows in pre-order.
  ///
  /// - Complexity: O(number of screens).
  func writeRows(from screen: Screen, levels: Int, to output: inout JSONWriter) throws(Failure) {
    output.append("[")
    let first = output.count
    // The walk borrows the writer for each row in turn.
    var rows = JSONWriter()
    swap(&rows, &output)
    defer { swap(&rows, &output) }
    try zipper.walk(from: screen.id, levels: levels) { (visit) throws(Failure) in
      if rows.count > first { rows.append(",") }
      try writeRow(visit, to: &rows)
    }
    rows.append("]")
  }

  private func writeRow(_ visit: NavigationZipper.Visit, to output: inout JSONWriter) throws(Failure) {
    let definition = session.flow.screens[visit.screen.type]
    output.append(#"{"id":"#)
    output.appendInteger(visit.screen.id.number)
    output.append(#","parent":"#)
    if let parent = visit.place.parent, let type = zipper.place(of: parent)?.type {
      output.appendInteger(parent.number)
      output.append(#","slot":"#)
      output.appendString(session.flow.screens[type].slots[visit.place.slot].name)
    } else {
      output.append(#"null,"slot":null"#)
    }
    output.append(#","screen":"#)
    output.appendString(definition.name)
    try writeFields(of: visit.screen, definition, to: &output)
    output.append("}")
  }

  private func writeCut(_ screen: Screen, to output: inout JSONWriter) {
    output.append(#"{"id":"#)
    output.appendInteger(screen.id.number)
    output.append(#","screen":"#)
    output.appendString(session.flow.screens[screen.type].name)
    output.append("}")
  }

  private func writeFields(of screen: Screen, _ definition: ScreenDefinition, to output: inout JSONWriter)
    throws(Failure)
  {
    output.append(#","params":"#)
    write(definition.params, screen.params, to: &output)
    output.append(#","state":"#)
    write(definition.state, screen.state, to: &output)
    if computed, !definition.computed.isEmpty {
      output.append(#","computed":"#)
      output.appendValue(.object(try session.computedValues(of: screen.id, in: window)))
    }
    switch definition.kind {
    case .tabs: writeSelection(#","selected":"#, screen, definition, to: &output)
    case .split: writeSelection(#","focus":"#, screen, definition, to: &output)
    case .screen, .list, .detail: break
    }
  }

  private func writeSelection(
    _ key: StaticString, _ screen: Screen, _ definition: ScreenDefinition, to output: inout JSONWriter
  ) {
    output.append(key)
    output.appendString(definition.slots[screen.selection].name)
  }

  private func write(_ record: RecordDefinition, _ values: [JSONValue], to output: inout JSONWriter) {
    output.append("{")
    for (index, field) in record.fields.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(field.name)
      output.append(":")
      output.appendValue(field.sensitive && !sensitive ? .string("***") : values[index])
    }
    output.append("}")
  }
}

extension StateWriter {
  /// The value at a JSON Pointer into what `write(_:levels:to:)` writes, without writing the rest.
  ///
  /// - Complexity: O(length of the pointer) and of the value.
  func write(_ screen: Screen, at pointer: JSONPointer, levels: Int, to output: inout JSONWriter)
    throws(Failure)
  {
    var screen = screen
    var tokens = pointer.tokens[...]
    while tokens.first == "slots", tokens.count > 1 {
      let name = tokens[tokens.startIndex + 1]
      guard let slot = session.flow.screens[screen.type].slots.firstIndex(where: { $0.name == name }) else {
        throw nothing(at: pointer, name, session.flow.screens[screen.type].slots.map(\.name))
      }
      tokens = tokens.dropFirst(2)
      guard let child = zipper.child(of: screen, in: slot) else {
        guard tokens.isEmpty else { throw nothing(at: pointer, "", []) }
        output.append("null")
        return
      }
      screen = child
    }
    if tokens.isEmpty { return try write(screen, levels: levels, to: &output) }
    let whole = try value(of: screen, member: tokens[tokens.startIndex], levels: levels)
    guard let found = whole?[JSONPointer(Array(tokens.dropFirst()))] else {
      throw nothing(at: pointer, tokens.last ?? "", session.flow.screens[screen.type].state.names.names)
    }
    output.appendValue(found)
  }

  /// One member of a screen's JSON.
  private func value(of screen: Screen, member: String, levels: Int) throws(Failure) -> JSONValue? {
    let definition = session.flow.screens[screen.type]
    switch member {
    case "id": return .integer(screen.id.number)
    case "screen": return .string(definition.name)
    case "at": return .string(session.address(of: screen.id, in: window))
    case "params": return object(definition.params, screen.params)
    case "state": return object(definition.state, screen.state)
    case "computed":
      guard computed else { return nil }
      return .object(try session.computedValues(of: screen.id, in: window))
    case "selected": return definition.kind == .tabs ? .string(definition.slots[screen.selection].name) : nil
    case "focus": return definition.kind == .split ? .string(definition.slots[screen.selection].name) : nil
    case "slots":
      var nested = JSONWriter()
      try write(screen, levels: levels, to: &nested)
      let text = nested.withUnsafeBytes { Array($0) }
      return (try? JSONValue(parsing: text))?["slots"]
    default: return nil
    }
  }

  private func object(_ record: RecordDefinition, _ values: [JSONValue]) -> JSONValue {
    var object: JSONObject = [:]
    for (field, value) in zip(record.fields, values) {
      object[field.name] = field.sensitive && !sensitive ? .string("***") : value
    }
    return .object(object)
  }

  private func nothing(at pointer: JSONPointer, _ name: String, _ names: [String]) -> Failure {
    Failure(.invalidParams, "there is nothing at \(pointer)", ["pointer": "/pointer"])
      .hinting(name, among: names)
  }
}
