import NavtreeCEL
import NavtreeFlow

/// A query on a session, checked and compiled.
package struct Query {
  enum Subject {
    /// The screens of the type for which the condition holds.
    case screens(type: Int, condition: CELProgram?, selected: CELProgram?)
    /// One value over all of them.
    case expression(CELProgram)
  }

  let subject: Subject
  /// The type that it is over; nil if it is over all screens.
  var type: Int? { if case .screens(let type, _, _) = subject { type } else { nil } }
  let sensitive: Bool
  /// The place of its members in the params of the request, for errors.
  let pointer: String
}

extension Query {
  /// The data that its expressions read beyond their own screen.
  struct Reads {
    var shared = false
    var parent = false
    var now = false
  }

  func reads(in flow: FlowDefinition) -> Reads {
    switch subject {
    case .screens(let type, let condition, let selected):
      _ = type
      var reads = Reads()
      for program in [condition, selected] {
        for reference in program?.references ?? [] { reads.insert(reference, in: flow) }
      }
      return reads
    case .expression: return Reads(shared: true, parent: true, now: true)
    }
  }
}

extension Query.Reads {
  fileprivate mutating func insert(_ reference: CELReference, in flow: FlowDefinition) {
    switch ScopeVariable(rawValue: reference.variable) {
    case .shared:
      shared = true
      if flow.computedReadsTime, flow.isComputed(shared: reference.field) { now = true }
    case .parent: parent = true
    case .now, .transitions: now = true
    // The reads of a computed value or a guard aren't looked up here.
    case .computed, .guards: self = Query.Reads(shared: true, parent: true, now: true)
    case .params, .state, .screen, .action, .link, .screens, .old, .owed, nil: break
    }
  }
}
