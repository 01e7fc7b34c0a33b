import NavtreeJSON
import OrderedCollections

/// A keyword of a schema, values that fit, and values that don't, with the place and the sentence of the
/// first misfit.
struct SchemaCase: Sendable {
  let word: String
  /// As a flow declares it.
  let schema: String
  let fitting: [JSONValue]
  let misfits: [(value: JSONValue, misfit: String)]

  init(_ word: String, _ schema: String, _ fitting: [JSONValue], _ misfits: [(JSONValue, String)]) {
    self.word = word
    self.schema = schema
    self.fitting = fitting
    self.misfits = misfits.map { (value: $0.0, misfit: $0.1) }
  }

  static let all = [
    SchemaCase(
      "type", "{ type: string }", ["", "a"],
      [(1, ": must be a string, not an integer"), (nil, ": must be a string, not null")]),
    SchemaCase(
      "type", "{ type: integer }", [0, -1, 1.0],
      [(1.5, ": must be an integer, not a number"), ("1", ": must be an integer, not a string")]),
    SchemaCase("type", "{ type: number }", [1, 1.5], [(true, ": must be a number, not a boolean")]),
    SchemaCase("type", "{ type: boolean }", [true, false], [(0, ": must be a boolean, not an integer")]),
    SchemaCase(
      "type", "{ type: array }", [[], [1, "a"]], [(["a": 1], ": must be an array, not an object")]),
    SchemaCase("type", "{ type: object }", [[:], ["a": 1]], [([], ": must be an object, not an array")]),
    SchemaCase("type", "{ type: null }", [nil], [(0, ": must be null, not an integer")]),
    SchemaCase(
      "type", "{ type: [string, null] }", ["a", nil], [(1, ": must be a string or null, not an integer")]),
    SchemaCase("type", "{}", [nil, 1, "a", [], [:]], []),
    SchemaCase("type", "integer?", [1, nil], [("a", ": must be an integer or null, not a string")]),
    SchemaCase("type", "[string]", [["a"], []], [(["a", 1], "/1: must be a string, not an integer")]),
    SchemaCase("type", "\"[string]?\"", [["a"], nil], [([nil], "/0: must be a string, not null")]),
    SchemaCase("type", "[string?]", [["a", nil]], [(nil, ": must be an array, not null")]),
    SchemaCase(
      "type", "\"[[integer?]]?\"", [nil, [[1, nil]]], [([nil], "/0: must be an array, not null")]),
    SchemaCase("type", "array?", [[1], nil], [([:], ": must be an array or null, not an object")]),
    SchemaCase("type", "object?", [["a": 1], nil], [([], ": must be an object or null, not an array")]),
    SchemaCase(
      "enum", "{ enum: [a, 1, null, [2]] }", ["a", 1, nil, [2]],
      [("b", #": must be one of "a", 1, null, [2]"#)]),
    SchemaCase("const", "{ const: { a: 1 } }", [["a": 1]], [(["a": 2], #": must be {"a":1}"#)]),
    SchemaCase("minimum", "{ type: number, minimum: 1.5 }", [1.5, 2], [(1, ": must be at least 1.5")]),
    SchemaCase("maximum", "{ type: integer, maximum: 3 }", [3, -9], [(4, ": must be at most 3")]),
    SchemaCase("exclusiveMinimum", "{ exclusiveMinimum: 0 }", [1, 0.5, "a"], [(0, ": must be more than 0")]),
    SchemaCase("exclusiveMaximum", "{ exclusiveMaximum: 1 }", [0, 0.5], [(1.0, ": must be less than 1")]),
    SchemaCase(
      "multipleOf", "{ type: number, multipleOf: 0.25 }", [0.75, 2, 0],
      [(0.3, ": must be a multiple of 0.25")]),
    SchemaCase(
      "minLength", "{ type: string, minLength: 2 }", ["ab", "é🙂"],
      [("🙂", ": must have at least 2 characters, has 1")]),
    SchemaCase(
      "maxLength", "{ type: string, maxLength: 1 }", ["", "🙂"],
      [("ab", ": must have at most 1 character, has 2")]),
    SchemaCase(
      "pattern", "{ type: string, pattern: \"b+$\" }", ["ab", "bb"], [("ba", ": must match the pattern b+$")]),
    SchemaCase(
      "items", "{ type: array, items: { type: object, properties: { id: integer } } }",
      [[], [["id": 1]], [[:]]],
      [
        ([["id": 1], ["id": "2"]], "/1/id: must be an integer, not a string"),
        ([1], "/0: must be an object, not an integer"),
      ]),
    SchemaCase(
      "minItems", "{ type: array, minItems: 1 }", [[1]], [([], ": must have at least 1 item, has 0")]),
    SchemaCase(
      "maxItems", "{ type: array, maxItems: 2 }", [[1, 2]],
      [([1, 2, 3], ": must have at most 2 items, has 3")]),
    SchemaCase(
      "uniqueItems", "{ type: array, uniqueItems: true }", [[1, 2, "1"], [["a": 1], ["a": 2]]],
      [
        ([1, 2, 1], "/2: is there twice, and the items must differ"),
        ([1, 1.0], "/1: is there twice, and the items must differ"),
      ]),
    SchemaCase(
      "properties",
      "{ type: object, properties: { \"a/b\": { type: object, properties: { \"~\": string } } } }",
      [["a/b": ["~": "x"]], ["other": 1]], [(["a/b": ["~": 1]], "/a~1b/~0: must be a string, not an integer")]
    ),
    SchemaCase(
      "required", "{ type: object, required: [id, name] }", [["id": 1, "name": nil]],
      [(["id": 1], ": must have 'name'")]),
    SchemaCase(
      "additionalProperties", "{ type: object, properties: { a: string }, additionalProperties: false }",
      [["a": "x"], [:]],
      [(["b": 1], "/b: is not one of the properties")]),
    SchemaCase(
      "additionalProperties", "{ type: object, properties: { a: string }, additionalProperties: integer }",
      [["a": "x", "b": 1]],
      [(["a": "x", "b": "y"], "/b: must be an integer, not a string")]),
    SchemaCase(
      "minProperties", "{ type: object, minProperties: 1 }", [["a": 1]],
      [([:], ": must have at least 1 member, has 0")]),
    SchemaCase(
      "maxProperties", "{ type: object, maxProperties: 1 }", [[:], ["a": 1]],
      [(["a": 1, "b": 2], ": must have at most 1 member, has 2")]),
    SchemaCase(
      "propertyNames", "{ type: object, propertyNames: { pattern: \"^[a-z]+$\", maxLength: 3 } }",
      [[:], ["abc": 1]],
      [
        (["a": 1, "B": 2], "/B: has a name that must match the pattern ^[a-z]+$"),
        (["abcd": 1], "/abcd: has a name that must have at most 3 characters, has 4"),
      ]),
  ]

  /// A flow with an action for each, whose payload `value` it is.
  static let flow: String = {
    var text = "navtree: 1\nflow: demo\nstart: home\nscreens:\n  home:\n    actions:\n"
    for (index, example) in all.enumerated() {
      text += "      case\(index): { payload: { value: \(example.schema) }, reply: done }\n"
    }
    return text
  }()
}
