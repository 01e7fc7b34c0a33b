import JSON
import Session

/// A method of the protocol: its name, its params, and what it does.
package struct Method: Sendable {
  package let name: String
  package let summary: String
  package let parameters: [Parameter]
  /// Writes the result, the bare JSON value.
  let run: @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void

  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [],
    run: @escaping @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.run = run
  }
}

/// All methods, in the order in which `initialize` lists them.
package enum MethodTable {
  package static let methods: [Method] =
    processMethods + flowMethods + sessionMethods + actionMethods + navigationMethods + stateMethods
}
