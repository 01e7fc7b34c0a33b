import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension EffectInFlight {
  /// Writes what a host is asked for: the members `effect`, `name`, `at`, `id`, `input` and `key`.
  ///
  /// The key is the same whenever the effect is asked for, and no other effect of the session has it.
  /// - Parameters:
  ///   - address: that of the screen, as UTF-8.
  ///   - sensitive: whether sensitive input is written as it is: who does the work needs it.
  func writeMembers(at address: [UInt8], session: String, sensitive: Bool, into output: inout JSONWriter) {
    output.append(#""effect":"#)
    output.appendInteger(id)
    output.append(#","name":"#)
    output.appendString(definition.name)
    output.append(#","at":""#)
    // Names need no escapes.
    address.withUnsafeBytes { output.append($0) }
    output.append(#"","id":"#)
    output.appendInteger(screen.number)
    output.append(#","input":{"#)
    for (index, field) in definition.input.fields.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(field.name)
      output.append(":")
      output.appendValue(field.sensitive && !sensitive ? StateView.hidden : input[index])
    }
    output.append(#"},"key":"#)
    output.appendString(session)
    output.truncate(to: output.count - 1)
    output.append("-")
    output.appendInteger(id)
    output.append("\"")
  }
}
