import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import Testing

/// The values that a URL may give: those of the types in its pattern, and of the params that they fill.
@Suite struct LinkValueTests {
  private static let flow = """
    navtree: 1
    flow: values
    start: home
    types:
      pnr: { type: string, pattern: "^[A-Z0-9]{6}$" }
      class: { type: string, enum: [eco, business] }
      row: { type: integer, minimum: 1, maximum: 60 }
    links:
      - { url: "/trip/{pnr:pnr}", opens: home }
      - { url: "/trip/{name}/notes", opens: home }
      - { url: "/class/{class:class?}", opens: home }
      - { url: "/rows/{rows:row*}", opens: home }
      - { url: "/seat/{row}/{letter}", query: { seg: integer, class: class? }, opens: [home, { seat: { row: "${link.row}", letter: "${link.letter}", seg: "${link.seg}" } }] }
      - { url: "/seat/{word}/{letter}", opens: home }
      - { url: "/tags", query: { tags: { type: array, items: integer, default: [] } }, opens: { screen: home, params: { tags: "${link.tags}" } } }
      - { url: "/both/{row:row}", opens: [home, { seat: { row: "${link.row}", letter: A, seg: 1 } }, { even: { row: "${link.row}" } }] }
    screens:
      home: { params: { tags: { type: array, items: integer, maxItems: 2, default: [] } }, slots: { next: { presents: [seat] } } }
      seat: { params: { row: row, letter: { type: string, pattern: "^[A-F]$" }, seg: { type: integer, minimum: 1 } }, slots: { next: { presents: [even] } } }
      even: { params: { row: { type: integer, multipleOf: 2 } } }
    """

  private let links: FlowLinks

  init() throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "values")
    links = try #require(loaded.flow, "\(loaded.diagnostics)").links
  }

  @Test(arguments: [
    ("/trip/AB12CD", "/trip/{pnr:pnr} [\"AB12CD\"]"),
    ("/trip/ab12cd", "/trip/{pnr:pnr} doesn't match: pnr must match the pattern ^[A-Z0-9]{6}$"),
    ("/trip/ab12cd/notes", "/trip/{name}/notes [\"ab12cd\"]"),
    ("/class", "/class/{class:class?} [null]"),
    ("/class/eco", "/class/{class:class?} [\"eco\"]"),
    ("/class/first", "/class/{class:class?} doesn't match: class must be one of \"eco\", \"business\""),
    ("/rows/1/60", "/rows/{rows:row*} [[1,60]]"),
    ("/rows/1/61", "/rows/{rows:row*} doesn't match: rows must be at most 60"),
    ("/rows/1/b", "/rows/{rows:row*} doesn't match: rows isn't an integer"),
    ("/seat/12/A?seg=1", "/seat/{row}/{letter} [12,\"A\",1,null]"),
    ("/seat/12/A?seg=1&class=eco", "/seat/{row}/{letter} [12,\"A\",1,\"eco\"]"),
    // What doesn't fit a link is one of the next.
    ("/seat/61/A?seg=1", "/seat/{word}/{letter} [\"61\",\"A\"]"),
    ("/seat/12/G?seg=1", "/seat/{word}/{letter} [\"12\",\"G\"]"),
    ("/seat/12/A?seg=0", "/seat/{word}/{letter} [\"12\",\"A\"]"),
    ("/seat/12/A", "/seat/{word}/{letter} [\"12\",\"A\"]"),
    ("/tags?tags=1&tags=2", "/tags [[1,2]]"),
    ("/tags?tags=1&tags=x", "/tags doesn't match: tags/1 isn't an integer"),
    ("/tags?tags=1&tags=2&tags=3", "/tags doesn't match: tags must have at most 2 items, has 3"),
    ("/both/4", "/both/{row:row} [4]"),
    ("/both/5", "/both/{row:row} doesn't match: row must be a multiple of 2"),
    ("/both/%FF", "/both/{row:row} doesn't match: row can't be decoded"),
  ])
  func aURLIsReadAs(_ url: String, _ expected: String) throws {
    let read = try links.table.read(url)
    if let match = links.match(read) {
      let pattern = links.table.routes[match.route].pattern.text
      #expect("\(pattern) \(JSONValue.array(match.values))" == expected)
      #expect(links.table.url(of: match.route, match.values) != nil)
    } else {
      #expect(links.table.hint(for: read) == expected)
    }
  }

  /// A URL is only written with values from which it is read back.
  @Test(
    arguments: [
      (0, ["AB12CD"], "/trip/AB12CD"), (0, ["ab"], nil), (2, [nil], "/class"), (2, ["first"], nil),
      (3, [[1, 2]], "/rows/1/2"), (3, [[0]], nil), (4, [12, "A", 1, nil], "/seat/12/A?seg=1"),
      (4, [61, "A", 1, nil], nil), (6, [[1, 2, 3]], nil), (7, [5], nil), (7, [4], "/both/4"),
    ] as [(Int, [JSONValue], String?)])
  func aURLIsWrittenFrom(_ route: Int, _ values: [JSONValue], _ expected: String?) {
    #expect(links.table.url(of: route, values) == expected)
  }

  @Test(
    arguments: [
      ("/a/{x:pnr}", "/a/{y}", LinkTie.Relation.narrows), ("/a/{y}", "/a/{x:pnr}", .hides),
      ("/a/{x:row}", "/a/{y:integer}", .narrows), ("/a/{x:class}", "/a/{y:class}", .hides),
      ("/a/{x:class}", "/a/{y:row}", nil), ("/a/{x:pnr}", "/a/{y:class}", nil),
      ("/a/{x:class}", "/a/eco", nil),
    ] as [(String, String, LinkTie.Relation?)])
  func typesTellLinksApart(_ first: String, _ second: String, _ relation: LinkTie.Relation?) throws {
    var schemas: [String: Schema] = [:]
    for (type, link) in [("pnr", 0), ("class", 2), ("row", 3)] {
      schemas[type] = links.table.routes[link].pattern.params[0].item
    }
    let location = SourceLocation(line: 1, column: 1, endColumn: 1)
    let table = LinkTable(
      try [first, second].map {
        LinkRoute(pattern: try LinkPattern($0, type: { schemas[$0] }), location: location)
      })
    #expect(table.ties().first?.relation == relation)
  }
}
