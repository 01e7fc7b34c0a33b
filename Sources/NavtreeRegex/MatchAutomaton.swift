/// A deterministic automaton that says whether a text has a match; its states are made as texts need them.
///
/// A state is the set of instructions that follow the bytes read so far, with what assertions ask of the last byte:
/// they hold or don't when the next byte is known.
struct MatchAutomaton {
  private struct State: Hashable {
    var instructions: [Int32]
    /// A byte that stands for the last one in assertions; nil at the start, and where nothing is asserted.
    var before: UInt8?
  }

  /// What a transition says, where it isn't the row of a state.
  private enum Outcome {
    static let unknown: Int32 = 0
    static let failure: Int32 = 1
    static let success: Int32 = 2
  }

  /// 4-byte numbers that the states and their transitions may take.
  private static let mostNumbers = 1 << 18

  private static let lines = Assertion.lineStart.rawValue | Assertion.lineEnd.rawValue
  private static let words = Assertion.wordBoundary.rawValue | Assertion.noWordBoundary.rawValue

  private let program: PatternProgram
  /// Bytes that no transition and no assertion tells apart have the same class.
  private let classes: [UInt8]
  /// The transitions of a state: one for each class, and one for the text's end.
  private let width: Int
  private let first: State

  private var rows: [State: Int32] = [:]
  private var states: [State] = []
  private var table: [Int32] = []
  private var numberCount = 0
  private var reached: [Bool]

  init(_ program: PatternProgram) {
    self.program = program
    reached = Array(repeating: false, count: program.instructions.count)
    var isEdge = [Bool](repeating: false, count: 257)
    for transition in program.transitions {
      isEdge[Int(transition.low)] = true
      isEdge[Int(transition.high) + 1] = true
    }
    if program.assertions & Self.lines != 0 {
      isEdge[0x0A] = true
      isEdge[0x0B] = true
    }
    if program.assertions & Self.words != 0 {
      for byte in UInt8.min..<UInt8.max where PatternPlace.isWord(byte) != PatternPlace.isWord(byte + 1) {
        isEdge[Int(byte) + 1] = true
      }
    }
    var last = 0
    classes = (0...255).map { byte in
      if byte > 0, isEdge[byte] { last += 1 }
      return UInt8(last)
    }
    // A row is never one of the outcomes.
    width = max(last + 2, Int(Outcome.success) + 1)
    first = State(instructions: [program.start])
    forget()
  }

  private mutating func forget() {
    rows.removeAll()
    states.removeAll()
    // The first row is no state's.
    table = Array(repeating: Outcome.unknown, count: width)
    numberCount = 0
  }

  /// Whether a text has a match; nil when its states took too much memory.
  mutating func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard var row = row(of: first) else { return nil }
    var index = 0
    while true {
      var symbol = width - 1
      // Most of a text is read here.
      let next = classes.withUnsafeBufferPointer { classes in
        table.withUnsafeBufferPointer { table in
          while index < text.count {
            symbol = Int(classes[Int(text[index])])
            let next = table[Int(row) + symbol]
            guard next > Outcome.success else { return next }
            row = next
            index += 1
          }
          symbol = width - 1
          return table[Int(row) + symbol]
        }
      }
      switch next {
      case Outcome.failure: return false
      case Outcome.success: return true
      default:
        guard let next = step(row, index < text.count ? text[index] : nil) else {
          forget()
          return nil
        }
        table[Int(row) + symbol] = next
      }
    }
  }

  private mutating func row(of state: State) -> Int32? {
    if let row = rows[state] { return row }
    numberCount += width + 2 * state.instructions.count
    guard numberCount <= Self.mostNumbers else { return nil }
    let row = Int32(table.count)
    table += Array(repeating: Outcome.unknown, count: width)
    rows[state] = row
    states.append(state)
    return row
  }

  /// Where a state goes with a byte, or with the text's end; nil when there is no memory for it.
  private mutating func step(_ row: Int32, _ byte: UInt8?) -> Int32? {
    let state = states[Int(row) / width - 1]
    let place = PatternPlace(before: state.before, after: byte)
    var stack = state.instructions
    if !program.isAnchored { stack.append(program.start) }
    var order: [Int32] = []
    defer { for index in order { reached[Int(index)] = false } }
    var next: Set<Int32> = []
    while let index = stack.popLast() {
      guard !reached[Int(index)] else { continue }
      reached[Int(index)] = true
      order.append(index)
      switch program.instructions[Int(index)] {
      case .split(let one, let other): stack += [one, other]
      case .assert(let assertion, let next): if place.holds(assertion) { stack.append(next) }
      case .bytes(let transitions):
        if let byte, let target = program.target(of: transitions, byte) { next.insert(target) }
      case .match: return Outcome.success
      }
    }
    guard let byte, !(next.isEmpty && program.isAnchored) else { return Outcome.failure }
    return self.row(of: State(instructions: next.sorted(), before: sign(of: byte)))
  }

  /// The byte that stands for one in assertions.
  private func sign(of byte: UInt8) -> UInt8? {
    guard program.assertions != 0 else { return nil }
    if program.assertions & Self.lines != 0, byte == 0x0A { return byte }
    return program.assertions & Self.words != 0 && PatternPlace.isWord(byte) ? 0x61 : 0x20
  }
}
