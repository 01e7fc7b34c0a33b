internal import NavtreeText

/// The page of reports and of the inspector: the built page with lines in its block of data.
package struct ReportPage {
  private let template: [UInt8]

  /// - Parameter template: the page as `make inspector` builds it.
  package init(template: [UInt8]) {
    self.template = template
  }

  /// The place of the lines in the template.
  private static let place = Array("@lines@".utf8)
  /// The part of the page's policy that forbids connections.
  private static let unconnected = Array("connect-src 'none'".utf8)
  private static let connected = Array("connect-src 'self'".utf8)

  /// Writes the page with lines, which opens without a network.
  ///
  /// More than `plainCount` bytes are written as gzip in base64, which has no character that needs an escape.
  ///
  /// - Parameter lines: chunks of complete lines.
  package func write(_ lines: [[UInt8]], _ sink: ([UInt8]) throws -> Void) rethrows {
    let place = template.firstRange(of: Self.place) ?? template.endIndex..<template.endIndex
    try sink(Array(template[..<place.lowerBound]))
    if lines.reduce(0, { $0 + $1.count }) > Self.plainCount {
      let gzip = GzipText()
      for chunk in lines { try gzip.write(chunk, sink) }
      try gzip.write([], isLast: true, sink)
    } else {
      for chunk in lines { try sink(Self.escaped(chunk)) }
    }
    try sink(Array(template[place.upperBound...]))
  }

  /// The bytes of lines that are written as they are, so that short reports can be read and searched as text.
  static let plainCount = 1 << 17

  /// The page that asks its own server for lines.
  package var live: [UInt8] {
    replacing(Self.unconnected, with: Self.connected, in: replacing(Self.place, with: [], in: template))
  }

  /// The policy of the live page, which its server sends too.
  package var livePolicy: String {
    let live = live
    let start = Array(#"http-equiv="Content-Security-Policy" content=""#.utf8)
    guard let range = live.firstRange(of: start), let end = live[range.upperBound...].firstIndex(of: 0x22)
    else { return "default-src 'none'" }
    return String(decoding: live[range.upperBound..<end], as: UTF8.self)
  }

  private func replacing(_ part: [UInt8], with other: [UInt8], in text: [UInt8]) -> [UInt8] {
    guard let range = text.firstRange(of: part) else { return text }
    return Array(text[..<range.lowerBound]) + other + text[range.upperBound...]
  }

  /// JSON without a character that HTML or a script could take for its own, or that would deceive a reader of the file.
  private static func escaped(_ lines: [UInt8]) -> [UInt8] {
    let escaped = String(decoding: lines, as: UTF8.self).replacingScalars { scalar in
      scalar == "<" || scalar.isDeceptive && scalar != "\n" ? scalar.escape : nil
    }
    return Array(escaped.utf8)
  }
}
