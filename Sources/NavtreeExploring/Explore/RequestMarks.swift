import NavigationTree
import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// The fields that rules set to a word or to true while they ask for an effect, such as `isSaving` and `status: loading`.
struct RequestMarks {
  struct Mark {
    /// The screen type whose state has the field; nil for shared state.
    let type: Int?
    let field: Int
    let value: JSONValue
    /// The places where the effects are asked for.
    var requests: Set<SourceLocation>
    var effects: Set<String>
    /// The first of them.
    let effect: String
    let name: String
    let location: SourceLocation
    /// Whether a guard of an action that asks for one of them reads it.
    var isGuarding = false

    /// The condition that no screen has it; nil for a field that conditions can't read.
    fileprivate func isReset(in flow: FlowDefinition) -> CELProgram? {
      let literal = value.string.map { $0.contains(where: "\\'\n\r".contains) ? nil : "'\($0)'" } ?? "true"
      guard flow.hasOneWindow, let literal, let field = name.split(separator: ".").last else { return nil }
      let source =
        type.map {
          "!screens.exists(s, s.type == '\(flow.screens[$0].name)' && s.state.\(field) == \(literal))"
        } ?? "shared.\(field) != \(literal)"
      return try? ExplorationCondition.compile(source, over: flow)
    }
  }

  /// A mark that is set while its effect is owed, on a screen or in shared state.
  struct Pending {
    let mark: Mark
    let screen: ScreenID?
  }

  /// Those that nothing resets but what takes the outcomes of their effects.
  private var marks: [Mark]
  /// Those that what takes the output of such an effect resets, and maybe others do, each with the condition that it
  /// isn't set. They stay set for ever where no way leads to the condition.
  private(set) var lasting: [(mark: Mark, condition: CELProgram)] = []

  private struct Writer {
    let type: Int?
    /// Nil for a lifecycle rule.
    let action: Int?
    let definition: ActionDefinition?
    let rule: Rule
  }

  /// - Parameter fields: the fields that tell states apart.
  init(_ flow: FlowDefinition, counting fields: CountedFields) {
    marks = []
    var writers: [Writer] = []
    for (type, screen) in flow.screens.enumerated() {
      writers += Self.writers(screen.actions, type)
      for rules in screen.lifecycle.values {
        writers += rules.map { Writer(type: type, action: nil, definition: nil, rule: $0) }
      }
    }
    writers += Self.writers(flow.actions, nil)
    for writer in writers {
      for effect in writer.rule.parts.compactMap(\.effect) {
        for step in writer.rule.parts {
          if let type = writer.type, let write = step.write { add(write, type, effect, writer, flow) }
          if let write = step.sharedWrite { add(write, nil, effect, writer, flow) }
        }
      }
    }
    let all = marks
    marks = []
    for mark in all {
      var done: Set<Int> = []
      var outcomes: Set<Int> = []
      for template in flow.effectTemplates where mark.effects.contains(template.definition.name) {
        guard case .actions(let onDone, let failed, let next) = template.taker else { continue }
        done.formUnion([onDone].compactMap(\.self))
        if mark.requests.contains(template.location) {
          outcomes.formUnion([onDone, failed, next].compactMap(\.self))
        }
      }
      let resets = writers.filter { Self.resets(mark, $0) }
      // The screen of a form or a sign-in goes with the answer, and its marks with it.
      let isReset = resets.contains { $0.action.map(done.contains) ?? false }
      let isRemoved =
        mark.isGuarding
        && writers.contains { writer in
          writer.type == mark.type && writer.action.map(done.contains) ?? false && writer.rule.mayRemove
        }
      guard isReset || isRemoved else { continue }
      let isOfOutcomes = resets.allSatisfy { writer in
        writer.definition?.isNavtrees == true && writer.definition?.senders == .effect
          && writer.action.map(outcomes.contains) ?? false
      }
      if isOfOutcomes { marks.append(mark) }
      let isCounted = fields[DeclaredField(ofState: mark.type, mark.field)]
      if isCounted, let condition = mark.isReset(in: flow) { lasting.append((mark, condition)) }
    }
  }

