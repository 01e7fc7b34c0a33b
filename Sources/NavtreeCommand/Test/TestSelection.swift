import ArgumentParser
import NavtreeRegex
import NavtreeText

/// The scenarios of a run that the command line selects.
struct TestSelection: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run the scenarios whose names contain a text, or match /REGULAR EXPRESSION/.", valueName: "text"),
    transform: NameFilter.init)
  var filter: NameFilter?

  @Option(
    help: ArgumentHelp(
      "Run the scenarios with this tag; with !TAG, those without it. May be repeated: one of the tags is enough.",
      valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("Run part I of N of the selected scenarios.", valueName: "i/n"), transform: Shard.init)
  var shard: Shard?

  func validate() throws {
    if tag.contains(where: { $0.isEmpty || $0 == "!" }) { throw ValidationError("--tag: the tag is empty") }
  }

  /// The selected tests, in their order. A wrong file is never left out by its name or tags.
  func select(from tests: [PlannedTest]) -> [PlannedTest] {
    let wanted = Set(tag.filter { !$0.hasPrefix("!") })
    let unwanted = Set(tag.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
    let selected = tests.filter { test in
      if test.isWrong { return true }
      if let filter, !filter.fits(test.name) { return false }
      return (wanted.isEmpty || test.tags.contains(where: wanted.contains))
        && !test.tags.contains(where: unwanted.contains)
    }
    guard let shard else { return selected }
    return selected.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
  }

  /// The reason why none of some tests is selected.
  func reason(for tests: [PlannedTest]) -> String {
    let all =
      tests.count == 1 ? "the only scenario isn't selected" : "none of \(tests.count) scenarios is selected"
    if let filter, !tests.contains(where: { filter.fits($0.name) }) {
      let hint = Spelling.hint(for: filter.text, among: tests.map(\.name)).map { " (\($0))" } ?? ""
      return "\(all): --filter \(filter.text.echo.escapingControls) fits no name\(hint)"
    }
    let tags = Set(tests.flatMap(\.tags))
    for tag in tag where !tag.hasPrefix("!") && !tags.contains(tag) {
      let hint = Spelling.hint(for: tag, among: tags.sorted()).map { " (\($0))" } ?? ""
      return "\(all): none has the tag '\(tag.echo.escapingControls)'\(hint)"
    }
    return all
  }
}

/// A condition on names: a text that they contain, or a regular expression between slashes.
struct NameFilter: Sendable {
  let text: String
  private let expression: RegularExpression?

  /// The bytes that a compiled expression may take.
  private static let memory = 1 << 20

  init(_ text: String) throws {
    self.text = text
    guard text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else {
      expression = nil
      return
    }
    do {
      expression = try RegularExpression(String(text.dropFirst().dropLast()), memory: Self.memory)
    } catch {
      throw ValidationError("--filter \(text.echo): \(error.message)")
    }
  }

  func fits(_ name: String) -> Bool {
    if let expression { return expression.matches(name) == true }
    return text.isEmpty || name.contains(text)
  }

  /// A filter that of some names fits one alone.
  static func text(for name: String, among names: some Collection<String>) -> String {
    let isSpecial = name.hasControls || name.hasPrefix("/") || name.isEmpty
    // Searching long lists for each failure takes too long.
    if !isSpecial, names.count <= 1_000, names.count(where: { $0.contains(name) }) <= 1 { return name }
    var pattern = "/^"
    for scalar in name.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        pattern += "\\x{\(String(scalar.value, radix: 16))}"
      } else {
        if scalar.isASCII, !scalar.properties.isAlphabetic, !"0123456789 ".unicodeScalars.contains(scalar) {
          pattern += "\\"
        }
        pattern.unicodeScalars.append(scalar)
      }
    }
    return pattern + "$/"
  }
}

/// A part of the tests: number `I` of `N`.
struct Shard: Sendable {
  let number: Int
  let count: Int

  init(_ text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), number >= 1,
      number <= count
    else {
      throw ValidationError("--shard \(text.echo): it is I/N with 1 ≤ I ≤ N, such as 1/4")
    }
    self.number = number
    self.count = count
  }
}
