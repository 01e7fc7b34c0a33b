import NavtreeJSON

/// One step of a stored change: the difference that it makes.
///
/// On a line of a journal it is a list whose first element names the step.
enum StoredStep {
  /// A state field of a screen, or with nil a shared one, has this value.
  case set(Int?, String, JSONValue)
  /// A change inside the value of a field.
  case place(Int?, String, PlaceInverse)
  case params(Int, JSONObject)
  case select(Int, StoredSelection)
  /// This screen exists, as this row.
  case row(StoredScreen)
  /// This screen is gone.
  case gone(Int)
  /// The windows, in their order.
  case windows([String])
  /// The entry of a part; nil if it is removed.
  case entry(StoredPart, Int, JSONObject?)

  func write(into output: inout JSONWriter) {
    switch self {
    case .set(let screen, let field, let value):
      begin("set", screen, field, &output)
      output.append(",")
      output.appendValue(value)
    case .place(let screen, let field, let edit):
      switch edit.kind {
      case .replace(let value):
        begin("put", screen, field, edit.pointer, &output)
        output.append(",")
        output.appendValue(value)
      case .insert(let value, let position, _):
        begin("insert", screen, field, edit.pointer, &output)
        output.append(",")
        output.appendValue(value)
        output.append(",")
        output.appendInteger(position)
      case .remove: begin("remove", screen, field, edit.pointer, &output)
      }
    case .params(let screen, let params):
      begin("params", screen, &output)
      output.append(",")
      output.appendObject(params)
    case .select(let screen, let selection):
      begin("select", screen, &output)
      output.append(",")
      output.appendString(selection.slot)
      output.append(selection.isFocus ? ",true," : ",false,")
      output.appendArray(selection.visits)
    case .row(let row):
      output.append(#"["row","#)
      output.appendObject(row.json)
    case .gone(let screen): begin("gone", screen, &output)
    case .windows(let names):
      output.append(#"["windows","#)
      output.appendArray(names.map { .string($0) })
    case .entry(let part, let id, let entry):
      output.append(#"["entry","#)
      output.appendString(part.rawValue)
      output.append(",")
      output.appendInteger(id)
      output.append(",")
      output.appendValue(entry.map { .object($0) } ?? .null)
    }
    output.append("]")
  }

  private func begin(_ name: StaticString, _ screen: Int?, _ output: inout JSONWriter) {
    output.append("[\"")
    output.append(name)
    output.append("\",")
    if let screen { output.appendInteger(screen) } else { output.append("null") }
  }

  private func begin(_ name: StaticString, _ screen: Int?, _ field: String, _ output: inout JSONWriter) {
    begin(name, screen, &output)
    output.append(",")
    output.appendString(field)
  }

  private func begin(
    _ name: StaticString, _ screen: Int?, _ field: String, _ pointer: JSONPointer, _ output: inout JSONWriter
  ) {
    begin(name, screen, field, &output)
    output.append(",")
    output.appendString(pointer.description)
  }
}

extension StoredStep {
  init(_ reader: StoredReader) throws(StoredFault) {
    let elements = try reader.elements()
    func element(_ index: Int) throws(StoredFault) -> StoredReader {
      guard index < elements.count else { throw reader.fault("is too short") }
      return elements[index]
    }
    func owner() throws(StoredFault) -> Int? {
      let owner = try element(1)
      return owner.value.isNull ? nil : try owner.id()
    }
    func place(_ kind: PlaceInverse.Kind) throws(StoredFault) -> StoredStep {
      guard let pointer = try? JSONPointer(parsing: try element(3).string()) else {
        throw try element(3).fault("must be a JSON Pointer")
      }
      return .place(try owner(), try element(2).string(), PlaceInverse(pointer: pointer, kind: kind))
    }
    switch try element(0).string() {
    case "set": self = .set(try owner(), try element(2).string(), try element(3).value)
    case "put": self = try place(.replace(try element(4).value))
    case "insert":
      self = try place(.insert(try element(4).value, position: try element(5).id(), into: .array))
    case "remove": self = try place(.remove(from: .array))
    case "params": self = .params(try element(1).id(), try element(2).object())
    case "select":
      self = .select(
        try element(1).id(),
        StoredSelection(
          slot: try element(2).string(), isFocus: try element(3).boolean(), visits: try element(4).array()))
    case "row": self = .row(try StoredScreen(try element(1)))
    case "gone": self = .gone(try element(1).id())
    case "windows":
      self = .windows(try element(1).elements().map { (it) throws(StoredFault) in try it.string() })
    case "entry":
      guard let part = StoredPart(rawValue: try element(1).string()) else {
        throw try element(1).fault("is no part of a session")
      }
      self = .entry(part, try element(2).id(), try element(3).value.isNull ? nil : try element(3).object())
    case let name: throw try element(0).fault("is '\(name)', which is no step")
    }
  }
}
