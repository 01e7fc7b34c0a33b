/// The working state of one evaluation.
///
/// The activation isn't part of it, but passed along with it, so that it is never copied.
struct Frame: ~Copyable {
  var budget: CELBudget
  /// The variables of macros, by slot.
  var locals: [CELValue]
  /// State that few evaluations need.
  private var extras: Extras?

  /// Patterns that aren't constant, compiled once an evaluation, and the observed values.
  private final class Extras {
    /// By code points, as patterns differ.
    var patterns: [CELMapKey: Regex] = [:]
    var observations: [CELObservation] = []
    /// Variables that are lists or maps, by number.
    var variables: [Int: CELValue] = [:]
  }

  init(_ budget: CELBudget, slots: Int) {
    self.budget = budget
    locals = slots == 0 ? [] : Array(repeating: .null, count: slots)
  }

  private mutating func need() -> Extras {
    if let extras { return extras }
    let extras = Extras()
    self.extras = extras
    return extras
  }

  @inline(__always)
  mutating func spend(_ cost: Int) throws(CELError) {
    try budget.spend(cost)
  }

  /// Spends the cost of work on bytes, a tenth each, beyond the one unit of a call.
  @inline(__always)
  mutating func spend(bytes: Int) throws(CELError) {
    if bytes > 10 { try budget.spend((bytes - 1) / 10) }
  }

  /// Spends the cost of looking a text up as a key, a hundredth of its bytes.
  @inline(__always)
  mutating func spend(key: CELValue) throws(CELError) {
    if case .string(let text) = key, text.utf8.count >= 100 { try budget.spend(text.utf8.count / 100) }
  }

  /// The compiled form of a pattern that isn't constant.
  mutating func regex(_ pattern: String) throws(CELError) -> Regex {
    let extras = need()
    if let known = extras.patterns[.string(pattern)] { return known }
    try spend(Regex.compileCost(pattern))
    let regex = try Regex(pattern)
    try spend(regex.programSize)
    // Patterns that aren't constant are often the same; ones that always differ must not fill the memory.
    if extras.patterns.count >= 16 { extras.patterns.removeAll() }
    extras.patterns[.string(pattern)] = regex
    return regex
  }

  /// The value of a variable that was read before, if it is a list or a map.
  func variable(_ number: Int) -> CELValue? { extras?.variables[number] }

  mutating func keep(_ value: CELValue, of number: Int) {
    need().variables[number] = value
  }

  mutating func observe(_ observation: CELObservation) {
    need().observations.append(observation)
  }

  var observations: [CELObservation] { extras?.observations ?? [] }
}
