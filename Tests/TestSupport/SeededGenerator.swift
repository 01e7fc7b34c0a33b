import NavtreeText

/// Random numbers that are the same in every run.
package struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SplitMix64

  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }
}
