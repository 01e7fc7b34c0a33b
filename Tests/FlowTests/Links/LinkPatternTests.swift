import NavtreeFlow
import Testing

@Suite struct LinkPatternTests {
  struct Refusal: CustomTestStringConvertible {
    /// `⟦` and `⟧` mark the refused part.
    let pattern: String
    let message: String
    let hint: String

    init(_ pattern: String, _ message: String, _ hint: String) {
      self.pattern = pattern
      self.message = message
      self.hint = hint
    }

    var testDescription: String { pattern }
  }

  static let refusals: [Refusal] = [
    Refusal(
      "/users/⟦:id⟧", "':id' would be taken as it stands", "write /users/{id}, or %3A for the colon itself"),
    Refusal("/⟦:id?⟧", "':id?' would be taken as it stands", "write /{id?}, or %3A for the colon itself"),
    Refusal("/files/⟦*⟧", "'*' has no meaning by itself", "write /files/{rest*}, or %2A for the character"),
    Refusal(
      "/category/⟦**⟧", "'**' has no meaning by itself", "write /category/{rest*}, or %2A for the character"),
    Refusal(
      "/a/⟦*⟧/b/*/c/**/**/", "'*' has no meaning by itself",
      "write /a/{any}/b/{any2}/c/{rest*}/{rest2*}/, or %2A for the character"),
    Refusal("/a/⟦*path⟧", "'*path' is no param here", "write /a/{path*}, or %2A for the character"),
    Refusal(
      "/a/⟦*.pdf⟧", "a param is a whole segment, and '*' has no meaning in one",
      "write /a/{any}, or %2A for the character"),
    Refusal(
      "/⟦:rest*⟧", "':rest*' would be taken as it stands", "write /{rest*}, or %3A for the colon itself"),
    Refusal(
      "/⟦:rest+⟧", "':rest+' would be taken as it stands", "write /{rest*}, or %3A for the colon itself"),
    Refusal("/posts/⟦[id]⟧", "'[id]' is no param here", "write /posts/{id}, or %5B for the '['"),
    Refusal("/⟦[[id]]⟧", "'[[id]]' is no param here", "write /{id?}, or %5B for the '['"),
    Refusal("/⟦[...path]⟧", "'[...path]' is no param here", "write /{path*}, or %5B for the '['"),
    Refusal("/⟦[[...path]]⟧", "'[[...path]]' is no param here", "write /{path*}, or %5B for the '['"),
    Refusal("/⟦[post id]⟧", "'[post id]' is no param here", "write /{postid}, or %5B for the '['"),
    Refusal("/⟦[]⟧", "'[]' is no param here", "write /{name}, or %5B for the '['"),
    Refusal("/⟦[id]⟧/[id]", "'[id]' is no param here", "write {id}, or %5B for the '['"),
    Refusal("/⟦<id>⟧/:to", "'<id>' is no param here", "write /{id}/{to}, or %3C for the '<'"),
    Refusal("/⟦<int:id>⟧", "'<int:id>' is no param here", "write /{id:integer}, or %3C for the '<'"),
    Refusal("/⟦<path:id>⟧", "'<path:id>' is no param here", "write /{id*}, or %3C for the '<'"),
    Refusal("/⟦<uuid:id>⟧", "'<uuid:id>' is no param here", "write /{id}, or %3C for the '<'"),
    Refusal(
      "/⟦user-<id>⟧", "a param is a whole segment, and 'user-<id>' is no param here",
      "write /{id}, or %3C for the '<'"),
    Refusal("/⟦a]b⟧", "']' can't stand in a path", "write /a%5Db"),
    Refusal("/⟦{*path}⟧", "'*path' can't name a param", "write /{path*}"),
    Refusal("/⟦{...path}⟧", "'...path' can't name a param", "write /{path*}"),
    Refusal("/users/⟦{id⟧", "the '{' is not closed", "write {name}, or %7B for the character"),
    Refusal("/⟦{a⟧/b}", "the '{' is not closed", "write {name}, or %7B for the character"),
    Refusal("/id⟦}⟧", "'}' can't stand in a path", "write {name}, or %7D for the character"),
    Refusal("/v⟦{version}⟧/x", "a param is a whole segment", "let it stand between two slashes"),
    Refusal("/⟦{a}⟧{b}", "a param is a whole segment", "let it stand between two slashes"),
    Refusal("/é/⟦{}⟧", "the param has no name", "write {name}"),
    Refusal("/⟦{?}⟧", "the param has no name", "write {name?}"),
    Refusal("/⟦{*}⟧", "the param has no name", "write {rest*}"),
    Refusal("/⟦{:integer}⟧", "the param has no name", "write {name}"),
    Refusal(
      "/{⟦user id⟧}", "'user id' can't name a param",
      "a name has letters, digits, _ and -, and begins with a letter"),
    Refusal(
      "/{⟦7⟧}", "'7' can't name a param", "a name has letters, digits, _ and -, and begins with a letter"),
    Refusal("/{⟦id?⟧:integer}", "'id?' can't name a param", "write {id:integer?}"),
    Refusal("/{⟦ids*⟧:integer}", "'ids*' can't name a param", "write {ids:integer*}"),
    Refusal("/⟦{id:}⟧", "the type behind ':' is missing", "write {id:integer}, or leave the ':' out"),
    Refusal("/{id:⟦int⟧}", "'int' is no type of a param", "did you mean 'integer'?"),
    Refusal("/{id:⟦interger⟧?}", "'interger' is no type of a param", "did you mean 'integer'?"),
    Refusal("/{id:⟦uuid⟧}", "'uuid' is no type of a param", "known: string, integer, number, boolean"),
    Refusal("/{id}/{⟦id⟧}", "there are two params 'id'", "give one another name"),
    Refusal("/search⟦?⟧q={q}", "'?' can't stand in a path", "declare a query's fields under query:"),
    Refusal("/users⟦#⟧top", "'#' can't stand in a path", "a URL's fragment is not looked at; leave it out"),
    Refusal(
      "⟦https://example.org⟧/users", "a pattern is a path, without scheme and host",
      "list 'https://example.org' under prefixes"),
  ]

