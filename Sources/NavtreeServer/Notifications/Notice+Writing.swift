import NavtreeFlow
package import NavtreeJSON
import NavigationTree
package import NavtreeEngine
import OrderedCollections

extension Notice {
  /// Writes the notification, as a line.
  package func write(into output: inout JSONWriter) {
    switch self {
    case .stateChanged(let change): change.write(into: &output)
    case .changeHeld: break
    case .transitions(let change):
      Self.begin("state.transitions", of: change.subscription, into: &output)
      output.append(#","seq":"#, change.seq)
      if let since = change.since { output.append(#","since":"#, since) }
      output.append(#","transitions":"#)
      change.text.withUnsafeBytes { output.append($0) }
      output.append("}}\n")
    case .action(let subscription, let action):
      Self.begin("state.action", of: subscription, into: &output)
      output.append(#","seq":"#, action.seq)
      if action.missed > 0 { output.append(#","missed":"#, action.missed) }
      output.append(",")
      action.text.withUnsafeBytes { output.append($0) }
      output.append("}}\n")
    case .subscriptionEnded(let subscription, let reason):
      Self.begin("subscription.ended", of: subscription, into: &output)
      output.append(#","reason":"#, reason)
      output.append("}}\n")
    case .invariantBroken(let session, let seq, let invariant):
      Self.begin("invariant.broken", of: session, into: &output)
      output.append(#","seq":"#, seq)
      output.append(#","invariant":"#, invariant)
      output.append("}}\n")
    case .effectRequested(let session, let effect, let at):
      Self.begin("effect.requested", of: session, into: &output)
      output.append(",")
      effect.writeMembers(at: at, sensitive: true, into: &output)
      if effect.isAgain { output.append(#","again":true"#) }
      output.append("}}\n")
    case .effectCancelled(let session, let effect, let reason):
      Self.begin("effect.cancelled", of: session, into: &output)
      output.append(#","effect":"#, effect)
      output.append(#","reason":"#, reason)
      output.append("}}\n")
    case .lifecycle(let subscriptions, let event):
      for subscription in subscriptions { Self.write(event, to: subscription, into: &output) }
    case .ofSession(let session, let method, let params, _):
      var all: JSONObject = ["session": .string(session)]
      all.merge(params) { own, _ in own }
      output.appendValue(["jsonrpc": "2.0", "method": .string(method), "params": .object(all)])
      output.append("\n")
    case .requestDone(let session, let number, let method, let outcome):
      Self.begin("request.done", of: session, into: &output)
      output.append(#","queued":"#, number)
      output.append(#","method":"#, method)
      switch outcome {
      case .success(let answer):
        output.append(#","result":"#)
        answer.withUnsafeBytes { output.append($0) }
      case .failure(let failure): output.append(#","error":"#, RPCError(failure).json)
      }
      output.append("}}\n")
    case .answerFailed(let session, let effect, let failure):
      let data: JSONValue = [
        "effect": .integer(effect.id), "name": .string(effect.definition.name),
        "error": RPCError(failure, isNamed: false).json,
      ]
      log(data, of: session, into: &output)
    case .timerFailed(let session, let failed): log(failed.json, of: session, into: &output)
    case .dismissalFailed(let session, let failed):
      let data: JSONValue = [
        "at": .string(failed.at), "id": .integer(failed.screen.number), "action": "dismissRequested",
        "error": RPCError(failed.failure, isNamed: false).json,
      ]
      log(data, of: session, into: &output)
    case .linkFailed(let session, let link, let url, let failure):
      var why: JSONObject = ["kind": .string(failure.kind.rawValue), "message": .string(failure.message)]
      why.merge(failure.advisedData) { own, _ in own }
      Self.begin("link.failed", of: session, into: &output)
      output.append(#","link":"#, link)
      output.append(#","url":"#, url)
      output.append(#","why":"#, .object(why))
      output.append("}}\n")
    case .restoringFailed(let session, let failure):
      log(Self.data(of: failure), of: session, into: &output)
    case .commitFailed(let session, let failure):
      log(Self.data(of: failure), of: session, into: &output)
    }
  }

  /// The failure that the notification logs, and its sentence; nil if it is no log.
  package var loggedError: (sentence: String, failure: Failure)? {
    switch self {
    case .answerFailed(_, _, let failure):
      ("the outcome of an effect can't be taken: \(failure.message)", failure)
    case .timerFailed(_, let failed):
      ("a timer's change failed: \(failed.failure.message)", failed.failure)
    case .dismissalFailed(_, let failed):
      ("dismissRequested failed: \(failed.failure.message)", failed.failure)
    case .restoringFailed(_, let failure):
      ("the rules of 'restored' failed: \(failure.message)", failure)
    case .commitFailed(_, let failure): (failure.message, failure)
    case .stateChanged, .changeHeld, .transitions, .action, .subscriptionEnded, .invariantBroken,
      .effectRequested, .effectCancelled, .lifecycle, .ofSession, .linkFailed, .requestDone:
      nil
    }
  }

  /// Writes a lifecycle event for one subscription.
  static func write(_ event: ToldEvent, to subscription: Int, into output: inout JSONWriter) {
    begin("screen.lifecycle", of: subscription, into: &output)
    output.append(",")
    event.text.withUnsafeBytes { output.append($0) }
    output.append("}}\n")
  }

  private static func data(of failure: Failure) -> JSONValue {
    var data = failure.advisedData
    data["kind"] = .string(failure.kind.rawValue)
    return .object(data)
  }

  private func log(_ data: JSONValue, of session: String, into output: inout JSONWriter) {
    Self.begin("log", of: session, into: &output)
    output.append(#","level":"error","message":"#, loggedError?.sentence ?? "")
    output.append(#","data":"#, data)
    output.append("}}\n")
  }

  /// Writes the beginning of a session's notification.
  private static func begin(_ method: StaticString, of session: String, into output: inout JSONWriter) {
    begin(method, "session", into: &output)
    output.appendString(session)
  }

  /// Writes the beginning of a subscription's notification.
  fileprivate static func begin(_ method: StaticString, of subscription: Int, into output: inout JSONWriter) {
    begin(method, "subscription", into: &output)
    output.appendInteger(subscription)
  }

  /// - Parameter member: the first of the params, whose value comes next.
  private static func begin(_ method: StaticString, _ member: StaticString, into output: inout JSONWriter) {
    output.append(#"{"jsonrpc":"2.0","method":""#)
    output.append(method)
    output.append(#"","params":{""#)
    output.append(member)
    output.append(#"":"#)
  }
}

extension StateChange {
  /// Writes the notification, as a line.
  package func write(into output: inout JSONWriter) {
    Notice.begin("state.changed", of: subscription, into: &output)
    output.append(#","seq":"#, seq)
    if let since { output.append(#","since":"#, since) }
    switch form {
    case .patch: output.append(#","patch":"#)
    case .value: output.append(#","value":"#)
    case .list: output.append(#","list":"#)
    }
    text.withUnsafeBytes { output.append($0) }
    output.append("}}\n")
  }
}
