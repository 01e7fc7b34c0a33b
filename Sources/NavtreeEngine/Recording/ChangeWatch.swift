/// The changes of a session, with how each came about, until they are taken.
///
/// It is kept for replayed sessions, which are looked at. It needs a recording of the session's changes.
package final class ChangeWatch: ChangeListener {
  /// A change, or a request that changed nothing.
  package struct Entry {
    /// The seq of the change, or the one that the request met.
    package let seq: Int
    package let now: Int
    package let isRefused: Bool
    /// The actions and navigations, in order.
    package let actions: [ActionRow]
    package let delta: StateDelta
    /// The rules that were examined, in order.
    package let rules: [RuleTrace]
    package let decliners: [Decliner]
    /// The number of notices up to its end.
    package let noticeCount: Int

    package init(
      seq: Int, now: Int, isRefused: Bool, actions: [ActionRow] = [], delta: StateDelta = StateDelta(),
      rules: [RuleTrace] = [], decliners: [Decliner] = [], noticeCount: Int
    ) {
      self.seq = seq
      self.now = now
      self.isRefused = isRefused
      self.actions = actions
      self.delta = delta
      self.rules = rules
      self.decliners = decliners
      self.noticeCount = noticeCount
    }
  }

  /// The most rules of a change that are recorded.
  private static let mostRules = 100

  private var entries: [Entry] = []
  private var rules: [RuleTrace] = []
  private var decliners: [Decliner] = []
  let programs = ObservedPrograms()

  /// Whether the values of sensitive fields are shown.
  let isSensitive: Bool

  init(isSensitive: Bool) {
    self.isSensitive = isSensitive
  }

  var takesRules: Bool { rules.count < Self.mostRules }

  func note(_ rule: RuleTrace) { rules.append(rule) }

  func note(_ decliner: Decliner) {
    if decliners.count < Self.mostRules { decliners.append(decliner) }
  }

  /// - Complexity: O(size of the written values).
  func settled(_ change: SettledChange) {
    let transaction = change.transaction
    var writer = StateDeltaWriter(
      transaction: transaction, digest: change.digest, changes: StateDelta(), isSensitive: isSensitive)
    writer.write()
    end(in: transaction, refused: false, transaction.listeners.actions?.rows ?? [], writer.changes)
    transaction.listeners.actions?.rows.removeAll()
  }

  func refused(_ actions: [ActionRow], in transaction: Transaction) {
    end(in: transaction, refused: true, actions, StateDelta())
  }

  private func end(in transaction: Transaction, refused: Bool, _ actions: [ActionRow], _ delta: StateDelta) {
    entries.append(
      Entry(
        seq: transaction.world.seq, now: transaction.now, isRefused: refused, actions: actions, delta: delta,
        rules: rules,
        decliners: decliners, noticeCount: transaction.notices.all.count))
    rules = []
    decliners = []
  }

  /// The changes since the last time.
  package func take() -> [Entry] {
    defer {
      entries = []
      rules = []
      decliners = []
    }
    return entries
  }
}
