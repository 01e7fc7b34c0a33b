/// Random numbers that are the same for a seed and a number, in every run and on every machine (SplitMix64).
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter number: distinguishes sequences of one seed.
  package init(seed: UInt64, number: Int = 0) {
    state = seed
    state = next() ^ UInt64(truncatingIfNeeded: number)
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
}
