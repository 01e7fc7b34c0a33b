import NavtreeEngine
import NavtreeJSON
import NavtreeScenarios
import NavtreeText
import OrderedCollections

/// Answers as text for people.
struct Report {
  let isColoured: Bool

  /// A line, whatever it quotes.
  private func line(_ text: String, _ paint: Paint) -> String {
    let text = text.escapingControls
    return isColoured ? paint(text) : text
  }

  /// A result: a text as it is, anything else as JSON.
  func result(_ result: JSONValue) -> String {
    guard let text = result.string else { return "\(result)".escapingControls + "\n" }
    return (text.hasSuffix("\n") ? text : text + "\n").escapingControlsInLines
  }

  /// `navtree: SENTENCE [KIND]`, with a hint.
  func error(_ error: JSONValue, hint: String? = nil) -> String {
    let data = error["data"]
    var text = (data?["message"]?.string ?? error["message"]?.string ?? "").escapingControls
    if let kind = data?["kind"]?.string { text += " [\(kind)]" }
    if let hint = hint ?? data?["hint"]?.string { text += "\n  hint: \(hint.escapingControls)" }
    return text + "\n"
  }

  /// The drawing of `state.outline`, with the active screen in bold.
  func outline(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      if row.hasSuffix(Outline.activeMark) { return line(String(row), .bold) }
      return row.hasSuffix("(hidden)") ? line(String(row), .dim) : String(row).escapingControls
    }.joined(separator: "\n")
  }

  /// The answer of `explain`: each rule with its place and whether its condition held, then the outcome.
  func explanation(_ result: JSONValue) -> String {
    var lines: [String] = []
    let file = result["file"]?.string ?? ""
    for rule in result["rules"]?.array ?? [] {
      lines += RuleText(rule, flow: file, coloured: isColoured).lines
    }
    for refusal in result["declined"]?.array ?? [] {
      let reason = refusal["reason"]?.string ?? ""
      lines.append("- \(refusal["at"]?.string ?? "") declines: \(reason)".escapingControls)
    }
    if let error = result["error"] {
      lines.append(line("refused: ", .red) + self.error(error).dropLast())
    } else {
      lines.append("handled by \(result["handledBy"]?.string ?? "the flow")".escapingControls)
      if let reply = result["reply"] { lines.append("replies \(reply)".escapingControls) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A notification that matters to a person: an effect requested or cancelled, a broken invariant, a log.
  func notification(_ notification: JSONValue) -> String {
    let params = notification["params"] ?? .null
    let effect = "? effect \(params["effect"] ?? .null)"
    switch notification["method"]?.string {
    case "effect.requested":
      let at = params["at"]?.string.map { " at \($0)" } ?? ""
      return line("\(effect) \(params["name"]?.string ?? "")\(at) \(params["input"] ?? [:])", .yellow) + "\n"
    case "effect.cancelled":
      return line("\(effect) cancelled: \(params["reason"]?.string ?? "")", .yellow) + "\n"
    case "log": return line("! \(params["message"]?.string ?? "")", .red) + "\n"
    case "invariant.broken": return line("! broken: \(params["invariant"]?.string ?? "")", .red) + "\n"
    case let method?: return line("! \(method) \(params)", .dim) + "\n"
    case nil: return ""
    }
  }

  /// The difference of two states, a line each: `+` made, `-` removed, `~` changed.
  func changes(from before: SessionView, to after: SessionView) -> String {
    var lines: [String] = []
    for (id, row) in before.rows where after.rows[id] == nil {
      lines.append(line("- \(title(of: row))", .red))
    }
    for (id, row) in after.rows {
      guard let old = before.rows[id] else {
        lines.append(line("+ \(title(of: row)) \(row["params"] ?? [:])", .green))
        continue
      }
      for key in ["params", "state"] {
        lines += values("\(title(of: row)) \(key)", from: old[key], to: row[key])
      }
      if old["selected"] != row["selected"] {
        lines.append(line("~ \(title(of: row)) selected: \(row["selected"] ?? .null)", .yellow))
      }
    }
    lines += values("shared", from: before.shared, to: after.shared)
    return lines.map { $0 + "\n" }.joined()
  }

  private func title(of row: JSONValue) -> String {
    "\(row["screen"]?.string ?? "") #\(row["id"]?.integer ?? 0)"
  }

  private func values(_ title: String, from before: JSONValue?, to after: JSONValue?) -> [String] {
    guard case .object(let new)? = after else { return [] }
    return new.filter { before?[$0.key] != $0.value }.map { name, value in
      line("~ \(title).\(name): \(before?[name] ?? .null) -> \(value)", .yellow)
    }
  }
}
