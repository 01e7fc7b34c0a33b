/// A condition that ends an exploration, such as `rules(100) && links(100)`: percentages of goals by kind, joined by `&&`
/// and `||`.
package struct ExplorationEnd: Sendable {
  package struct Fault: Error {
    package let message: String
  }

  /// Any of these, each of which is met once all its terms are.
  private let choices: [[(kind: Exploration.Goal.Kind, percent: Double)]]

  private static let kinds: [(name: String, kind: Exploration.Goal.Kind)] = [
    ("screens", .screen), ("rules", .rule), ("guards", .guarding), ("links", .link), ("breaches", .breach),
    ("goals", .goal),
  ]

  package init(_ text: String) throws(Fault) {
    var choices: [[(kind: Exploration.Goal.Kind, percent: Double)]] = []
    for choice in text.split(separator: "||", omittingEmptySubsequences: false) {
      var terms: [(kind: Exploration.Goal.Kind, percent: Double)] = []
      for term in choice.split(separator: "&&", omittingEmptySubsequences: false) {
        terms.append(try Self.term(term))
      }
      choices.append(terms)
    }
    self.choices = choices
  }

  private static func term(_ text: Substring) throws(Fault) -> (kind: Exploration.Goal.Kind, percent: Double)
  {
    let words = text.filter { $0 != " " }
    let names = kinds.map { "\($0.name)(100)" }.joined(separator: ", ")
    guard let open = words.firstIndex(of: "("), words.last == ")",
      let kind = kinds.first(where: { $0.name == words[..<open] })?.kind,
      let percent = Double(words[words.index(after: open)...].dropLast()), (0...100).contains(percent)
    else { throw Fault(message: "'\(text)' must be a kind and a percentage: \(names)") }
    return (kind, percent)
  }

  func holds(_ percent: (Exploration.Goal.Kind) -> Double) -> Bool {
    choices.contains { $0.allSatisfy { percent($0.kind) >= $0.percent } }
  }
}
