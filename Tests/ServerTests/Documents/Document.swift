import Testing
import NavtreeTestSupport

/// A document with generated parts.
struct Document {
  let path: String

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
