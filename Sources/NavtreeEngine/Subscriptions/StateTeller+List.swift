import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension StateTeller {
  /// Writes the changes of a followed list, or the list as `initial`; false if there are none.
  ///
  /// - Complexity: as for `ListChangesText`.
  func writeList(
    _ subscription: StateSubscription, since told: StateSubscription.Told, to output: inout JSONWriter
  ) -> Bool {
    let now = session.list(of: subscription)
    guard told.target == subscription.target else {
      return writeList(from: told.lost ?? .null, to: now, subscription, to: &output)
    }
    guard let target = subscription.target, let touch = touches.screens[target] else { return false }
    switch subscription.part {
    case .field(let field, let tail):
      guard let touch = touch.state[field] else { return false }
      switch touch.find(tail[...], now: session.world.windows.screen(target)?.state[field]) {
      case .nothing: return false
      case .other(let before):
        return writeList(from: before.value ?? .null, to: now, subscription, to: &output)
      case .touch(let touch):
        if let before = touch.before {
          return writeList(from: before.value ?? .null, to: now, subscription, to: &output)
        }
        guard touch.isFelt(in: now) else { return false }
        guard case .array(let elements) = now,
          let changes = ListChangesText(touch, now: elements, key: subscription.listKey)
        else { return writeInitial(now, to: &output) }
        if changes.isEmpty { return false }
        changes.write(elements, to: &output)
        return true
      }
    case .param(let field, let tail):
      guard let before = touch.params?[field] else { return false }
      return writeList(from: before[JSONPointer(tail)] ?? .null, to: now, subscription, to: &output)
    case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .computedValue, .nothing:
      return false
    }
  }

  private func writeList(
    from before: JSONValue, to now: JSONValue, _ subscription: StateSubscription, to output: inout JSONWriter
  ) -> Bool {
    if JSONPatch(from: before, to: now).operations.isEmpty { return false }
    guard case .array(let old) = before, case .array(let new) = now,
      let changes = ListChangesText(from: old, to: new, key: subscription.listKey)
    else { return writeInitial(now, to: &output) }
    changes.write(new, to: &output)
    return true
  }

  private func writeInitial(_ list: JSONValue, to output: inout JSONWriter) -> Bool {
    output.append(#"{"initial":"#)
    output.appendValue(list)
    output.append("}")
    return true
  }
}

extension Session {
  /// The followed list, neither copied nor written.
  func list(of subscription: StateSubscription) -> JSONValue {
    guard let target = subscription.target, let screen = world.windows.screen(target) else { return .null }
    let definition = flow.screens[screen.type]
    switch subscription.part {
    case .field(let field, let tail) where subscription.view.shows(definition.state.fields[field]):
      return screen.state[field][JSONPointer(tail)] ?? .null
    case .param(let field, let tail) where subscription.view.shows(definition.params.fields[field]):
      return screen.params[field][JSONPointer(tail)] ?? .null
    case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .computedValue, .nothing,
      .field, .param:
      return .null
    }
  }
}
