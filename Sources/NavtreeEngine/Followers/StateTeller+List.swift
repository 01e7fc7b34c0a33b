import NavtreeJSON
import NavigationTree

extension StateTeller {
  /// Writes the changes of a followed list, or the list as `initial`; false if there are none.
  ///
  /// - Complexity: as for `ListChangesText`.
  func writeList(
    _ subscription: StateSubscription, since told: StateSubscription.Told, to output: inout JSONWriter
  ) -> Bool {
    switch listChange(of: subscription, since: told) {
    case .none: return false
    case .whole(let list): writeInitial(list, to: &output)
    case .changes(let changes, let now): changes.write(now, to: &output)
    }
    return true
  }

  /// Whether there are any changes of a followed list.
  func isListChanged(_ subscription: StateSubscription, since told: StateSubscription.Told) -> Bool {
    if case .none = listChange(of: subscription, since: told) { return false }
    return true
  }

  private enum ListChange {
    case none
    /// The list itself: nothing tells its elements apart.
    case whole(JSONValue)
    case changes(ListChangesText, now: [JSONValue])
  }

  private func listChange(
    of subscription: StateSubscription, since told: StateSubscription.Told
  ) -> ListChange {
    let now = subscription.list(in: transaction)
    guard told.target == subscription.target else {
      return change(from: told.lost ?? .null, to: now, subscription)
    }
    guard let target = subscription.target, let touch = touches.screens[target] else { return .none }
    switch subscription.part {
    case .field(let field, let tail):
      guard let touch = touch.state[field] else { return .none }
      switch touch.find(tail[...], now: transaction.world.windows.screen(target)?.state[field]) {
      case .nothing: return .none
      case .other(let before):
        return change(from: before.value ?? .null, to: now, subscription)
      case .touch(let touch):
        if let before = touch.before {
          return change(from: before.value ?? .null, to: now, subscription)
        }
        guard touch.isFelt(in: now) else { return .none }
        guard case .array(let elements) = now,
          let changes = ListChangesText(touch, now: elements, key: subscription.listKey)
        else { return .whole(now) }
        return changes.isEmpty ? .none : .changes(changes, now: elements)
      }
    case .param(let field, let tail):
      guard let before = touch.params?[field] else { return .none }
      return change(from: before[JSONPointer(tail)] ?? .null, to: now, subscription)
    case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .computedValue, .nothing:
      return .none
    }
  }

  private func change(
    from before: JSONValue, to now: JSONValue, _ subscription: StateSubscription
  ) -> ListChange {
    if JSONPatch(from: before, to: now).operations.isEmpty { return .none }
    guard case .array(let old) = before, case .array(let new) = now,
      let changes = ListChangesText(from: old, to: new, key: subscription.listKey)
    else { return .whole(now) }
    return .changes(changes, now: new)
  }

  private func writeInitial(_ list: JSONValue, to output: inout JSONWriter) {
    output.append(#"{"initial":"#)
    output.appendValue(list)
    output.append("}")
  }
}
