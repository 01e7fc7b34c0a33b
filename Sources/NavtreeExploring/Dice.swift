import NavtreeText

/// Random numbers that are the same for a seed and a number, in every run and on every machine.
package struct Dice: RandomNumberGenerator {
  private var generator: SplitMix64

  /// - Parameter number: distinguishes sequences of one seed.
  package init(seed: UInt64, number: Int = 0) {
    generator = SplitMix64(seed: seed)
    generator = SplitMix64(seed: next() ^ UInt64(truncatingIfNeeded: number))
    generator = SplitMix64(seed: next())
  }

  package mutating func next() -> UInt64 { generator.next() }

  /// A number from 0 up to a bound, which must be positive.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// An index chosen by weights; nil where all are 0.
  package mutating func index(by weights: [Int]) -> Int? {
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return nil }
    var rest = below(sum)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return nil
  }

  /// True in so many of so many cases.
  mutating func isTrue(_ part: Int, of whole: Int) -> Bool { below(whole) < part }

  /// One of some elements; nil if there is none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
