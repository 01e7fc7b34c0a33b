/// Random regular expressions, and texts that are likely to be near them.
struct RandomPattern<Generator: RandomNumberGenerator> {
  var generator: Generator
  /// Scalars of all lengths, and of some odd cases.
  private static var letters: [String] {
    [
      "a", "b", "c", "A", "k", "s", "K", "0", "7", "_", "-", " ", "\n", "\t", "é", "É", "ß", "ẞ", "ſ", "K",
      "λ", "Σ", "ς", "я", "中", "😀", "ǅ",
    ]
  }
  private static var atoms: [String] {
    [
      ".", "^", "$", "\\b", "\\B", "\\A", "\\z", "\\C", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\pL",
      "\\PL", "\\p{Lu}",
      "\\p{Greek}", "\\P{Greek}", "\\p{^Han}", "\\pN", "\\p{Any}", "\\x41", "\\x{1F600}", "\\101", "\\n",
      "\\.", "\\Qa.b\\E",
      "[a-c]", "[^a]", "[\\w-]", "[[:alpha:]]", "[^[:^digit:]é]", "[K-ſ]", "[\\pLu0-9]", "[^\\n]", "[a\\]]",
      "[]a]", "(?i)",
      "(?s)", "(?m)", "(?U)", "(?-i)", "(?ims-U)",
    ]
  }
  /// What is refused, or read in another way than it looks.
  private static var odd: [String] {
    [
      "\\", "\\q", "\\8", "\\1", "(?z)", "(?P<n", "(?P<a b>", "(?<n>a)", "(?P=n)", "(?=a)", "[", "[b-a]",
      "[[:foo:]]",
      "[[:alpha:", "\\p{Foo}", "\\pX", "\\p", "\\x{110000}", "\\xg", "\\Z", "**", "{", "}", "]", ")", "(",
      "a{2", "a{,3}",
      "a{1001}", "a{3,2}", "{2}", "\\Q", "\\E", "[\\Qa]", "[a-\\d]", "(?i", "(?-)", "(?", "(?P", "(?P<",
      "(?P<>a)", "{01}",
      "[\\", "[\\p", "(?i-", "(?:", "é{2}", "[[:]", "[[::]]", "[[:^:]]", "\\p{^}", "\\p^",
    ]
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }

  mutating func pattern(depth: Int = 3) -> String {
    var text = ""
    for _ in 0...below(4) {
      switch below(depth > 0 ? 14 : 10) {
      case 0..<5: text += one(of: Self.letters.filter { !"-_".contains($0) } + ["a", "b"])
      case 5..<9: text += one(of: Self.atoms)
      case 9: text += below(12) == 0 ? one(of: Self.odd) : "a"
      default:
        let opening = one(of: ["(", "(", "(?:", "(?i:", "(?P<n>", "(?s-i:"])
        text +=
          opening + pattern(depth: depth - 1) + (below(3) == 0 ? "|" + pattern(depth: depth - 1) : "") + ")"
      }
      if below(3) == 0 {
        text += one(of: ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{0}", "{2,3}?", "|"])
      }
    }
    return text
  }

  /// A text of scalars that the pattern has, and of others.
  mutating func text(for pattern: String) -> String {
    let own = pattern.unicodeScalars.filter { $0.properties.isAlphabetic || $0.value > 0x7F }.map {
      String($0)
    }
    var text = ""
    for _ in 0..<below(9) { text += below(2) == 0 && !own.isEmpty ? one(of: own) : one(of: Self.letters) }
    return text
  }
}
