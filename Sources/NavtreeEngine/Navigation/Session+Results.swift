import NavtreeFlow
import NavtreeJSON
import NavigationTree

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

  /// Queues what a presenter waits for at the end of a screen.
  ///
  /// - Parameter result: what the screen was dismissed with.
  func tellWaiting(forEndOf screen: ScreenID, _ reason: RemovalReason, result: JSONValue?) {
    guard let waiting = world.ledgers.results.put(nil, for: screen) else { return }
    history.journal.append(waiting, at: screen, of: Results.self)
    let action = result == nil ? waiting.awaiting.otherwise : waiting.awaiting.then
    guard let action else { return }
    let payload: JSONObject = result.map { ["result": $0] } ?? ["reason": .string(reason.rawValue)]
    change.queue.append(
      QueuedAction(
        target: .screen(waiting.presenter), window: 0, content: .declared(action, payload),
        origin: .answer(waiting.awaiting.location), cause: change.currentCause, isLostWithItsTarget: true))
  }
}
