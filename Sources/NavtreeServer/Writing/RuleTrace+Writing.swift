import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine
import NavtreeYAML

extension RuleTrace {
  /// Writes a rule that was examined, with the parts of its guard.
  func write(into output: inout JSONWriter, of flow: FlowDefinition) {
    output.append(#"{"at":"#, at)
    output.append(#","id":"#, id.number)
    output.append(#","action":"#, action)
    output.append(#","rule":"#, index)
    location.write(into: &output, of: flow)
    if let condition {
      output.append(#","when":"#, condition.source)
      output.append(#","holds":"#, condition.holds)
      output.append(#","parts":"#)
      output.appendList(condition.parts) { $0.write(into: &$1) }
      if !condition.guards.isEmpty {
        output.append(#","guards":"#)
        output.appendList(condition.guards) { $0.write(into: &$1, of: flow) }
      }
    } else {
      output.append(#","holds":true"#)
    }
    output.append("}")
  }
}

extension SourceLocation {
  /// Writes where it begins, and its file unless that is the flow's own.
  fileprivate func write(into output: inout JSONWriter, of flow: FlowDefinition) {
    if file != 0 { output.append(#","file":"#, flow.file(of: self)) }
    output.append(#","line":"#, line)
    output.append(#","column":"#, column)
  }
}

extension GuardTrace.Named {
  fileprivate func write(into output: inout JSONWriter, of flow: FlowDefinition) {
    output.append(#"{"name":"#, name)
    place.write(into: &output, of: flow)
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
