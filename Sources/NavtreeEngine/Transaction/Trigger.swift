import NavtreeFlow
import NavtreeText

/// The action or lifecycle event whose rule runs, for the chain that an error shows.
struct Trigger {
  enum Name {
    case action(Int)
    case lifecycle(LifecycleEvent)
  }

  let name: Name
  let cause: Int?

  var isLifecycle: Bool { if case .lifecycle = name { true } else { false } }

  func text(in flow: FlowDefinition) -> String {
    switch name {
    case .action(let action): flow.actionNames[action]
    case .lifecycle(let event): event.rawValue
    }
  }
}

extension Transaction {
  /// Records a trigger in the chain of causes.
  func enter(_ trigger: Trigger, at address: String) -> Int {
    let entry = HandledAction(
      name: trigger.text(in: flow), isLifecycle: trigger.isLifecycle, at: address, cause: trigger.cause)
    if let last = change.causes.last, last.name == entry.name, last.at == entry.at, last.cause == entry.cause
    {
      return change.causes.count - 1
    }
    change.causes.append(entry)
    return change.causes.count - 1
  }
}
