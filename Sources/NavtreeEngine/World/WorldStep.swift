/// A step of a change to one of a session's ledgers.
protocol WorldStep {
  /// Reverts the step, and gives its counterpart.
  ///
  /// - Parameter now: the instant at which the history restores a timer that ran; nil restores everything as it was.
  func revert(in ledgers: inout Ledgers, resumingAt now: Int?) -> any WorldStep
  var byteCount: Int { get }
  /// The stored entries that it has touched.
  func touched(in ledgers: Ledgers) -> (part: StoredPart, numbers: [Int])
  func tell(_ ledgers: Ledgers, to changes: inout StateDelta)
}

/// A ledger's step, applied at the ledger's place.
struct PlacedStep<Step: LedgerStep>: WorldStep where Step.Table: PlacedLedger {
  let step: Step

  func revert(in ledgers: inout Ledgers, resumingAt now: Int?) -> any WorldStep {
    Self(step: step.revert(in: &ledgers[keyPath: Step.Table.place], resumingAt: now))
  }

  var byteCount: Int { step.byteCount }

  func touched(in ledgers: Ledgers) -> (part: StoredPart, numbers: [Int]) {
    (Step.Table.part, step.touched(in: ledgers[keyPath: Step.Table.place]))
  }

  func tell(_ ledgers: Ledgers, to changes: inout StateDelta) {
    step.tell(ledgers[keyPath: Step.Table.place], to: &changes)
  }
}
