import NavtreeEngine
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// A failed scenario as text for people: its steps, what was expected and what came, the rules that were met,
/// what was owed, the screens, and the command that runs it again.
package struct FailureStory {
  private let result: ScenarioResult
  private let command: String?
  private let isColoured: Bool

  /// The steps shown before the one that failed.
  private static let steps = 8
  /// The members shown of one expectation.
  private static let differences = 40
  /// The rules shown that a refused action met.
  private static let rules = 12
  /// The characters shown of one value.
  private static let width = 600

  /// - Parameter command: runs the scenario again; nil where there is none.
  package init(_ result: ScenarioResult, command: String? = nil, coloured isColoured: Bool = false) {
    self.result = result
    self.command = command
    self.isColoured = isColoured
  }

  package var text: String {
    var lines = [
      "\(paint("FAILED", .boldRed)) \(paint(Self.visible(Self.cut(result.name, to: 160)), .bold))  "
        + paint("\(file):\(result.location.line):\(result.location.column)", .dim)
    ]
    lines += stepLines
    for failure in result.failures { lines += [""] + self.lines(of: failure) }
    if let scene = result.scene { lines += [""] + self.lines(of: scene) }
    if let command { lines += ["", "  run it again: \(Self.visible(command))"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var file: String { Self.visible(result.file) }

  private var stepLines: [String] {
    let shown = result.steps.suffix(Self.steps + 1)
    let left = result.steps.count - shown.count
    var lines = left == 0 ? [] : [paint("  … \(left == 1 ? "1 step" : "\(left) steps") before", .dim)]
    for step in shown {
      let parts = step.parts.map { "\($0): " }.joined()
      let place = paint(
        "\(step.hasPassed ? "" : file):\(step.location.line):\(step.location.column)", .dim)
      let sentence = Self.visible(parts + Self.cut(step.sentence, to: 160))
      lines.append(
        "  \(paint(step.hasPassed ? "+" : "-", step.hasPassed ? .green : .red)) \(sentence)  \(place)")
      lines += step.changes.map { paint("      \($0)", .dim) }
    }
    return lines
  }

  private func lines(of failure: ScenarioFailure) -> [String] {
    let place = "\(file):\(failure.location.line):\(failure.location.column):"
    var lines = [
      "  \(paint(place, .bold)) \(paint(failure.kind, .boldRed)): \(Self.visible(failure.message))"
    ]
    if failure.differences.contains(where: { $0.expected != nil && $0.actual != nil && !$0.isWithheld }) {
      lines.append("    \(paint("- expected", .red)), \(paint("+ actual", .green))")
    }
    for difference in failure.differences.prefix(Self.differences) { lines += self.lines(of: difference) }
    let left = failure.differences.count - Self.differences
    if left > 0 { lines.append("      … \(left) more") }
    if let hint = failure.hint { lines.append("    \(paint("hint:", .bold)) \(Self.visible(hint))") }
    return lines
  }

  private func lines(of difference: ScenarioFailure.Difference) -> [String] {
    if let expected = difference.expected?.string, let actual = difference.actual?.string,
      expected.contains("\n") || actual.contains("\n")
    {
      return LineDifference(Self.lines(of: expected), Self.lines(of: actual)).lines.map { side, text in
        let text = Self.visible(String(text))
        switch side {
        case .both: return paint("      \(text)", .dim)
        case .first: return paint("    - \(text)", .red)
        case .second: return paint("    + \(text)", .green)
        }
      }
    }
    let pointer = difference.pointer.isEmpty ? "" : "\(difference.pointer): "
    if difference.isWithheld { return ["      \(pointer)\(ScenarioFailure.Difference.withheld)"] }
    return [
      difference.expected.map { paint("    - \(pointer)\(Self.text(of: $0))", .red) },
      difference.actual.map { paint("    + \(pointer)\(Self.text(of: $0))", .green) },
    ].compactMap(\.self)
  }

  private static func lines(of text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private func lines(of scene: ScenarioResult.Scene) -> [String] {
    var lines: [String] = []
    if !scene.rules.isEmpty {
      lines.append("  rules that were tried:")
      for rule in scene.rules.prefix(Self.rules) {
        let text = RuleText(rule, flow: result.flow, coloured: isColoured)
        lines += (text.lines + text.guardLines).map { "    \($0)" }
      }
      let left = scene.rules.count - Self.rules
      if left > 0 { lines.append("    … \(left) more") }
    }
    if scene.owed.isEmpty {
      lines.append("  owed: nothing")
    } else {
      lines.append("  owed:")
      lines += scene.owed.map { "    \(Self.visible($0))" }
    }
    lines.append("  screens:")
    for line in scene.outline.split(separator: "\n") {
      let text = Self.visible(String(line))
      lines.append("    " + (line.hasSuffix(Outline.activeMark) ? paint(text, .bold) : text))
    }
    return lines
  }

  private static func text(of value: JSONValue) -> String { visible(cut("\(value)", to: width)) }

  private static func cut(_ text: String, to count: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return text[..<end] + "…"
  }

  private static func visible(_ text: String) -> String { text.escapingControls }

  private func paint(_ text: String, _ paint: Paint) -> String { isColoured ? paint(text) : text }
}
