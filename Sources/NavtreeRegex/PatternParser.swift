/// Reads a regular expression in RE2's syntax, and refuses what RE2 refuses, in the same words.
///
/// The rules are RE2's own (https://github.com/google/re2/wiki/Syntax), with the options that navtree compiles with:
/// UTF-8, Perl's classes, `^` and `$` for the whole text unless `(?m)`.
struct PatternParser {
  /// Depth to which parts may lie in each other; groups without an operator don't count.
  static let deepest = 250
  /// How often a part may be repeated, those of repeated parts multiplied.
  static let mostRepeats = 1_000

  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotTakesLines = false
    var isUngreedy = false
  }

  /// A part on its way into a sequence.
  private struct Item {
    var part: PatternPart
    /// The largest product of counts on a way down.
    var repeats = 1
    var depth = 1
  }

  /// What a parenthesis has opened.
  private struct Group {
    var choices: [Item] = []
    var items: [Item] = []
    /// The flags that hold again after the group.
    let flags: Flags
  }

  let scalars: [Unicode.Scalar]
  var index = 0
  private(set) var flags = Flags()
  private var groups: [Group] = []
  private var group = Group(flags: Flags())

  static func part(of pattern: String) throws(PatternFault) -> PatternPart {
    var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
    return try parser.whole()
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  // MARK: Scalars

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    return scalar
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  func fault(_ reason: String, from start: Int, to end: Int? = nil) -> PatternFault {
    let part = text(start..<(end ?? index))
    return PatternFault(message: part.isEmpty ? reason : "\(reason): \(part)")
  }

  // MARK: Parts

  private mutating func whole() throws(PatternFault) -> PatternPart {
    // Where the operator of repetition began that stands just before.
    var lastRepetition: Int?
    while let scalar = next {
      let start = index
      var repetition: Int?
      switch scalar {
      case "(" where peek(1) == "?": try flagGroup()
      case "(":
        index += 1
        open()
      case ")":
        index += 1
        guard let outer = groups.popLast() else { throw fault("unexpected )", from: 0, to: scalars.count) }
        let item = closed()
        flags = group.flags
        group = outer
        try append(item)
      case "|":
        index += 1
        group.choices.append(sequence())
      case "*", "+", "?", "{":
        guard let (least, most) = count() else {
          index += 1
          try append(literal(scalar))
          break
        }
        let isLazy = take("?")
        if let lastRepetition { throw fault("bad repetition operator", from: lastRepetition) }
        try repeatLast(least, most, isLazy: isLazy != flags.isUngreedy, from: start)
        repetition = start
      case "[": try append(.set(classSet()))
      case ".":
        index += 1
        try append(.set(flags.dotTakesLines ? .all : ScalarSet([0x0A...0x0A]).inverted))
      case "^":
        index += 1
        try append(.assertion(flags.isMultiline ? .lineStart : .textStart))
      case "$":
        index += 1
        try append(.assertion(flags.isMultiline ? .lineEnd : .textEnd))
      case "\\": try escaped()
      default:
        index += 1
        try append(literal(scalar))
      }
      lastRepetition = repetition
    }
    guard groups.isEmpty else { throw fault("missing )", from: 0, to: scalars.count) }
    return closed().part
  }

  private mutating func escaped() throws(PatternFault) {
    let assertions: [Unicode.Scalar: Assertion] = [
      "b": .wordBoundary, "B": .noWordBoundary, "A": .textStart, "z": .textEnd,
    ]
    guard let scalar = peek(1) else { throw fault("trailing \\", from: index, to: index) }
    if let assertion = assertions[scalar] {
      index += 2
      return try append(.assertion(assertion))
    }
    switch scalar {
    case "C":
      index += 2
      try append(.byte)
    case "Q":
      index += 2
      while let scalar = take() {
        if scalar == "\\", take("E") { return }
        try append(literal(scalar))
      }
    default:
      if let set = try namedSet() { return try append(.set(set)) }
      try append(literal(escape()))
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternPart { literal(scalar.value) }

  private func literal(_ scalar: UInt32) -> PatternPart {
    if flags.ignoresCase, let orbit = CaseOrbits.byScalar[scalar] {
      return .set(ScalarSet(orbit.map { $0...$0 }))
    }
    return .set(ScalarSet([scalar...scalar]))
  }

  private mutating func append(_ part: PatternPart) throws(PatternFault) {
    try append(Item(part: part))
  }

  private mutating func append(_ item: Item) throws(PatternFault) {
    guard item.depth <= Self.deepest else {
      throw PatternFault(message: "more than \(Self.deepest) parts within each other")
    }
    group.items.append(item)
  }

  // MARK: Groups

  private mutating func open() {
    groups.append(group)
    group = Group(flags: flags)
  }

  /// The items since the last bar.
  private mutating func sequence() -> Item {
    defer { group.items = [] }
    let items = group.items.filter { !$0.part.isEmpty }
    return items.count == 1 ? items[0] : Self.joined(items, PatternPart.sequence)
  }

  private mutating func closed() -> Item {
    let last = sequence()
    return group.choices.isEmpty ? last : Self.joined(group.choices + [last], PatternPart.choice)
  }

  private static func joined(_ items: [Item], _ make: ([PatternPart]) -> PatternPart) -> Item {
    Item(
      part: make(items.map(\.part)), repeats: items.map(\.repeats).max() ?? 1,
      depth: 1 + (items.map(\.depth).max() ?? 0))
  }

  /// `(?flags)`, `(?flags:` and `(?P<name>`.
  private mutating func flagGroup() throws(PatternFault) {
    let start = index
    index += 2
    if next == "P", peek(1) == "<", peek(2) != nil { return try namedGroup(from: start) }
    var new = flags
    var isNegated = false
    var hasFlags = false
    while true {
      let scalar = take()
      switch scalar {
      case "i": new.ignoresCase = !isNegated
      case "m": new.isMultiline = !isNegated
      case "s": new.dotTakesLines = !isNegated
      case "U": new.isUngreedy = !isNegated
      case "-" where !isNegated:
        isNegated = true
        hasFlags = false
        continue
      case ":" where !isNegated || hasFlags, ")" where !isNegated || hasFlags:
        if scalar == ":" { open() }
        flags = new
        return
      default: throw fault("invalid perl operator", from: start)
      }
      hasFlags = true
    }
  }

  private mutating func namedGroup(from start: Int) throws(PatternFault) {
    let reason = "invalid named capture group"
    index += 2
    let name = index
    while let scalar = take() {
      guard scalar == ">" else { continue }
      guard index - 1 > name, scalars[name..<index - 1].allSatisfy(Self.isOfName) else {
        throw fault(reason, from: start)
      }
      return open()
    }
    throw fault(reason, from: start)
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      true
    default: false
    }
  }

  // MARK: Repetitions

  private mutating func repeatLast(
    _ least: Int, _ most: Int, isLazy: Bool, from start: Int
  ) throws(PatternFault) {
    let isCounted = scalars[start] == "{"
    let size = "invalid repetition size"
    if isCounted, least > Self.mostRepeats || most != .max && (most > Self.mostRepeats || most < least) {
      throw fault(size, from: start)
    }
    guard var item = group.items.popLast() else {
      throw fault("no argument for repetition operator", from: start)
    }
    if isCounted {
      item.repeats *= max(most == .max ? least : most, 1)
      if max(least, most == .max ? 0 : most) >= 2, item.repeats > Self.mostRepeats {
        throw fault(size, from: start)
      }
    }
    item.part = most == 0 ? .empty : .repeated(item.part, least: least, most: most, isLazy: isLazy)
    item.depth += 1
    try append(item)
  }

  /// How often the last part is repeated; nil, and nothing taken, where a brace opens no count.
  private mutating func count() -> (least: Int, most: Int)? {
    if take("*") { return (0, .max) }
    if take("+") { return (1, .max) }
    if take("?") { return (0, 1) }
    let start = index
    index += 1
    if let least = number() {
      if take("}") { return (least, least) }
      if take(",") {
        if take("}") { return (least, .max) }
        if let most = number(), take("}") { return (least, most) }
      }
    }
    index = start
    return nil
  }

  private mutating func number() -> Int? {
    let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
    guard let first = digits.first, first != "0" || digits.count == 1 else { return nil }
    var number = 0
    for digit in digits {
      guard number < 100_000_000 else { return nil }
      number = number * 10 + Int(digit.value - 0x30)
    }
    index += digits.count
    return number
  }
}
