import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// The optional parts of a dispatch's answer.
enum Return: String, CaseIterable {
  case receipt, patch, state

  static let parameter = Parameter(
    .return, .list(.choice(allCases.map(\.rawValue))),
    "what to add to the answer: the screens created, removed, changed or declining; the patch from the window's "
      + "old state to the new one; the new state")
}

extension Params {
  /// The parts of an answer that `return` requests.
  func returns(_ element: JSONElement) throws(Failure) -> Set<Return> {
    guard element.kind == .array else { throw misfit(.return) }
    var parts: Set<Return> = []
    for element in element.elements {
      guard let part = element.string.flatMap(Return.init) else { throw misfit(.return) }
      parts.insert(part)
    }
    return parts
  }
}

extension ActionCall {
  /// Sends the action to a screen, and writes the requested parts of the answer.
  ///
  /// - Complexity: that of the dispatch; for a patch or a state also O(size of the window's state).
  func send(
    in session: Session, to cursor: Cursor, bubbles: Bool, returning parts: Set<Return>,
    into output: inout JSONWriter
  ) throws(Failure) {
    var before: JSONValue?
    if parts.contains(.patch) { before = try StateWriter.value(of: cursor.window, in: session) }
    var scratch = JSONWriter()
    let trace = try session.trace { () throws(Failure) in
      try send(in: session, to: cursor, bubbles: bubbles, into: &scratch)
    }
    let after: JSONValue? =
      before != nil || parts.contains(.state)
      ? try StateWriter.value(of: session.answering(cursor.window), in: session) : nil
    // The answer without its closing brace, then the requested parts.
    scratch.truncate(to: scratch.count - 1)
    scratch.withUnsafeBytes { output.append($0) }
    if parts.contains(.receipt) {
      output.append(#","declined":"#)
      output.appendList(trace.decliners) { $0.write(into: &$1) }
      output.append(",")
      trace.receipt.writeMembers(into: &output)
    }
    if let before, let after { output.append(#","patch":"#, JSONPatch(from: before, to: after).value) }
    if parts.contains(.state), let after { output.append(#","state":"#, after) }
    output.append("}")
  }
}
