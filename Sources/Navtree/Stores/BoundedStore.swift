import NavtreeEngine
import NavtreePersistence
import NavtreeSystem

/// Asks an app's store on threads of its own, and waits a bounded time for each answer.
final class BoundedStore: TextKeeper {
  private typealias Outcome = Result<String?, any Error>

  private let store: any FieldStore
  /// In milliseconds.
  private let patience: Int
  /// Whether a call runs. One that isn't begun in time never is.
  private let isBusy = Monitor(false)

  init(_ store: any FieldStore, patience: Int) {
    self.store = store
    self.patience = patience
  }

  func text(of key: String) throws(Failure) -> String? {
    try ask("read '\(key)'") { [store] in try store.text(of: key) }
  }

  func keep(_ text: String?, as key: String) throws(Failure) {
    _ = try ask("\(text == nil ? "delete" : "write") '\(key)'") { [store] in
      try store.keep(text, as: key)
      return nil
    }
  }

  private func ask(_ what: String, _ call: @escaping @Sendable () throws -> String?) throws(Failure)
    -> String?
  {
    switch outcome(of: call, until: SystemClock.steadyMilliseconds + patience) {
    case .success(let text)?: return text
    case .failure(let error)?: throw .store("host", "it can't \(what): \(error)")
    case nil:
      throw Failure.store("host", "it can't \(what) within \(patience) ms").passing().advising(.raise(.field))
    }
  }

  /// The outcome of a call on a thread of its own; nil if there is none in time.
  private func outcome(of call: @escaping @Sendable () throws -> String?, until end: Int) -> Outcome? {
    let begins = isBusy.wait(until: end) { isBusy -> Bool? in
      if isBusy { return nil }
      isBusy = true
      return true
    }
    if begins == nil { return nil }
    let outcome = Monitor<Outcome?>(nil)
    let thread = WorkerThread { [isBusy] in
      let found = Outcome { try call() }
      isBusy.set(false)
      outcome.set(found)
    }
    guard let thread else {
      isBusy.set(false)
      return nil
    }
    thread.detach()
    return outcome.wait(until: end) { $0 }
  }
}
