import NavtreeRegex

// The time of matching without RE2, as a multiple of RE2's: patterns as flows have them, texts of 10 to 10,000 bytes.

let patterns = [
  "^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$", "^\\d{4}-\\d{2}-\\d{2}$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  "^https?://[^/\\s]+(/\\S*)?$", "^\\+?[0-9 ()-]{7,20}$", "^\\s*$", "^.{1,80}$", "(?i)error|warning|fatal",
  "^#[0-9a-fA-F]{6}$", "\\bnavtree\\b", "^[\\pL' -]+$", "foo.*bar", "[^a-z ]", "(a|b)*c",
  "^(?:[1-9]\\d*|0)(\\.\\d+)?$",
  "(x+x+)+y", "z$", "\\w+\\s+\\w+\\s+stop", "[\\p{Greek}\\p{Cyrillic}]", "(?:a?){20}a{20}",
]
let sentence = "The quick brown fox, ana@example.com, 2024-01-31 and été jump over +49 (30) 1234 lazy dogs. "
let texts =
  [10, 30, 100, 1_000, 10_000].flatMap { count in
    [sentence, "a", "xaab "].map { text in
      String(String(repeating: text, count: count / text.utf8.count + 1).prefix(count))
    }
  } + [
    "ana@example.com", "2024-01-31", "123e4567-e89b-12d3-a456-426614174000", "https://example.com/a/b?c=d",
    "42.5", "#a0b1c2",
  ]

/// The least nanoseconds of a call in some rounds.
func time(_ calls: Int, _ body: () -> Bool?) -> Double {
  var least = Double.infinity
  let clock = ContinuousClock()
  for _ in 0..<5 {
    let duration = clock.measure { for _ in 0..<calls { _ = body() } }
    let (seconds, attoseconds) = duration.components
    least = min(least, (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(calls))
  }
  return least
}

var ratios: [(ratio: Double, pattern: String, length: Int, ours: Double, theirs: Double)] = []
for pattern in patterns {
  let reference = try RegularExpression(pattern, memory: 1 << 20)
  let expression = try LinearExpression(pattern, memory: 1 << 20)
  for text in texts {
    precondition(reference.matches(text) == expression.matches(text), "\(pattern) \(text)")
    let calls = max(20, 20_000 / (text.utf8.count + 20))
    let theirs = time(calls) { reference.matches(text) }
    let ours = time(calls) { expression.matches(text) }
    ratios.append((ours / theirs, pattern, text.utf8.count, ours, theirs))
  }
}
ratios.sort { $0.ratio < $1.ratio }
func shown(_ number: Double) -> String { String((number * 10).rounded() / 10) }
for (name, part) in [("median", 0.5), ("95th percentile", 0.95), ("most", 1)] {
  let each = ratios[min(Int(Double(ratios.count) * part), ratios.count - 1)]
  print(
    "\(name): \(shown(each.ratio)) times RE2's: \(shown(each.ours)) ns, not \(shown(each.theirs)); \(each.length) bytes, \(each.pattern)"
  )
}
for length in [1_000, 10_000, 100_000, 1_000_000] {
  let text = String(repeating: "xaab ", count: length / 5)
  let expression = try LinearExpression("(x+x+)+y|(?:a?){20}a{20}", memory: 1 << 20)
  print("\(length) bytes: \(shown(time(1) { expression.matches(text) } / Double(length))) ns a byte")
}
