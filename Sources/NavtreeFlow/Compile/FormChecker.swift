import NavtreeCEL
import NavigationTree
package import NavtreeYAML

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
    if node.kind == .sequence, let item = item(of: form) {
      var isRight = true
      for element in node.elements where !check(element, item, as: "an item of \(subject())", sink) {
        isRight = false
      }
      return isRight || isReadBesideOthers(item)
    }
    if fits(node, form) { return true }
    FormFault(node: node, sink: sink).report(form, as: subject())
    return false
  }

  /// The form of the items that a list of a form has.
  private static func item(of form: Form) -> Form? {
    if case .presents = form { return .screen }
    if case .list(let item) = form { return item }
    if case .oneOrMore(let item) = form { return item }
    return nil
  }

  /// Whether each valid item is read, whatever is wrong with its neighbours.
  private static func isReadBesideOthers(_ item: Form) -> Bool {
    if case .object = item { true } else { false }
  }

  /// Whether a value has the form. Reports nothing.
  static func fits(_ node: YAMLNode, _ form: Form) -> Bool {
    if node.isBroken { return false }
    if node.kind == .sequence, let item = item(of: form) {
      return isReadBesideOthers(item) || node.elements.allSatisfy { fits($0, item) }
    }
    let (isMap, isScalar) = (node.kind == .mapping, node.kind == .scalar)
    switch form {
    case .value, .data: return true
    case .text, .message, .pointer: return node.string != nil
    case .name, .screen: return node.string.map(NavigationPath.isName) ?? false
    case .boolean, .integer, .number: return isScalar && takes(form, node.scalar)
    case .times:
      return isScalar && takes(form, node.scalar) || node.string == RetryPolicy.foreverWord
    case .retries: return isMap || fits(node, .times)
    case .flagged: return isMap || isScalar && takes(form, node.scalar)
    case .duration: return DurationTemplate.milliseconds(of: node) != nil
    case .delay: return node.string?.isTemplate == true || fits(node, .duration)
    case .choice(let choices): return isScalar && choices.contains(node.text)
    case .expression: return isScalar && (node.scalar != .null || node.text == "null")
    case .types: return node.kind == .sequence || node.string != nil || isScalar && node.text == "null"
    case .field, .schema, .returned:
      if !isScalar { return isMap || node.count == 1 }
      return node.string != nil || takes(form, node.scalar)
    case .action: return !isScalar
    case .start, .opening: return !isScalar || node.string != nil
    case .tree: return !isScalar || fits(node, .screen)
    case .presents: return node.string == "any"
    case .object, .map: return isMap
    case .objectOrNull: return isMap || isScalar && node.scalar == .null
    case .short: return isMap || takes(form, node.scalar) || alone(node, form).map { fits(node, $0) } == true
    case .list: return false
    case .oneOrMore(let element): return fits(node, element)
    case .instant: return isScalar && CELTimestamp.milliseconds(of: node) != nil
    case .call: return node.string != nil || isMap && node.count == 1
    case .word(let word, _): return isMap || node.string == word
    }
  }

  /// Whether a scalar that isn't a string has the form.
  static func takes(_ form: Form, _ scalar: YAMLScalar) -> Bool {
    switch (form, scalar) {
    case (.boolean, .boolean), (.number, .integer): true
    // `additionalProperties: false` and `true` are schemas of JSON Schema.
    case (.schema, .boolean), (.returned, .boolean): true
    case (.flagged, .boolean(true)), (.short(_, _, isFlag: true, _), .boolean(true)): true
    case (.number, .number(let number)): number.isFinite
    case (.integer(let minimum), .integer(let integer)): integer >= minimum ?? .min
    case (.times, .integer(let integer)), (.retries, .integer(let integer)): integer >= 0
    default: false
    }
  }

  /// The form of a value that stands for a map's one key; nil where no such value may.
  static func alone(_ node: YAMLNode, _ form: Form) -> Form? {
    guard case .short(let key, let name, _, _) = form, let own = Format.object(name)[key.rawValue]?.form
    else {
      return nil
    }
    switch own {
    case .tree: return own
    case .value: return node.kind == .sequence || node.scalar != .null ? own : nil
    case .screen, .name, .message, .text: return node.kind == .scalar ? own : nil
    default: return nil
    }
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

  /// Whether a text may name what a noun says; else it is reported.
  package static func checkName(_ key: YAMLNode, _ noun: String, _ sink: DiagnosticSink) -> Bool {
    let isWindow = noun == Key.window.rawValue
    if isWindow ? NavigationPath.isWindow(key.text) : NavigationPath.isName(key.text) { return true }
    let reason =
      isWindow
      ? "its name has \(NavigationPath.windowRule)"
      : key.text.contains(".") && noun == "action"
        ? "a name with a dot is navtree's own" : "a name is a letter, then letters, digits, _ or -"
    sink.error(.badName, "'\(key.text)' can't name \(article(noun)) \(noun): \(reason)", at: key)
    return false
  }

  /// The article of a noun.
  static func article(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } == true ? "an" : "a"
  }
}
