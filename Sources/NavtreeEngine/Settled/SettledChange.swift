/// A change that is final, for its listeners.
struct SettledChange {
  let transaction: Transaction

  /// The places that it has touched; the first listener that asks has them read.
  var digest: ChangeDigest { transaction.digest }
  /// Whether screens came or went. The digest must have been read if the change took more than one step.
  var hasTreeChanges: Bool { transaction.change.digest?.hasTreeChanges ?? false }
}

/// A party that is notified of each change once it is final, with state of its own.
protocol ChangeListener: AnyObject {
  func settled(_ change: SettledChange)
  /// The actions of a request that changed nothing, if anybody follows actions.
  func refused(_ actions: [ActionRow], in transaction: Transaction)
}

extension ChangeListener {
  func refused(_ actions: [ActionRow], in transaction: Transaction) {}
}
