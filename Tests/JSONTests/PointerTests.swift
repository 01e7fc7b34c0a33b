import NavtreeJSON
import NavtreeJSONReading
import Testing

struct PointerTests {
  /// RFC 6901 section 5.
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7,
    "m~n": 8,
  ]

  @Test(
    arguments: [
      ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
      ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ] as [(String, JSONValue)])
  func aPointerLeadsToItsValue(_ text: String, _ value: JSONValue) throws {
    let pointer = try JSONPointer(parsing: text)
    #expect(pointer.description == text)
    #expect(Self.document[pointer] == value)
  }

  @Test(arguments: [
    ("/foo/2", JSONPlaceError.Reason.noElement, "/foo/2"),
    ("/foo/-", .noElement, "/foo/-"),
    ("/foo/00", .notAnIndex, "/foo/00"),
    ("/foo/-1", .notAnIndex, "/foo/-1"),
    ("/foo/+1", .notAnIndex, "/foo/+1"),
    ("/foo/1e0", .notAnIndex, "/foo/1e0"),
    ("/foo/١", .notAnIndex, "/foo/١"),
    ("/foo/", .notAnIndex, "/foo/"),
    ("/foo/99999999999999999999", .noElement, "/foo/99999999999999999999"),
    ("/bar/x/y", .noMember, "/bar"),
    ("/foo/0/x/y", .notAContainer, "/foo/0/x"),
  ])
  func aPointerFailsAtItsFirstWrongToken(_ text: String, _ reason: JSONPlaceError.Reason, _ place: String)
    throws
  {
    let pointer = try JSONPointer(parsing: text)
    let error = JSONPlaceError(reason, at: try JSONPointer(parsing: place))
    #expect(throws: error) { try Self.document.value(at: pointer) }
    var document = Self.document
    #expect(throws: error) { try document.replace(at: pointer, with: nil) }
    #expect(throws: error) { try document.remove(at: pointer) }
    #expect(document.isIdentical(to: Self.document))
  }

  @Test(arguments: [
    ("a", JSONPointerError.noLeadingSlash), ("/~", .malformedEscape), ("/~2", .malformedEscape),
    ("/~~", .malformedEscape), ("#/a", .noLeadingSlash),
  ])
  func aMalformedPointerIsRefused(_ text: String, _ error: JSONPointerError) {
    #expect(throws: error) { try JSONPointer(parsing: text) }
  }

  @Test(arguments: [
    [], [""], ["", ""], ["a", "0"], ["~", "/", "~1", "~0", "/~"], ["é", "\u{301}"], ["-"], ["\0", "\""],
  ])
  func tokensArePrintedAndReadBack(_ tokens: [String]) throws {
    let pointer = try JSONPointer(parsing: JSONPointer(tokens).description)
    #expect(pointer.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
  }

  @Test
  func pointersAreExtendedAndCompared() {
    let pointer: JSONPointer = ["a", "b"]
    #expect(pointer.appending("c/d").appending(3).appending(["e"]).description == "/a/b/c~1d/3/e")
    #expect(pointer.isWithin(["a"]) && pointer.isWithin([]) && pointer.isWithin(pointer))
    #expect(!pointer.isWithin(["a", "b", "c"]) && !pointer.isWithin(["b"]))
    #expect(
      JSONPointer(["\u{e9}"]) != ["e\u{301}"] && Set<JSONPointer>([["\u{e9}"], ["e\u{301}"]]).count == 2)
  }

  @Test
  func valuesAreChangedInPlace() throws {
    var value: JSONValue = ["a": [1, 2], "b": ["c": nil]]
    #expect(try value.add(0, at: ["a", "0"]) == nil)
    #expect(try value.add(3, at: ["a", "-"]) == nil)
    #expect(try value.add(4, at: ["a", "4"]) == nil)
    #expect(try value.add("x", at: ["b", "c"]) == .null)
    #expect(try value.add("y", at: ["b", "d"]) == nil)
    #expect(try value.replace(at: ["a", "2"], with: [:]) == 2)
    #expect(try value.remove(at: ["a", "1"]) == 1)
    #expect(value.description == #"{"a":[0,{},3,4],"b":{"c":"x","d":"y"}}"#)
    #expect(throws: JSONPlaceError(.noElement, at: ["a", "5"])) { try value.add(1, at: ["a", "5"]) }
    #expect(throws: JSONPlaceError(.notAContainer, at: ["a", "0", "0"])) {
      try value.add(1, at: ["a", "0", "0"])
    }
    #expect(throws: JSONPlaceError(.noMember, at: ["x"])) { try value.add(1, at: ["x", "0"]) }
    #expect(value.description == #"{"a":[0,{},3,4],"b":{"c":"x","d":"y"}}"#)
    #expect(try value.remove(at: ["b"]) == ["c": "x", "d": "y"])
    #expect(try value.remove(at: []) == ["a": [0, [:], 3, 4]])
    #expect(value.isNull)
    #expect(try value.add(1, at: []) == .null)
    #expect(try value.replace(at: [], with: 2) == 1)
    #expect(value == 2)
  }

  /// A copy of a million elements a change would take minutes.
  @Test
  func aChangeDoesNotCopyWhatItDoesNotTouch() throws {
    var value: JSONValue = ["a": [.array(Array(repeating: 0, count: 1_000_000))]]
    for index in 0..<20_000 { try value.replace(at: ["a", "0", String(index)], with: 1) }
    #expect(value["a"]?[0]?[19_999] == 1)
  }

  @Test
  func placeErrorsAreSentences() {
    let reasons: [JSONPlaceError.Reason] = [.noMember, .noElement, .notAnIndex, .notAContainer]
    #expect(
      reasons.map { "\(JSONPlaceError($0, at: ["a", "0"]))" } == [
        "no member at /a/0", "no element at /a/0", "no array index at the end of /a/0",
        "/a/0 leads into a value that is neither an object nor an array",
      ])
  }
}
