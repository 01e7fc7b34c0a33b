import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension EffectInFlight {
  /// Writes a requested effect: the members `effect`, `name`, `at` and `id` or `of`, `input` and `key`.
  ///
  /// The key stays the same when the effect is requested again, and no other effect has it.
  /// - Parameters:
  ///   - address: the screen's address in UTF-8.
  ///   - sensitive: whether to write sensitive input, which the host that does the work needs.
  func writeMembers(at address: [UInt8], sensitive: Bool, into output: inout JSONWriter) {
    output.append(#""effect":"#, id)
    output.append(#","name":"#, definition.name)
    if let screen {
      output.append(#","at":"#)
      address.withUnsafeBytes { output.appendString($0) }
      output.append(#","id":"#, screen.number)
    } else {
      output.append(#","of":"session""#)
    }
    output.append(#","input":{"#)
    for (index, field) in definition.input.fields.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(field.name)
      output.append(":", field.sensitive && !sensitive ? StateView.hidden : input[index])
    }
    output.append(#"},"key":"#, keyPrefix)
    output.truncate(to: output.count - 1)
    output.append("-", id)
    output.append("\"")
  }

  /// The shape of a row of `effect.list`.
  static let row: Shape = .record([
    .effect, .effectName, .at.ifAny, .id.ifAny, .of, .input, .key,
    Shape.Member("again", .boolean, "whether it was requested before"),
    Shape.Member(
      "queued", .boolean, "true if it isn't requested until those with its key before it have ended",
      optional: true),
    Shape.Member(
      "retryAt", .integer,
      "when it is requested again, in milliseconds since 1970, if it rests after a failure",
      optional: true),
    Shape.Member(
      "held", .boolean, "true in a fork, if it is in flight in the original and not requested here",
      optional: true),
    Shape.Member("loads", .boolean, "true if a list or a detail loads through it", optional: true),
    Shape.Member("done", .string, "the action that gets the output", optional: true),
    Shape.Member("failed", .string, "the action that gets the error", optional: true),
    Shape.Member("next", .string, "the action that gets each answer before the last one", optional: true),
    Shape.Member(
      "deadline", .integer, "the end of its timeout, in milliseconds since 1970", optional: true),
  ])

  /// Writes a row of `effect.list`.
  func writeRow(in session: Session, sensitive: Bool, into output: inout JSONWriter) {
    output.append("{")
    writeMembers(at: Array(session.address(of: self).utf8), sensitive: sensitive, into: &output)
    output.append(#","again":"#, isAgain)
    if isQueued { output.append(#","queued":true"#) }
    if let instant = session.retryInstant(of: self) { output.append(#","retryAt":"#, instant) }
    if session.isHeld(self) { output.append(#","held":true"#) }
    switch takers(in: session.flow) {
    case nil: output.append(#","loads":true"#)
    case let takers?:
      for (name, action) in takers {
        output.append(",")
        output.appendString(name)
        output.append(":", action)
      }
    }
    if let deadline = session.deadline(of: self) { output.append(#","deadline":"#, deadline) }
    output.append("}")
  }
}
