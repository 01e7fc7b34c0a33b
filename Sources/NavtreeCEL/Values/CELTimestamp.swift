/// A point in time with nanoseconds, between the years 1 and 9999.
public struct CELTimestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// From 0 to 999,999,999, forward in time also before 1970.
  public let nanoseconds: Int32

  /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
  static let secondsRange = -62_135_596_800...253_402_300_799

  /// - Returns: nil outside of the years 1 to 9999.
  public init?(seconds: Int, nanoseconds: Int = 0) {
    let (carry, rest) = nanoseconds.floorDivided(by: 1_000_000_000)
    let (total, overflow) = seconds.addingReportingOverflow(carry)
    guard !overflow, CELTimestamp.secondsRange.contains(total) else { return nil }
    self.seconds = total
    self.nanoseconds = Int32(rest)
  }
}

extension CELTimestamp: Comparable {
  public static func < (left: CELTimestamp, right: CELTimestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Int {
  /// Quotient and remainder, the remainder never negative. The divisor must be positive.
  func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
