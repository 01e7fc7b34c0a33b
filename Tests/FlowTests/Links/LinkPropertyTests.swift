import NavtreeFlow
import NavtreeJSON
import Testing
import NavtreeTestSupport

@Suite struct LinkPropertyTests {
  private static let texts = [
    "a", "b", "7", "-1", "true", "a b", "a/b", "/", "a%2Fb", "100%", "%zz", "%", "a+b", "+", "é", "e\u{301}",
    "日本",
    "😀", "?", "#", "a&b=c", "{x}", "..", ".", "\u{0}", "a\nb", "\"\\", "it's", "*", ":id", "~", "1.5", "null",
    "https://x.org/",
  ]

  private static func pattern(_ random: inout SeededGenerator, literals: [String]) -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { index in
      if Bool.random(using: &random) {
        var literal = ""
        for byte in random.pick(literals).utf8 {
          literal += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "/\(literal)"
      }
      let type = random.pick(["", "", ":integer", ":number", ":boolean"])
      return "/{p\(index)\(type)\(random.pick(["", "", "?", "*"]))}"
    }.joined()
  }

  private static func value(_ type: LinkValueType, _ random: inout SeededGenerator) -> JSONValue {
    switch type {
    case .string: .string(random.pick(texts))
    case .integer: .integer(random.pick([0, 7, -1, .max, .min]))
    case .number: .number(random.pick([0, 1.5, -2, 1e300, .leastNonzeroMagnitude, 0.1, 1e22]))
    case .boolean: .boolean(.random(using: &random))
    }
  }

  private static func value(_ param: LinkParam, _ random: inout SeededGenerator) -> JSONValue {
    switch param.presence {
    case .required: value(param.type, &random)
    case .optional: Bool.random(using: &random) ? .null : value(param.type, &random)
    case .rest: .array((0..<Int.random(in: 1...3, using: &random)).map { _ in value(param.type, &random) })
    }
  }

