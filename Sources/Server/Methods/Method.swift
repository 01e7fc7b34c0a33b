import Flow
import JSON
import Session

/// A method of the protocol: its name, its params, and what it does.
package final class Method: Sendable {
  package let name: String
  package let summary: String
  package let parameters: [Parameter]
  /// The parameters' names, in the same order.
  let parameterNames: NameTable
  /// The indexes of the parameters that must be given.
  let required: [Int]
  /// Writes the result, the bare JSON value.
  let run: @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void

  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [],
    run: @escaping @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    parameterNames = NameTable(parameters.map(\.name))
    required = parameters.indices.filter { parameters[$0].isRequired }
    self.run = run
  }
}

/// All methods, in the order in which `initialize` lists them.
package enum MethodTable {
  package static let methods: [Method] =
    processMethods + flowMethods + sessionMethods + actionMethods + navigationMethods + stateMethods
}
