import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Evaluates the `${…}` of a scenario, once for each of its examples.
final class ExampleTemplates {
  private let sink: DiagnosticSink
  private let example: ExampleValues
  private let programs: ProgramsBySource

  /// The programs of the examples of one scenario, which have the same names.
  final class ProgramsBySource {
    fileprivate var programs: [String: CELProgram] = [:]
  }

  init(_ example: ExampleValues, _ programs: ProgramsBySource, _ sink: DiagnosticSink) {
    self.sink = sink
    self.example = example
    self.programs = programs
  }

  /// A copy of a node with the values of the example; the node itself where there is nothing to replace.
  ///
  /// - Parameter key: A key of the node whose value isn't needed.
  /// - Returns: nil, and reported, if there is no more room.
  func expanded(_ node: YAMLNode, without key: String? = nil, room: inout Int) -> YAMLNode? {
    guard YAMLSubstitution.isNeeded(for: node, without: key) else { return node }
    let note = example.number.map { "in example \($0)" }
    if let copy = YAMLSubstitution.copy(node, without: key, note: note, room: &room, replace: replacement) {
      return copy
    }
    sink.error(
      .limit, "the examples make more nodes than the limit (yamlNodes)", at: node,
      hint: "split the file")
    return nil
  }

  private func replacement(of node: YAMLNode) -> YAMLSubstitution.Replacement {
    let template: TemplateText
    do {
      template = try TemplateText(node.text)
    } catch {
      sink.error(
        .template, "the '${' that opens here has no '}'",
        at: node.location(of: error.offset..<error.offset + 2), in: node,
        hint: "close it; for the two characters themselves write $${")
      return .broken
    }
    var text = ""
    for piece in template.pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .expression(let source, let offset):
        guard let value = value(source, at: offset, of: node) else { return .broken }
        if template.pieces.count == 1 { return value.map { .value($0) } ?? .removed }
        switch value {
        case .string(let string)?: text += string
        case let value?: text += value.description
        case nil: break
        }
      }
    }
    return .value(.string(text))
  }

  /// The value of an expression, its inner nil for an empty optional; nil, and reported, where it has none.
  private func value(_ source: String, at offset: Int, of node: YAMLNode) -> JSONValue?? {
    guard let program = program(source, at: offset, of: node) else { return nil }
    var budget = CELBudget()
    do throws(CELError) {
      let value = try program.evaluate(example, budget: &budget)
      guard case .optional(let optional) = value else { return try value.json() }
      return .some(try optional.value?.json())
    } catch {
      let range = error.range.map { offset + $0.start..<offset + $0.end }
      let number = example.number.map { "in example \($0) " } ?? ""
      let hint: Hint? =
        if error.code != .noSuchKey { nil } else if example.number == nil {
          "give it examples: [{ … }]; example.?NAME stands for nothing without them"
        } else {
          "example.?NAME stands for nothing where an example has no NAME"
        }
      let hasNone = example.number == nil && error.code == .noSuchKey
      sink.error(
        hasNone ? .unknownField : .expression,
        hasNone ? "the scenario has no examples" : "\(number)\(error.message)",
        at: node.location(of: range ?? offset..<offset + source.unicodeScalars.count), in: node, hint: hint)
      return nil
    }
  }

  private func program(_ source: String, at offset: Int, of node: YAMLNode) -> CELProgram? {
    if let program = programs.programs[source] { return program }
    var environment = CELEnvironment()
    example.declare(in: &environment)
    do {
      let program = try CEL.compile(source, in: environment)
      programs.programs[source] = program
      return program
    } catch {
      for fault in error.diagnostics {
        sink.error(
          DiagnosticCode(fault.code), fault.message,
          at: node.location(of: offset + fault.range.start..<offset + fault.range.end), in: node,
          hint: fault.hint.map(Hint.sentence))
      }
      return nil
    }
  }
}
