import Flow
import JSON
import Session

/// A method of the protocol: its name, its params, and what it does.
package final class Method: Sendable {
  package let summary: String
  let signature: Signature
  /// Writes the result, the bare JSON value.
  let run: @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void

  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [],
    run: @escaping @Sendable (NavtreeServer, Arguments, inout JSONWriter) throws(Failure) -> Void
  ) {
    self.summary = summary
    signature = Signature(name, parameters)
    self.run = run
  }

  package var name: String { signature.name }
  package var parameters: [Parameter] { signature.parameters }
}

/// Methods about one thing.
package struct MethodGroup: Sendable {
  package let title: String
  package let methods: [Method]
}

/// All methods, in the order in which `initialize` lists them.
package enum MethodTable {
  package static let groups = [
    MethodGroup(title: "The process", methods: processMethods),
    MethodGroup(title: "Flows", methods: flowMethods),
    MethodGroup(title: "Sessions", methods: sessionMethods),
    MethodGroup(title: "Actions", methods: actionMethods),
    MethodGroup(title: "Built-in navigation", methods: navigationMethods),
    MethodGroup(title: "Windows", methods: windowMethods),
    MethodGroup(title: "State", methods: stateMethods),
  ]

  package static let methods = groups.flatMap(\.methods)
}
