package import JSON
package import Session

extension Notice {
  /// Writes the notification, as a line.
  package func write(into output: inout JSONWriter) {
    switch self {
    case .invariantBroken(let session, let seq, let invariant):
      output.append(#"{"jsonrpc":"2.0","method":"invariant.broken","params":{"session":"#)
      output.appendString(session)
      output.append(#","seq":"#)
      output.appendInteger(seq)
      output.append(#","invariant":"#)
      output.appendString(invariant)
      output.append("}}\n")
    }
  }
}
