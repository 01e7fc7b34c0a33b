import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

/// The work of a change, or of several that are counted together, in units of about 100 nanoseconds.
///
/// It counts steps and never time, so that the same requests are refused at every repetition. Notifications to followers
/// aren't counted.
struct Work {
  /// The most units that may be spent.
  let most: Int
  /// Whether the changes are counted together.
  let isShared: Bool
  /// The same as `most` while a change runs; `.max` between changes, when nothing is counted.
  var limit = Int.max
  /// The cost of expressions.
  var cost = 0
  /// The rules whose guards were tried.
  var rules = 0
  /// The screens that a focus passed, and those that were added or removed.
  var screens = 0
  /// The bytes of answers, and of the steps of the changes before the present one.
  var bytes = 0
  /// The number of screens that the windows had walked before.
  private let start: Int

  init(most: Int = .max, isShared: Bool = false, start: Int = 0) {
    self.most = most
    self.isShared = isShared
    self.start = start
  }

  /// Notes the number of screens that the windows have walked, and the bytes of the present change.
  @inline(__always)
  mutating func note(walked: Int) { screens = walked &- start }

  /// Measured on chains of 1,000 to 100,000 screens: a guard takes 0.4 µs beside the cost of its expression, a step of the
  /// focus 0.2 to 0.4 µs.
  @inline(__always)
  func units(with moreBytes: Int) -> Int { cost &+ rules &* 4 &+ screens &* 4 &+ (bytes &+ moreBytes) >> 6 }
}

extension Transaction {
  /// Spends the cost of an expression.
  @inline(__always)
  func spend(cost: Int, on expression: CompiledExpression) throws(Failure) {
    guard change.work.limit < .max else { return }
    change.work.cost &+= cost
    if change.work.units(with: 0) > change.work.limit {
      throw workExceeded().at(expression.location, of: flow)
        .with("expression", .string(expression.program.source))
    }
  }

  /// Checks the work done so far, between two steps of a change.
  ///
  /// - Throws: if it is more than allowed, or the process is to end.
  @inline(__always)
  func checkWork() throws(Failure) {
    change.work.note(walked: world.windows.walked)
    if change.work.units(with: history.journal.byteCount) > change.work.limit { throw workExceeded() }
    if let isInterrupted = limits.isInterrupted, isInterrupted() { throw Failure.interruption }
  }

  /// Whether the process is to end.
  var isInterrupted: Bool { limits.isInterrupted?() ?? false }

  /// Stops counting at the end of a change.
  @inline(__always)
  func endWork() {
    if change.work.isShared { change.work.bytes &+= history.journal.byteCount }
    change.work.limit = .max
  }

  @inline(never)
  private func workExceeded() -> Failure {
    let work = change.work
    let bytes = work.bytes + history.journal.byteCount
    return Failure(
      .costExceeded, "the change does more than \(work.most) units of work",
      [
        "limit": .string(Limit.work.rawValue), "value": .integer(work.most),
        "spent": .object([
          "units": .integer(work.units(with: history.journal.byteCount)), "cost": .integer(work.cost),
          "rules": .integer(work.rules), "screens": .integer(work.screens), "bytes": .integer(bytes),
        ]),
      ], advice: .raise(.work))
  }
}
