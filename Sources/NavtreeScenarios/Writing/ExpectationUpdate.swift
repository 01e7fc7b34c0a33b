import NavtreeJSON
import NavtreeYAML

/// The expectations of a file that say `record`, filled in with what their steps do.
///
/// All other bytes of the file stay.
package struct ExpectationUpdate {
  /// A sentence about an expectation.
  package struct Note: Sendable {
    /// Its line in the text with what was written.
    package fileprivate(set) var line: Int
    /// The written value of `expect`, or the reason that it was left.
    package let text: String
  }

  /// The file's text with what was written.
  package private(set) var bytes: [UInt8]
  /// In the order of the file.
  package private(set) var written: [Note] = []
  package private(set) var left: [Note] = []

  /// A step with `expect: record`, and what was seen of it.
  private struct Target {
    let record: SourceLocation
    var seen: [(scenario: String, value: JSONObject)] = []
    /// The scenario that fails otherwise, so that it can't be written.
    var failed: (scenario: String, failure: ScenarioFailure)?

    var isClear: Bool { failed == nil && difference == nil }

    /// A sentence about two scenarios that differ in this step; nil if none do.
    var difference: String? {
      guard let first = seen.first, let other = seen.first(where: { $0.value != first.value }) else {
        return nil
      }
      return "it isn't the same in '\(first.scenario)' and '\(other.scenario)': give each its own step"
    }
  }

  private let file: ScenarioFile
  /// The lines that were added after a line.
  private var added: [(line: Int, count: Int)] = []
  private var targets: [SourceLocation: Target] = [:]

  /// Runs the scenarios that have something to record.
  package init(of file: ScenarioFile) {
    self.file = file
    bytes = file.source.bytes
    let runner = ScenarioRunner(file, observes: true)
    for scenario in file.scenarios {
      let steps = Self.steps(toRecordIn: scenario.given.part + scenario.steps)
      if steps.isEmpty { continue }
      for (step, record) in steps where targets[step] == nil { targets[step] = Target(record: record) }
      note(runner.run(scenario), steps.map(\.step))
    }
    let all = targets.values.sorted { $0.record.precedes($1.record) }
    // From the end on, so that the places before stay.
    for target in all.reversed() where target.isClear {
      if let value = target.seen.first?.value { replace(target.record, with: value) }
    }
    for target in all {
      let line = line(target.record)
      if let value = target.seen.first?.value, target.isClear {
        written.append(Note(line: line, text: YAMLText.line(.object(value))))
      } else if let (scenario, failure) = target.failed {
        let place = "\(file.name):\(self.line(failure.location)):\(failure.location.column)"
        left.append(Note(line: line, text: "'\(scenario)' fails otherwise, at \(place): \(failure.message)"))
      } else if let difference = target.difference {
        left.append(Note(line: line, text: difference))
      }
    }
  }

  /// The line of a place in the text with what was written.
  private func line(_ place: SourceLocation) -> Int {
    added.reduce(place.line) { line, added in added.line < place.line ? line + added.count : line }
  }

  /// The places of the steps that say `record`, and those of the word.
  ///
  /// Recursion is bounded by the nesting of parts.
  private static func steps(toRecordIn steps: [Step]) -> [(step: SourceLocation, record: SourceLocation)] {
    steps.flatMap { step in
      var found: [(step: SourceLocation, record: SourceLocation)] = []
      if case .part(_, let steps) = step.verb { found = self.steps(toRecordIn: steps) }
      if let expect = step.expect, expect.isToBeRecorded { found.append((step.location, expect.location)) }
      return found
    }
  }

  private mutating func note(_ result: ScenarioResult, _ steps: [SourceLocation]) {
    if let failure = result.failures.first {
      for step in steps { targets[step]?.failed = (result.name, failure) }
      return
    }
    for step in result.steps {
      guard targets[step.location] != nil, let seen = step.observation else { continue }
      targets[step.location]?.seen.append((result.name, seen.expectation))
    }
  }

  // MARK: The text

  /// Puts a value in the place of the word; in lines of its own if it is too long for one.
  private mutating func replace(_ place: SourceLocation, with value: JSONObject) {
    let line = file.source.bytes(ofLine: place.line - 1)
    let start = Self.index(ofScalar: place.column - 1, in: line)
    let end = Self.index(ofScalar: place.endColumn - 1, in: line)
    let head = line[..<start]
    let text = YAMLText.line(.object(value))
    let isAlone =
      Self.isBlock(head) && !line[end...].contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
    guard isAlone, head.count + text.utf8.count > YAMLText.width else {
      bytes.replaceSubrange(start..<end, with: text.utf8)
      return
    }
    let indent = head.count - Self.key.count - 1
    let block = String(
      YAMLText.member("expect", .object(value), indent: indent, isBroken: true).dropFirst(Self.key.count))
    added.append((place.line, block.utf8.count { $0 == UInt8(ascii: "\n") }))
    let isWindows = line.endIndex + 1 < bytes.count && file.source.bytes[line.endIndex] == UInt8(ascii: "\r")
    let lines = isWindows ? block.replacing("\n", with: "\r\n") : block
    bytes.replaceSubrange(start - 1..<end, with: lines.utf8)
  }

  private static let key = "expect:"

  /// Whether a line's start is the key of a map whose members have lines of their own, perhaps the first of a list's item.
  private static func isBlock(_ head: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasSuffix("\(key) ") else { return false }
    return text.dropLast(key.count + 1).allSatisfy { $0 == " " || $0 == "-" }
  }

  /// The index of a Unicode scalar in a line's bytes.
  private static func index(ofScalar number: Int, in line: ArraySlice<UInt8>) -> Int {
    var index = line.startIndex
    for _ in 0..<number where index < line.endIndex {
      index += 1
      while index < line.endIndex, line[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }
}
