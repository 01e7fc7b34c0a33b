import NavtreeJSON
import Testing

struct PatchTests {
  struct Failure: CustomTestStringConvertible {
    var patch: JSONValue
    var message: String
    var testDescription: String { patch.description }

    init(_ patch: JSONValue, _ message: String) {
      self.patch = patch
      self.message = message
    }
  }

  @Test(arguments: [
    Failure([:], "a patch is an array of operations"),
    Failure([1], "operation 0: an operation is an object"),
    Failure([[:]], "operation 0: no member 'op'"),
    Failure([["op": 1, "path": ""]], "operation 0: 'op' is not a string"),
    Failure([["op": "add", "value": 1]], "operation 0: no member 'path'"),
    Failure([["op": "add", "path": 1, "value": 1]], "operation 0: 'path' is not a string"),
    Failure([["op": "add", "path": ""]], "operation 0: no member 'value'"),
    Failure([["op": "move", "path": ""]], "operation 0: no member 'from'"),
    Failure(
      [["op": "remove", "path": "a"]],
      "operation 0: 'path' is malformed: a JSON pointer is empty or begins with '/'"),
    Failure(
      [["op": "copy", "path": "", "from": "/~"]],
      "operation 0: 'from' is malformed: in a JSON pointer '~' is written as '~0' and '/' as '~1'"),
    Failure(
      [["op": "set", "path": ""]],
      "operation 0: no operation named 'set' (there are add, remove, replace, move, copy and test)"),
    Failure(
      [["op": "remove", "path": "/a"], ["op": "remove", "path": "/a"]], "operation 1: no member at /a"),
    Failure([["op": "replace", "path": "/x", "value": 1]], "operation 0: no member at /x"),
    Failure([["op": "move", "from": "/l/2", "path": "/x"]], "operation 0: no element at /l/2"),
    Failure(
      [["op": "move", "from": "/a", "path": "/a/b"]],
      "operation 0: the value at '/a' can't be moved into itself"),
    Failure(
      [["op": "move", "from": "", "path": "/b"]], "operation 0: the value at '' can't be moved into itself"),
    Failure([["op": "move", "from": "/a", "path": "/l/4"]], "operation 0: no element at /l/4"),
    Failure(
      [["op": "test", "path": "/a", "value": 2]], "operation 0: the value at '/a' is not the tested one"),
    Failure(
      [["op": "add", "path": "/b", "value": "\u{e9}"], ["op": "test", "path": "/b", "value": "e\u{301}"]],
      "operation 1: the value at '/b' is not the tested one"),
    Failure(
      [["op": "add", "path": "/\u{e9}", "value": 1], ["op": "remove", "path": "/e\u{301}"]],
      "operation 1: no member at /e\u{301}"),
    Failure(
      [["op": "add", "path": "/l/0", "value": [[]]]],
      "operation 0: the value would be nested deeper than 3 levels"),
    Failure(
      [["op": "copy", "from": "", "path": "/l/0"]],
      "operation 0: the value would be nested deeper than 3 levels"),
  ])
  func aPatchThatDoesNotFitChangesNothing(_ failure: Failure) throws {
    let before: JSONValue = ["a": 1, "l": [1, 2]]
    var value = before
    let error = try #require(throws: JSONPatchError.self) {
      try value.apply(JSONPatch(failure.patch), maximumDepth: 3)
    }
    #expect(error.description == failure.message)
    #expect(value.isIdentical(to: before))
  }

  @Test(
    arguments: [
      ([["op": "add", "path": "/l/-", "value": 3]], ["a": 1, "l": [1, 2, 3]]),
      ([["op": "move", "from": "/l/0", "path": "/l/1"]], ["a": 1, "l": [2, 1]]),
      ([["op": "move", "from": "/l/0", "path": "/l/-"]], ["a": 1, "l": [2, 1]]),
      ([["op": "move", "from": "/a", "path": "/a"]], ["a": 1, "l": [1, 2]]),
      ([["op": "move", "from": "/l", "path": ""]], [1, 2]),
      ([["op": "copy", "from": "", "path": "/b"]], ["a": 1, "l": [1, 2], "b": ["a": 1, "l": [1, 2]]]),
      ([["op": "test", "path": "/a", "value": 1.0]], ["a": 1, "l": [1, 2]]),
      (
        [["op": "add", "path": "/\u{e9}", "value": 1], ["op": "add", "path": "/e\u{301}", "value": 2]],
        ["a": 1, "l": [1, 2], "\u{e9}": 1, "e\u{301}": 2]
      ),
      ([["op": "remove", "path": ""]], nil),
      ([["op": "replace", "path": "/l/1", "value": nil]], ["a": 1, "l": [1, nil]]),
    ] as [(JSONValue, JSONValue)])
  func aPatchIsApplied(_ patch: JSONValue, _ expected: JSONValue) throws {
    let value: JSONValue = ["a": 1, "l": [1, 2]]
    let patch = try JSONPatch(patch)
    #expect(try value.applying(patch).isIdentical(to: expected))
    #expect(try JSONPatch(patch.value) == patch)
  }

  @Test
  func copiesCannotMultiplyAValueWithoutEnd() {
    let doubling = JSONPatch(
      (0..<200).flatMap { _ in
        [
          JSONPatch.Operation.copy(from: ["l"], to: ["m"]), .copy(from: ["l"], to: ["n"]),
          .replace(["l"], []), .move(from: ["m"], to: ["l", "0"]), .move(from: ["n"], to: ["l", "1"]),
        ]
      })
    var value: JSONValue = ["l": [1]]
    #expect(throws: JSONPatchError.self) { try value.apply(doubling) }
    let nesting = JSONPatch((0..<10_000).map { _ in .copy(from: [], to: ["l", "0"]) })
    #expect(throws: JSONPatchError.self) { try value.apply(nesting) }
    #expect(value == ["l": [1]])
  }
}
