extension RegularExpression {
  /// A text that matches, a plain one of as few scalars as the lengths allow; nil if none is found.
  ///
  /// - Parameters:
  ///   - number: texts of different numbers differ where the expression allows it.
  ///   - lengths: the number of a text's scalars.
  /// - Complexity: O(size of the pattern · length of the text) for each choice of alternatives, of which 64 are tried.
  package func text(_ number: Int, lengths: ClosedRange<Int>) -> String? {
    guard let parts = try? PatternParser.part(of: pattern) else { return nil }
    // A text should have something in it, even where it need not.
    for least in [max(lengths.lowerBound, 1), lengths.lowerBound] where least <= lengths.upperBound {
      var choiceCount = 1
      for isPlain in [true, false] {
        var choice = 0
        while choice < (isPlain ? min(choiceCount, Self.mostChoices) : Self.mostChoices) {
          var writer = PatternWriter(number: number, choice: choice, isPlain: isPlain)
          writer.write(parts)
          choiceCount = writer.choiceCount
          if writer.text.count < least {
            writer = PatternWriter(
              number: number, choice: choice, isPlain: isPlain, extra: least - writer.text.count)
            writer.write(parts)
          }
          let text = String(writer.text)
          // An expression without anchors matches within a longer text.
          let padding = String(
            repeating: "a", count: min(max(least - writer.text.count, 0), PatternWriter.longest))
          for text in [text + padding, padding + text]
          where lengths.contains(text.unicodeScalars.count) && matches(text) == true { return text }
          choice += 1
        }
      }
    }
    return nil
  }

  private static var mostChoices: Int { 64 }
}

/// Writes one text of a pattern.
private struct PatternWriter {
  /// The longest text that is written.
  static let longest = 4_096

  private let number: Int
  /// Whether letters and digits are taken before other scalars of a set.
  private let isPlain: Bool
  private let choice: Int
  /// Which alternatives are still to be taken, as digits whose base is the number of alternatives.
  private var digits: Int
  /// The scalars that repeated parts may add to the fewest.
  private var extra: Int
  private(set) var text = String.UnicodeScalarView()
  /// The number of ways in which the alternatives on its way can be taken, at most 64 or so.
  private(set) var choiceCount = 1

  init(number: Int, choice: Int, isPlain: Bool, extra: Int = 0) {
    self.number = number
    self.choice = choice
    self.isPlain = isPlain
    digits = number + choice
    self.extra = extra
  }

  /// Recursion is bounded by the depth of the pattern.
  mutating func write(_ part: PatternPart) {
    guard text.count < Self.longest else { return }
    switch part {
    case .set(let set): if let scalar = scalar(of: set) { text.append(scalar) }
    case .byte: if let scalar = scalar(of: .all) { text.append(scalar) }
    case .assertion: break
    case .sequence(let parts): for part in parts { write(part) }
    case .choice(let parts):
      let index = digits % parts.count
      digits /= parts.count
      if choiceCount < 64 { choiceCount *= parts.count }
      write(parts[index])
    case .repeated(let part, let least, let most, _):
      var count = 0
      while count < least || count < most && extra > 0, text.count < Self.longest {
        let before = text.count
        write(part)
        if count >= least { extra -= max(text.count - before, 1) }
        count += 1
      }
    }
  }

  /// Letters and digits before signs, ASCII before Greek and Cyrillic.
  private static let plain: [ClosedRange<UInt32>] = [
    0x61...0x7A, 0x31...0x39, 0x41...0x5A, 0x20...0x7E, 0x3B1...0x3C9, 0x430...0x44F,
  ]
  /// What common scripts of Europe have, before whatever else is in a set.
  private static let common: ClosedRange<UInt32> = 0x20...0x52F

  private func scalar(of set: ScalarSet) -> Unicode.Scalar? {
    let common = set.clamped(to: Self.common)
    let ranges = common.isEmpty ? set.ranges : common
    if isPlain, let range = Self.plain.lazy.flatMap(set.clamped).first ?? ranges.first {
      return Unicode.Scalar(range.lowerBound + UInt32(number % range.count))
    }
    let count = ranges.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    var index = (number + choice) % count
    for range in ranges {
      if index < range.count { return Unicode.Scalar(range.lowerBound + UInt32(index)) }
      index -= range.count
    }
    return nil
  }
}
