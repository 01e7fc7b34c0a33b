/// A length of time in nanoseconds, up to about 292 years either way.
public struct CELDuration: Hashable, Sendable {
  public let nanoseconds: Int

  public init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  /// - Returns: nil beyond what nanoseconds in 64 bits can count.
  public init?(seconds: Int, nanoseconds: Int = 0) {
    // Both parts may be out of range while their sum is not, at the very ends.
    let (whole, first) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (total, second) = whole.addingReportingOverflow(nanoseconds)
    guard !first, !second else { return nil }
    self.nanoseconds = total
  }
}

extension CELDuration: Comparable {
  public static func < (left: CELDuration, right: CELDuration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
