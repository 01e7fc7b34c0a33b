import NavtreeTestSupport
import Testing

/// A file of `Sources/NavtreeCTemplates` with the texts of a folder; `RECORD=1` writes it.
enum TextsInC {
  /// Each name with its text, as the elements of an array.
  static func elements(_ names: [String], text: (String) throws -> String) rethrows -> String {
    try names.map { name in
      let lines = try text(name).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return "  {\"\(name)\",\n" + lines.map { "    \"\($0)\\n\"" }.joined(separator: "\n") + "},\n"
    }.joined()
  }

  static func expect(
    _ source: String, in file: String, from folder: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let path = "\(Files.package)/Sources/NavtreeCTemplates/\(file)"
    guard Files.text(of: path) != source else { return }
    if Files.isRecording { Files.write(source, to: path) }
    Issue.record("\(file) differs from \(folder): RECORD=1 writes it", sourceLocation: sourceLocation)
  }
}
