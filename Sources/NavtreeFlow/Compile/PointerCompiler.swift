import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Compiles the target of a write: a field, or a JSON Pointer that begins with one.
struct PointerCompiler {
  let compilation: Compilation
  let scope: Scope
  let record: RecordDefinition
  let noun: String
  let owner: String
  /// Whether `-` is a place: the one behind the last item, from which nothing is taken.
  var mayAppend = true

  /// A target, and the schema of its value as far as the pointer determines it.
  struct Place {
    let target: FieldTarget
    let schema: Schema
  }

  func place(_ node: YAMLNode) -> Place? {
    let text = node.text
    guard text.hasPrefix("/") else {
      guard let field = field(text, node) else { return nil }
      return Place(
        target: FieldTarget(field: field, location: node.location), schema: record.fields[field].schema)
    }
    guard var segments = segments(node) else { return nil }
    let first = segments.removeFirst()
    guard case .token(.constant(.string(let name))) = first else {
      compilation.sink.error(
        .pointer, "a pointer begins with a field's name, not with an expression or a key", at: node)
      return nil
    }
    guard let field = field(name, node) else { return nil }
    var schema = record.fields[field].schema
    for (index, segment) in segments.enumerated() {
      guard let next = step(schema, segment, isLast: index == segments.count - 1, node) else { return nil }
      schema = next
    }
    return Place(target: FieldTarget(field: field, tail: segments, location: node.location), schema: schema)
  }

  private func field(_ name: String, _ node: YAMLNode) -> Int? {
    if let field = record.names.index(of: name) { return field }
    if record.isBroken { return nil }
    let names = record.names.names
    if record === compilation.shared, compilation.computed.contains(where: { $0.name.hasSameBytes(as: name) })
    {
      compilation.sink.error(
        .wrongValue, "'shared.\(name)' is computed, and nothing sets it", at: node,
        hint: "set what it is computed from")
      return nil
    }
    compilation.sink.error(
      .unknownField, "\(owner) has no \(noun) '\(name)'", at: node,
      hint: pointerHint(node) ?? Hint.spelling(name, among: names, in: node)
        ?? (names.isEmpty ? "it has none; declare it" : "it has: \(names.joined(separator: ", "))"),
      missing: missing(name))
    return nil
  }

  /// The pointer to a place that is written as in another language.
  private func pointerHint(_ node: YAMLNode) -> Hint? {
    guard !node.text.contains("${"), let pointer = ExpressionText.pointer(of: node.text),
      pointer != node.text,
      record.names.index(of: String(pointer.dropFirst().prefix { $0 != "/" })) != nil
    else { return nil }
    let isPlain = node.style == .plain && !pointer.contains("{")
    return .write(isPlain ? pointer : LineText.quoted(pointer), isCertain: true)
  }

  private func missing(_ name: String) -> MissingName? {
    if record === compilation.shared { return MissingName(.shared, name) }
    return scope.screen.map { MissingName(.record(.state, screen: $0), name) }
  }

  /// The pointer's tokens after the first `/`; each may hold `${…}`, whose own slashes don't divide.
  private func segments(_ node: YAMLNode) -> [PointerSegment]? {
    guard let template = compilation.expressions.template(node) else { return nil }
    var segments: [[ValueTemplate.TextPart]] = []
    var isRight = true
    for piece in template.pieces {
      switch piece {
      case .literal(let text):
        var tokens = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if !segments.isEmpty {
          let rest = Self.unescaped(tokens.removeFirst())
          if !rest.isEmpty { segments[segments.count - 1].append(.literal(rest)) }
        } else {
          tokens.removeFirst()
        }
        segments += tokens.map { $0.isEmpty ? [] : [.literal(Self.unescaped($0))] }
      case .expression(let source, let offset):
        let sink = compilation.sink
        guard let expression = compilation.expressions.compile(source, at: offset, of: node, scope) else {
          isRight = false
          continue
        }
        switch expression.program.resultType {
        case .string, .int, .uint, .dyn, .error, .nullable: break
        default:
          sink.error(
            .expressionType,
            "a pointer's segment must be a string or an integer, and this gives \(expression.program.resultType)",
            at: expression.location, in: node)
          isRight = false
        }
        let target = ValueCompiler.Target(schema: Schema(), name: "a pointer")
        compilation.values.checkSecrets(expression, scope, target, node)
        if segments.isEmpty { segments.append([]) }
        segments[segments.count - 1].append(.expression(expression))
      }
    }
    guard isRight else { return nil }
    return segments.map { Self.item($0) ?? .token(Self.template($0)) }
  }

  private static func template(_ parts: [ValueTemplate.TextPart]) -> ValueTemplate {
    if parts.isEmpty { return .constant(.string("")) }
    guard parts.count == 1 else { return .text(parts) }
    return switch parts[0] {
    case .literal(let text): .constant(.string(text))
    case .expression(let expression): .expression(expression)
    }
  }

