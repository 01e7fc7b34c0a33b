import NavtreeEngine
import NavtreeJSON

extension MethodTable {
  private static let field = Parameter(
    .field, .integer, required: true, "the number that `field.requested` gave", errors: [.notInFlight])

  /// What answers `field.requested`. While navtree waits for it, ``HostKeeper`` takes it.
  static let fieldMethods: [Method] = [
    Method(
      "field.done", .process, "Says that what the host keeps was read, written or deleted.",
      [field, Parameter(.value, .string, "what was read; without it nothing is kept under the key")],
      result: .record([]), examples: []
    ) { _, params, _ throws(Failure) in
      throw try HostKeeper.unasked(params)
    },
    Method(
      "field.fail", .process, "Says that it can't be: the change that needs it fails as with any store.",
      [field, Parameter(.error, .any, "the reason")],
      result: .record([]), examples: []
    ) { _, params, _ throws(Failure) in
      throw try HostKeeper.unasked(params)
    },
  ]
}
