/// The cost of an evaluation, estimated from the declared sizes.
public struct CELCostEstimate: Hashable, Sendable {
  public let minimum: Int
  /// The highest possible cost, or nil when it depends on something without a bound.
  public let maximum: Int?
  /// The most elements of a list or map, or bytes of a text, that the value can have, or nil without a bound.
  public let maximumSize: Int?
  /// The same of a list's elements, of their elements and so on, as far as it is known.
  public let elementSizes: [Int?]

  public init(minimum: Int, maximum: Int?, maximumSize: Int? = nil, elementSizes: [Int?] = []) {
    self.minimum = minimum
    self.maximum = maximum
    self.maximumSize = maximumSize
    self.elementSizes = elementSizes
  }
}
