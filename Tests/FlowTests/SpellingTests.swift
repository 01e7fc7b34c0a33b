import NavtreeFlow
import NavtreeText
import NavtreeYAML
import Testing

/// The names that are suggested in place of misspelled ones.
@Suite struct SpellingTests {
  @Test(
    arguments: [
      ("userDetial", "userDetail"), ("USERDETAIL", "userDetail"), ("userList1", "userList"),
      ("sErList", "userList"),
      ("hoem", "home"), ("ho", nil), ("h", nil), ("zebra", nil), ("", nil), ("größse", "größe"),
      ("grösse", nil), ("GRÖßE", "größe"), ("日本誤", "日本語"), ("a\u{301}", nil),
      ("userDetailuserDetailuserDetailuserDetailuserDetailuserDetailuserDetail", nil),
    ] as [(String, String?)])
  func theNearestNameIsSuggested(name: String, meant: String?) {
    let names = ["home", "userList", "userDetail", "größe", "日本語"]
    #expect(Spelling.suggestion(for: name, among: names) == meant)
    #expect(Spelling.hint(for: name, among: names) == meant.map { "did you mean '\($0)'?" })
  }

  /// Among all pairs of short words the prefilter and the limits leave out none that is near enough.
  @Test func noNearNameIsPassedOver() {
    var words = [""]
    for _ in 0..<4 { words += words.suffix(81).flatMap { word in ["a", "B"].map { word + $0 } } }
    let known = Array(Set(words)).sorted().filter { $0.count == 4 }
    for word in words where word.count >= 3 {
      let distances = known.map { ($0, Self.distance(word, $0)) }
      let least = distances.filter { $0.1 <= 1 }.map(\.1).min()
      let expected = distances.first { $0.1 == least }?.0
      #expect(Spelling.suggestion(for: word, among: known) == expected, "\(word)")
    }
  }

  /// The distance as it is defined, with all three rows of the table.
  private static func distance(_ left: String, _ right: String) -> Int {
    if left.lowercased() == right.lowercased() { return 0 }
    let (a, b) = (Array(left), Array(right))
    var table = (0...a.count).map { i in (0...b.count).map { i == 0 ? $0 : i } }
    for i in 1...a.count {
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }

  /// 500,000 names are compared in sum, whatever a flow asks for.
  @Test func aFlowIsComparedWithABoundedNumberOfNames() {
    let count = 4_000
    let screens = (0..<count).map { "  screen\($0): { slots: { next: { presents: [scren\($0)x] } } }\n" }
    let flow = "navtree: 1\nflow: f\nstart: screen0\nscreens:\n" + screens.joined()
    let hints = FlowLoader.load(Array(flow.utf8), file: "f").diagnostics.filter {
      $0.hint?.hasPrefix("did you mean 'screen") == true
    }
    #expect(hints.count == 500_000 / count)
  }
}
