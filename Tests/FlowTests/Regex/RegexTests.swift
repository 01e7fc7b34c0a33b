import NavtreeFlow
import NavtreeJSON
import NavtreeRegex
import NavtreeTestSupport
import Testing

/// Regular expressions without RE2, beside RE2.
@Suite struct RegexTests {
  private static let memory = 1 << 20

  @Test(.enabled(if: Conformance.has("re2.jsonl"), "no conformance data"))
  func theCasesOfRE2Pass() throws {
    let cases = try Conformance.tests("re2.jsonl")
    var passed = 0
    for test in cases {
      let pattern = try #require(test["pattern"]?.string)
      let text = try #require(test["text"]?.string)
      let expected: Range<Int>? =
        if case .array(let ends)? = test["match"], let start = ends[0].integer, let end = ends[1].integer {
          Int(start)..<Int(end)
        } else { nil }
      let expression = try? LinearExpression(pattern, memory: Self.memory)
      let isPassed =
        test["valid"]?.boolean == (expression != nil)
        && (expression == nil
          || expression?.matches(text) == (expected != nil) && expression?.firstMatch(in: text) == expected)
      #expect(isPassed, "\(test["id"]?.string ?? "")")
      if isPassed { passed += 1 }
    }
    #expect(!cases.isEmpty)
    print("re2: \(passed)/\(cases.count)")
  }

  private static var isBesideRE2: Bool {
    ObjectIdentifier(RegularExpression.self) != ObjectIdentifier(LinearExpression.self)
  }

  /// What the two say otherwise of a pattern and a text; nil where they agree.
  private static func difference(_ pattern: String, _ texts: [String]) -> String? {
    let reference = Result { () throws(PatternFault) in try RegularExpression(pattern, memory: memory) }
    let expression = Result { () throws(PatternFault) in try LinearExpression(pattern, memory: memory) }
    switch (reference, expression) {
    case (.success(let reference), .success(let expression)):
      for text in texts {
        let expected = reference.matches(text)
        if expression.matches(text) == expected, (expression.firstMatch(in: text) != nil) == expected {
          continue
        }
        return "\(pattern.debugDescription) \(text.debugDescription): not \(expected.map { "\($0)" } ?? "")"
      }
      return nil
    case (.success, .failure(let fault)): return "\(pattern.debugDescription) is refused: \(fault.message)"
    case (.failure(let fault), .success): return "\(pattern.debugDescription) is taken: \(fault.message)"
    case (.failure(let expected), .failure(let fault)):
      return fault == expected
        ? nil : "\(pattern.debugDescription): \(fault.message), not \(expected.message)"
    }
  }

  @Test(.enabled(if: isBesideRE2, "no RE2"))
  func randomPatternsSayWhatRE2Says() {
    var random = RandomPattern(generator: SeededGenerator(seed: 42))
    var differences: [String] = []
    for _ in 0..<rounds(100_000, inDebug: 2_000) {
      let pattern = random.pattern()
      let texts = (0..<10).map { _ in random.text(for: pattern) }
      if let difference = Self.difference(pattern, texts) { differences.append(difference) }
    }
    #expect(differences.prefix(20).joined(separator: "\n") == "")
  }

  /// Those of the Unicode that the RE2 of Debian 12 knows.
  @Test(.enabled(if: isBesideRE2, "no RE2"))
  func classesHaveTheScalarsOfRE2() {
    let categories =
      "Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs"
    var generator = SeededGenerator(seed: 14)
    var texts: [String] = []
    while texts.count < rounds(50_000, inDebug: 1_000) {
      let value = UInt32.random(in: 0..<0x20000, using: &generator)
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else {
        continue
      }
      texts.append(String(scalar))
    }
    #expect(UnicodeScripts.names.count > 150)
    for name in categories.split(separator: " ").map(String.init) + UnicodeScripts.names {
      #expect(Self.difference("\\p{\(name)}", texts) == nil)
    }
    #expect(Self.difference("(?i)[\\p{Lu}ß]", texts) == nil)
  }

  /// A repeated part of a repeated part doubles the ways with each byte; the ways together are as many as instructions.
  @Test func hostilePatternsTakeTimeLinearInTheText() throws {
    for pattern in ["(x+x+)+y", "(?:a?){50}a{50}b", "(a|aa|a*)*b", "(?:(?:.*a){20}b){20}", "[ax]*a[ax]{12}c"]
    {
      let expression = try LinearExpression(pattern, memory: Self.memory)
      for letter in ["a", "x", "aax", "é"] {
        let text = String(repeating: letter, count: 5_000)
        #expect(expression.matches(text) == false)
      }
    }
  }

  @Test(arguments: [
    (
      String(repeating: "(", count: 20_000) + String(repeating: ")*a", count: 20_000), "more than 250 parts"
    ),
    (String(repeating: "(", count: 20_000), "missing )"),
    ("((a{1000}|b)|c){1000}", "invalid repetition size"),
    (String(repeating: "\\pL{500}", count: 100), "pattern too large - compile failed"),
    ("(?:" + String(repeating: "()", count: 20_000) + "){1000}", ""),
    (String(repeating: "(", count: 20_000) + "a" + String(repeating: ")", count: 20_000), ""),
  ])
  func largePatternsAreBounded(pattern: String, refusal: String) {
    do {
      _ = try LinearExpression(pattern, memory: Self.memory)
      #expect(refusal == "")
    } catch {
      #expect(refusal != "" && error.message.hasPrefix(refusal), "\(error.message)")
    }
  }

  @Test func manyThreadsUseOneExpression() async throws {
    let expression = try LinearExpression("^[a-z]+(\\d{2}|é)$", memory: Self.memory)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          expression.matches("abc\(number)") == (number > 9) && expression.matches("zé") == true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
