import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import Testing

@Suite struct LinkTableTests {
  /// Patterns in the order in which they are tried on the URL, whatever the order in the file.
  @Test(arguments: [
    ("/users/new", ["/users/new", "/users/{name}", "/users/{rest*}", "/{name}/new", "/{a}/{b}", "/{rest*}"]),
    ("/a", ["/a/{x?}", "/a", "/{x}/{y?}", "/{x}", "/{rest*}"]),
    ("/a/b", ["/a/b/{x?}", "/a/b", "/a/{x?}/b", "/a/{rest*}", "/{a?}/b", "/{a?}/{b}/{c?}", "/{rest*}/b"]),
    // A skipped optional segment still counts in the rank.
    ("/a/b/c", ["/{x?}/b/c", "/{x?}/a/{y?}/{z?}"]),
    ("/", ["/"]),
  ])
  func routesHaveTheirTurnInOrder(_ url: String, _ patterns: [String]) throws {
    for rotation in patterns.indices {
      let rotated = Array(patterns[rotation...] + patterns[..<rotation])
      for order in [rotated, rotated.reversed()] {
        let table = try LinkTable(order.map { RouteText(stringLiteral: $0) })
        #expect(try table.matches(url).map { order[$0.route] } == patterns)
      }
    }
  }

  @Test func ofRoutesThatTieTheFirstInTheFileHasItsTurnFirst() throws {
    let table = try LinkTable(["/x/{b}", "/x/{a?}", "/x/{c}"])
    #expect(try table.matches("/x/1").map(\.route) == [0, 1, 2])
  }

