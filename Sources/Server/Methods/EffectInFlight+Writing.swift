import Flow
import JSON
import NavigationTree
import Session

extension EffectInFlight {
  /// Writes what a host is asked for: the members `effect`, `name`, `at`, `id`, `input` and `key`.
  ///
  /// - Parameter sensitive: whether sensitive input is written as it is: who does the work needs it.
  func writeMembers(at address: String, key: String, sensitive: Bool, into output: inout JSONWriter) {
    output.append(#""effect":"#)
    output.appendInteger(id)
    output.append(#","name":"#)
    output.appendString(definition.name)
    output.append(#","at":"#)
    output.appendString(address)
    output.append(#","id":"#)
    output.appendInteger(screen.number)
    output.append(#","input":{"#)
    for (index, field) in definition.input.fields.enumerated() {
      if index > 0 { output.append(",") }
      output.appendString(field.name)
      output.append(":")
      output.appendValue(field.sensitive && !sensitive ? .string("***") : input[index])
    }
    output.append(#"},"key":"#)
    output.appendString(key)
  }
}