  @Test func whatAURLIsWrittenFromIsReadBackFromIt() throws {
    var random = SeededGenerator(seed: 1)
    var written = 0
    for _ in 0..<3000 {
      let text = Self.pattern(&random, literals: Self.texts)
      let query: [(name: String, schema: Schema, initial: JSONValue?)] = [
        ("q", Schema([.string, .null]), .null),
        (random.pick(Self.texts), Schema(.string), "7"),
        ("", Schema([.integer, .null]), 1),
        ("list", Schema(.array), []),
      ]
      let table = try LinkTable([RouteText(text, query)])
      let route = table.routes[0]
      var values = route.pattern.params.map { Self.value($0, &random) }
      values.append(Bool.random(using: &random) ? .null : .string(random.pick(Self.texts + [""])))
      values.append(.string(random.pick(Self.texts)))
      values.append(random.pick([.null, 1, 2]))
      values.append(
        .array((0..<Int.random(in: 0...3, using: &random)).map { _ in .string(random.pick(Self.texts)) }))
      guard let url = table.url(of: 0, values) else {
        #expect(
          route.pattern.params.contains { $0.presence != .required } || values[values.count - 2] == .null)
        continue
      }
      written += 1
      let read = try table.first(url)?.values
      #expect(read == values, "\(text) \(url)")
      #expect(url.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 32 })
    }
    #expect(written > 1500)
  }

  @Test(
    arguments: [
      ("/{name}", ["a b/c%d+é?#~:@"], "/a%20b%2Fc%25d+%C3%A9%3F%23~:@"),
      ("/users/{id:integer}", [7.0], "/users/7"),
      ("/x/{id:number}", [7], "/x/7.0"),
      ("/{a?}/{b?}", [nil, "x"], nil),
      ("/{a?}/{b?}", [nil, nil], nil),
      ("/{a:integer?}/{b?}", [nil, "x"], "/x"),
      ("/{name}", [""], nil),
      ("/{name}", [nil], nil),
      ("/{name}", [7], nil),
      ("/{name}", [], nil),
      ("/{id:integer}", [7.5], nil),
      ("/{id:number}", [.number(.infinity)], nil),
      ("/{rest*}", [["a/b", "c"]], "/a%2Fb/c"),
      ("/{rest*}", [[]], nil),
      ("/{rest*}", [["a", ""]], nil),
      ("/{a*}/{b?}", [["x"], "y"], nil),
      ("/café/%2F", [], "/caf%C3%A9/%2F"),
      ("", [], "/"),
    ] as [(String, [JSONValue], String?)])
  func aPathIsWrittenAs(_ pattern: String, _ values: [JSONValue], _ expected: String?) throws {
    #expect(try LinkPattern(pattern).url(values) == expected)
  }

  @Test func aQueryIsWrittenWithoutItsDefaults() throws {
    let table = try LinkTable([
      RouteText(
        "/s/{id?}",
        [
          ("q", Schema(.string), nil), ("page", Schema(.integer), 1), ("a[]", Schema(.array), []),
          ("n", Schema([.string, .null]), "x"),
        ])
    ])
    #expect(table.url(of: 0, [nil, "a+b &=c/?", 1, [], "x"]) == "/s?q=a%2Bb%20%26=c/?")
    #expect(
      table.url(of: 0, ["7", "", 2.0, ["x", nil, "y"], nil]) == "/s/7?q=&page=2&a%5B%5D=x&a%5B%5D&a%5B%5D=y&n"
    )
    #expect(table.url(of: 0, [nil, nil, 1, [], "x"]) == nil)
    #expect(table.url(of: 0, [nil, "q", 1, [["x"]], "x"]) == nil)
  }

  @Test func aURLThatLeadsToAnotherLinkIsNotWritten() throws {
    let table = try LinkTable(["/users/{name}", "/users/new"])
    #expect(table.url(of: 0, ["ada"]) == "/users/ada")
    #expect(table.url(of: 0, ["new"]) == nil)
    #expect(table.url(of: 1, []) == "/users/new")
    #expect(table.url(of: 2, []) == nil)
  }

  /// Whether the pattern fits, found by trying everything.
  private static func fits(_ pattern: LinkPattern, _ path: ArraySlice<LinkURL.Segment>, _ index: Int = 0)
    -> Bool
  {
    guard index < pattern.segments.count else { return path.isEmpty }
    let text = path.first?.text
    switch pattern.segments[index] {
    case .literal(let literal): return text == literal && fits(pattern, path.dropFirst(), index + 1)
    case .param(let number):
      let param = pattern.params[number]
      let takes = text.map { param.type.read($0) != nil } ?? false
      switch param.presence {
      case .required: return takes && fits(pattern, path.dropFirst(), index + 1)
      case .optional:
        return fits(pattern, path, index + 1) || takes && fits(pattern, path.dropFirst(), index + 1)
      case .rest:
        return takes && (fits(pattern, path.dropFirst(), index + 1) || fits(pattern, path.dropFirst(), index))
      }
    }
  }

  @Test func thePatternsThatFitAreThoseFoundByTryingEverything() throws {
    var random = SeededGenerator(seed: 2)
    var found = 0
    for _ in 0..<1500 {
      let texts = (0..<8).map { _ in Self.pattern(&random, literals: ["a", "7", "true"]) }
      let table = try LinkTable(texts.map { RouteText(stringLiteral: $0) })
      let ties = Set(table.ties().map { [$0.first, $0.second] })
      for tie in table.ties() {
        let both = try table.matches(tie.example).map(\.route)
        #expect(both.contains(tie.first) && both.contains(tie.second), "\(texts) \(tie)")
      }
      for _ in 0..<8 {
        let url =
          "/"
          + (0..<Int.random(in: 0...5, using: &random)).map { _ in random.pick(["a", "7", "true", "b"]) }
          .joined(separator: "/")
        let path = try LinkURL(url).segments
        let turns = try table.matches(url).map(\.route)
        let expected = table.routes.indices.filter { index in
          let pattern = table.routes[index].pattern
          return path.isEmpty ? pattern.segments.isEmpty : Self.fits(pattern, path[...])
        }
        #expect(turns.sorted() == expected, "\(texts) \(url)")
        found += expected.count
        let ranks = turns.map { Self.rank(table.routes[$0].pattern) }
        for (index, pair) in zip(turns, turns.dropFirst()).enumerated() {
          let (rank, next) = (ranks[index], ranks[index + 1])
          // A text that is longer goes first: the end ranks behind everything.
          #expect(rank == next ? pair.0 < pair.1 : rank.lexicographicallyPrecedes(next), "\(texts) \(url)")
        }
        for (index, first) in turns.enumerated() {
          for second in turns[(index + 1)...] where ranks[index] == Self.rank(table.routes[second].pattern) {
            #expect(ties.contains([first, second]), "\(texts) \(url)")
          }
        }
      }
    }
    #expect(found > 5000)
  }

  private static func rank(_ pattern: LinkPattern) -> [Int] {
    pattern.segments.map { segment in
      switch segment {
      case .literal: 0
      case .param(let param): pattern.params[param].presence == .rest ? 2 : 1
      }
    } + [3]
  }
}
