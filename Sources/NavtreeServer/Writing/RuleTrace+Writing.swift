import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension RuleTrace {
  /// Writes a rule that was examined, with the parts of its guard.
  func write(into output: inout JSONWriter) {
    output.append(#"{"at":"#, at)
    output.append(#","id":"#, id.number)
    output.append(#","action":"#, action)
    output.append(#","rule":"#, index)
    output.append(#","line":"#, location.line)
    output.append(#","column":"#, location.column)
    if let condition {
      output.append(#","when":"#, condition.source)
      output.append(#","holds":"#, condition.holds)
      output.append(#","parts":"#)
      output.appendList(condition.parts) { $0.write(into: &$1) }
      if !condition.guards.isEmpty {
        output.append(#","guards":"#)
        output.appendList(condition.guards) { $0.write(into: &$1) }
      }
    } else {
      output.append(#","holds":true"#)
    }
    output.append("}")
  }
}

extension GuardTrace.Named {
  fileprivate func write(into output: inout JSONWriter) {
    output.append(#"{"name":"#, name)
    output.append(#","line":"#, place.line)
    output.append(#","column":"#, place.column)
    output.append(#","holds":"#, trace.holds)
    output.append(#","parts":"#)
    output.appendList(trace.parts) { $0.write(into: &$1) }
    output.append("}")
  }
}

extension GuardTrace.Part {
  fileprivate func write(into output: inout JSONWriter) {
    output.append(#"{"part":"#, text)
    if let place {
      output.append(#","line":"#, place.line)
      output.append(#","column":"#, place.column)
      output.append(#","endColumn":"#, place.endColumn)
    }
    if values.count == 1 {
      switch values[0] {
      case .value(let value): output.append(#","value":"#, value)
      case .summary(let text): output.append(#","omitted":"#, text)
      case .failed(let message): output.append(#","error":"#, message)
      }
    } else {
      output.append(#","values":"#)
      output.appendList(values) { value, output in
        switch value {
        case .value(let value): output.appendValue(value)
        case .summary: output.append("null")
        case .failed(let message): output.appendString(message)
        }
      }
    }
    output.append("}")
  }
}
