/// A Pike machine: it runs all ways through a program at once, byte by byte, in their order of preference.
///
/// - Complexity: O(size of the program · length of the text).
struct PikeMachine {
  private struct Threads {
    /// The instructions that were reached at this place.
    private var reached: [Bool]
    /// Instructions that read a byte, in order of preference, each with the place where its match began.
    private(set) var readers: [(transitions: Range<Int32>, start: Int)] = []
    private var order: [Int32] = []

    init(_ count: Int) { reached = Array(repeating: false, count: count) }

    mutating func clear() {
      for index in order { reached[Int(index)] = false }
      order.removeAll(keepingCapacity: true)
      readers.removeAll(keepingCapacity: true)
    }

    /// Follows all ways that read nothing.
    ///
    /// - Returns: whether one of them is a match; those that are less preferred are left out.
    mutating func add(
      _ first: Int32, _ start: Int, _ place: PatternPlace, _ program: PatternProgram, _ stack: inout [Int32]
    ) -> Bool {
      stack.append(first)
      while let index = stack.popLast() {
        guard !reached[Int(index)] else { continue }
        reached[Int(index)] = true
        order.append(index)
        switch program.instructions[Int(index)] {
        case .split(let preferred, let other):
          stack.append(other)
          stack.append(preferred)
        case .assert(let assertion, let next): if place.holds(assertion) { stack.append(next) }
        case .bytes(let transitions): readers.append((transitions, start))
        case .match:
          stack.removeAll(keepingCapacity: true)
          return true
        }
      }
      return false
    }
  }

  private let program: PatternProgram

  init(_ program: PatternProgram) { self.program = program }

  /// The bytes of the leftmost match, and of those the preferred one.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var match: Range<Int>?
    var threads = Threads(program.instructions.count)
    var others = Threads(program.instructions.count)
    var stack: [Int32] = []
    for index in 0...text.count {
      // The places of `threads` are those before this byte.
      let byte = index < text.count ? text[index] : nil
      if match == nil, index == 0 || !program.isAnchored {
        let place = PatternPlace(before: index == 0 ? nil : text[index - 1], after: byte)
        if threads.add(program.start, index, place, program, &stack) { match = index..<index }
      }
      guard let byte, !threads.readers.isEmpty else {
        if byte == nil || match != nil || program.isAnchored { break }
        threads.clear()
        continue
      }
      let place = PatternPlace(before: byte, after: index + 1 < text.count ? text[index + 1] : nil)
      for reader in threads.readers {
        guard let next = program.target(of: reader.transitions, byte) else { continue }
        guard others.add(next, reader.start, place, program, &stack) else { continue }
        match = reader.start..<index + 1
        break
      }
      threads.clear()
      swap(&threads, &others)
    }
    return match
  }
}