  private static func writers(_ table: ActionTable, _ type: Int?) -> [Writer] {
    table.elements.flatMap { element in
      element.definition.rules.map {
        Writer(type: type, action: element.action, definition: element.definition, rule: $0)
      }
    }
  }

  private mutating func add(
    _ write: Assignment, _ type: Int?, _ effect: EffectTemplate, _ writer: Writer, _ flow: FlowDefinition
  ) {
    guard write.target.tail.isEmpty, case .constant(let value) = write.value else { return }
    let field = (type.map { flow.screens[$0].state } ?? flow.shared).fields[write.target.field]
    let first = field.initial?.constant ?? field.schema.zero
    guard value == true || value.string.map({ !$0.isEmpty }) ?? false, value != first else { return }
    let known = marks.firstIndex { $0.type == type && $0.field == write.target.field && $0.value == value }
    let guards = type == nil ? [] : writer.definition?.rules.compactMap(\.when?.program) ?? []
    let isGuarding = guards.contains { guarding in
      guarding.references.contains {
        ScopeVariable(rawValue: $0.variable) == .state && $0.field == write.target.field
      }
    }
    if let known {
      marks[known].requests.insert(effect.location)
      marks[known].effects.insert(effect.definition.name)
      marks[known].isGuarding = marks[known].isGuarding || isGuarding
      return
    }
    marks.append(
      Mark(
        type: type, field: write.target.field, value: value, requests: [effect.location],
        effects: [effect.definition.name], effect: effect.definition.name,
        name: "\(type.map { flow.screens[$0].name } ?? "shared").\(field.name)",
        location: write.target.location, isGuarding: isGuarding))
  }

  /// Whether a rule gives a field another value than the mark.
  private static func resets(_ mark: Mark, _ writer: Writer) -> Bool {
    writer.rule.parts.contains { step in
      if step.removal?.field == mark.field { return true }
      let write = mark.type == nil ? step.sharedWrite : writer.type == mark.type ? step.write : nil
      guard let write, write.target.field == mark.field else { return false }
      if write.target.tail.isEmpty, case .constant(mark.value) = write.value { return false }
      return true
    }
  }

  // MARK: A session

  /// The marks that are set now, and whose effects are owed.
  func pending(in session: Session) -> [Pending] {
    if marks.isEmpty || session.owed.isEmpty { return [] }
    var found: [Pending] = []
    for mark in marks {
      for effect in session.owed where mark.requests.contains(effect.location) {
        let pending = Pending(mark: mark, screen: mark.type == nil ? nil : effect.screen)
        if isSet(pending, in: session) { found.append(pending) }
      }
    }
    return found
  }

  /// Whether a mark is still set, though nothing is owed any more that resets it, nor a timer that may ask again.
  func isLeft(_ pending: Pending, in session: Session) -> Bool {
    isSet(pending, in: session) && session.timers.isEmpty
      && !session.owed.contains { effect in
        pending.mark.requests.contains(effect.location)
          && (pending.screen == nil || effect.screen == nil || effect.screen == pending.screen)
      }
  }

  private func isSet(_ pending: Pending, in session: Session) -> Bool {
    let mark = pending.mark
    guard mark.type != nil else { return session.shared[mark.field] == mark.value }
    guard let screen = pending.screen else { return false }
    for window in session.windows {
      if let screen = window.screen(screen) { return screen.state[mark.field] == mark.value }
    }
    return false
  }
}

extension Rule {
  /// Whether it navigates in a way that may remove the screen that it runs on.
  fileprivate var mayRemove: Bool {
    parts.compactMap(\.navigation).contains { step in
      if case .nothing = step.navigation.verb.removal { false } else { true }
    }
  }
}
