import NavtreeJSON
package import NavtreeEngine
import NavtreeText

extension RPCError {
  /// A session's failure in its form on the wire: a failure that JSON-RPC names under that name, any other
  /// with navtree's own sentence.
  ///
  /// - Parameter isNamed: whether a name of JSON-RPC counts.
  package init(_ failure: Failure, isNamed: Bool = true) {
    // A refusal's sentence is the flow's own.
    let message = failure.kind == .rejected ? failure.message : failure.message.abridged
    var given = failure.advisedData
    for member in ["pointer", "hint"] {
      if let text = given[member]?.string { given[member] = .string(text.abridged) }
    }
    if let expression = given["expression"]?.string { given["expression"] = .string(expression.echo) }
    if isNamed, failure.kind == .invalidParams {
      self = .invalidParams(message)
    } else {
      self.init(
        code: failure.kind.code, message: message, kind: failure.kind.rawValue, sentence: message,
        mayBeRetried: failure.isTemporary)
    }
    for own in ["kind", "message", "retry"] where given[own] != nil { given[own] = nil }
    details = given
  }
}
