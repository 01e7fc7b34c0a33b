package import NavtreeYAML

/// The outcome of a run over files of scenarios and transcripts.
package struct TestRun: Sendable {
  package enum Entry: Sendable {
    case scenario(ScenarioResult)
    /// A scenario that wasn't run, since one before it failed.
    case skipped(ScenarioResult)
    case wrongFile(WrongFile)
  }

  /// In the order of the run.
  package var entries: [Entry] = []
  /// In milliseconds since 1970.
  package var start = 0
  /// In nanoseconds.
  package var duration = 0
  /// The seed of the order; nil for the order of the files.
  package var seed: UInt64?

  package init() {}

  /// The scenarios that were run.
  package var results: [ScenarioResult] {
    entries.compactMap { if case .scenario(let result) = $0 { result } else { nil } }
  }

  package var wrongFiles: [WrongFile] {
    entries.compactMap { if case .wrongFile(let file) = $0 { file } else { nil } }
  }

  package var counts: Counts { entries.reduce(into: Counts()) { $0.add($1) } }

  /// How many scenarios and files there are of each outcome.
  package struct Counts: Sendable, Equatable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var skipped = 0
    /// The wrong files.
    package private(set) var wrong = 0

    package init() {}

    package mutating func add(_ entry: Entry) {
      switch entry {
      case .scenario(let result): if result.hasPassed { passed += 1 } else { failed += 1 }
      case .skipped: skipped += 1
      case .wrongFile: wrong += 1
      }
    }

    package var all: Int { passed + failed + skipped + wrong }
    package var haveAllPassed: Bool { failed == 0 && wrong == 0 }

    /// Such as `3 passed, 1 failed`.
    package var sentence: String {
      var parts = ["\(passed) passed"]
      if failed > 0 { parts.append("\(failed) failed") }
      if skipped > 0 { parts.append("\(skipped) not run") }
      if wrong > 0 { parts.append(wrong == 1 ? "1 file wrong" : "\(wrong) files wrong") }
      return parts.joined(separator: ", ")
    }
  }
}

/// A file that is wrong, so that nothing in it is run.
package struct WrongFile: Sendable {
  package let name: String
  /// Empty for a file that can't be read.
  package let diagnostics: [Diagnostic]
  /// The texts that the diagnostics are about, by number.
  package let sources: [SourceText]
  /// Why it can't be read or run; nil where diagnostics tell it.
  package let reason: String?

  package init(name: String, diagnostics: [Diagnostic], sources: [SourceText]) {
    self.name = name
    self.diagnostics = diagnostics
    self.sources = sources
    reason = nil
  }

  package init(name: String, reason: String) {
    self.name = name
    self.reason = reason
    diagnostics = []
    sources = []
  }

  /// The errors for people, as `navtree check` writes them.
  package func text(coloured isColoured: Bool = false) -> String {
    if let reason { return "\(name): \(reason)\n" }
    return DiagnosticReport(diagnostics, in: sources, coloured: isColoured).text
  }

  /// The first error as a sentence.
  package var message: String {
    reason ?? (diagnostics.first { $0.severity == .error } ?? diagnostics.first)?.message
      ?? "the file is wrong"
  }
}
