/// A reader of JSON onto a tape in Swift alone, for platforms without simdjson.
///
/// The tape has simdjson's form, described in its doc/tape.md, so that its readers see no difference.
final class PlainTape {
  private typealias Tag = JSONElement.Tag

  private var tape: [UInt64] = []
  private var strings: [UInt8] = []
  private var containers: [Container] = []
  /// The place of the string that is read.
  private var start = 0
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
    tape.removeAll(keepingCapacity: true)
    strings.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    append(literal: UInt8(ascii: "r"))
    let scan: JSONSyntaxScan
    do {
      scan = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth, onto: self)
    } catch {
      if case .depth = error { throw .depth }
      throw .syntax
    }
    guard scan.numbersOutOfRange.isEmpty else { throw .number }
    tape[0] |= UInt64(tape.count)
    append(literal: UInt8(ascii: "r"))
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

  private func append(_ tag: UInt8, _ payload: Int) {
    tape.append(UInt64(tag) << 56 | UInt64(truncatingIfNeeded: payload))
  }

  func append(literal byte: UInt8) { append(byte, 0) }

  func append(_ tag: UInt8, _ number: UInt64) {
    append(tag, 0)
    tape.append(number)
  }

  /// Counts a value of the container that is open.
  func countValue() {
    if !containers.isEmpty { containers[containers.count - 1].count += 1 }
  }

  func open(_ byte: UInt8) {
    containers.append(Container(start: tape.count))
    append(byte, 0)
  }

  /// The first word of a container has its count, of 24 bits, and the index after its last word.
  func close(_ byte: UInt8) {
    guard let container = containers.popLast() else { return }
    append(byte, container.start)
    tape[container.start] |= UInt64(min(container.count, 0xFF_FFFF) << 32 | tape.count)
  }

  /// Begins a string, whose length stands before its bytes.
  func beginString() {
    append(Tag.string, strings.count)
    start = strings.count
    strings += [0, 0, 0, 0]
  }

  func append(_ text: some Collection<UInt8>) { strings += text }

  func endString() {
    let count = UInt32(strings.count - start - 4)
    withUnsafeBytes(of: count) { strings.replaceSubrange(start..<start + 4, with: $0) }
    strings.append(0)
  }
}
