import NavigationTree
import NavtreeText
import NavtreeYAML

/// A value without the form that its key wants: what is wrong with it, and what was probably meant.
struct FormFault {
  let node: YAMLNode
  let sink: DiagnosticSink

  /// - Parameter subject: the value's name, such as `'kind'`; evaluated only for a report.
  func report(_ form: Form, as subject: @autoclosure () -> String) {
    func mustBe(_ code: DiagnosticCode, _ end: String, _ hint: @autoclosure () -> Hint? = nil) {
      sink.error(code, "\(subject()) must be \(form.noun)\(end)", at: node, hint: hint())
    }
    let isNull = node.kind == .scalar && node.scalar == .null
    let isGiven = node.kind == .scalar && !isNull
    switch form {
    case .text, .message, .pointer:
      if isGiven { return mustBe(.wrongType, ", not \(kind)", .quote(node.text)) }
    case .name, .screen:
      if let text = node.string {
        return sink.error(
          .badName, "'\(text)' is no name: a letter, then letters, digits, _ or -", at: node)
      }
      if isGiven {
        return sink.error(
          .badName, "'\(node.text)' is \(kind), not a name", at: node, hint: "a name begins with a letter")
      }
    case .boolean, .integer, .number, .times, .retries:
      if isGiven, case .integer(let integer) = node.scalar, takesIntegers(form) {
        return mustBe(.wrongType, ", not \(integer)")
      }
      if isQuoted(form) { return mustBe(.wrongType, ", not a string", .write(node.text, isCertain: true)) }
      if case .boolean = form, let value = Self.words[node.text.lowercased()], isGiven {
        return mustBe(
          .wrongType, "; '\(node.text)' is a string in YAML 1.2", .write("\(value)", isCertain: true))
      }
    case .duration, .delay:
      if isGiven {
        let duration = Self.duration(node.text).map { Hint.Change.span($0) }
        return mustBe(
          .wrongValue, ", not '\(node.text)'",
          Hint("its units are h, m, s and ms", duration, isCertain: true))
      }
    case .instant:
      if isGiven { return mustBe(.wrongValue, ", not '\(node.text)'") }
    case .choice(let choices):
      if node.string != nil {
        return mustBe(.wrongValue, ", not '\(node.text)'", Hint.spelling(node.text, among: choices))
      }
    case .word(let word, _):
      if node.string != nil {
        return mustBe(.wrongValue, ", not '\(node.text)'", Hint.spelling(node.text, among: [word]))
      }
    case .expression:
      if isNull { return mustBe(.wrongType, ", and there is none", lostComment()) }
      return mustBe(
        .wrongType, "; unquoted, this is a YAML \(kind.dropFirst(2))",
        unbracketed() ?? Rewriting.expression(node)
          ?? (node.style == .flow ? quotedMap() ?? written().map(Hint.quote) : nil))
    case .presents:
      if let name = node.string, NavigationPath.isName(name) {
        return mustBe(.wrongType, "", .write("[\(name)]"))
      }
    case .object(let name):
      if isNull {
        return mustBe(
          .wrongType, ", and there is nothing", "indent its keys deeper than it, or write {}")
      }
      if let hint = lostColon(name) { return mustBe(.wrongType, ", not \(kind)", hint) }
    case .map:
      if isNull {
        return mustBe(
          .wrongType, ", and there is nothing", "indent its lines deeper than \(subject()), or write {}")
      }
    case .call:
      if node.kind == .mapping {
        return mustBe(
          .wrongValue, ", and this map has \(node.count) keys",
          node.count == 0 ? "name the action" : "give each action a step of its own")
      }
    case .tree:
      if node.string != nil { return report(.screen, as: subject()) }
    case .oneOrMore(let element): return report(element, as: subject())
    case .short(_, let name, _, _):
      guard let own = FormChecker.alone(node, form) else { break }
      if case .screen = own, let text = node.string, text.hasPrefix("/"), name.isNavigation {
        return sink.error(
          .badName, "'\(text)' is no screen's name", at: node,
          hint: "name the screen; the URL of a link is opened by open: \(text)")
      }
      return report(own, as: subject())
    case .value, .data, .flagged, .opening, .types, .field, .schema, .returned, .action, .start, .list,
      .objectOrNull:
      break
    }
    mustBe(.wrongType, ", not \(kind)", Rewriting.hint(node, form))
  }

  private var kind: String { FormChecker.describe(node) }

  /// A number with a unit's name, such as `5 seconds`, as a duration.
  private static func duration(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = units[LineText.trimmed(String(text.dropFirst(digits.count))).lowercased()]
    return digits.isEmpty ? nil : unit.map { "\(digits)\($0)" }
  }

  private static let units = [
    "ms": "ms", "millisecond": "ms", "milliseconds": "ms", "s": "s", "sec": "s", "second": "s",
    "seconds": "s", "m": "m", "min": "m", "minute": "m", "minutes": "m", "h": "h", "hour": "h", "hours": "h",
  ]

  /// Truth values of YAML 1.1.
  private static let words = ["yes": true, "on": true, "y": true, "no": false, "off": false, "n": false]

  /// Whether integers of some size have the form.
  private func takesIntegers(_ form: Form) -> Bool { FormChecker.takes(form, .integer(.max)) }

  /// Whether a value in quotes would have the form without them.
  private func isQuoted(_ form: Form) -> Bool {
    guard node.kind == .scalar, node.style == .singleQuoted || node.style == .doubleQuoted else {
      return false
    }
    return FormChecker.takes(form, YAMLScalar(node.text, style: .plain, tag: .none))
  }

  private func written() -> String? {
    let source = node.source
    guard source.shortLine(Int(node.start.line)) != nil else { return nil }
    let start = source.offset(of: node.start)
    let end = source.offset(of: node.end)
    guard start < end, node.start.line == node.end.line else { return node.restOfLine }
    return String(decoding: source.bytes[start..<end], as: UTF8.self)
  }

  /// The expression in brackets of another language: `{state.a}`, `[state.a]`.
  private func unbracketed() -> Hint? {
    guard node.style == .flow, node.count == 1 else { return nil }
    if let element = node.elements.first(where: { _ in true }) {
      return element.string.flatMap { $0.contains(",") ? nil : .write($0) }
    }
    guard let pair = node.pairs.first(where: { _ in true }), pair.value.kind == .scalar,
      pair.value.text.isEmpty, pair.key.kind == .scalar
    else { return nil }
    return .write(pair.key.text)
  }

  /// A map whose keys are plain names, as an expression: there a name is a variable.
  private func quotedMap() -> Hint? {
    guard node.kind == .mapping, node.pairs.contains(where: { $0.key.style == .plain }) else { return nil }
    let entries = node.pairs.map { pair in
      "'\(pair.key.text)': \(pair.value.kind == .scalar ? pair.value.text : "…")"
    }
    return "quote it, and in it its keys: \"{\(entries.joined(separator: ", "))}\""
  }

  /// A key and its value without the colon: `advance 5s`.
  private func lostColon(_ name: FormatObject.Name) -> Hint? {
    let words = node.string?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    return words.count == 2 && Format.object(name)[words[0]] != nil ? .write("\(words[0]): \(words[1])") : nil
  }

  private func lostComment() -> Hint? {
    guard let rest = node.restOfLine?.drop(while: { $0 == " " }) else { return nil }
    return rest.hasPrefix("#") ? "a '#' begins a comment; quote it: \(LineText.quoted(String(rest)))" : nil
  }
}
