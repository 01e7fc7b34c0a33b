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

  /// A page with lines, which opens without a network.
  package func text(_ lines: [UInt8]) -> [UInt8] {
    replacing(Self.place, with: Self.escaped(lines), in: template)
  }

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

  /// JSON without a character that HTML could take for its own.
  private static func escaped(_ lines: [UInt8]) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(lines.count + lines.count / 64)
    for byte in lines {
      if byte == UInt8(ascii: "<") { escaped += Array("\\u003c".utf8) } else { escaped.append(byte) }
    }
    return escaped
  }
}
