import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The steps of rules after which a session goes on alike whatever value an input has: replies, writes of fields that
/// don't count, and effects whose input no expression reads.
///
/// A step that some value may fail isn't idle.
struct IdleSteps {
  private let flow: FlowDefinition
  private let fields: CountedFields
  /// Whether an expression may read the input of an effect.
  private let readsInputs: Bool

  init(_ flow: FlowDefinition, goals: [CELProgram], counting fields: CountedFields) {
    self.flow = flow
    self.fields = fields
    let sources = FlowExpressions(of: flow).all.map(\.expression.program.source) + goals.map(\.source)
    readsInputs = sources.contains { $0.mentions(EffectDefinition.requestInput) || $0.mentions("owed") }
  }

  /// An input: a record, and the names that lead to it, such as `["action", "output"]`.
  struct Input {
    let prefix: [String]
    let record: RecordDefinition
  }

  /// - Parameter type: the screen that runs the rule; nil for the flow.
  func contains(_ step: RuleStep, for input: Input, on type: Int?) -> Bool {
    switch step {
    case .reply(let value): return fits(value, nil, input)
    case .set(let assignment):
      let field = assignment.target.field
      guard let type, !fields.state[type][field], assignment.target.tail.isEmpty else { return false }
      return fits(assignment.value, flow.screens[type].state.fields[field].schema, input)
    case .setShared(let assignment):
      let field = assignment.target.field
      guard !fields.shared[field], assignment.target.tail.isEmpty else { return false }
      return fits(assignment.value, flow.shared.fields[field].schema, input)
    case .effect(let effect):
      guard !readsInputs, effect.key.map({ $0.constant != nil }) ?? true,
        case .object(let members)? = effect.with
      else { return false }
      return members.allSatisfy { member in
        effect.definition.input.names.index(of: member.key).map {
          fits(member.value, effect.definition.input.fields[$0].schema, input)
        } ?? false
      }
    case .reject, .unset, .cancel, .dropLinks, .navigate, .after, .send, .load: return false
    }
  }

  /// Whether no value of the input makes a difference to whether a value can be computed and fits.
  ///
  /// - Parameter schema: nil for any value.
  ///
  /// Recursion is bounded by the depth of YAML.
  private func fits(_ value: ValueTemplate, _ schema: Schema?, _ input: Input) -> Bool {
    switch value {
    case .constant: return true
    case .expression(let expression):
      let program = expression.program
      guard let uses = inputFields(in: program, input) else { return false }
      if uses.isEmpty { return true }
      // The field alone.
      if program.reference != nil { return schema.map { $0.admitsAll(of: uses[0].schema) } ?? true }
      return schema?.constraints == nil && uses.allSatisfy(\.isPlain)
    case .text(let parts):
      return schema?.constraints == nil
        && parts.allSatisfy { part in
          guard case .expression(let expression) = part else { return true }
          return inputFields(in: expression.program, input)?.allSatisfy(\.isPlain) ?? false
        }
    case .array(let elements): return schema == nil && elements.allSatisfy { fits($0, nil, input) }
    case .object(let members): return schema == nil && members.allSatisfy { fits($0.value, nil, input) }
    }
  }

  /// The fields of the input that an expression reads; nil if it may fail for some value, or reads the input otherwise.
  private func inputFields(in program: CELProgram, _ input: Input) -> [FieldDefinition]? {
    // What a named value reads isn't looked up here.
    if program.readsNames { return nil }
    let uses = CELUses(of: program.source)
    var fields: [FieldDefinition] = []
    for path in uses.paths where path.first == input.prefix.first {
      guard path.count == input.prefix.count + 1, path.starts(with: input.prefix),
        let field = path.last.flatMap(input.record.names.index(of:))
      else { return nil }
      fields.append(input.record.fields[field])
    }
    return uses.isPlain || !program.source.mentions(input.prefix[0]) ? fields : nil
  }
}

extension FieldDefinition {
  /// Whether no sum or comparison of its value fails.
  fileprivate var isPlain: Bool { [.boolean, .string].contains(schema.types) }
}
