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
      output.append(#","at":""#)
      // Names need no escapes.
      address.withUnsafeBytes { output.append($0) }
      output.append(#"","id":"#, screen.number)
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
}