  @Test(arguments: [
    ("/users/7", #"/users/{id:integer} [7] {"id":"7"}"#),
    ("/users/-7", #"/users/{id:integer} [-7] {"id":"-7"}"#),
    ("/users/007", #"/users/{name} ["007"] {"name":"007"}"#),
    ("/users/+7", #"/users/{name} ["+7"] {"name":"+7"}"#),
    ("/users/7.0", #"/users/{name} ["7.0"] {"name":"7.0"}"#),
    (
      "/users/99999999999999999999",
      #"/users/{name} ["99999999999999999999"] {"name":"99999999999999999999"}"#
    ),
    ("/users/%37", #"/users/{id:integer} [7] {"id":"7"}"#),
    ("/users/7%20", #"/users/{name} ["7 "] {"name":"7 "}"#),
    ("/price/7", #"/price/{x:number} [7.0] {"x":"7"}"#),
    ("/price/1.5e1", #"/price/{x:number} [15.0] {"x":"1.5e1"}"#),
    ("/price/1e999", "nothing"),
    ("/price/nan", "nothing"),
    ("/flag/true", #"/flag/{on:boolean} [true] {"on":"true"}"#),
    ("/flag/1", "nothing"),
    // The type is part of the fit: a text that doesn't parse is left to the next segment.
    ("/list/2/new", #"/list/{page:integer?}/{tab?} [2,"new"] {"page":"2","tab":"new"}"#),
    ("/list/new", #"/list/{page:integer?}/{tab?} [null,"new"] {"tab":"new"}"#),
    ("/list", #"/list/{page:integer?}/{tab?} [null,null] {}"#),
    ("/list/new/2", "nothing"),
    ("/ids/1/2/3", #"/ids/{ids:integer*} [[1,2,3]] {"ids":["1","2","3"]}"#),
    ("/ids/1/x", "nothing"),
    ("/docs/a%2Fb/%zz//c/edit", #"/docs/{path*}/edit [["a/b","%zz","c"]] {"path":["a/b","%zz","c"]}"#),
    ("/docs/edit", "nothing"),
    ("/docs/edit/edit/edit", #"/docs/{path*}/edit [["edit","edit"]] {"path":["edit","edit"]}"#),
    ("/both/a/b/c", #"/both/{first*}/{last?} [["a","b","c"],null] {"first":["a","b","c"]}"#),
  ])
  func paramsAreTyped(_ url: String, _ expected: String) throws {
    let table = try LinkTable([
      "/users/{id:integer}", "/users/{name}", "/price/{x:number}", "/flag/{on:boolean}",
      "/list/{page:integer?}/{tab?}", "/ids/{ids:integer*}", "/docs/{path*}/edit", "/both/{first*}/{last?}",
    ])
    #expect(try table.resolved(url) == expected)
  }

  @Test(arguments: [
    ("/search?q=a", #"/search ["a",1,null,[]] {"q":"a"}"#),
    ("/search?q=7&page=2", #"/search ["7",2,null,[]] {"q":"7","page":"2"}"#),
    ("/search?page=2", "/{any} [\"search\"] {\"any\":\"search\",\"page\":\"2\"}"),
    ("/search?q=a&page=x", #"/{any} ["search"] {"any":"search","q":"a","page":"x"}"#),
    ("/search?q=a&page=0", #"/{any} ["search"] {"any":"search","q":"a","page":"0"}"#),
    ("/search?q", #"/{any} ["search"] {"any":"search","q":null}"#),
    ("/search?q=a&q=b", #"/{any} ["search"] {"any":"search","q":["a","b"]}"#),
    ("/search?q=", #"/search ["",1,null,[]] {"q":""}"#),
    ("/search?q=a&exact=true", #"/search ["a",1,true,[]] {"q":"a","exact":"true"}"#),
    ("/search?q=a&exact", #"/search ["a",1,null,[]] {"q":"a","exact":null}"#),
    ("/search?q=a&tags%5B%5D=x", #"/search ["a",1,null,["x"]] {"q":"a","tags[]":"x"}"#),
    ("/search?tags[]=x&q=a&tags[]=y+z", #"/search ["a",1,null,["x","y z"]] {"tags[]":["x","y z"],"q":"a"}"#),
    ("/search?q=a&utm=1&&any", #"/search ["a",1,null,[]] {"q":"a","utm":"1","any":null}"#),
    ("/other?any=1&x=2", #"/{any} ["other"] {"any":"other","x":"2"}"#),
    ("/search?q=%zz%41%C3", #"/search ["%zzA%C3",1,null,[]] {"q":"%zzA%C3"}"#),
    ("/search?q=a=b?c", #"/search ["a=b?c",1,null,[]] {"q":"a=b?c"}"#),
    ("/search?q=a#frag?q=b", #"/search ["a",1,null,[]] {"q":"a"}"#),
    ("/search#?q=a", #"/{any} ["search"] {"any":"search"}"#),
  ])
  func queryFieldsAreReadAsTheirTypes(_ url: String, _ expected: String) throws {
    var page = SchemaConstraints.Words()
    page.minimum = 1
    var tags = SchemaConstraints.Words()
    tags.items = Schema(.string)
    let table = try LinkTable([
      "/{any}",
      RouteText(
        "/search",
        [
          ("q", Schema(.string), nil),
          ("page", Schema(.integer, constraints: SchemaConstraints(page)), 1),
          ("exact", Schema([.boolean, .null]), .null),
          ("tags[]", Schema(.array, constraints: SchemaConstraints(tags)), []),
        ]),
    ])
    #expect(try table.resolved(url) == expected)
  }

  @Test(arguments: [
    ("string", Schema(.string), ["7"], #""7""#),
    ("union", Schema([.string, .integer]), ["7"], "7"),
    ("union, text", Schema([.string, .integer]), ["x"], #""x""#),
    ("number", Schema(.number), ["7"], "7.0"),
    ("anything", Schema(), ["7"], #""7""#),
    ("anything, several", Schema(), ["7", nil], #"["7",null]"#),
    ("anything, none", Schema(), [nil], "null"),
    ("list of anything", Schema(.array), ["7"], #"["7"]"#),
    ("object", Schema(.object), [#"{"a":[1]}"#], #"{"a":[1]}"#),
    ("object, broken", Schema(.object), ["{"], "nothing"),
    ("null", Schema([.integer, .null]), [nil], "null"),
    ("empty", Schema([.integer, .null]), [""], "nothing"),
  ])
  func aQuerysTextIsReadAs(_ name: String, _ schema: Schema, _ given: [String?], _ expected: String) throws {
    let table = try LinkTable([RouteText("/", [("f", schema, nil)])])
    let query = given.map { $0.map { "f=\($0)" } ?? "f" }.joined(separator: "&")
    #expect(try table.first("/?\(query)")?.values[0].description ?? "nothing" == expected, "\(name)")
  }

  @Test(arguments: [
    ("https://example.org/users/7", "/users/{id}"),
    ("HTTPS://Example.ORG/users/7", "/users/{id}"),
    ("https://example.org", "/"),
    ("https://example.org?x=1", "/"),
    ("https://example.org#x", "/"),
    ("https://example.org/base/users/7", "/users/{id}"),
    ("https://example.org/BASE", "/{any}"),
    ("https://example.org/baseball", "/{any}"),
    ("app://users/7", "/users/{id}"),
    ("app:///users/7", "/users/{id}"),
    ("App://", "/"),
    ("/users/7", "/users/{id}"),
    ("users/7", "/users/{id}"),
    ("a:b", "/{any}"),
  ])
  func aPrefixIsTakenOff(_ url: String, _ pattern: String) throws {
    let table = try LinkTable(
      ["/", "/users/{id}", "/{any}"],
      prefixes: ["https://example.org/", "https://example.org/base", "app://"])
    #expect(try table.first(url).map { table.routes[$0.route].pattern.text } == pattern)
  }

  @Test(arguments: [
    ("https://example.organic/users/7", "https://example.organic"),
    ("https://example.org:8080/users/7", "https://example.org:8080"),
    ("https://example.org@evil.example/users", "https://example.org@evil.example"),
    ("http://example.org/users/7", "http://example.org"),
    ("other://users/7", "other://users"),
  ])
  func aURLOfSomebodyElseIsRefused(_ url: String, _ authority: String) throws {
    let table = try LinkTable(["/{rest*}"], prefixes: ["https://example.org"])
    #expect(throws: ForeignURL(authority: authority)) { try table.read(url) }
  }

  @Test func literalsAreComparedByCodePoints() throws {
    let table = try LinkTable(["/caf\u{e9}", "/cafe\u{301}"])
    #expect(try table.matches("/caf%C3%A9").map(\.route) == [0])
    #expect(try table.matches("/cafe%CC%81").map(\.route) == [1])
  }
}
