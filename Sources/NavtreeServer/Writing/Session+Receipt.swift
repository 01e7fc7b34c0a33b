import NavtreeJSON
import NavtreeEngine

extension Session {
  /// Writes the receipt of the last dispatch: `{"seq":…,"handledBy":…,"active":…,"reply":…}`.
  ///
  /// - Parameters:
  ///   - window: its present number.
  ///   - isPart: whether it was a part of a change that isn't settled and has no seq yet.
  ///   - more: writes further members.
  func writeReceipt(
    of window: Int, isPart: Bool = false, into output: inout JSONWriter,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    if isPart {
      output.append(#"{"handledBy":""#)
    } else {
      output.append(#"{"seq":"#, answerSeq)
      output.append(#","handledBy":""#)
    }
    appendHandler(to: &output)
    output.append(#"","active":""#)
    appendActive(of: window, to: &output)
    output.append("\"")
    if hasReply, let reply {
      output.append(#","reply":"#, reply)
    }
    more(&output)
    output.append("}")
  }

  /// Writes the address of a window's active screen, as a string.
  func writeActive(of window: Int, into output: inout JSONWriter) {
    output.append("\"")
    appendActive(of: window, to: &output)
    output.append("\"")
  }

  /// Writes the beginning of the answer of a method that opens a session.
  func writeOpening(in window: Int, into output: inout JSONWriter) {
    output.append(#"{"session":"#, name)
    output.append(#","seq":"#, seq)
    output.append(#","active":"#)
    writeActive(of: window, into: &output)
  }
}
