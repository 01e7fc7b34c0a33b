import NavigationTree
import NavtreeYAML

/// Lines to type for values in another form than their key takes.
enum Rewriting {
  static func hint(_ node: YAMLNode, _ form: Form) -> Hint? {
    let names = names(node)
    switch form {
    case .map(.name, let member):
      guard let names, !names.isEmpty else { return nil }
      switch member {
      case .field:
        let fields = names.map { "\($0): string" }.joined(separator: ", ")
        return "write each with its type, such as { \(fields) }"
      case .short(.screen, _, _, _):
        let parts = names.map { "\($0): \($0)" }.joined(separator: ", ")
        return "write each with its screen, such as { \(parts) }"
      default: return nil
      }
    case .action, .object(.rule):
      guard let name = node.string, case .short(_, _, isFlag: true, _)? = Format.step[name]?.form else {
        return nil
      }
      return .write("{ \(name): true }")
    case .list(.object):
      guard node.kind == .mapping else { return nil }
      return written(node).map { .write("[\($0)]") } ?? "begin it with '- ', as an item of a list"
    case .object(.slot):
      return names.map { .write("{ presents: [\($0.joined(separator: ", "))] }") }
    case .object(.items), .object(.entity):
      return names.flatMap { $0.count == 1 ? "write { from: \($0[0]) }" : nil }
    case .object(.after):
      guard node.kind == .scalar, let text = DurationTemplate.milliseconds(of: node).map({ _ in node.text })
      else { return nil }
      return "write { delay: \(text), send: ACTION }"
    case .object(.store), .object(.screen):
      return node.kind == .scalar && node.string == nil ? .write("{}") : nil
    case .screen, .name, .short(.screen, _, _, _):
      return names.flatMap { $0.count == 1 && node.kind == .sequence ? .write($0[0]) : nil }
    case .list(.text):
      return node.string.map { text in
        let isPlain = text.unicodeScalars.allSatisfy { !" ,[]{}#&*!|>'\"%@`".unicodeScalars.contains($0) }
        return .write("[\(isPlain && !text.isEmpty ? text : LineText.quoted(text))]")
      }
    case .text, .message, .pointer: return written(node).map(Hint.quote)
    case .field, .schema, .returned: return "write its type, such as string"
    default: return nil
    }
  }

  /// The expression of a map that gives it under a key: `{ when: state.n > 1 }`.
  static func expression(_ node: YAMLNode) -> Hint? {
    guard node.kind == .mapping, node.count == 1, let pair = node.pairs.first(where: { _ in true }),
      expressionKeys.contains(pair.key.text), pair.value.kind == .scalar, !pair.value.text.isEmpty
    else { return nil }
    let value = pair.value
    let text = value.style == .plain ? value.text : LineText.quoted(value.text)
    return Hint("write the expression itself: \(text)", .span(text))
  }

  /// The keys under which an expression stands elsewhere.
  private static let expressionKeys: Set<String> = [
    "when", "if", "guard", "cond", "condition", "expr", "expression", "value", "always", "get",
  ]

  /// The form of an effect that is written as `{ NAME: INPUT }`.
  static func ask(_ name: String, _ value: YAMLNode, of node: YAMLNode) -> Hint? {
    let isNothing = value.kind == .scalar && value.scalar == .null
    guard node.count == 1, NavigationPath.isName(name), value.kind == .mapping || isNothing else {
      return nil
    }
    if value.count == 0 { return Hint("write \(name)", .edit(SourceEdit(node.location, with: name))) }
    guard let written = written(value), self.written(node) != nil else {
      return "write name: \(name), and its input under 'with'"
    }
    let keys = value.pairs.map(\.key.text)
    let rest: String
    if keys.allSatisfy({ Format.object(.ask)[$0] != nil }) {
      rest = LineText.trimmed(String(written.dropFirst().dropLast()))
    } else if keys == [Key.input.rawValue], let input = value[Key.input.rawValue].flatMap(self.written) {
      rest = "with: \(input)"
    } else {
      rest = "with: \(written)"
    }
    let text = "{ name: \(name), \(rest) }"
    return Hint("write \(text)", .edit(SourceEdit(node.location, with: text)))
  }

  /// The name that a value is, or the names that it lists.
  private static func names(_ node: YAMLNode) -> [String]? {
    switch node.kind {
    case .scalar: return node.string.flatMap { NavigationPath.isName($0) ? [$0] : nil }
    case .sequence:
      let names = node.elements.compactMap { element in
        element.string.flatMap { NavigationPath.isName($0) ? $0 : nil }
      }
      return names.count == node.count && node.style == .flow ? names : nil
    case .mapping: return nil
    }
  }

  /// A list or a map in brackets as it stands in the file.
  static func written(_ node: YAMLNode) -> String? {
    let source = node.source
    guard node.style == .flow, node.start.line == node.end.line, node.kind != .scalar,
      source.shortLine(Int(node.start.line)) != nil
    else { return nil }
    return String(
      decoding: source.bytes[source.offset(of: node.start)..<source.offset(of: node.end)], as: UTF8.self)
  }
}
