import OrderedCollections
import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

struct ValueTests {
  struct Pair: CustomTestStringConvertible {
    var left: JSONValue
    var right: JSONValue
    var isEqual: Bool
    var isIdentical: Bool
    var testDescription: String { "\(left) \(right)" }
  }

  @Test(arguments: [
    Pair(left: nil, right: nil, isEqual: true, isIdentical: true),
    Pair(left: nil, right: false, isEqual: false, isIdentical: false),
    Pair(left: false, right: 0, isEqual: false, isIdentical: false),
    Pair(left: 1, right: 1.0, isEqual: true, isIdentical: false),
    Pair(left: 0, right: -0.0, isEqual: true, isIdentical: false),
    Pair(left: 0.0, right: -0.0, isEqual: true, isIdentical: false),
    Pair(left: 1, right: "1", isEqual: false, isIdentical: false),
    Pair(
      left: 9_007_199_254_740_993, right: 9_007_199_254_740_992.0, isEqual: false, isIdentical: false),
    Pair(left: .integer(.max), right: .number(0x1p63), isEqual: false, isIdentical: false),
    Pair(left: .integer(.min), right: .number(-0x1p63), isEqual: true, isIdentical: false),
    Pair(left: "é", right: "e\u{301}", isEqual: false, isIdentical: false),
    Pair(left: ["é": 1], right: ["e\u{301}": 1], isEqual: false, isIdentical: false),
    Pair(left: [1, 2], right: [2, 1], isEqual: false, isIdentical: false),
    Pair(left: [1], right: [1, 1], isEqual: false, isIdentical: false),
    Pair(left: ["a": 1, "b": 2], right: ["b": 2, "a": 1], isEqual: true, isIdentical: false),
    Pair(left: ["a": 1, "b": 2], right: ["a": 1, "b": 2], isEqual: true, isIdentical: true),
    Pair(left: ["a": nil], right: [:], isEqual: false, isIdentical: false),
    Pair(left: [["a": [1]]], right: [["a": [1.0]]], isEqual: true, isIdentical: false),
  ])
  func equalityIsThatOfJSONPatch(_ pair: Pair) {
    #expect((pair.left == pair.right) == pair.isEqual)
    #expect((pair.right == pair.left) == pair.isEqual)
    #expect(pair.left.isIdentical(to: pair.right) == pair.isIdentical)
    if pair.isEqual { #expect(pair.left.hashValue == pair.right.hashValue) }
  }

  @Test
  func valuesAreReadByTheirKind() {
    let value: JSONValue = ["a": [nil, true, 1, 1.5, "x"], "a": [nil, true, 2, 2.5, "y"]]
    #expect(value["a"]?[0]?.isNull == true)
    #expect(value["a"]?[1]?.boolean == true)
    #expect(value["a"]?[2]?.integer == 2)
    #expect(value["a"]?[2]?.number == 2)
    #expect(value["a"]?[3]?.number == 2.5)
    #expect(value["a"]?[3]?.integer == nil)
    #expect(value["a"]?[4]?.string == "y")
    #expect(value["a"]?[5] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?["a"] == nil)
    #expect(value["b"] == nil)
    #expect(value.object?.count == 1)
    #expect(value["a"]?.array?.count == 5)
  }

  /// Composed and decomposed, in two orders of marks, and the sign for Kelvin, which is the letter K to Unicode.
  static let lookalikes = [
    ["\u{e9}", "e\u{301}"], ["q\u{323}\u{307}", "q\u{307}\u{323}"], ["K", "\u{212a}"],
  ]

  @Test(arguments: lookalikes)
  func keysAreToldApartByTheirBytes(_ keys: [String]) throws {
    let text = "{\"\(keys[0])\":1,\"\(keys[1])\":2,\"\(keys[0])\":3}"
    var value = try JSONValue(parsing: text)
    #expect(value.description.utf8.elementsEqual("{\"\(keys[0])\":3,\"\(keys[1])\":2}".utf8))
    #expect(value[keys[0]] == 3 && value[keys[1]] == 2)
    #expect(value == [keys[1]: 2, keys[0]: 3] && value != [keys[0]: 2, keys[1]: 3])
    #expect(value.isIdentical(to: try JSONValue(parsing: value.prettyDescription)))
    try value.remove(at: [keys[1]])
    #expect(value == [keys[0]: 3] && value[keys[1]] == nil)
    try value.add(4, at: [keys[1]])
    #expect(value.object?.keys.map { Array($0.utf8) } == keys.map { Array($0.utf8) })
  }

  @Test
  func manyKeysAreFoundByTheirBytes() {
    // More than a dictionary searches one after the other.
    let keys = (0..<100).flatMap { ["\u{e9}\($0)", "e\u{301}\($0)"] }
    var object = JSONObject(uniqueKeysWithValues: keys.enumerated().map { ($1, .integer($0)) })
    #expect(
      keys.indices.allSatisfy { object[keys[$0]] == .integer($0) && object.index(forKey: keys[$0]) == $0 })
    #expect(object["e\u{301}"] == nil && object.keys.contains("\u{e9}7") && !object.keys.contains("\u{e9}"))
    for key in keys.dropFirst(2) { object[key] = nil }
    #expect(JSONValue.object(object) == ["\u{e9}0": 0, "e\u{301}0": 1])
  }

  @Test
  func randomValuesAreReadBackIdentical() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let value = JSONValue.random(depth: 4, using: &random)
      #expect(try JSONValue(parsing: value.description).isIdentical(to: value))
      #expect(try JSONValue(parsing: value.prettyDescription).isIdentical(to: value))
      #expect(value.sorted == value)
      #expect(value.sorted.hashValue == value.hashValue)
    }
  }
}
