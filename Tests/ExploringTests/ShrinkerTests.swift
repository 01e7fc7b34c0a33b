import NavtreeExploring
import NavtreeTestSupport
import Testing

struct ShrinkerTests {
  @Test func nothingIsLeftThatIsNotNeeded() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let count = Int.random(in: 1...60, using: &random)
      let needed = Set(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) })
      var shrinker = Shrinker<Int> { Set($0).isSuperset(of: needed) }
      #expect(shrinker.shrink(Array(0..<count)) == needed.sorted())
    }
  }

  @Test func twoMovesThatBelongTogetherAreLeftOut() {
    // Balanced brackets around a 0: neither of two can be left out alone.
    var shrinker = Shrinker<Int> { moves in
      var depth = 0
      for move in moves {
        depth += move
        if depth < 0 { return false }
      }
      return depth == 0 && moves.contains(0)
    }
    #expect(shrinker.shrink([1, 1, -1, 1, 0, -1, -1, 1, -1]) == [0])
  }

  @Test func aMoveBecomesAsSimpleAsItCanBe() {
    var shrinker = Shrinker<Int>(simpler: { number in
      number > 0 ? [0, number / 2, number - 1].filter { $0 < number } : []
    }) { moves in moves.contains { $0 >= 37 } }
    #expect(shrinker.shrink([3, 1_000_000, 5]) == [37])
  }

  @Test func laterMovesCountAnewWhenOneIsLeftOut() {
    // A number names one of the zeros before it, by its turn from 1.
    var shrinker = Shrinker<Int>(
      mended: { moves, index in
        [moves.enumerated().map { $0.offset >= index && $0.element > 1 ? $0.element - 1 : $0.element }]
      }
    ) { moves in
      let zeros = moves.prefix { $0 == 0 }.count
      return moves.count == zeros + 1 && moves.last == zeros && zeros > 0
    }
    #expect(shrinker.shrink([0, 0, 0, 0, 4]) == [0, 1])
  }

  @Test func theBudgetEndsIt() {
    var count = 0
    var shrinker = Shrinker<Int>(budget: 10) { moves in
      count += 1
      return moves.contains(999)
    }
    let moves = shrinker.shrink(Array(0..<1_000))
    #expect(count == 10)
    #expect(moves.contains(999))
  }
}

extension Int {
  fileprivate static func random(in range: Range<Int>, using generator: inout SeededGenerator) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.count))
  }

  fileprivate static func random(in range: ClosedRange<Int>, using generator: inout SeededGenerator) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.count))
  }
}