  @Test(arguments: refusals)
  func aFaultIsToldWithItsPlaceAndWhatToType(_ refusal: Refusal) {
    let marked = Array(refusal.pattern.unicodeScalars)
    let start = marked.firstIndex(of: "⟦") ?? 0
    let end = (marked.firstIndex(of: "⟧") ?? 1) - 1
    let text = refusal.pattern.filter { $0 != "⟦" && $0 != "⟧" }
    let error = #expect(throws: LinkSyntaxError.self) { try LinkPattern(text) }
    #expect(error?.range == start..<end)
    #expect(error?.message == refusal.message)
    #expect(error?.hint == refusal.hint)
  }

  @Test(arguments: [
    ("", "", ""),
    ("/", "", ""),
    ("users", "users", ""),
    ("//users/{id}/", "users|id", "id:string"),
    ("/users/{id:integer}", "users|id", "id:integer"),
    ("/{a?}/{b:boolean?}", "a|b", "a:string? b:boolean?"),
    ("/{rest*}/{ids:integer*}", "rest|ids", "rest:string* ids:integer*"),
    ("/{x:number}", "x", "x:number"),
    ("/caf%C3%A9/100%/%7Bx%7D/a%2Fb/%zz", "café|100%|{x}|a/b|%zz", ""),
    ("/two words/@me/c++/it's", "two words|@me|c++|it's", ""),
    ("/a:b/:7/%3Aid/%2A%2A", "a:b|:7|:id|**", ""),
  ])
  func aPatternIsReadAs(_ text: String, _ segments: String, _ params: String) throws {
    let pattern = try LinkPattern(text)
    let read = pattern.segments.map { segment in
      switch segment {
      case .literal(let literal): literal
      case .param(let param): pattern.params[param].name
      }
    }
    #expect(read.joined(separator: "|") == segments)
    let readParams = pattern.params.map { param in
      let mark =
        switch param.presence {
        case .required: ""
        case .optional: "?"
        case .rest: "*"
        }
      return "\(param.name):\(param.type.rawValue)\(mark)"
    }
    #expect(readParams.joined(separator: " ") == params)
  }

  @Test func aPatternHasAsManySegmentsAsTheLimitSays() throws {
    let most = String(repeating: "/a", count: LinkPattern.maximumSegments)
    #expect(try LinkPattern(most).segments.count == LinkPattern.maximumSegments)
    let error = #expect(throws: LinkSyntaxError.self) { try LinkPattern(most + "/b") }
    #expect(error?.range == (most.count + 1)..<(most.count + 2))
    #expect(error?.message == "a pattern has at most 64 segments")
  }

  @Test(arguments: [
    ("", 0..<0, "the prefix takes nothing off"),
    ("/", 0..<1, "the prefix takes nothing off"),
    ("https://*.example.org", 8..<9, "'*' can't stand in a prefix"),
    ("https://example.org/?", 20..<21, "'?' can't stand in a prefix"),
  ])
  func aPrefixIsRefused(_ text: String, _ range: Range<Int>, _ message: String) {
    let error = #expect(throws: LinkSyntaxError.self) { try LinkPrefix(text) }
    #expect(error?.range == range)
    #expect(error?.message == message)
  }
}
