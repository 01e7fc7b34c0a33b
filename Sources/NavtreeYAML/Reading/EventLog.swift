/// The events of a text, as a bundle keeps them for platforms without libyaml.
///
/// Each event is three numbers: its code, the bytes from the start of the event before it to its own, and its
/// length in bytes. What doesn't stand in the text as it is read stands among the strings.
package struct EventLog: Sendable {
  package private(set) var numbers: [Int32] = []
  package private(set) var strings: [String] = []

  /// A code: a kind, a style, and which strings the event has.
  struct Code {
    static let kinds: [YAMLEvent.Kind] = [
      .scalar, .mappingStart, .mappingEnd, .sequenceStart, .sequenceEnd, .alias,
    ]
    var kind = YAMLEvent.Kind.scalar
    var style = YAMLStyle.plain
    /// Whether the text, an anchor and a tag are among the strings.
    var has = (text: false, anchor: false, tag: false)

    init(_ event: YAMLEvent, hasText: Bool) {
      kind = event.kind
      style = event.style
      has = (hasText, event.anchor != nil, event.tag != nil)
    }

    init?(_ number: Int32) {
      guard (0..<512).contains(number), let style = YAMLStyle(rawValue: UInt8(number >> 3 & 7)),
        Self.kinds.indices.contains(Int(number & 7))
      else { return nil }
      kind = Self.kinds[Int(number & 7)]
      self.style = style
      has = (number & 64 != 0, number & 128 != 0, number & 256 != 0)
    }

    var number: Int32 {
      var number = Int32(Self.kinds.firstIndex(of: kind) ?? 0) | Int32(style.rawValue) << 3
      if has.text { number |= 64 }
      if has.anchor { number |= 128 }
      if has.tag { number |= 256 }
      return number
    }

    var stringCount: Int { (has.text ? 1 : 0) + (has.anchor ? 1 : 0) + (has.tag ? 1 : 0) }
  }

  /// The events of a text that can be composed.
  ///
  /// - Complexity: O(size of the text)
  package init(of source: SourceText) {
    source.withText { bytes in
      var reader = YAMLEventReader(reading: bytes, log: source.events)
      var start = TextCursor()
      var event = YAMLEvent()
      while event.kind != .streamEnd, (try? reader.next(into: &event)) != nil {
        guard Code.kinds.contains(event.kind) else { continue }
        let before = start.offset
        start.advance(to: event.start, in: bytes)
        var end = start
        end.advance(to: event.end, in: bytes)
        let isText = event.kind == .scalar || event.kind == .alias
        let isGiven =
          isText && Self.text(bytes, start.offset..<end.offset, event.kind, event.style) != event.text
        numbers += [
          Code(event, hasText: isGiven).number, Int32(clamping: start.offset - before),
          Int32(clamping: end.offset - start.offset),
        ]
        if isGiven { strings.append(event.text) }
        if let anchor = event.anchor { strings.append(anchor) }
        if let tag = event.tag { strings.append(tag) }
      }
    }
  }

  /// Takes what a file says; nil for what no text of that many bytes has, such as a map that never ends.
  ///
  /// - Complexity: O(*n*)
  package init?(_ numbers: [Int32], _ strings: [String], ofText size: Int) {
    /// The number of nodes in each map or list that hasn't ended.
    var open: [(isMap: Bool, count: Int)] = []
    var roots = 0
    var stringCount = 0
    var left = size + 1
    guard numbers.count.isMultiple(of: 3) else { return nil }
    for index in stride(from: 0, to: numbers.count, by: 3) {
      let (gap, length) = (Int(numbers[index + 1]), Int(numbers[index + 2]))
      guard let code = Code(numbers[index]), gap >= 0, length >= 0, gap <= left, length <= left - gap
      else { return nil }
      left -= gap
      stringCount += code.stringCount
      if code.kind == .mappingEnd || code.kind == .sequenceEnd {
        guard let last = open.popLast(), last.isMap == (code.kind == .mappingEnd),
          !last.isMap || last.count.isMultiple(of: 2)
        else { return nil }
        continue
      }
      if open.isEmpty { roots += 1 } else { open[open.count - 1].count += 1 }
      if code.kind != .scalar, code.kind != .alias { open.append((code.kind == .mappingStart, 0)) }
    }
    guard open.isEmpty, roots == 1, stringCount == strings.count else { return nil }
    self.numbers = numbers
    self.strings = strings
  }

  /// The content of a scalar, or the name of an alias, that stands in the text as it is read; nil for one that
  /// can't.
  static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ kind: YAMLEvent.Kind, _ style: YAMLStyle
  ) -> String? {
    var written = bytes[range.clamped(to: bytes.indices)]
    switch style {
    case _ where kind == .alias: written = written.dropFirst()
    case .plain: break
    case .singleQuoted, .doubleQuoted: written = written.dropFirst().dropLast()
    case .literal, .folded, .block, .flow: return nil
    }
    return String(decoding: written, as: UTF8.self)
  }
}

/// The reader of the events that a log keeps of a text.
final class EventLogReader {
  private let log: EventLog
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var stringIndex = 0
  private var start = TextCursor()
  private var isStarted = false
  private var isInDocument = false

  /// The bytes must outlive the reader.
  init(_ log: EventLog, of bytes: UnsafeBufferPointer<UInt8>) {
    self.log = log
    self.bytes = bytes
  }

  func next(into event: inout YAMLEvent) {
    guard isInDocument, index < log.numbers.count, let code = EventLog.Code(log.numbers[index]) else {
      event = YAMLEvent()
      event.kind = !isStarted ? .streamStart : index < log.numbers.count ? .documentStart : .streamEnd
      isInDocument = isStarted
      isStarted = true
      return
    }
    start.advance(to: start.offset + Int(log.numbers[index + 1]), in: bytes)
    var end = start
    end.advance(to: start.offset + Int(log.numbers[index + 2]), in: bytes)
    index += 3
    event.kind = code.kind
    event.style = code.style
    event.start = start.mark
    event.end = end.mark
    event.text =
      code.has.text
      ? string() : EventLog.text(bytes, start.offset..<end.offset, code.kind, code.style) ?? ""
    event.anchor = code.has.anchor ? string() : nil
    event.tag = code.has.tag ? string() : nil
  }

  private func string() -> String {
    defer { stringIndex += 1 }
    return log.strings[stringIndex]
  }
}
