import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText
import NavtreeYAML

/// The forms of a report about flows.
enum CheckFormat: String, OutputFormat {
  /// For people.
  case text
  /// As `flow.check` answers.
  case json
  /// SARIF 2.1.0, which code scanning takes.
  case sarif
  /// Workflow commands of GitHub Actions, which become annotations.
  case github

  static let standard = text
}

/// A checked flow, or a file of scenarios.
struct CheckedFile {
  let name: String
  /// The texts that were read, by number.
  let sources: [SourceText]
  /// Whether it is a part of a flow.
  let isPart: Bool
  /// The number of warnings that comments acknowledge.
  let acknowledgedCount: Int
  /// Whether it has no errors, nor warnings that count as such.
  let isFine: Bool
  /// Those that weren't told of a flow before it: flows may have parts in common.
  let diagnostics: [Diagnostic]

  /// A diagnostic, by its file's name.
  struct Report: Hashable {
    private let file: String
    private let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic, in file: String) {
      self.file = file
      var diagnostic = diagnostic
      diagnostic.location.file = 0
      self.diagnostic = diagnostic
    }
  }

  /// The text behind `ok`.
  var note: String {
    (isPart ? ", as a part: no flow that was checked includes it" : "")
      + (acknowledgedCount == 0 ? "" : ", \(acknowledgedCount) acknowledged")
  }

  /// The name of a diagnostic's file.
  func file(of diagnostic: Diagnostic) -> String {
    let number = Int(diagnostic.location.file)
    return sources[sources.indices.contains(number) ? number : 0].file
  }

  var report: DiagnosticReport {
    DiagnosticReport(
      diagnostics, in: sources, coloured: Console.isColoured(Console.output))
  }
}

extension CheckFormat {
  /// The report about flows, as text that ends with a line's end; empty if there is nothing to report.
  func report(_ files: [CheckedFile]) -> String {
    switch self {
    case .text:
      files.map {
        $0.report.text + ($0.isFine && !Console.isQuiet ? "\($0.name.escapingControls): ok\($0.note)\n" : "")
      }.joined()
    case .json: Self.json(files)
    case .sarif: Self.sarif(files)
    case .github:
      files.flatMap { file in file.diagnostics.map { Self.command($0, file.file(of: $0)) } }.joined()
    }
  }

  private static func json(_ files: [CheckedFile]) -> String {
    let answer: JSONObject = [
      "ok": .boolean(files.allSatisfy(\.isFine)),
      "diagnostics": .array(files.flatMap { $0.report.json.array ?? [] }),
    ]
    return "\(JSONValue.object(answer))\n"
  }

  // MARK: SARIF

  /// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>
  private static func sarif(_ files: [CheckedFile]) -> String {
    let rules = Set(files.flatMap { $0.diagnostics.map(\.code.rawValue) }).sorted()
    let results = files.flatMap { file in
      file.diagnostics.map { result($0, file.file(of: $0), rules) }
    }
    let driver: JSONObject = [
      "name": "navtree", "version": .string(Release.version),
      "rules": .array(rules.map { ["id": .string($0)] }),
    ]
    let run: JSONObject = [
      "tool": ["driver": .object(driver)], "columnKind": "unicodeCodePoints", "results": .array(results),
    ]
    let log: JSONObject = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [.object(run)],
    ]
    return "\(JSONValue.object(log))\n"
  }

  private static func result(_ diagnostic: Diagnostic, _ file: String, _ rules: [String]) -> JSONValue {
    let place = diagnostic.location
    let region: JSONObject = [
      "startLine": .integer(place.line), "startColumn": .integer(place.column),
      "endColumn": .integer(max(place.endColumn, place.column)),
    ]
    let location: JSONObject = [
      "artifactLocation": ["uri": .string(uri(of: file))], "region": .object(region),
    ]
    return [
      "ruleId": .string(diagnostic.code.rawValue),
      "ruleIndex": .integer(rules.firstIndex(of: diagnostic.code.rawValue) ?? 0),
      "level": .string(diagnostic.severity.rawValue), "message": ["text": .string(diagnostic.sentences)],
      "locations": [["physicalLocation": .object(location)]],
    ]
  }

  /// A path as a URI reference (RFC 3986, section 4.2).
  private static func uri(of path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    PercentEncoding.append(path, as: .path, to: &text)
    return text
  }

  // MARK: GitHub Actions

  private static func command(_ diagnostic: Diagnostic, _ file: String) -> String {
    let place = diagnostic.location
    return WorkflowCommand(
      diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue,
      [
        ("file", file), ("line", "\(place.line)"), ("col", "\(place.column)"),
        ("endColumn", "\(place.endColumn)"), ("title", diagnostic.code.rawValue),
      ], diagnostic.sentences
    ).line
  }
}

extension Diagnostic {
  /// The message, and the hint in a line of its own.
  fileprivate var sentences: String { hint.map { "\(message)\nhint: \($0)" } ?? message }
}
