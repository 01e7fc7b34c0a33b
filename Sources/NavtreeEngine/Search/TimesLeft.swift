/// The time that is left to each timer of a session, in the order in which the timers were set.
package struct TimesLeft {
  /// Each timer's number, which no other timer of the session ever has.
  package let numbers: [Int]
  /// In milliseconds.
  package let times: [Int]

  /// - Complexity: O(*n* log *n*)
  package init(of session: Session) {
    let transaction = session.transaction
    let timers = transaction.world.ledgers.timers
    numbers = timers.isEmpty ? [] : timers.numbers
    times = numbers.map { max((timers[$0]?.due ?? 0) - transaction.now, 0) }
  }

  /// Gives the same timers other times in a session for search, which isn't a change.
  package func replace(by times: [Int], in session: Session) {
    let transaction = session.transaction
    for (number, time) in zip(numbers, times) {
      guard let timer = transaction.world.ledgers.timers[number] else { continue }
      transaction.world.ledgers.timers.put(timer.postponed(to: transaction.now + time), for: number)
    }
  }
}
