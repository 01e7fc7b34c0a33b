import NavtreeCEL
package import NavtreeJSON
import NavtreeText
package import NavtreeYAML

/// Compiles values whose strings may hold `${…}`, and checks them as far as possible at load.
package struct ValueCompiler {
  /// The target of a value: its schema, and whether it may take a secret.
  struct Target {
    let schema: Schema
    let sensitive: Bool
    private let noun: String
    /// Empty when the noun says it all.
    private let key: String

    /// - Parameter name: The name in messages, such as `a reply`.
    init(schema: Schema, sensitive: Bool = false, name: String) {
      self.init(schema: schema, sensitive: sensitive, noun: name, key: "")
    }

    /// A named place, such as `field 'query'`; most are never reported, so the text is made late.
    init(schema: Schema, sensitive: Bool, noun: String, key: String) {
      self.schema = schema
      self.sensitive = sensitive
      self.noun = noun
      self.key = key
    }

    var name: String { key.isEmpty ? noun : "\(noun) '\(key)'" }
  }

  let sink: DiagnosticSink
  let expressions: ExpressionCompiler

  init(sink: DiagnosticSink, usage: UsageLog) {
    self.sink = sink
    expressions = ExpressionCompiler(sink: sink, usage: usage)
  }

  /// The value of a node, checked against its target; nil when part of it is faulty.
  func value(_ node: YAMLNode, _ scope: Scope, into target: Target) -> ValueTemplate? {
    guard let template = build(node, scope, target) else { return nil }
    return check(template, node, scope, target)
  }

  /// A message for people: text with `${…}` in it.
  func message(_ node: YAMLNode, _ scope: Scope, into name: String) -> ValueTemplate? {
    value(node, scope, into: Target(schema: Schema(), name: name))
  }

  /// A literal value, without expressions.
  package static func data(_ node: YAMLNode, _ sink: DiagnosticSink) -> JSONValue? {
    if let value = node.json { return value }
    reportNotJSON(node, sink)
    return nil
  }

  /// Reports values that JSON can't express.
  private static func reportNotJSON(_ node: YAMLNode, _ sink: DiagnosticSink) {
    switch node.kind {
    case .scalar: _ = scalar(node, sink)
    case .sequence: for element in node.elements { reportNotJSON(element, sink) }
    case .mapping: for pair in node.pairs { reportNotJSON(pair.value, sink) }
    }
  }

  private static func scalar(_ node: YAMLNode, _ sink: DiagnosticSink) -> JSONValue? {
    if let value = node.json { return value }
    switch node.scalar {
    case .number:
      sink.error(
        .notJSON, "JSON has no number \(node.text)", at: node, hint: "quote it if it is text: '\(node.text)'")
    case .hugeInteger:
      sink.error(
        .notJSON, "the integer \(node.text) doesn't fit in 64 bits", at: node,
        hint: "quote it if it is text: '\(node.text)'")
    case .null, .boolean, .integer, .string: break
    }
    return nil
  }

  // MARK: Building

  private func build(_ node: YAMLNode, _ scope: Scope, _ target: Target) -> ValueTemplate? {
    if node.isBroken { return nil }
    switch node.kind {
    case .scalar:
      if node.style != .plain || !node.text.isEmpty, node.text.isTemplate, node.string != nil {
        return text(node, scope, target)
      }
      ForgottenTemplate(values: self, scope: scope, target: target).check(node)
      return Self.scalar(node, sink).map { .constant($0) }
    case .sequence:
      var elements: [ValueTemplate] = []
      elements.reserveCapacity(node.count)
      var isConstant = true
      var isRight = true
      let schema = target.schema.constraints?.words.items ?? Schema()
      for (index, element) in node.elements.enumerated() {
        let inner = Target(schema: schema, sensitive: target.sensitive, name: "\(target.name)[\(index)]")
        guard let value = build(element, scope, inner) else {
          isRight = false
          continue
        }
        if case .constant = value {} else { isConstant = false }
        elements.append(value)
      }
      guard isRight else { return nil }
      return isConstant ? .constant(.array(elements.compactMap(\.constant))) : .array(elements)
    case .mapping:
      var members: [ValueTemplate.Member] = []
      members.reserveCapacity(node.count)
      var isConstant = true
      var isRight = true
      for pair in node.pairs {
        let name = pair.key.text
        let inner = Target(
          schema: target.schema.property(name), sensitive: target.sensitive, name: "\(target.name).\(name)")
        guard let value = build(pair.value, scope, inner) else {
          isRight = false
          continue
        }
        if case .constant = value {} else { isConstant = false }
        members.append(ValueTemplate.Member(key: name, value: value))
      }
      guard isRight else { return nil }
      if !isConstant { return .object(members) }
      var object = JSONObject(minimumCapacity: members.count)
      for member in members { object[member.key] = member.value.constant }
      return .constant(.object(object))
    }
  }

  private func text(_ node: YAMLNode, _ scope: Scope, _ target: Target) -> ValueTemplate? {
    guard let template = expressions.template(node) else { return nil }
    var parts: [ValueTemplate.TextPart] = []
    var isRight = true
    for piece in template.pieces {
      switch piece {
      case .literal(let text):
        if template.pieces.count == 1 { return .constant(.string(text)) }
        parts.append(.literal(text))
      case .expression(let source, let offset):
        guard let expression = expressions.compile(source, at: offset, of: node, scope) else {
          isRight = false
          continue
        }
        checkSecrets(expression, scope, target, node)
        let type = expression.program.resultType
        if template.pieces.count == 1 {
          if !target.schema.takes(type) {
            sink.error(
              .expressionType,
              "\(target.name) must be \(target.schema.types.description), and this gives \(Self.noun(of: type))",
              at: expression.location, in: node, hint: Self.conversion(to: target.schema, from: type))
            return nil
          }
          if let value = try? expression.program.constant?.json() { return .constant(value) }
          return .expression(expression)
        }
        if [.timestamp, .duration, .bytes].contains(type) {
          sink.error(
            .expressionType, "a text can't hold \(Self.noun(of: type))", at: expression.location, in: node,
            hint: Self.conversion(to: target.schema, from: type))
          isRight = false
        }
        parts.append(.expression(expression))
      }
    }
    guard isRight else { return nil }
    if !target.schema.types.contains(.string) {
      sink.error(
        .expressionType, "\(target.name) must be \(target.schema.types.description), and this gives a string",
        at: node, hint: "a value keeps its type only when the whole string is one ${…}")
      return nil
    }
    return .text(parts)
  }

  /// The name of a type for a flow's author.
  private static func noun(of type: CELType) -> String {
    switch type {
    case .timestamp: "a timestamp"
    case .bytes: "bytes"
    case .duration: "a duration"
    case .int, .uint: "an integer"
    case .double: "a number"
    case .bool: "a boolean"
    case .string: "a string"
    case .list: "a list"
    case .map, .object: "an object"
    case .nullable(let wrapped): "\(noun(of: wrapped)) or null"
    case .dyn, .null, .optional, .type, .parameter, .error: "\(type)"
    }
  }

  private static func conversion(to schema: Schema, from type: CELType) -> Hint? {
    switch type {
    case .timestamp, .duration, .bytes: return "JSON can't hold it; convert it: string(…)"
    default: break
    }
    if schema.types.contains(.string) { return "convert it: string(…)" }
    if schema.types.contains(.integer), type == .string { return "convert it: int(…)" }
    return nil
  }

  func checkSecrets(_ expression: CompiledExpression, _ scope: Scope, _ target: Target, _ node: YAMLNode) {
    guard !target.sensitive, let secret = scope.sensitiveRead(of: expression.program) else { return }
    sink.error(
      .sensitive, "'\(secret)' is sensitive, and what is computed from it can't go into \(target.name)",
      at: expression.location, in: node, hint: "only into a field with sensitive: true")
  }

  // MARK: Checking constants

  private func check(
    _ template: ValueTemplate, _ node: YAMLNode, _ scope: Scope, _ target: Target
  ) -> ValueTemplate? {
    switch template {
    case .constant(var value):
      do {
        try target.schema.fit(&value)
        return .constant(value)
      } catch {
        let place = Self.node(at: error.pointer, in: node)
        sink.error(
          .misfit, "\(target.name)\(Self.path(error.pointer)) \(error.message)", at: place,
          hint: error.hint.map(Hint.sentence)
            ?? expressionHint(place, scope, target.schema.part(at: error.pointer)))
        return nil
      }
    case .expression, .text: return template
    case .array(let elements):
      guard target.schema.types.contains(.array) else { return refuse("an array", node, target) }
      let schema = target.schema.constraints?.words.items ?? Schema()
      var checked: [ValueTemplate] = []
      for (index, element) in zip(elements, node.elements).enumerated() {
        let inner = Target(schema: schema, sensitive: target.sensitive, name: "\(target.name)[\(index)]")
        guard let value = check(element.0, element.1, scope, inner) else { return nil }
        checked.append(value)
      }
      return .array(checked)
    case .object(let members):
      guard target.schema.types.contains(.object) else { return refuse("an object", node, target) }
      if let constraints = target.schema.constraints {
        let words = constraints.words
        for name in words.required where !members.contains(where: { $0.key.hasSameBytes(as: name) }) {
          sink.error(.misfit, "\(target.name) must have '\(name)'", at: node)
          return nil
        }
        do {
          try constraints.fit(count: members.count)
          for member in members { try constraints.fit(name: member.key) }
        } catch {
          sink.error(
            .misfit, "\(target.name)\(Self.path(error.pointer)) \(error.message)",
            at: Self.node(at: error.pointer, in: node))
          return nil
        }
      }
      var checked: [ValueTemplate.Member] = []
      var pairs = node.pairs
      for member in members {
        guard let pair = pairs.next() else { break }
        if let words = target.schema.constraints?.words, case .refused = words.additional,
          words.propertyNames.index(of: member.key) == nil
        {
          sink.error(
            .misfit, "\(target.name).\(member.key) is not one of the properties", at: pair.key,
            hint: Hint.spelling(member.key, among: words.propertyNames.names))
          return nil
        }
        let inner = Target(
          schema: target.schema.property(member.key), sensitive: target.sensitive,
          name: "\(target.name).\(member.key)")
        guard let value = check(member.value, pair.value, scope, inner) else { return nil }
        checked.append(ValueTemplate.Member(key: member.key, value: value))
      }
      return .object(checked)
    }
  }

  private func refuse(_ noun: String, _ node: YAMLNode, _ target: Target) -> ValueTemplate? {
    sink.error(.misfit, "\(target.name) must be \(target.schema.types.description), not \(noun)", at: node)
    return nil
  }

  /// A hint for a string that doesn't fit, but reads like an expression without its `${}`.
  private func expressionHint(_ node: YAMLNode, _ scope: Scope, _ schema: Schema) -> Hint? {
    guard node.kind == .scalar, var text = node.string else { return nil }
    for (start, end) in ForgottenTemplate.foreign where text.hasPrefix(start) && text.hasSuffix(end) {
      text = LineText.trimmed(String(text.dropFirst(start.count).dropLast(end.count)))
      break
    }
    if schema.types == .boolean, ["yes", "no", "on", "off"].contains(text.lowercased()) {
      return .write("\(["yes", "on"].contains(text.lowercased()))", isCertain: true)
    }
    if let sign = text.first, "$=".contains(sign) { text.removeFirst() }
    let isScoped = ScopeVariable.allCases.contains {
      text.hasPrefix("\($0.name).") || text.hasPrefix("size(\($0.name).")
    }
    guard isScoped else { return nil }
    let written = LineText.quoted("${\(text)}")
    let type = expressions.program(text, scope)?.resultType
    return Hint(
      "for an expression write \(written)", type.map(schema.takes) == true ? .span(written) : nil,
      isCertain: true)
  }

  private static func path(_ pointer: String) -> String {
    pointer.isEmpty ? "" : " at \(pointer)"
  }

  /// The node that a JSON Pointer leads to, or the last existing one on the way.
  private static func node(at pointer: String, in node: YAMLNode) -> YAMLNode {
    var node = node
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = PointerCompiler.unescaped(String(token))
      switch node.kind {
      case .scalar: return node
      case .sequence:
        guard let index = Int(name), let element = node.elements.dropFirst(index).first(where: { _ in true })
        else { return node }
        node = element
      case .mapping:
        guard let member = node[name] else { return node }
        node = member
      }
    }
    return node
  }
}

extension Schema {
  /// The schema of the part that a JSON Pointer leads to.
  fileprivate func part(at pointer: String) -> Schema {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().reduce(self) {
      schema, token in
      schema.constraints?.words.items ?? schema.property(PointerCompiler.unescaped(String(token)))
    }
  }

  /// The schema of a member of an object.
  package func property(_ name: String) -> Schema {
    guard let words = constraints?.words else { return Schema() }
    if let index = words.propertyNames.index(of: name) { return words.properties[index] }
    if case .schema(let additional) = words.additional { return additional }
    return Schema()
  }
}
