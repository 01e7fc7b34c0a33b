import NavtreeJSON
import NavtreeJSONReading

/// The events of a text that is JSON, for platforms without libyaml. They are those that libyaml has for it.
final class JSONEventReader {
  private enum Phase {
    case streamStart, documentStart, content, documentEnd, streamEnd
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var phase = Phase.streamStart
  private var cursor = TextCursor()
  /// The number of arrays and objects that haven't ended.
  private var depth = 0

  /// The bytes must outlive the reader.
  init(reading bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  func next(into event: inout YAMLEvent) throws(YAMLSyntaxError) {
    if phase != .content { event = YAMLEvent(start: mark, end: mark) }
    switch phase {
    case .streamStart:
      event.kind = .streamStart
      skip()
      phase = offset == bytes.count ? .streamEnd : .documentStart
    case .documentStart:
      try check()
      event.kind = .documentStart
      phase = .content
    case .content: content(into: &event)
    case .documentEnd:
      event.kind = .documentEnd
      phase = .streamEnd
    case .streamEnd: event.kind = .streamEnd
    }
  }

  /// Reads the text once for its faults, so that nothing is checked afterwards.
  private func check() throws(YAMLSyntaxError) {
    do {
      _ = try JSONValue(parsing: bytes)
    } catch {
      var place = 0
      if case .syntax(let fault) = error { place = fault.offset }
      advance(to: min(place, bytes.count))
      throw YAMLSyntaxError(
        problem: "this platform reads flows in JSON alone, as flow.get answers them, and \(error)",
        mark: mark, context: "", contextMark: nil, byte: nil,
        hint: "where there is YAML, navtree bundle FLOW -o app.navtree.json makes a bundle of it")
    }
  }

  private func content(into event: inout YAMLEvent) {
    skip()
    event.start = mark
    event.text = ""
    event.style = .flow
    guard offset < bytes.count else {
      event.kind = .documentEnd
      phase = .streamEnd
      return
    }
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      event.kind = byte == UInt8(ascii: "{") ? .mappingStart : .sequenceStart
      depth += 1
      advance(to: offset + 1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      event.kind = byte == UInt8(ascii: "}") ? .mappingEnd : .sequenceEnd
      depth -= 1
      advance(to: offset + 1)
    default:
      event.kind = .scalar
      scalar(into: &event, isString: byte == UInt8(ascii: "\""))
    }
    event.end = mark
    if depth == 0 { phase = .documentEnd }
  }

  private func scalar(into event: inout YAMLEvent, isString: Bool) {
    var end = offset + 1
    if isString {
      while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      end += 1
    } else {
      while end < bytes.count, !Self.ends.contains(bytes[end]) { end += 1 }
    }
    let token = bytes[offset..<end]
    event.style = isString ? .doubleQuoted : .plain
    event.text =
      (isString ? (try? JSONValue(parsing: token))?.string : nil) ?? String(decoding: token, as: UTF8.self)
    advance(to: end)
  }

  private static let ends = Set(",:]} \t\r\n".utf8)

  /// Skips white space, and what stands between values.
  private func skip() {
    var end = offset
    while end < bytes.count, Self.between.contains(bytes[end]) { end += 1 }
    advance(to: end)
  }

  private static let between = Set(",: \t\r\n".utf8)

  private var offset: Int { cursor.offset }
  private var mark: YAMLMark { cursor.mark }
  private func advance(to end: Int) { cursor.advance(to: end, in: bytes) }
}
