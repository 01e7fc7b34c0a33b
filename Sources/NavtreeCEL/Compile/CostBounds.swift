/// A range of costs or sizes; `most` is nil where nothing bounds it.
struct CostBounds {
  var least: Int
  var most: Int?

  static let zero = CostBounds(least: 0, most: 0)
  static let one = CostBounds(least: 1, most: 1)
  static let unbounded = CostBounds(least: 0, most: nil)

  static func exactly(_ value: Int) -> CostBounds { CostBounds(least: value, most: value) }

  static func upTo(_ most: Int?) -> CostBounds { CostBounds(least: 0, most: most) }

  static func + (left: CostBounds, right: CostBounds) -> CostBounds {
    CostBounds(least: sum(left.least, right.least), most: both(left.most, right.most, sum))
  }

  static func * (left: CostBounds, right: CostBounds) -> CostBounds {
    // Zero times an unbounded range is zero.
    let most = left.most == 0 || right.most == 0 ? 0 : both(left.most, right.most, product)
    return CostBounds(least: product(left.least, right.least), most: most)
  }

  /// Either of two.
  func or(_ other: CostBounds) -> CostBounds {
    CostBounds(least: min(least, other.least), most: CostBounds.both(most, other.most, max))
  }

  /// Any value up to the largest.
  var orLess: CostBounds { .upTo(most) }

  /// The smaller of two.
  func smaller(_ other: CostBounds) -> CostBounds {
    CostBounds(least: min(least, other.least), most: [most, other.most].compactMap(\.self).min())
  }

  /// The cost of traversing a text: a tenth, rounded up, and at least one.
  var traversal: CostBounds {
    CostBounds(least: max(1, least / 10), most: most.map { max(1, $0 / 10 + ($0 % 10 > 0 ? 1 : 0)) })
  }

  /// The cost of looking up a text of so many bytes as a key: a hundredth.
  var lookup: CostBounds { CostBounds(least: 0, most: most.map { $0 / 100 }) }

  /// The comparisons that sort so many elements: *n* · ⌈log₂ *n*⌉ at most.
  var sorting: CostBounds {
    guard let most else { return .unbounded }
    let levels = most > 1 ? Int.bitWidth - (most - 1).leadingZeroBitCount : 0
    return .upTo(CostBounds.product(most, levels))
  }

  private static func both(_ left: Int?, _ right: Int?, _ combine: (Int, Int) -> Int) -> Int? {
    guard let left, let right else { return nil }
    return combine(left, right)
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : product
  }
}