  /// `{member=value}`; nil if the segment isn't written so.
  private static func item(_ parts: [ValueTemplate.TextPart]) -> PointerSegment? {
    guard case .literal(var first)? = parts.first, first.hasPrefix("{"),
      let equals = first.firstIndex(of: "="), first.index(after: first.startIndex) < equals,
      case .literal(let last)? = parts.last, last.hasSuffix("}")
    else { return nil }
    let member = String(first[first.index(after: first.startIndex)..<equals])
    first = String(first[first.index(after: equals)...])
    var value = parts
    value[0] = .literal(first)
    let end = parts.count == 1 ? first : last
    value[value.count - 1] = .literal(String(end.dropLast()))
    value.removeAll { if case .literal("") = $0 { true } else { false } }
    return .item(member: member, value: template(value))
  }

  /// RFC 6901 section 4: first `~1`, then `~0`.
  static func unescaped(_ token: String) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
    return token.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
      .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
  }

  private func step(_ schema: Schema, _ segment: PointerSegment, isLast: Bool, _ node: YAMLNode) -> Schema? {
    switch segment {
    case .token(let token): return step(schema, token, isLast: isLast, node)
    case .item(let member, let value):
      guard schema.types.subtracting(.null) == .array else {
        let name = value.constant?.string.map { ValueTemplate.constant(.string("{\(member)=\($0)}")) }
        return step(schema, name ?? value, isLast: isLast, node)
      }
      guard isWrittenRight(member, value, node) else { return nil }
      let items = schema.constraints?.words.items ?? Schema()
      return canFind(member, in: items, node) ? items : nil
    }
  }

  /// Whether a place by key has one '=' without spaces around it: they would be looked for.
  private func isWrittenRight(_ member: String, _ value: ValueTemplate, _ node: YAMLNode) -> Bool {
    let begin: String =
      switch value {
      case .constant(let constant): constant.string ?? ""
      case .text(let parts): if case .literal(let text)? = parts.first { text } else { "" }
      default: ""
      }
    guard begin.hasPrefix("=") || member.hasSuffix(" ") else { return true }
    let name = LineText.trimmed(member)
    let meant = "{\(name)=\(begin.drop { $0 == "=" || $0 == " " })"
    let text = node.text.split(
      separator: "{\(member)=\(begin)", maxSplits: 1, omittingEmptySubsequences: false
    )
    .joined(separator: meant)
    compilation.sink.error(
      .pointer, "an item is found by its member, '=' and the value, and nothing between them", at: node,
      hint: .write(node.style == .plain ? text : LineText.quoted(text), isCertain: true))
    return false
  }

  /// Whether the items of a list may have a member by whose value one is found.
  private func canFind(_ member: String, in items: Schema, _ node: YAMLNode) -> Bool {
    guard items.types.contains(.object) else {
      compilation.sink.error(
        .pointer,
        "an item is found by its member '\(member)', and each of these is \(items.types.description)",
        at: node,
        hint: "a number, the item's index")
      return false
    }
    let words = items.constraints?.words
    if case .refused = words?.additional, let names = words?.propertyNames, names.index(of: member) == nil {
      compilation.sink.error(
        .pointer, "the items have no property '\(member)'", at: node,
        hint: .spelling(member, among: names.names, within: "{", "=", of: node)
          ?? (names.names.isEmpty ? "they have none" : "they have: \(names.names.joined(separator: ", "))"))
      return false
    }
    let types = items.property(member).types
    if types.intersection([.string, .integer, .number]) == [] {
      compilation.sink.error(
        .pointer, "an item is found by a string or a number, and '\(member)' is \(types.description)",
        at: node)
      return false
    }
    return true
  }

  private func step(_ schema: Schema, _ segment: ValueTemplate, isLast: Bool, _ node: YAMLNode) -> Schema? {
    let sink = compilation.sink
    let words = schema.constraints?.words
    let inner = schema.types.subtracting(.null)
    if inner == .array {
      if let token = segment.constant?.string, !(token == "-" && isLast && mayAppend),
        !JSONPointer.isIndex(token) || Int(token) == nil
      {
        sink.error(
          .pointer, "'\(token)' is no index of a list", at: node,
          hint: mayAppend
            ? "a number, {id=…} for the item with that id, or - at the end to append"
            : "a number, or {id=…} for the item with that id")
        return nil
      }
      return words?.items ?? Schema()
    }
    if inner.intersection([.array, .object]) == [] {
      sink.error(.pointer, "the pointer goes into \(schema.types.description), which holds nothing", at: node)
      return nil
    }
    guard inner == .object, let token = segment.constant?.string else { return Schema() }
    if case .refused = words?.additional, let names = words?.propertyNames, names.index(of: token) == nil {
      sink.error(
        .pointer, "there is no property '\(token)'", at: node,
        hint: .spelling(token, among: names.names, in: node))
      return nil
    }
    return schema.property(token)
  }
}
