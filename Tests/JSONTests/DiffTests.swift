import OrderedCollections
import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

struct DiffTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var old: JSONValue
    var new: JSONValue
    var key: String?
    var patch: String
    var testDescription: String { name }

    init(_ name: String, _ old: JSONValue, _ new: JSONValue, key: String? = nil, _ patch: String) {
      self.name = name
      self.old = old
      self.new = new
      self.key = key
      self.patch = patch
    }
  }

  @Test(arguments: [
    Case("equal", ["a": [1]], ["a": [1]], "[]"),
    Case("order of members", ["a": 1, "b": 2], ["b": 2, "a": 1], "[]"),
    Case("integer to number", ["a": 1], ["a": 1.0], #"[{"op":"replace","path":"/a","value":1.0}]"#),
    Case("root", 1, "x", #"[{"op":"replace","path":"","value":"x"}]"#),
    Case(
      "members", ["a": 1, "b": ["c": 1]], ["b": ["c": 2], "d/e": nil],
      #"[{"op":"remove","path":"/a"},{"op":"replace","path":"/b/c","value":2},{"op":"add","path":"/d~1e","value":null}]"#
    ),
    Case(
      "no common key", ["x": ["a": 1, "b": 2]], ["x": ["c": 1]],
      #"[{"op":"replace","path":"/x","value":{"c":1}}]"#),
    Case(
      "lookalikes", ["\u{e9}": 1, "e\u{301}": 2, "a": 0], ["e\u{301}": 1, "a": 0],
      "[{\"op\":\"remove\",\"path\":\"/\u{e9}\"},{\"op\":\"replace\",\"path\":\"/e\u{301}\",\"value\":1}]"),
    Case(
      "keyed lookalikes", [["id": "\u{e9}"], ["id": "e\u{301}"]], [["id": "e\u{301}"], ["id": "\u{e9}"]],
      key: "id", #"[{"op":"move","from":"/1","path":"/0"}]"#),
    Case("append", [1, 2], [1, 2, 3], #"[{"op":"add","path":"/2","value":3}]"#),
    Case("insert first", [1, 2], [0, 1, 2], #"[{"op":"add","path":"/0","value":0}]"#),
    Case(
      "remove some", [1, 2, 3, 4], [2, 4], #"[{"op":"remove","path":"/0"},{"op":"remove","path":"/1"}]"#),
    Case("repeated", [1, 1, 1], [1, 1], #"[{"op":"remove","path":"/2"}]"#),
    Case(
      "changed element", [["id": 1, "n": "a"], ["id": 2, "n": "b"]],
      [["id": 1, "n": "a"], ["id": 2, "n": "c"]],
      #"[{"op":"replace","path":"/1/n","value":"c"}]"#),
    Case(
      "other element", [["id": 1, "n": "a"]], [["id": 2, "n": "c"]],
      #"[{"op":"replace","path":"/0","value":{"id":2,"n":"c"}}]"#),
    Case(
      "insert before a changed one", [["id": 1, "n": "a"], 5], [0, ["id": 1, "n": "a"], 6],
      #"[{"op":"add","path":"/0","value":0},{"op":"replace","path":"/2","value":6}]"#),
    Case(
      "keyed move", [["id": 1], ["id": 2], ["id": 3]], [["id": 3], ["id": 1], ["id": 2]], key: "id",
      #"[{"op":"move","from":"/2","path":"/0"}]"#),
    Case(
      "keyed everything", [["id": 1], ["id": 2, "n": 0], ["id": 3], ["id": 4]],
      [["id": 5], ["id": 4], ["id": 2, "n": 1], ["id": 3]], key: "id",
      """
      [{"op":"remove","path":"/0"},{"op":"move","from":"/2","path":"/0"},\
      {"op":"add","path":"/0","value":{"id":5}},{"op":"replace","path":"/2/n","value":1}]
      """),
    Case(
      "a key twice", [["id": 1], ["id": 1]], [["id": 1]], key: "id", #"[{"op":"remove","path":"/1"}]"#),
    Case(
      "a key missing", [["id": 1], 2], [2, ["id": 1]], key: "id",
      #"[{"op":"remove","path":"/0"},{"op":"add","path":"/1","value":{"id":1}}]"#),
  ])
  func aDifferenceIsShort(_ test: Case) throws {
    let patch = JSONPatch(from: test.old, to: test.new, key: test.key)
    #expect(patch.description.utf8.elementsEqual(test.patch.utf8))
    #expect(try test.old.applying(patch) == test.new)
  }

  @Test(arguments: [nil, "id"])
  func theDifferenceOfRandomValuesLeadsFromOneToTheOther(_ key: String?) throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1_500 {
      let old = JSONValue.random(depth: 4, using: &random)
      let new = Bool.random(using: &random) ? .random(depth: 4, using: &random) : old.changed(using: &random)
      let patch = JSONPatch(from: old, to: new, key: key)
      let patched = try old.applying(patch)
      // A patch says nothing of the order of members.
      #expect(patched.sorted.isIdentical(to: new.sorted), "\(old) to \(new) by \(patch)")
      #expect(JSONPatch(from: new, to: new).operations.isEmpty)
      #expect(try JSONPatch(JSONValue(parsing: patch.description)) == patch)
    }
  }

  @Test
  func randomListsAreBroughtIntoTheirOrder() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<1_000 {
      let all = Array(0..<Int.random(in: 0...12, using: &random))
      func list() -> [JSONValue] {
        all.shuffled(using: &random).prefix(.random(in: 0...all.count, using: &random)).map {
          ["id": .integer($0), "n": .integer(.random(in: 0...1, using: &random))]
        }
      }
      let old = list()
      let new = list()
      let changes = try #require(JSONListChanges(from: old, to: new, key: "id"))
      var result = old
      for index in changes.removed { result.remove(at: index) }
      for (from, to) in changes.moved { result.insert(result.remove(at: from), at: to) }
      for index in changes.added { result.insert(new[index], at: index) }
      for (_, index) in changes.changed { result[index] = new[index] }
      #expect(result == new)
      let patch = JSONPatch(from: .array(old), to: .array(new), key: "id")
      #expect(try JSONValue.array(old).applying(patch) == .array(new))
    }
  }

  @Test
  func longListsCostNoMoreThanTheirLength() throws {
    let old = (0..<20_000).map { JSONValue.object(["id": .integer($0)]) }
    let new = Array(old.reversed())
    let changes = try #require(JSONListChanges(from: old, to: new, key: "id"))
    #expect(changes.moved.count == 19_999)
    let numbers = JSONValue.array((0..<20_000).map { .integer($0) })
    let others = JSONValue.array((0..<20_000).map { .integer($0 * 2) })
    #expect(try numbers.applying(JSONPatch(from: numbers, to: others)) == others)
  }
}
