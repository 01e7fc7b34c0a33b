import Flow
import JSON
import NavigationTree
import OrderedCollections

extension Session {
  /// A result that a screen is dismissed with, checked against what its type says that it returns.
  func checked(_ result: JSONValue, as type: Int, _ origin: Origin) throws(Failure) -> JSONValue {
    let definition = flow.screens[type]
    guard let schema = definition.returns else {
      throw misfit(
        Misfit("can't be given: '\(definition.name)' has no 'returns'"), "result", "/result", origin)
    }
    var result = result
    do {
      try schema.fit(&result)
    } catch {
      throw misfit(error, "result", "/result", origin)
    }
    return result
  }

  /// Queues what presenters wait for, for every screen of a removed tree, those above first.
  ///
  /// - Parameter result: what the root of the tree was dismissed with.
  /// - Complexity: O(number of screens) where anybody waits at all.
  func tellWaiting(
    for removed: NavigationState, _ reason: RemovalReason, result: JSONValue? = nil
  ) {
    guard !waiting.isEmpty, let root = removed.screen else { return }
    tellWaiting(forTree: root, reason, result: result)
  }

  func tellWaiting(forTree root: Screen, _ reason: RemovalReason, result: JSONValue? = nil) {
    guard !waiting.isEmpty else { return }
    var pending = [root]
    while let screen = pending.popLast() {
      // A screen that a reset took over lives on.
      if let waiting = waiting[screen.id], !isAlive(screen.id) {
        tell(waiting, endOf: screen.id, reason, screen.id == root.id ? result : nil)
      }
      for slot in 0..<screen.slots.count {
        if let child = screen.slots[slot].screen { pending.append(child) }
      }
    }
  }

  private func tell(_ waiting: Waiting, endOf screen: ScreenID, _ reason: RemovalReason, _ result: JSONValue?)
  {
    journal.append(.waiting(screen, waiting))
    self.waiting[screen] = nil
    let action = result == nil ? waiting.awaiting.otherwise : waiting.awaiting.then
    guard let action else { return }
    let payload: JSONObject = result.map { ["result": $0] } ?? ["reason": .string(reason.rawValue)]
    queue.append(
      QueuedAction(
        target: .screen(waiting.presenter), window: 0, content: .declared(action, payload),
        origin: .answer(waiting.awaiting.location), cause: acting, isLostWithItsTarget: true))
  }
}
