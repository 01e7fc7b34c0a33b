import NavtreeFlow
import NavtreeJSON
import Testing

@Suite struct LinkTieTests {
  @Test(arguments: [
    ("/users/{a}", "/users/{b}", "hides /users/x"),
    ("/users/{a}", "/users/{id:integer}", "hides /users/1"),
    ("/users/{id:integer}", "/users/{a}", "narrows /users/1"),
    ("/{a:integer}/{b}", "/{a}/{b:integer}", "overlaps /1/1"),
    ("/{a}/{b?}", "/{c}/{d}", "overlaps /x/x"),
    ("/{a?}/x", "/{b}/x", "overlaps /x/x"),
    ("/{x?}/a/{z}", "/{x}/b/{z?}", "overlaps /a/b"),
    ("/{a*}/x", "/{b*}/x", "hides /x/x"),
    ("/{a?}", "/{b?}", "hides /x"),
    ("/{a*}/x", "/{b*}/y", "none"),
    ("/", "", "hides /"),
    ("/a b", "/a%20b", "hides /a%20b"),
    ("/users/{a:integer}", "/users/{b:boolean}", "none"),
    ("/users/{a}", "/posts/{a}", "none"),
    ("/users/{a}", "/users/{a}/{b?}", "none"),
    ("/users/new", "/users/{a}", "none"),
    ("/{a}/x", "/{a}/y", "none"),
  ])
  func twoPatternsTie(_ first: String, _ second: String, _ expected: String) throws {
    let ties = try LinkTable([RouteText(stringLiteral: first), RouteText(stringLiteral: second)]).ties()
    #expect(ties.map { "\($0.relation) \($0.example)" }.first ?? "none" == expected)
    #expect(ties.allSatisfy { $0.first == 0 && $0.second == 1 })
  }

  @Test func aQueryThatIsAskedForNarrows() throws {
    let table = try LinkTable([
      RouteText("/search", [("q", Schema(.string), nil)]), "/search",
      RouteText("/search", [("p", Schema(.string), nil)]),
    ])
    #expect(
      table.ties().map { "\($0.first) \($0.relation) \($0.second)" } == [
        "0 narrows 1", "0 overlaps 2", "1 hides 2",
      ])
  }
}
