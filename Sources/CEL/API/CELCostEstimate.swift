/// What an evaluation may cost, as far as the declared sizes tell.
public struct CELCostEstimate: Hashable, Sendable {
  public let minimum: Int
  /// The most that it can cost, or nil when that depends on something without a bound.
  public let maximum: Int?

  public init(minimum: Int, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
