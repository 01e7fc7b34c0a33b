import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavigationTree

extension Transaction {
  /// The result of a dismissed screen, checked against its type's `returns`.
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
      let field = FieldDefinition(
        name: "result", schema: schema, initial: nil, sensitive: definition.hidesResult,
        location: definition.location)
      throw misfit(error.seen(in: field), "result", "/result", origin)
    }
    return result
  }

  /// Checks that a screen can take a result, and the reason for a missing one.
  func check(
    _ awaiting: Awaiting, of type: Int, _ origin: Origin, pointer: String = ""
  ) throws(Failure) {
    for (key, action) in [("then", awaiting.then), ("otherwise", awaiting.otherwise)] {
      guard let action, flow.definition(of: action, on: type) == nil, flow.actions[action] == nil else {
        continue
      }
      let name = flow.actionNames[action]
      throw misfit(
        Misfit("names '\(name)', an action that '\(flow.screens[type].name)' doesn't have"), "'\(key)'",
        "\(pointer)/\(key)", origin)
    }
  }

  /// Makes a screen wait for the end of another one that it holds.
  func wait(for screen: ScreenID, _ awaiting: Awaiting, by holder: ScreenID) {
    let waiting = Waiting(presenter: holder, awaiting: awaiting)
    history.journal.append(world.ledgers.results.put(waiting, for: screen), at: screen, of: Results.self)
  }

  /// Queues the answer to a presenter at the end of a screen.
  ///
  /// - Parameter result: the result of the dismissed screen.
  func tellWaiting(forEndOf screen: ScreenID, _ reason: RemovalReason, result: JSONValue?) {
    guard let waiting = world.ledgers.results.put(nil, for: screen) else { return }
    history.journal.append(waiting, at: screen, of: Results.self)
    let action = result == nil ? waiting.awaiting.otherwise : waiting.awaiting.then
    guard let action else { return }
    let payload: JSONObject = result.map { ["result": $0] } ?? ["reason": .string(reason.rawValue)]
    change.queue.append(
      QueuedAction(
        target: .only(waiting.presenter), window: 0, content: .declared(action, payload),
        origin: .answer(waiting.awaiting.location), cause: change.currentCause, isLostWithItsTarget: true))
  }
}
