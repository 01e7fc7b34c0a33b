import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A mistake in a flow that is otherwise right, with its whole answer.
struct Mistake: CustomTestStringConvertible, Sendable {
  /// The change, as the table writes it.
  let name: String
  let bytes: [UInt8]
  /// What its author meant.
  let meant: [UInt8]

  var testDescription: String { name }
}

/// A table of `Specs/mistakes`: rows of `### OLD => NEW`, each above its answer. The mistake is that NEW stands
/// in place of the first OLD of `base.navtree.yaml`; ` ==> MEANT` behind it is the text that was meant where that isn't
/// OLD. A row of `### LINE SPACES` moves a line.
struct MistakeTable: CustomTestStringConvertible, Sendable {
  static let folder = "\(Files.package)/Specs/mistakes"
  static let suffix = ".table"
  static let base = Files.text(of: "\(folder)/base.navtree.yaml") ?? ""

  let name: String

  var testDescription: String { name }
  var path: String { "\(Self.folder)/\(name)\(Self.suffix)" }

  static let all = Files.names(in: folder, endingIn: suffix).map {
    MistakeTable(name: String($0.dropLast(suffix.count)))
  }

  /// The rows in order, each with its answer.
  private var parts: [(name: String, answer: String)] {
    var parts: [(name: String, answer: String)] = []
    for line in (Files.text(of: path) ?? "").split(separator: "\n") {
      if line.hasPrefix("### ") {
        parts.append((String(line.dropFirst(4)), ""))
      } else if let last = parts.indices.last {
        parts[last].answer += line + "\n"
      }
    }
    return parts
  }

  var rows: [String] { parts.map(\.name) }
  var answers: [String: String] { Dictionary(parts.map { ($0.name, $0.answer) }) { first, _ in first } }
  var mistakes: [Mistake] { get throws { try rows.map(mistake) } }

  private func mistake(_ row: String) throws -> Mistake {
    let numbers = row.split(separator: " ").compactMap { Int($0) }
    if numbers.count == 2, !row.contains("=>") { return Self.moving(line: numbers[0], by: numbers[1]) }
    let sides = row.split(separator: " => ", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(sides.count == 2, "\(row)")
    let old = Self.unescaped(sides[0])
    let range = try #require(Self.base.firstRange(of: old), "\(row)")
    let texts = sides[1].split(separator: " ==> ", maxSplits: 1, omittingEmptySubsequences: false)
      .map { Array(Self.base.replacingCharacters(in: range, with: Self.unescaped($0)).utf8) }
    return Mistake(name: row, bytes: texts[0], meant: texts.count == 2 ? texts[1] : Array(Self.base.utf8))
  }

  /// A line, counted from 1, indented by so many spaces more.
  static func moving(line: Int, by delta: Int) -> Mistake {
    var lines = base.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines[line - 1]
    lines[line - 1] =
      delta > 0 ? Substring(String(repeating: " ", count: delta) + text) : text.dropFirst(-delta)
    return Mistake(
      name: "\(line) \(delta)", bytes: Array(lines.joined(separator: "\n").utf8), meant: Array(base.utf8))
  }

  /// `\n`, `\t` and `\u{…}` stand for what they mean in Swift.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let index = rest.firstIndex(of: "\\") {
      result += rest[..<index]
      rest = rest[rest.index(after: index)...]
      switch rest.popFirst() {
      case "n": result += "\n"
      case "t": result += "\t"
      case "u":
        let end = rest.firstIndex(of: "}") ?? rest.startIndex
        let digits = rest[..<end].dropFirst()
        rest = rest[end...].dropFirst()
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
          result.unicodeScalars.append(scalar)
        }
      case let other?: result.append(other)
      case nil: break
      }
    }
    return result + rest
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

/// Mistakes at each place where they can be made, and what applying the hints leaves.
@Suite struct MistakeTests {
  private static let file = "mail.navtree.yaml"

  static func answer(_ outcome: FlowLoader.Outcome) -> String {
    DiagnosticReport(outcome.diagnostics, in: outcome.source).text
  }

