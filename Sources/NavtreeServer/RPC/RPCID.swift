internal import NavtreeJSON
internal import NavtreeJSONReading

/// The id of a request, in the type and value that its sender gave it.
enum RPCID {
  case null
  case integer(Int)
  /// Beyond `Int`.
  case unsigned(UInt64)
  case number(Double)
  /// UTF-8 that the parser owns, valid until its next parse.
  case string(UnsafeRawBufferPointer)

  /// Nil for a boolean, an array and an object, which can't be ids.
  init?(_ element: JSONElement) {
    if let integer = element.integer {
      self = .integer(integer)
    } else if let string = element.stringBytes {
      self = .string(string)
    } else if let unsigned = element.unsigned {
      self = .unsigned(unsigned)
    } else if let number = element.number {
      self = .number(number)
    } else if element.isNull {
      self = .null
    } else {
      return nil
    }
  }
}

extension JSONWriter {
  mutating func appendID(_ id: RPCID) {
    switch id {
    case .null: append("null")
    case .integer(let integer): appendInteger(integer)
    case .unsigned(let unsigned): appendInteger(unsigned)
    case .number(let number): append(raw: number.shortest)
    case .string(let string): appendString(string)
    }
  }
}

extension Double {
  /// The shortest decimal that reads back as the same double: `100`, `1.5`, `2.5e-7`.
  fileprivate var shortest: String {
    let parts = description.split(separator: "e")
    var text = String(parts[0])
    if text.hasSuffix(".0") { text.removeLast(2) }
    guard parts.count > 1, let exponent = Int(parts[1]) else { return text }
    return "\(text)e\(exponent)"
  }
}
