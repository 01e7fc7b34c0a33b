/// A reader of JSON onto a tape in Swift alone, for platforms without simdjson.
///
/// The tape has simdjson's form, described in its doc/tape.md, so that its readers see no difference.
final class PlainTape {
  private typealias Tag = JSONElement.Tag

  private var tape: [UInt64] = []
  private var strings: [UInt8] = []
  /// Copies at addresses that stay until the next text is read.
  private var kept: (tape: UnsafeMutablePointer<UInt64>, strings: UnsafeMutablePointer<UInt8>)?
  private let maximumDepth: Int

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
  }

  deinit { release() }

  private func release() {
    kept?.tape.deallocate()
    kept?.strings.deallocate()
    kept = nil
  }

  /// Reads one value, valid until the next one is read.
  ///
  /// - Complexity: O(*n*)
  func read(_ bytes: UnsafeRawBufferPointer) throws(TapeFault) -> JSONElement {
    release()
    guard bytes.count <= Int(UInt32.max) / 4 else { throw .capacity }
    guard Self.isUTF8(bytes) else { throw Self.hasBrokenString(bytes) ? .syntax : .utf8 }
    let scan: JSONSyntaxScan
    do {
      scan = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth)
    } catch {
      if case .depth = error { throw .depth }
      throw .syntax
    }
    guard scan.numbersOutOfRange.isEmpty else { throw .number }
    tape.removeAll(keepingCapacity: true)
    strings.removeAll(keepingCapacity: true)
    write(bytes)
    let tape = UnsafeMutablePointer<UInt64>.allocate(capacity: tape.count)
    tape.initialize(from: self.tape, count: self.tape.count)
    // Nothing may be empty: an empty text has an address too.
    strings.append(0)
    let strings = UnsafeMutablePointer<UInt8>.allocate(capacity: strings.count)
    strings.initialize(from: self.strings, count: self.strings.count)
    kept = (tape, strings)
    return JSONElement(tape: tape, strings: strings, index: 1)
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Whether a string doesn't end, or holds a control character: of two faults simdjson tells this one before UTF-8.
  private static func hasBrokenString(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString, byte < 0x20 { return true }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
    }
    return isInString
  }

  // MARK: Writing

  /// An array or object that hasn't ended.
  private struct Container {
    /// The index of its first word.
    let start: Int
    var count = 0
  }

  /// Writes a text that was scanned: nothing of its grammar is checked again.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    var open: [Container] = []
    var isKey = false
    var offset = 0
    tape.append(word(UInt8(ascii: "r"), 0))
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"): offset += 1
      case UInt8(ascii: ","):
        offset += 1
        isKey = open.last.map { isObject($0) } ?? false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        offset += 1
        if let container = open.popLast() { close(container, byte) }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        offset += 1
        count(in: &open)
        open.append(Container(start: tape.count))
        tape.append(word(byte, 0))
        isKey = byte == UInt8(ascii: "{")
      case UInt8(ascii: "\""):
        if isKey { isKey = false } else { count(in: &open) }
        offset = writeString(bytes, offset + 1)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        count(in: &open)
        tape.append(word(byte, 0))
        offset += byte == UInt8(ascii: "f") ? 5 : 4
      default:
        count(in: &open)
        offset = writeNumber(bytes, offset)
      }
    }
    tape[0] = word(UInt8(ascii: "r"), tape.count)
    tape.append(word(UInt8(ascii: "r"), 0))
  }

  private func word(_ tag: UInt8, _ payload: Int) -> UInt64 {
    UInt64(tag) << 56 | UInt64(truncatingIfNeeded: payload)
  }

  private func isObject(_ container: Container) -> Bool {
    tape[container.start] >> 56 == UInt64(Tag.object)
  }

  private func count(in open: inout [Container]) {
    if !open.isEmpty { open[open.count - 1].count += 1 }
  }

  /// The first word of a container has its count, of 24 bits, and the index after its last word.
  private func close(_ container: Container, _ end: UInt8) {
    tape.append(word(end, container.start))
    let tag = UInt8(truncatingIfNeeded: tape[container.start] >> 56)
    tape[container.start] = word(tag, min(container.count, 0xFF_FFFF) << 32 | tape.count)
  }

  private func writeNumber(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        end += 1
        continue
      default: break
      }
      break
    }
    let token = String(decoding: bytes[start..<end], as: UTF8.self)
    if let integer = Int(token) {
      tape += [word(Tag.integer, 0), UInt64(bitPattern: Int64(integer))]
    } else if let unsigned = UInt64(token) {
      tape += [word(Tag.unsigned, 0), unsigned]
    } else {
      tape += [word(Tag.number, 0), (Double(token) ?? 0).bitPattern]
    }
    return end
  }

  /// Writes a string whose first byte has this offset, and returns the offset after its closing quote.
  private func writeString(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    let place = strings.count
    tape.append(word(Tag.string, place))
    strings += [0, 0, 0, 0]
    var offset = start
    while bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\") {
        offset = writeEscape(bytes, offset + 1)
      } else {
        strings.append(bytes[offset])
        offset += 1
      }
    }
    let count = UInt32(strings.count - place - 4)
    for index in 0..<4 { strings[place + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
    // The length stands in the order of the machine.
    if count.littleEndian != count { strings[place..<place + 4].reverse() }
    strings.append(0)
    return offset + 1
  }

  private func writeEscape(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "b"): strings.append(0x08)
    case UInt8(ascii: "f"): strings.append(0x0C)
    case UInt8(ascii: "n"): strings.append(0x0A)
    case UInt8(ascii: "r"): strings.append(0x0D)
    case UInt8(ascii: "t"): strings.append(0x09)
    case UInt8(ascii: "u"):
      var units = [Self.unit(bytes, offset + 1)]
      var end = offset + 5
      if UTF16.isLeadSurrogate(units[0]) {
        units.append(Self.unit(bytes, end + 2))
        end += 6
      }
      strings += Array(String(decoding: units, as: UTF16.self).utf8)
      return end
    default: strings.append(bytes[offset])
    }
    return offset + 1
  }

  private static func unit(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
    bytes[offset..<offset + 4].reduce(0) { unit, byte in
      unit << 4 | UInt16(Character(Unicode.Scalar(byte)).hexDigitValue ?? 0)
    }
  }
}
