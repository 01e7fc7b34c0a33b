/// A set of Unicode's scalars, as sorted ranges that don't touch each other.
///
/// Surrogates may be in it: no text has them.
struct ScalarSet: Sendable, Equatable {
  static let last: UInt32 = 0x10FFFF
  static let all = ScalarSet([0...last])

  let ranges: [ClosedRange<UInt32>]

  /// - Complexity: O(n log n) in the number of ranges.
  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  var inverted: ScalarSet {
    var others: [ClosedRange<UInt32>] = []
    var first: UInt32 = 0
    for range in ranges {
      if range.lowerBound > first { others.append(first...range.lowerBound - 1) }
      first = range.upperBound + 1
    }
    if first <= Self.last { others.append(first...Self.last) }
    return ScalarSet(others)
  }

  /// With all scalars that differ from one in the set in their case alone.
  var folded: ScalarSet {
    ScalarSet(ranges + CaseOrbits.all.filter { $0.contains(where: contains) }.joined().map { $0...$0 })
  }

  /// - Complexity: O(log n) in the number of ranges.
  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  /// What both have.
  func clamped(to limits: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
    ranges.filter { $0.overlaps(limits) }.map { $0.clamped(to: limits) }
  }
}

/// Scalars that differ in their case alone, as Unicode's CaseFolding.txt has them with status C and S.
enum CaseOrbits {
  static let all: [[UInt32]] = orbits()
  static let byScalar: [UInt32: [UInt32]] = Dictionary(
    all.flatMap { orbit in orbit.map { ($0, orbit) } }, uniquingKeysWith: { first, _ in first })

  private static func orbits() -> [[UInt32]] {
    var orbits: [UInt32: [UInt32]] = [:]
    // The Turkish i's fold to nothing else. Whatever has cases is in the first two planes.
    for value in UInt32(0x41)...0x1FFFF where value != 0x130 && value != 0x131 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else { continue }
      let upper = single(scalar.properties.uppercaseMapping) ?? scalar
      let lower = single(upper.properties.lowercaseMapping) ?? upper
      orbits[lower.value, default: []].append(value)
    }
    return orbits.values.filter { $0.count > 1 }
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }
}