  /// The report of each diagnostic, and a mark where its hint is no edit.
  static func marked(_ outcome: FlowLoader.Outcome) -> String {
    outcome.diagnostics.map { diagnostic in
      DiagnosticReport([diagnostic], in: outcome.source).text
        + (diagnostic.hint != nil && diagnostic.fix == nil ? "  (no edit)\n" : "")
    }.joined()
  }

  @Test func theBaseIsRight() {
    let outcome = FlowLoader.load(Array(MistakeTable.base.utf8), file: Self.file, isStrict: true)
    #expect(Self.answer(outcome) == "")
  }

  @Test func thereAreEnoughMistakes() throws {
    let rows = MistakeTable.all.reduce(0) { $0 + $1.rows.count }
    #expect(rows + DiagnosticTests.names.count >= 250)
  }

  @Test(arguments: MistakeTable.all) func aMistakeIsToldWithALineToType(table: MistakeTable) throws {
    let expected = table.answers
    var text = ""
    // In debug every third one: most of them are loaded many times, in search of what mends them.
    let step = Files.isRecording ? 1 : rounds(1, inDebug: 3)
    let mistakes = try table.mistakes
    for mistake in stride(from: 0, to: mistakes.count, by: step).map({ mistakes[$0] }) {
      let outcome = FlowLoader.load(mistake.bytes, file: Self.file)
      let answer = Self.marked(outcome)
      #expect(answer != "", "\(mistake.name) is no mistake")
      if !Files.isRecording { #expect(answer == expected[mistake.name]) }
      text += "### \(mistake.name)\n\(answer)\n"
      try Self.checkFixes(outcome, mistake)
    }
    if Files.isRecording, Files.text(of: table.path) != text {
      Files.write(text, to: table.path)
      Issue.record("recorded \(table.name); look at it, and run again")
    }
  }

  @Test(arguments: DiagnosticTests.names) func theHintOfAWrongFlowLeavesNoNewError(name: String) throws {
    let outcome = try #require(DiagnosticTests.outcome(of: name))
    try Self.checkFixes(
      outcome, Mistake(name: name, bytes: outcome.source.bytes, meant: []),
      parts: FlowFile.parts(in: DiagnosticTests.folder))
  }

  /// The other lines that a hint names: `so in lines 12, 14`.
  private static func toldLines(_ hint: String) -> [Int] {
    guard let start = hint.firstRange(of: "so in line") else { return [] }
    return hint[start.upperBound...].split { !$0.isNumber }.compactMap { Int($0) }
  }

  /// Applies each hint that is an edit: its error is gone, and no other has come.
  static func checkFixes(
    _ outcome: FlowLoader.Outcome, _ mistake: Mistake, parts: @escaping PartReader = PartFault.reader
  ) throws {
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    for diagnostic in outcome.diagnostics {
      guard let fix = diagnostic.fix else { continue }
      let source = outcome.sources[Int(diagnostic.location.file)]
      let text = fix.applied(to: source)
      let isPart = source.number > 0
      let mended = FlowLoader.load(isPart ? outcome.source.bytes : text, file: outcome.source.file) { path in
        isPart && path == source.file ? .success(text) : parts(path)
      }
      let left = mended.diagnostics.filter { $0.severity == .error }
      let known = Set(errors.map { "\($0.code) \($0.message)" })
      let told = toldLines(diagnostic.hint ?? "")
      let added = left.filter { error in
        // One diagnostic tells of all places where a name is missing; the edit mends the first.
        !known.contains("\(error.code) \(error.message)")
          && !(error.code == diagnostic.code && told.contains(error.location.line))
      }
      #expect(
        DiagnosticReport(added, in: mended.sources).text == "", "\(mistake.name): \(diagnostic.hint ?? "")")
      let isThere = left.contains {
        ($0.code, $0.message, $0.location) == (diagnostic.code, diagnostic.message, diagnostic.location)
      }
      #expect(!isThere, "\(mistake.name): '\(diagnostic.message)' stays after \(diagnostic.hint ?? "")")
    }
  }
}
