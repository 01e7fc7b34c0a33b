package import JSON
import NavigationTree
package import Session

extension Notice {
  /// Writes the notification, as a line.
  package func write(into output: inout JSONWriter) {
    switch self {
    case .stateChanged(let text): text.withUnsafeBytes { output.append($0) }
    case .changeHeld: break
    case .subscriptionEnded(let subscription, let reason):
      output.append(#"{"jsonrpc":"2.0","method":"subscription.ended","params":{"subscription":"#)
      output.appendInteger(subscription)
      output.append(#","reason":"#)
      output.appendString(reason)
      output.append("}}\n")
    case .invariantBroken(let session, let seq, let invariant):
      output.append(#"{"jsonrpc":"2.0","method":"invariant.broken","params":{"session":"#)
      output.appendString(session)
      output.append(#","seq":"#)
      output.appendInteger(seq)
      output.append(#","invariant":"#)
      output.appendString(invariant)
      output.append("}}\n")
    case .effectRequested(let session, let effect, let at):
      output.append(#"{"jsonrpc":"2.0","method":"effect.requested","params":{"session":"#)
      output.appendString(session)
      output.append(",")
      effect.writeMembers(at: at, session: session, sensitive: true, into: &output)
      if effect.isAgain { output.append(#","again":true"#) }
      output.append("}}\n")
    case .effectCancelled(let session, let effect, let reason):
      output.append(#"{"jsonrpc":"2.0","method":"effect.cancelled","params":{"session":"#)
      output.appendString(session)
      output.append(#","effect":"#)
      output.appendInteger(effect)
      output.append(#","reason":"#)
      output.appendString(reason)
      output.append("}}\n")
    case .lifecycle(let subscription, let event, let at, let id, let screen):
      output.append(#"{"jsonrpc":"2.0","method":"screen.lifecycle","params":{"subscription":"#)
      output.appendInteger(subscription)
      output.append(#","event":"#)
      output.appendString(event)
      output.append(#","at":"#)
      output.appendString(at)
      output.append(#","id":"#)
      output.appendInteger(id.number)
      output.append(#","screen":"#)
      output.appendString(screen)
      output.append("}}\n")
    case .log(let session, let message, let data):
      output.append(#"{"jsonrpc":"2.0","method":"log","params":{"session":"#)
      output.appendString(session)
      output.append(#","level":"error","message":"#)
      output.appendString(message)
      output.append(#","data":"#)
      output.appendValue(data)
      output.append("}}\n")
    }
  }
}
