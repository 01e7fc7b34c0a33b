package import NavtreeCEL
import NavtreeJSON
import NavigationTree
package import NavtreeYAML

/// Compiles the expressions of a flow, and maps CEL's diagnostics to places in the file.
struct ExpressionCompiler {
  let sink: DiagnosticSink
  let usage: UsageLog
  private let programs = ProgramCache()
  private let conditions = NamedConditions()

  /// Compiles a scalar that is an expression; a surrounding `${}` is allowed.
  func compile(_ node: YAMLNode, _ scope: Scope, expecting type: CELType? = nil) -> CompiledExpression? {
    let text = node.text
    if text.hasPrefix("${") {
      guard let template = template(node) else { return nil }
      if template.pieces.count == 1, case .expression(let source, let offset) = template.pieces[0] {
        return compile(source, at: offset, of: node, scope, expecting: type)
      }
    }
    return compile(text, at: 0, of: node, scope, expecting: type)
  }

  /// Compiles a condition: a guard's name alone, or an expression.
  func condition(_ node: YAMLNode, _ scope: Scope) -> CompiledExpression? {
    let guards = scope.guards
    let name = NormalForm.expression(node).trimmingSpaces
    guard !guards.isEmpty, NavigationPath.isName(name) else { return compile(node, scope, expecting: .bool) }
    guard guards.contains(where: { $0.hasSameBytes(as: name) }) else {
      if let hint = Hint.spelling(name, among: guards), scope.environment.variable(named: name) == nil {
        sink.error(.unknownName, "no guard named '\(name)'", at: node, hint: hint)
        return nil
      }
      return compile(node, scope, expecting: .bool)
    }
    let prefix = "\(ScopeVariable.guards.name)."
    let before = node.text.unicodeScalars.prefix { $0 == " " || $0 == "$" || $0 == "{" }.count
    return compile(
      prefix + name, at: before, of: node, scope, expecting: .bool, unwritten: prefix.unicodeScalars.count)
  }

  /// The program of a text that may be an expression; nothing is reported.
  func program(_ source: String, _ scope: Scope) -> CELProgram? {
    try? programs.program(source, in: scope.completed(for: source).environment, expecting: nil)
  }

  /// Compiles an expression that begins at an offset in a scalar's content.
  /// - Parameter unwritten: The number of its first scalars that aren't in the content.
  func compile(
    _ source: String, at offset: Int, of node: YAMLNode, _ scope: Scope, expecting type: CELType? = nil,
    unwritten: Int = 0
  ) -> CompiledExpression? {
    do {
      let scope = scope.completed(for: source)
      let program = try programs.program(source, in: scope.environment, expecting: type)
      usage.enter(program, in: scope)
      for warning in program.unboundedComprehensions where !scope.isOfOlderVersion {
        let range = offset + warning.range.start..<offset + warning.range.end
        sink.warning(
          .unboundedLoop, warning.message, at: ScalarMap.location(of: range, in: node),
          hint: warning.hint.map(Hint.sentence))
      }
      for member in program.missableMembers where !scope.isOfOlderVersion {
        if conditions.have(member.path, where: [scope.known, member.facts], in: scope.screen) { continue }
        let range = offset + member.range.start..<offset + member.range.end
        sink.warning(
          .missableMember, "'\(member.path)' may be missing, and then this fails",
          at: ScalarMap.location(of: range, in: node), hint: Hint.sentence(Self.hint(member.path)))
      }
      return CompiledExpression(
        program: program, in: scope.environment, isSensitive: scope.sensitiveRead(of: program) != nil,
        at: offset, of: node, length: source.unicodeScalars.count - unwritten, unwritten: unwritten)
    } catch {
      report(withAllNames(error, source, scope, expecting: type), source, scope, at: offset, of: node)
      return nil
    }
  }

  private static func hint(_ path: String) -> String {
    let name = path.split(separator: ".").last.map { String($0) } ?? path
    return
      "test it: has(\(path)) && …; read it as \(path.dropLast(name.count))?\(name).orValue(…); or declare it: required: [\(name)]"
  }

  /// Remembers a guard or a computed value, which other expressions may name as a condition.
  func declare(_ name: String, of screen: Int?, _ program: CELProgram) {
    conditions.declare(name, of: screen, program)
  }

  /// The faults as they are where every name in scope is declared, since a hint lists them.
  private func withAllNames(
    _ faults: CELDiagnostics, _ source: String, _ scope: Scope, expecting type: CELType?
  ) -> CELDiagnostics {
    guard faults.diagnostics.contains(where: { $0.code == .unknownName }) else { return faults }
    do {
      _ = try CEL.compile(source, in: scope.complete.environment, expecting: type)
      return faults
    } catch {
      return error
    }
  }

  /// A string split at each `${…}`; nil when an expression in it doesn't end.
  func template(_ node: YAMLNode) -> TemplateText? {
    do {
      return try TemplateText(node.text)
    } catch {
      sink.error(
        .template, "the '${' that opens here has no '}'",
        at: ScalarMap.location(of: error.offset..<error.offset + 2, in: node), in: node,
        hint: Self.isBroken(node.text, from: error.offset) && node.style == .doubleQuoted
          ? "YAML reads \\n in double quotes as the end of a line; inside an expression write \\\\n"
          : "close it; for the two characters themselves write $${")
      return nil
    }
  }

