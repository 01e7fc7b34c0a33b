import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// The place of a diagnostic: each example marks the fault with ‹ and ›, which are removed before it is read.
struct PlaceCase: CustomTestStringConvertible {
  let name: String
  let marked: String

  var testDescription: String { name }

  init(_ name: String, _ marked: String) {
    self.name = name
    self.marked = marked
  }

  /// The text without its marks.
  var text: String { marked.filter { $0 != "‹" && $0 != "›" } }

  /// `line:column-endColumn` of each marked part, in order.
  var places: [String] {
    var places: [String] = []
    var (line, column, start) = (1, 1, 0)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "‹": start = column
      case "›": places.append("\(line):\(start)-\(column)")
      // As libyaml counts them.
      case "\n", "\u{85}": (line, column) = (line + 1, 1)
      default: column += 1
      }
    }
    return places
  }
}

@Suite struct PlaceTests {
  /// A screen whose action replies with a value of some spelling.
  private static func reply(_ value: String) -> String {
    "navtree: 1\nflow: demo\nstart: home\nscreens:\n  home:\n    actions:\n      tell:\n        reply: \(value)\n"
  }

  @Test(arguments: [
    PlaceCase("plain", reply("a ${‹bad›} b")),
    PlaceCase("plain, on two lines", reply("a\n          and ${‹bad›} b")),
    PlaceCase("single quotes", reply("'a ${‹bad›} b'")),
    PlaceCase("single quotes with one inside", reply("'it''s ${‹bad›}'")),
    PlaceCase("double quotes", reply("\"a ${‹bad›} b\"")),
    PlaceCase("double quotes with escapes", reply(#""\t\x41\u00e9\"\\ ${‹bad›} b""#)),
    PlaceCase("double quotes on two lines", reply("\"a\n          b ${‹bad›}\"")),
    PlaceCase("double quotes with an escaped break", reply("\"a\\\n          b ${‹bad›}\"")),
    PlaceCase("a literal block", reply("|\n          a\n            b ${‹bad›}")),
    PlaceCase("a literal block with an indent of its own", reply("|2-\n          a\n            b ${‹bad›}")),
    PlaceCase("a folded block", reply(">\n          a\n          b ${‹bad›}\n\n          c ${‹worse›}")),
    PlaceCase("two in one text", reply("'${‹bad›}, ${‹worse›}'")),
    PlaceCase("after a tab and wide characters", reply("'\u{9}日本é🙂 ${‹bad›}'")),
    PlaceCase("after a combining mark", reply("'e\u{301} ${‹bad›}'")),
    PlaceCase("behind an anchor", reply("&a 'x ${‹bad›}'")),
    PlaceCase("behind a tag", reply("!!str 'x ${‹bad›}'")),
    PlaceCase("in a map in braces", reply("{ a: '${‹bad›}', b: [ '${‹worse›}' ] }")),
    PlaceCase("on a line that ends with a carriage return", reply("'${‹bad›}'\r")),
    PlaceCase("after a line that YAML 1.1 breaks", reply("\"x\u{85}          ${‹bad›}\"")),
    PlaceCase("behind a great many blanks", reply("'\(String(repeating: " ", count: 100_000))${‹bad›}'")),
    PlaceCase("behind blanks that fold", reply("a   \n          b   ${‹bad›}")),
    PlaceCase("in the middle of an expression", reply("'${1 + ‹bad› * 2}'")),
    PlaceCase("in an expression on two lines", reply(">\n          ${1 +\n          ‹bad›}")),
  ])
  func anErrorPointsAtTheVeryCharacters(_ example: PlaceCase) {
    let outcome = FlowLoader.load(Array(example.text.utf8), file: "places.navtree.yaml")
    let places = outcome.diagnostics.map {
      "\($0.location.line):\($0.location.column)-\($0.location.endColumn)"
    }
    #expect(places == example.places)
  }
}
