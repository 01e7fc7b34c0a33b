package import NavtreeJSON
import NavtreeText

/// A rule that an action met, as `explain` describes it, as lines for people: its place, whether its guard held,
/// and the values of the guard's parts.
package struct RuleText {
  private let rule: JSONValue
  private let flow: String
  private let isColoured: Bool

  /// - Parameter flow: The file of a rule that names none.
  package init(_ rule: JSONValue, flow: String, coloured isColoured: Bool) {
    self.rule = rule
    self.flow = flow
    self.isColoured = isColoured
  }

  package var holds: Bool { rule["holds"]?.boolean == true }

  package var lines: [String] {
    let title =
      "\(rule["at"]?.string ?? "the flow") \(rule["action"]?.string ?? "") #\(rule["rule"]?.integer ?? 0)"
    let mark = paint(holds ? "+" : "-", holds ? .green : .red)
    var lines = ["\(mark) \(title)  \(paint(place(of: rule), .dim))"]
    if let condition = rule["when"]?.string {
      lines.append("    when \(Self.line(condition))  \(Self.verdict(holds))")
    }
    for part in rule["parts"]?.array ?? [] where part["part"] != rule["when"] {
      lines.append(paint("      \(Self.text(ofPart: part))", .dim))
    }
    return lines
  }

  /// The named guards in its condition that didn't hold, with the values of their parts.
  package var guardLines: [String] {
    var lines: [String] = []
    for named in rule["guards"]?.array ?? [] where named["holds"]?.boolean != true {
      lines.append("    guard \(named["name"]?.string ?? "")  \(paint(place(of: named), .dim))")
      for part in named["parts"]?.array ?? [] {
        lines.append(paint("      \(Self.text(ofPart: part))", .dim))
      }
    }
    return lines
  }

  private func place(of object: JSONValue) -> String {
    let file = (object["file"]?.string ?? flow).escapingControls
    return "\(file):\(object["line"]?.integer ?? 0):\(object["column"]?.integer ?? 0)"
  }

  private static func verdict(_ holds: Bool) -> String { holds ? "holds" : "doesn't hold" }

  private static func text(ofPart part: JSONValue) -> String {
    line(valued(part))
  }

  private static func valued(_ part: JSONValue) -> String {
    let text = part["part"]?.string ?? ""
    if let value = part["value"] { return "\(text) = \(value)" }
    if let error = part["error"] { return "\(text) fails: \(error.string ?? "\(error)")" }
    if let omitted = part["omitted"]?.string { return "\(text) = \(omitted)" }
    return "\(text) = \((part["values"]?.array ?? []).map { "\($0)" }.joined(separator: ", then "))"
  }

  /// A text of several lines as one.
  private static func line(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ").escapingControls
  }

  private func paint(_ text: String, _ paint: Paint) -> String { isColoured ? paint(text) : text }
}