  /// Whether a line ends inside a string of an expression that begins at an offset.
  private static func isBroken(_ text: String, from offset: Int) -> Bool {
    let scalars = text.unicodeScalars.dropFirst(offset)
    guard let end = scalars.firstIndex(of: "\n") else { return false }
    return !scalars[..<end].count { $0 == "'" }.isMultiple(of: 2)
      || !scalars[..<end].count { $0 == "\"" }.isMultiple(of: 2)
  }

  /// Whether a field is one that an action has only if it is named where a screen or an effect is asked for.
  private func isOfAnswer(_ range: CELSourceRange, in source: String) -> Bool {
    let (before, name) = Self.parts(range, of: source)
    return before.hasSuffix("action.") && ResultDeclarer.names.contains(name)
  }

  private static func parts(_ range: CELSourceRange, of source: String) -> (before: String, text: String) {
    let scalars = source.unicodeScalars
    return (
      String(String.UnicodeScalarView(scalars.prefix(range.start))),
      String(String.UnicodeScalarView(scalars.prefix(range.end).dropFirst(range.start)))
    )
  }

  private func report(
    _ faults: CELDiagnostics, _ source: String, _ scope: Scope, at offset: Int, of node: YAMLNode
  ) {
    for fault in faults.diagnostics {
      let range = offset + fault.range.start..<offset + fault.range.end
      let isSyntax = fault.code == .syntax
      if isSyntax, let hint = commentHint(node) {
        sink.error(
          .yamlComment, "the expression is cut off by ' #', which begins a comment in YAML",
          at: ScalarMap.location(of: range, in: node), in: node, hint: hint)
        return
      }
      let place = ScalarMap.location(of: range, in: node)
      let hint = fault.hint.map(Hint.sentence)
      if fault.code == .unknownField, isOfAnswer(fault.range, in: source) {
        sink.consequence(DiagnosticCode(fault.code), fault.message, at: place, in: node, hint: hint)
        continue
      }
      var missing: MissingName?
      if fault.code == .unknownField {
        let (before, name) = Self.parts(fault.range, of: source)
        missing = MissingName(field: name, after: before, screen: scope.screen)
      }
      sink.error(
        DiagnosticCode(fault.code), fault.message, at: place, in: node, hint: hint, missing: missing)
    }
  }

  /// A plain scalar that ends where a comment begins lost the rest of its line.
  private func commentHint(_ node: YAMLNode) -> Hint? {
    guard node.style == .plain else { return nil }
    let source = node.source
    guard let line = source.shortLine(Int(node.end.line)) else { return nil }
    let rest = line.unicodeScalars.dropFirst(Int(node.end.column))
    guard rest.first == " ", rest.drop(while: { $0 == " " }).first == "#" else { return nil }
    return .quoting(valueOfLine: node.start.line, in: source)
  }
}

extension YAMLNode {
  /// The place in the file of a range of its content, in Unicode scalars; its own for a value in place of a `${…}`.
  package func location(of range: Range<Int>) -> SourceLocation {
    isReplacement ? location : ScalarMap.location(of: range, in: self)
  }
}

extension ScalarMap {
  /// The place in the file of a range of a scalar's content, in Unicode scalars.
  static func location(of range: Range<Int>, in node: YAMLNode) -> SourceLocation {
    let (start, end) = (node.start, node.end)
    let isQuoted = node.style == .singleQuoted || node.style == .doubleQuoted
    // On one line without escapes the offsets are those of the line.
    if start.line == end.line, node.style == .plain || isQuoted {
      let quotes: Int32 = isQuoted ? 1 : 0
      if Int(end.column - start.column - 2 * quotes) == node.text.unicodeScalars.count {
        let column = Int(start.column + quotes) + range.lowerBound + 1
        return SourceLocation(
          line: Int(start.line) + 1, column: column, endColumn: max(column + 1, column + range.count),
          file: node.source.number)
      }
    }
    return ScalarMap(node).location(of: range, in: node.source)
  }
}

extension DiagnosticCode {
  package init(_ code: CELDiagnostic.Code) {
    switch code {
    case .syntax: self = .expression
    case .limit: self = .expressionLimit
    case .unknownName: self = .unknownName
    case .unknownField: self = .unknownField
    case .unknownFunction: self = .unknownFunction
    case .noOverload: self = .noOverload
    case .wrongType: self = .expressionType
    case .badPattern: self = .badPattern
    case .unboundedCost: self = .unboundedLoop
    }
  }
}

/// The facts that guards and computed values establish, by name.
private final class NamedConditions {
  private var programs: [Name: CELProgram] = [:]

  private struct Name: Hashable {
    let screen: Int?
    let text: String
  }

  func declare(_ name: String, of screen: Int?, _ program: CELProgram) {
    if program.whereTrue.isEmpty, program.whereFalse.isEmpty { return }
    programs[Name(screen: screen, text: name)] = program
  }

  /// Whether a member is there, by what is known.
  func have(_ path: String, where known: [CELFacts], in screen: Int?) -> Bool {
    var pending = known
    var seen: Set<String> = []
    while let facts = pending.popLast() {
      if facts.present.contains(path) { return true }
      for (name, holds) in facts.conditions where seen.insert("\(holds) \(name)").inserted {
        guard
          let program = programs[Name(screen: screen, text: name)] ?? programs[Name(screen: nil, text: name)]
        else { continue }
        pending.append(holds ? program.whereTrue : program.whereFalse)
      }
    }
    return false
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
