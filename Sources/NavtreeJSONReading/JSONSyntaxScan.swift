/// The grammar of JSON: it finds the place at which a text stops being JSON or, where there is none, the numbers that are
/// out of range, and puts what it reads onto a tape if it is given one.
///
/// It loops where the grammar recurses, and leaves UTF-8 to the parser.
struct JSONSyntaxScan {
  /// The ranges of well-formed numbers that neither a 64-bit integer nor a finite double holds.
  private(set) var numbersOutOfRange: [Range<Int>] = []

  private let bytes: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private let tape: PlainTape?
  private var offset = 0
  private var open: [Container] = []

  private enum Container {
    case array
    case object
  }

  /// - Complexity: O(*n*)
  init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int, onto tape: PlainTape? = nil) throws(JSONError) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.tape = tape
    skipWhiteSpace()
    try value()
    while let container = open.last {
      skipWhiteSpace()
      switch (container, next) {
      case (.array, UInt8(ascii: "]")), (.object, UInt8(ascii: "}")):
        tape?.close(bytes[offset])
        offset += 1
        open.removeLast()
      case (.array, UInt8(ascii: ",")):
        offset += 1
        skipWhiteSpace()
        try value()
      case (.object, UInt8(ascii: ",")):
        offset += 1
        skipWhiteSpace()
        try key()
        try value()
      default: throw unexpected
      }
    }
    skipWhiteSpace()
    if next != nil { throw .syntax(JSONSyntaxFault(.trailingContent, at: offset)) }
  }

  /// Reads a value up to its end or, if it holds others, up to the end of the first of them.
  private mutating func value() throws(JSONError) {
    while true {
      tape?.countValue()
      switch next {
      case UInt8(ascii: "["):
        if try isEmpty(.array, closedBy: UInt8(ascii: "]")) { return }
      case UInt8(ascii: "{"):
        if try isEmpty(.object, closedBy: UInt8(ascii: "}")) { return }
        try key()
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "t"): return try literal("true")
      case UInt8(ascii: "f"): return try literal("false")
      case UInt8(ascii: "n"): return try literal("null")
      case UInt8(ascii: "-"): return try number()
      case let byte? where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte: return try number()
      default: throw unexpected
      }
    }
  }

  /// Enters an array or object, and leaves it at once if it is empty.
  private mutating func isEmpty(_ container: Container, closedBy end: UInt8) throws(JSONError) -> Bool {
    guard open.count < maximumDepth else { throw .depth(limit: maximumDepth) }
    tape?.open(bytes[offset])
    offset += 1
    skipWhiteSpace()
    if skip(end) {
      tape?.close(end)
      return true
    }
    open.append(container)
    return false
  }

  private mutating func key() throws(JSONError) {
    try string()
    skipWhiteSpace()
    guard skip(UInt8(ascii: ":")) else { throw unexpected }
    skipWhiteSpace()
  }

  private mutating func literal(_ name: StaticString) throws(JSONError) {
    tape?.append(literal: bytes[offset])
    for byte in UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount) {
      guard skip(byte) else { throw unexpected }
    }
  }

  private mutating func string() throws(JSONError) {
    guard skip(UInt8(ascii: "\"")) else { throw unexpected }
    tape?.beginString()
    // Where the bytes begin that stand for themselves.
    var start = offset
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        tape?.append(bytes[start..<offset])
        tape?.endString()
        offset += 1
        return
      case UInt8(ascii: "\\"):
        tape?.append(bytes[start..<offset])
        // Without a tape it is read too, to its end.
        let text = try escape()
        tape?.append(text.utf8)
        start = offset
      case 0..<0x20: throw .syntax(JSONSyntaxFault(.controlCharacter, at: offset))
      default: offset += 1
      }
    }
    throw unexpected
  }

  /// RFC 8259 section 7. A string is Unicode text, so surrogates come in pairs.
  private mutating func escape() throws(JSONError) -> String {
    let fault = JSONError.syntax(JSONSyntaxFault(.malformedEscape, at: offset))
    offset += 1
    switch next {
    case UInt8(ascii: "u"):
      offset += 1
      guard let first = codeUnit(), !UTF16.isTrailSurrogate(first) else { throw fault }
      guard UTF16.isLeadSurrogate(first) else { return String(decoding: [first], as: UTF16.self) }
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let second = codeUnit(),
        UTF16.isTrailSurrogate(second)
      else { throw fault }
      return String(decoding: [first, second], as: UTF16.self)
    case let byte?:
      guard let character = Self.escapes[byte] else { throw fault }
      offset += 1
      return character
    case nil: throw fault
    }
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func codeUnit() -> UInt16? {
    guard offset + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    offset += 4
    return unit
  }

  /// RFC 8259 section 6.
  private mutating func number() throws(JSONError) {
    let start = offset
    let fault = JSONError.syntax(JSONSyntaxFault(.malformedNumber, at: start))
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if skipDigits() > 0 { throw fault }
    } else if skipDigits() == 0 {
      throw fault
    }
    var isInteger = true
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      if skipDigits() == 0 { throw fault }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isInteger = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      if skipDigits() == 0 { throw fault }
    }
    let token = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger, let integer = Int64(token) {
      tape?.append(JSONElement.Tag.integer, UInt64(bitPattern: integer))
    } else if isInteger, let integer = UInt64(token) {
      tape?.append(JSONElement.Tag.unsigned, integer)
    } else if !isInteger, let number = Double(token), number.isFinite {
      tape?.append(JSONElement.Tag.number, number.bitPattern)
    } else {
      numbersOutOfRange.append(start..<offset)
    }
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
    return offset - start
  }

  private mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var unexpected: JSONError {
    .syntax(JSONSyntaxFault(next == nil ? .unexpectedEnd : .unexpectedCharacter, at: offset))
  }
}
