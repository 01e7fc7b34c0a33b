import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension Receipt {
  /// Writes the members of an answer that describe a change, from `created` to `asked`.
  func writeMembers(into output: inout JSONWriter) {
    output.append(#""created":"#)
    output.appendList(created) { $0.write(into: &$1) }
    output.append(#","removed":"#)
    output.appendList(removed) { $0.write(into: &$1) }
    output.append(#","changed":"#)
    output.appendList(changed) { $0.write(into: &$1) }
    output.append(#","shared":"#)
    output.appendList(shared) { $1.appendString($0) }
    output.append(#","asked":"#)
    output.appendList(asked) { asked, output in
      output.append("{")
      asked.effect.writeMembers(at: asked.at, sensitive: false, into: &output)
      output.append("}")
    }
  }
}

extension Receipt.Row {
  fileprivate func write(into output: inout JSONWriter) {
    output.append(#"{"id":"#, id.number)
    output.append(#","screen":"#, type)
    if let parent {
      output.append(#","parent":"#, parent.number)
      if let slot { output.append(#","slot":"#, slot) }
    } else {
      output.append(#","window":"#, window)
    }
    output.append("}")
  }
}

extension Receipt.Written {
  fileprivate func write(into output: inout JSONWriter) {
    output.append(#"{"at":"#, at)
    output.append(#","id":"#, id.number)
    output.append(#","pointers":"#)
    output.appendList(pointers) { $1.appendString($0) }
    output.append("}")
  }
}

extension Decliner {
  func write(into output: inout JSONWriter) {
    output.append(#"{"at":"#, at)
    output.append(#","id":"#, id.number)
    output.append(#","reason":"#, reason.rawValue)
    output.append("}")
  }
}
