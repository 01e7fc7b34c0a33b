package import NavtreeYAML

/// The findings that the author of a flow knows and keeps: `# explore: ignore KIND REASON`, at the end of the line that
/// the finding names, or alone above it.
package struct Acknowledgements: Sendable {
  package struct Entry: Sendable {
    /// A kind of finding, or the code of a warning.
    package let kind: String
    package let reason: String
    package let location: SourceLocation
    /// The line that it is about.
    let line: Int

    package func covers(_ kind: String, at location: SourceLocation) -> Bool {
      self.kind == kind && location.line == line && location.file == self.location.file
    }
  }

  package private(set) var all: [Entry] = []
  /// Warnings about comments that acknowledge nothing as they are.
  private var complaints: [Diagnostic] = []

  /// - Complexity: O(size of the files).
  init(in sources: [SourceText]) {
    for comment in sources.flatMap({ IgnoreComment.all(for: "explore", in: $0) }) { add(comment) }
  }

  private static let kinds = FindingKind.allCases.map(\.rawValue)
  private static let codes = DiagnosticCode.warnings.map(\.rawValue)

  private mutating func add(_ comment: IgnoreComment) {
    func complain(_ message: String, hint: Hint) {
      complaints.append(Diagnostic(.warning, .badIgnore, message, at: comment.location, hint: hint))
    }
    let all = Hint("the kinds are \(Self.kinds.joined(separator: ", ")), and the codes of warnings")
    guard let kind = comment.words.first.map(String.init) else {
      return complain("'explore: ignore' must name a kind of finding, and the reason", hint: all)
    }
    guard Self.kinds.contains(kind) || Self.codes.contains(kind) else {
      let near = Hint.spelling(kind, among: Self.kinds + Self.codes)
      return complain("no finding is called '\(kind)'", hint: near.map { Hint($0.text) } ?? all)
    }
    guard comment.words.count > 1 else {
      return complain(
        "'explore: ignore \(kind)' has no effect without a reason",
        hint: "write it behind the kind: # explore: ignore \(kind) REASON")
    }
    self.all.append(
      Entry(
        kind: kind, reason: comment.words.dropFirst().joined(separator: " "), location: comment.location,
        line: comment.line))
  }

  /// The reason for which a finding is acknowledged; nil if it isn't.
  package func reason(for kind: FindingKind, at location: SourceLocation?) -> String? {
    guard let location else { return nil }
    return all.first { $0.covers(kind.rawValue, at: location) }?.reason
  }

  /// Takes the acknowledged warnings out of those of a flow, and adds a warning for each comment that is wrong or that
  /// acknowledges no warning any more.
  ///
  /// - Returns: the acknowledged ones, as notes with the reasons.
  func apply(to diagnostics: inout [Diagnostic]) -> [Diagnostic] {
    var (told, notes) = ([Diagnostic](), [Diagnostic]())
    var unused = all.filter { Self.codes.contains($0.kind) }
    for diagnostic in diagnostics {
      func covers(_ entry: Entry) -> Bool { entry.covers(diagnostic.code.rawValue, at: diagnostic.location) }
      guard diagnostic.severity == .warning, let entry = all.first(where: covers) else {
        told.append(diagnostic)
        continue
      }
      unused.removeAll(where: covers)
      notes.append(
        Diagnostic(
          .note, diagnostic.code, diagnostic.message, at: diagnostic.location,
          hint: "ignored: \(entry.reason)"))
    }
    let stale = unused.map { entry in
      Diagnostic(
        .warning, .unusedIgnore, "'\(entry.kind)' isn't told of this line any more", at: entry.location,
        hint: "take the comment out")
    }
    if complaints.isEmpty, stale.isEmpty {
      diagnostics = told
    } else {
      diagnostics = (told + complaints + stale).sorted { $0.location.precedes($1.location) }
    }
    return notes
  }
}
