import NavtreeCEL
import NavigationTree

/// Compares a value with the form that its key wants.
///
/// The content of a nested map is checked when that map is read.
package enum FormChecker {
  /// Whether the value has the form; reported if not.
  /// - Parameter subject: the value's name, such as `'kind'`; evaluated only for a report.
  package static func check(
    _ node: YAMLNode, _ form: Form, as subject: @autoclosure () -> String, _ sink: DiagnosticSink
  ) -> Bool {
    if node.isBroken { return false }
    switch form {
    case .value, .data: return true
    case .text, .message, .pointer:
      if node.string != nil { return true }
      if node.kind == .scalar, node.scalar != .null {
        sink.error(
          .wrongType, "\(subject()) must be \(form.noun), not \(describe(node))", at: node,
          hint: .quote(node.text))
        return false
      }
    case .name, .screen:
      if let text = node.string {
        if NavigationPath.isName(text) { return true }
        sink.error(.badName, "'\(text)' is no name: a letter, then letters, digits, _ or -", at: node)
        return false
      }
      if node.kind == .scalar, node.scalar != .null {
        sink.error(
          .badName, "'\(node.text)' is \(describe(node)), not a name", at: node,
          hint: "a name begins with a letter")
        return false
      }
    case .boolean:
      if case .boolean = scalar(node) { return true }
      if reportQuoted(node, form, subject(), sink) { return false }
      if node.kind == .scalar, ["yes", "no", "on", "off", "y", "n"].contains(node.text.lowercased()) {
        let value = ["yes", "on", "y"].contains(node.text.lowercased())
        sink.error(
          .wrongType, "\(subject()) must be true or false; '\(node.text)' is a string in YAML 1.2", at: node,
          hint: .write("\(value)"))
        return false
      }
    case .flagged:
      if node.kind == .mapping { return true }
      if case .boolean(true) = scalar(node) { return true }
    case .tree:
      if node.kind != .scalar { return true }
      if node.string != nil { return check(node, .screen, as: subject(), sink) }
    case .opening:
      if node.kind != .scalar || node.string != nil { return true }
    case .integer(let minimum):
      if case .integer(let integer) = scalar(node) {
        guard let minimum, integer < minimum else { return true }
        sink.error(.wrongType, "\(subject()) must be \(form.noun), not \(integer)", at: node)
        return false
      }
      if reportQuoted(node, form, subject(), sink) { return false }
    case .retries:
      if node.kind == .mapping { return true }
      if case .integer(let integer) = scalar(node) {
        if integer >= 0 { return true }
        sink.error(.wrongType, "\(subject()) must be \(form.noun), not \(integer)", at: node)
        return false
      }
      if reportQuoted(node, form, subject(), sink) { return false }
    case .duration, .delay:
      if case .delay = form, let text = node.string, TemplateText.isTemplate(text) { return true }
      if DurationTemplate.milliseconds(of: node) != nil { return true }
      if node.kind == .scalar, node.scalar != .null {
        sink.error(
          .wrongValue, "\(subject()) must be \(form.noun), not '\(node.text)'", at: node,
          hint: "its units are h, m, s and ms")
        return false
      }
    case .number:
      if case .integer = scalar(node) { return true }
      if case .number(let number) = scalar(node), number.isFinite { return true }
      if reportQuoted(node, form, subject(), sink) { return false }
    case .choice(let choices):
      if node.kind == .scalar, choices.contains(node.text) { return true }
      if node.string != nil {
        sink.error(
          .wrongValue, "\(subject()) must be \(form.noun), not '\(node.text)'", at: node,
          hint: Hint.spelling(node.text, among: choices))
        return false
      }
    case .expression:
      if node.kind == .scalar, node.scalar != .null || node.text == "null" { return true }
      if node.kind == .scalar {
        sink.error(
          .wrongType, "\(subject()) must be an expression, and there is none", at: node,
          hint: lostComment(node))
        return false
      }
      sink.error(
        .wrongType,
        "\(subject()) must be an expression; unquoted, this is a YAML \(describe(node).dropFirst(2))",
        at: node,
        hint: unbracketed(node) ?? Rewriting.expression(node)
          ?? (node.style == .flow ? quotedMap(node) ?? written(node).map(Hint.quote) : nil))
      return false
    case .types:
      if node.string != nil || node.kind == .sequence || scalar(node) == .null && node.text == "null" {
        return true
      }
    case .field, .schema, .returned:
      switch node.kind {
      case .mapping: return true
      case .sequence where node.count == 1: return true
      case .scalar where node.string != nil: return true
      case .scalar:
        // `additionalProperties: false` and `true` are schemas of JSON Schema.
        if case .boolean = node.scalar {
          if case .field = form { break }
          return true
        }
      case .sequence: break
      }
    case .action:
      if node.kind != .scalar { return true }
    case .start:
      if node.kind != .scalar || node.string != nil { return true }
    case .presents:
      if node.kind == .sequence { return elements(node, .screen, as: subject(), sink) }
      if node.string == "any" { return true }
      if let name = node.string, NavigationPath.isName(name) {
        sink.error(.wrongType, "\(subject()) must be \(form.noun)", at: node, hint: .write("[\(name)]"))
        return false
      }
    case .object:
      if node.kind == .mapping { return true }
      if node.kind == .scalar, node.scalar == .null {
        sink.error(
          .wrongType, "\(subject()) must be \(form.noun), and there is nothing", at: node,
          hint: "indent its keys deeper than it, or write {}")
        return false
      }
    case .short(let key, let name, let isFlag, _):
      if node.kind == .mapping { return true }
      if isFlag, case .boolean(true) = scalar(node) { return true }
      if let entry = Format.object(name)[key.rawValue] {
        switch entry.form {
        case .value: if node.scalar != .null || node.kind == .sequence { return true }
        case .screen where node.kind == .scalar:
          if let text = node.string, text.hasPrefix("/"), Format.isNavigation(name) {
            sink.error(
              .badName, "'\(text)' is no screen's name", at: node,
              hint: "name the screen; the URL of a link is opened by open: \(text)")
            return false
          }
          return check(node, .screen, as: subject(), sink)
        case .name where node.kind == .scalar: return check(node, .name, as: subject(), sink)
        case .message where node.kind == .scalar, .text where node.kind == .scalar:
          return check(node, .message, as: subject(), sink)
        case .tree: return check(node, .tree, as: subject(), sink)
        default: break
        }
      }
    case .map:
      if node.kind == .mapping { return true }
      if node.kind == .scalar, scalar(node) == .null {
        sink.error(
          .wrongType, "\(subject()) must be \(form.noun), and there is nothing", at: node,
          hint: "indent its lines deeper than \(subject()), or write {}")
        return false
      }
    case .list(let element):
      if node.kind == .sequence { return elements(node, element, as: subject(), sink) }
    case .oneOrMore(let element):
      if node.kind == .sequence { return elements(node, element, as: subject(), sink) }
      return check(node, element, as: subject(), sink)
    case .instant:
      if node.kind == .scalar, CELTimestamp.milliseconds(of: node) != nil { return true }
      if node.kind == .scalar, node.scalar != .null {
        sink.error(.wrongValue, "\(subject()) must be \(form.noun), not '\(node.text)'", at: node)
        return false
      }
    case .call:
      if node.kind == .scalar, node.string != nil { return true }
      if node.kind == .mapping, node.count == 1 { return true }
      if node.kind == .mapping {
        sink.error(
          .wrongValue, "\(subject()) must be \(form.noun), and this map has \(node.count) keys", at: node,
          hint: node.count == 0 ? "name the action" : "give each action a step of its own")
        return false
      }
    case .word(let word, _):
      if node.kind == .mapping || node.string == word { return true }
      if node.kind == .scalar, node.string != nil {
        sink.error(
          .wrongValue, "\(subject()) must be \(form.noun), not '\(node.text)'", at: node,
          hint: Hint.spelling(node.text, among: [word]))
        return false
      }
    case .objectOrNull:
      if node.kind == .mapping || node.kind == .scalar && node.scalar == .null { return true }
    }
    sink.error(
      .wrongType, "\(subject()) must be \(form.noun), not \(describe(node))", at: node,
      hint: Rewriting.hint(node, form))
    return false
  }

  /// Whether a value in quotes would have the form without them; reported if so.
  private static func reportQuoted(
    _ node: YAMLNode, _ form: Form, _ subject: @autoclosure () -> String, _ sink: DiagnosticSink
  ) -> Bool {
    guard node.kind == .scalar, node.style == .singleQuoted || node.style == .doubleQuoted else {
      return false
    }
    switch (form, YAMLScalar(node.text, style: .plain, tag: .none)) {
    case (.boolean, .boolean), (.integer(minimum: nil), .integer), (.number, .integer), (.number, .number):
      break
    case (.integer(let minimum?), .integer(let integer)) where integer >= minimum: break
    case (.retries, .integer(let integer)) where integer >= 0: break
    default: return false
    }
    sink.error(
      .wrongType, "\(subject()) must be \(form.noun), not a string", at: node, hint: .write(node.text))
    return true
  }

  /// Whether a value has the form. Reports nothing.
  static func fits(_ node: YAMLNode, _ form: Form) -> Bool {
    check(node, form, as: "", DiagnosticSink())
  }

  /// The kind of a value, with an article.
  package static func describe(_ node: YAMLNode) -> String {
    switch node.kind {
    case .mapping: return "a map"
    case .sequence: return "a list"
    case .scalar:
      switch node.scalar {
      case .null: return node.text.isEmpty ? "nothing" : "null"
      case .boolean: return "a boolean"
      case .integer, .hugeInteger: return "an integer"
      case .number: return "a number"
      case .string: return "a string"
      }
    }
  }

  /// The members of a map with valid names and values; the others are reported.
  package static func members(
    of node: YAMLNode, _ noun: String, _ form: Form, _ sink: DiagnosticSink
  ) -> [YAMLNode.Pair] {
    node.pairs.filter { pair in
      if isMember(pair, noun, sink), check(pair.value, form, as: "\(noun) '\(pair.key.text)'", sink) {
        return true
      }
      sink.note(broken: pair.key.text)
      return false
    }
  }

  /// Whether a pair's key is allowed and isn't one of the author's own.
  ///
  /// - Parameter anyName: Whether every text is allowed.
  package static func isMember(
    _ pair: YAMLNode.Pair, _ noun: String, _ sink: DiagnosticSink, anyName: Bool = false
  ) -> Bool {
    // Merge keys and keys that aren't names were reported.
    if pair.key.kind != .scalar || pair.key.text == "<<" { return false }
    return !pair.key.text.isAuthorsKey && (anyName || checkName(pair.key, noun, sink))
  }

  private static func checkName(_ key: YAMLNode, _ noun: String, _ sink: DiagnosticSink) -> Bool {
    if NavigationPath.isName(key.text) { return true }
    let reason =
      key.text.contains(".") && noun == "action"
      ? "a name with a dot is navtree's own" : "a name is a letter, then letters, digits, _ or -"
    sink.error(.badName, "'\(key.text)' can't name \(article(noun)) \(noun): \(reason)", at: key)
    return false
  }

  /// The article of a noun.
  static func article(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } == true ? "an" : "a"
  }

  private static func elements(
    _ node: YAMLNode, _ form: Form, as subject: @autoclosure () -> String, _ sink: DiagnosticSink
  ) -> Bool {
    var isRight = true
    for element in node.elements where !check(element, form, as: "an item of \(subject())", sink) {
      isRight = false
    }
    // Each valid map is read, whatever is wrong with its neighbours.
    if case .object = form { return true }
    return isRight
  }

  private static func scalar(_ node: YAMLNode) -> YAMLScalar? {
    node.kind == .scalar ? node.scalar : nil
  }

  private static func written(_ node: YAMLNode) -> String? {
    let source = node.source
    guard source.shortLine(Int(node.start.line)) != nil else { return nil }
    let start = source.offset(of: node.start)
    let end = source.offset(of: node.end)
    guard start < end, node.start.line == node.end.line else { return node.restOfLine }
    return String(decoding: source.bytes[start..<end], as: UTF8.self)
  }

  /// The expression in brackets of another language: `{state.a}`, `[state.a]`.
  private static func unbracketed(_ node: YAMLNode) -> Hint? {
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
  private static func quotedMap(_ node: YAMLNode) -> Hint? {
    guard node.kind == .mapping, node.pairs.contains(where: { $0.key.style == .plain }) else { return nil }
    let entries = node.pairs.map { pair in
      "'\(pair.key.text)': \(pair.value.kind == .scalar ? pair.value.text : "…")"
    }
    return "quote it, and in it its keys: \"{\(entries.joined(separator: ", "))}\""
  }

  private static func lostComment(_ node: YAMLNode) -> Hint? {
    guard let rest = node.restOfLine?.drop(while: { $0 == " " }) else { return nil }
    return rest.hasPrefix("#") ? "a '#' begins a comment; quote it: \(YAMLAdvice.quoted(String(rest)))" : nil
  }
}
