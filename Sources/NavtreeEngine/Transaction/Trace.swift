/// A record of how a change comes about, kept on request.
package struct Trace {
  /// Whether the change is undone at its end and nothing of it is reported.
  let isRehearsal: Bool
  /// Called after everything that the change causes, before it is settled or undone.
  let whenDone: (() throws(Failure) -> Void)?

  /// The screens that declare the action and didn't take it, the addressed one first.
  package var decliners: [Decliner] = []
  /// The rules that were examined, in order; only in a rehearsal.
  package var rules: [RuleTrace] = []
  /// The effect of the change.
  package var receipt = Receipt()
  /// The window of a navigation's outcome, if that may differ from the requested one.
  package internal(set) var window: Int?
  /// The reason that the rehearsed change would fail.
  package var failure: Failure?
  var isDone = false

  /// The most declining screens, and the most rules, that are recorded.
  static let longest = 100
}

extension Transaction {
  func beginTrace() {
    change.isTraced = true
    change.isExamined = true
  }

  func endTrace() {
    change.isTraced = false
    change.isExamined = listeners.watch != nil
  }

  /// Records the effect of the current change; a rehearsed one fails here.
  func conclude(firstID: Int, firstNotice: Int) throws(Failure) {
    let reader = ReceiptReader(transaction: self, digest: digest, firstID: firstID, firstNotice: firstNotice)
    change.trace.receipt = reader.receipt
    try change.trace.whenDone?()
    change.trace.isDone = true
    if change.trace.isRehearsal { throw Failure(.rejected, "a rehearsal ends here") }
  }
}
