import NavtreeCEL
import Testing
import NavtreeSystem

/// The fuzzer's seeds and findings, as tests.
@Suite struct CorpusTests {
  /// Expressions that once broke a property, or might.
  static let found: [String] = [
    "[1, 2, 3].map(x, [x].map(x, x))", "cel.bind(x, x, x)", "'a'.replace('', '')", "optional.none().or(1)",
    "{?1: 2}",
    "'%.'.format([1])", "'%.9999999999999999999f'.format([1])", "duration('.s')", "duration('1.h')",
    "b'\\u0041'",
    "timestamp('0000-00-00T00:00:00Z')", "'\\U00110000'", "[][?0]", "''[?0]", "-0x8000000000000000", "1.e3",
    "0x", ".5.5", "`a`",
    "type(type)", "has(a.b).c", "[1] in [[1]]", "{1: 1}.map(k, v, k)", "'a'.split('', -9223372036854775808)",
    "'a'.substring(9223372036854775807)", "math.bitShiftLeft(1, 9223372036854775807)",
    "int('9223372036854775808')",
    "dyn(1).sort()", "sort()", "[].reduce(a, b, c, d)", "[1].reduce(a, b)",
    "lists.range(-9223372036854775808)",
    "[1].slice(-9223372036854775808, 9223372036854775807)", "[[1]].flatten(9223372036854775807)",
    "[1].slice(0)", "[1, 1u, 1.0].distinct()", "sets.contains([1])", "[[]].flatten().max()",
    "[1].sortBy(x, y)",
    "[[3, 1], [2]].map(l, l.sort()).flatten().sortBy(x, -x).slice(0, 2).sum()", "'a'.slice(0, 1).indexOf(1)",
    "1 and 2", "not not 1", "a?.b", "a?.[0]", "? ?? ?", "++ -- ==", "“a", "is not is not", "x => x => x",
    "-9223372036854775808 / -1", "-9223372036854775808 % -1", "9223372036854775807u + 18446744073709551615u",
  ]

  @Test func everyFileOfTheCorpusKeepsTheProperties() throws {
    let sources = files(in: corpus)
    try #require(!sources.isEmpty, "there is no corpus in \(corpus)")
    for source in sources + Self.found { check(source) }
  }

  private var corpus: String {
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return package.joined(separator: "/") + "/Fuzz/Corpus/cel"
  }

  private func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var sources: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let file = fopen(folder + "/" + name, "r") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = fread(&bytes, 1, bytes.count, file)
      // The first byte chooses whether types are checked.
      if count > 1 { sources.append(String(decoding: bytes[1..<count], as: UTF8.self)) }
    }
    return sources
  }

  /// Checks that folded and fused nodes give the same as plain ones, with and without checks of types.
  private func check(_ source: String) {
    var environment = Screen.environment
    for isChecked in [true, false] {
      environment.isChecked = isChecked
      let value = evaluate(source, in: environment, observed: false)
      let plain = evaluate(source, in: environment, observed: true)
      #expect(value == plain, "\(source)")
      if let value, value.utf8.count < 5_000 {
        #expect(evaluate(value, in: environment, observed: false) ?? value == value, "\(source)")
      }
    }
  }

  private func evaluate(_ source: String, in environment: CELEnvironment, observed: Bool) -> String? {
    var budget = CELBudget(limit: 100_000)
    return try? CEL.compile(source, in: environment, observed: observed).evaluate(Screen(), budget: &budget)
      .description
  }
}
