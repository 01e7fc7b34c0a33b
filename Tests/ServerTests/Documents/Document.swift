import Testing
import NavtreeTestSupport

/// A document with generated parts.
struct Document {
  let path: String

  /// Compares generated parts with their places, each in one of the pages, or writes them when the tests record.
  static func expect(_ parts: [GeneratedPart], in pages: [Document]) throws {
    var homeless = parts
    for page in pages {
      var text = try #require(Files.text(of: "\(Files.package)/\(page.path)"))
      homeless.removeAll { part in
        guard let written = part.put(into: text) else { return false }
        text = written
        return true
      }
      try page.expect(text)
    }
    #expect(homeless.map(\.name) == [], "no page has a place for these")
  }

  /// Compares the file with the expected text, or writes it when the tests record.
  func expect(_ text: String) throws {
    let file = "\(Files.package)/\(path)"
    let found = try #require(Files.text(of: file))
    guard found != text else { return }
    if Files.isRecording {
      Files.write(text, to: file)
      Issue.record("recorded \(path)")
      return
    }
    let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(lines, expected).prefix { $0 == $1 }.count
    Issue.record(
      "\(path):\(index + 1): should say \(index < expected.count ? expected[index] : "nothing more")")
  }
}
