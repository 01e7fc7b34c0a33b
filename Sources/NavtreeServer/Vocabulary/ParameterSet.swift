/// A set of parameters by their slots, in two words.
struct ParameterSet: Equatable, Sendable {
  static let capacity = 128

  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(_ slots: some Sequence<Int>) {
    for slot in slots { insert(slot) }
  }

  @inline(__always)
  func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 &<< UInt64(slot)) != 0 : high & (1 &<< UInt64(slot)) != 0
  }

  @inline(__always)
  mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 &<< UInt64(slot) } else { high |= 1 &<< UInt64(slot) }
  }

  @inline(__always)
  func isSubset(of other: ParameterSet) -> Bool { low & ~other.low | high & ~other.high == 0 }
}
