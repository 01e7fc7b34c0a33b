/// Cuts the bytes of a stream into the messages of the base protocol of LSP 3.17.
///
/// Header fields are separated by a line's end, and a blank line ends them; of those only `Content-Length` counts.
struct MessageSplitter {
  /// The most bytes of a message: a flow of 16 MiB, every byte of it escaped.
  static let most = 128 << 20
  /// The most bytes of the header of a message.
  static let mostHeader = 8 << 10

  enum Piece: Equatable {
    case message([UInt8])
    /// A sentence about bytes that aren't a message, which are left out.
    case fault(String)
  }

  private var buffer: [UInt8] = []
  private var start = 0
  /// The bytes of a message that is too long, which are still to come.
  private var skipped = 0

  init() {}

  mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next message; nil until there are more bytes.
  mutating func next() -> Piece? {
    if skipped > 0 {
      let count = min(skipped, buffer.count - start)
      start += count
      skipped -= count
      if skipped > 0 { return nil }
    }
    guard let header = header() else {
      guard buffer.count - start > Self.mostHeader else { return nil }
      start = buffer.count
      return .fault("a header of more than \(Self.mostHeader) bytes")
    }
    guard let length = Self.length(in: buffer[start..<header.end]) else {
      start = header.next
      return .fault("a header without a Content-Length of its own")
    }
    if length > Self.most {
      start = header.next
      skipped = length
      return .fault("a message of more than \(Self.most) bytes")
    }
    guard buffer.count - header.next >= length else { return nil }
    start = header.next + length
    return .message(Array(buffer[header.next..<header.next + length]))
  }

  /// The end of the header fields, and the byte after the blank line.
  private func header() -> (end: Int, next: Int)? {
    var line = start
    for index in start..<min(buffer.count, start + Self.mostHeader) where buffer[index] == 0x0A {
      let end = index > line && buffer[index - 1] == 0x0D ? index - 1 : index
      if end == line { return (line, index + 1) }
      line = index + 1
    }
    return nil
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let digits = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
      guard name == "content-length", !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) })
      else { continue }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }
}
