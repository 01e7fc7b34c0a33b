/// A regular expression as instructions over bytes of UTF-8.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Both ways, the first preferred.
    case split(Int32, Int32)
    case assert(Assertion, next: Int32)
    /// One byte of these transitions, which are sorted.
    case bytes(Range<Int32>)
    case match
  }

  struct Transition: Sendable, Hashable {
    let low: UInt8
    let high: UInt8
    let next: Int32
  }

  fileprivate(set) var instructions: [Instruction] = [.match]
  fileprivate(set) var transitions: [Transition] = []
  fileprivate(set) var start: Int32 = 0
  /// Whether a match can only begin where the text does.
  private(set) var isAnchored: Bool
  /// What the program asserts, as bits.
  fileprivate(set) var assertions: UInt8 = 0

  /// Bytes of memory for each instruction, as RE2 reckons them.
  private static let instructionMemory = 12

  var size: Int { instructions.count + transitions.count }

  init(_ pattern: String, memory: Int) throws(PatternFault) {
    let part = try PatternParser.part(of: pattern)
    isAnchored = part.isAnchored
    var compiler = PatternCompiler(program: self, largest: memory / Self.instructionMemory)
    let start = try compiler.add(part, before: 0)
    self = compiler.program
    self.start = start
  }

  /// Where the instruction goes with a byte.
  func target(of range: Range<Int32>, _ byte: UInt8) -> Int32? {
    var low = Int(range.lowerBound)
    var high = Int(range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].high < byte { low = middle + 1 } else { high = middle }
    }
    return low < Int(range.upperBound) && transitions[low].low <= byte ? transitions[low].next : nil
  }
}

/// Writes a program from its end to its start: what follows a part is there when the part is added.
///
/// Recursion is bounded by `PatternParser.deepest`.
private struct PatternCompiler {
  var program: PatternProgram
  let largest: Int
  /// Instructions that read a byte, by their transitions: the same are written once.
  private var known: [[PatternProgram.Transition]: Int32] = [:]

  init(program: PatternProgram, largest: Int) {
    self.program = program
    self.largest = largest
  }

  private mutating func emit(_ instruction: PatternProgram.Instruction) throws(PatternFault) -> Int32 {
    guard program.size < largest else {
      throw PatternFault(message: "pattern too large - compile failed")
    }
    program.instructions.append(instruction)
    return Int32(program.instructions.count - 1)
  }

  /// - Returns: where the part begins.
  mutating func add(_ part: PatternPart, before next: Int32) throws(PatternFault) -> Int32 {
    switch part {
    case .set(let set): return try add(set, before: next)
    case .byte: return try emit([.init(low: 0, high: 0xFF, next: next)])
    case .assertion(let assertion):
      program.assertions |= assertion.rawValue
      return try emit(.assert(assertion, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try add(part, before: next) }
      return next
    case .choice(let parts):
      var entry: Int32?
      for part in parts.reversed() {
        let first = try add(part, before: next)
        entry = if let entry { try emit(.split(first, entry)) } else { first }
      }
      return entry ?? next
    case .repeated(let part, let least, let most, let isLazy):
      guard !part.isEmpty else { return next }
      return try add(part, least, most, isLazy: isLazy, before: next)
    }
  }

  private mutating func add(
    _ part: PatternPart, _ least: Int, _ most: Int, isLazy: Bool, before next: Int32
  ) throws(PatternFault) -> Int32 {
    var entry = next
    var rest = least
    if most == .max {
      // The loop stands behind its part, so that a part that may be empty keeps its preferences.
      let loop = try emit(.match)
      let first = try add(part, before: loop)
      program.instructions[Int(loop)] = isLazy ? .split(next, first) : .split(first, next)
      entry = least == 0 ? try emit(program.instructions[Int(loop)]) : first
      rest -= 1
    } else {
      for _ in least..<max(most, least) {
        let first = try add(part, before: entry)
        entry = try emit(isLazy ? .split(next, first) : .split(first, next))
      }
    }
    for _ in 0..<max(rest, 0) { entry = try add(part, before: entry) }
    return entry
  }

  // MARK: UTF-8

  /// The scalars that as many bytes encode as there are places before, with the first byte's mark.
  private static let lengths: [(limits: ClosedRange<UInt32>, mark: UInt32)] = [
    (0...0x7F, 0), (0x80...0x7FF, 0xC0), (0x800...0xFFFF, 0xE0), (0x1_0000...ScalarSet.last, 0xF0),
  ]

  private mutating func add(_ set: ScalarSet, before next: Int32) throws(PatternFault) -> Int32 {
    var all: [PatternProgram.Transition] = []
    for (count, length) in Self.lengths.enumerated() {
      all += try transitions(set.clamped(to: length.limits), count, mark: length.mark, next)
    }
    return try emit(all)
  }

  private mutating func emit(_ transitions: [PatternProgram.Transition]) throws(PatternFault) -> Int32 {
    if let index = known[transitions] { return index }
    let first = Int32(program.transitions.count)
    let index = try emit(.bytes(first..<first + Int32(transitions.count)))
    program.transitions += transitions
    known[transitions] = index
    return index
  }

  /// The first bytes of some values, which `count` more bytes with 6 bits each follow.
  private mutating func transitions(
    _ ranges: [ClosedRange<UInt32>], _ count: Int, mark: UInt32, _ next: Int32
  ) throws(PatternFault) -> [PatternProgram.Transition] {
    let bits = UInt32(count * 6)
    let rest = (UInt32(1) << bits) - 1
    // The bytes, and which values the others may have after them.
    var leads: [(bytes: ClosedRange<UInt32>, rests: [ClosedRange<UInt32>])] = []
    func add(_ bytes: ClosedRange<UInt32>, _ rests: ClosedRange<UInt32>) {
      if let last = leads.last, last.bytes == bytes {
        leads[leads.count - 1].rests.append(rests)
      } else {
        leads.append((bytes, [rests]))
      }
    }
    for range in ranges {
      var first = range.lowerBound >> bits
      var last = range.upperBound >> bits
      if first == last {
        add(first...last, range.lowerBound & rest...range.upperBound & rest)
        continue
      }
      let isCutAtEnd = range.upperBound & rest != rest
      if range.lowerBound & rest != 0 {
        add(first...first, range.lowerBound & rest...rest)
        first += 1
      }
      if isCutAtEnd { last -= 1 }
      if first <= last { add(first...last, 0...rest) }
      if isCutAtEnd { add(last + 1...last + 1, 0...range.upperBound & rest) }
    }
    var all: [PatternProgram.Transition] = []
    for lead in leads {
      let target = count == 0 ? next : try emit(transitions(lead.rests, count - 1, mark: 0x80, next))
      let low = UInt8(lead.bytes.lowerBound | mark)
      let high = UInt8(lead.bytes.upperBound | mark)
      if let last = all.last, last.next == target, last.high + 1 == low {
        all[all.count - 1] = .init(low: last.low, high: high, next: target)
      } else {
        all.append(.init(low: low, high: high, next: target))
      }
    }
    return all
  }
}
