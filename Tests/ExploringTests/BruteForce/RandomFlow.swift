import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport

/// A small flow made from a seed, with every value that its payloads, answers and errors may have.
///
/// The number of its states is finite: a screen presents only screens that are declared after it, fields have few
/// values, and a screen has one effect in flight and one timer at most.
struct RandomFlow {
  /// Searches of flows with more states are given up.
  static let mostStates = 300

  let seed: UInt64
  /// The flow as JSON, which is YAML.
  let text: String
  let flow: FlowDefinition
  /// The payloads of each screen's actions, by screen and name; under `*` those of the flow's own.
  let payloads: [String: [(action: String, payloads: [JSONObject])]]
  let urls: [String]
  /// The answers to each effect.
  let outputs: [String: [JSONObject]]
  let errors: [String: [JSONObject]]

  /// Nil if the seed makes no flow that loads.
  init?(seed: UInt64) {
    var writer = RandomFlowWriter(seed: seed)
    let document = writer.document()
    text = JSONValue.object(document).description
    guard let flow = FlowLoader.load(Array(text.utf8), file: "random.navtree.yaml").flow else { return nil }
    self.seed = seed
    self.flow = flow
    payloads = writer.payloads
    urls = writer.urls
    outputs = writer.outputs
    errors = writer.errors
  }
}

/// A field of few values.
struct RandomField {
  enum Kind: Equatable {
    case boolean
    case integer(max: Int)
    case word
  }

  static let words = ["a", "b", "c"]

  let name: String
  let kind: Kind

  var schema: JSONValue {
    switch kind {
    case .boolean: "boolean"
    case .integer(let max): ["type": "integer", "minimum": 0, "maximum": .integer(max)]
    case .word: ["type": "string", "enum": .array(Self.words.map { .string($0) }), "default": "a"]
    }
  }

  /// As in `payload` and `output`, where a default would give a missing value.
  var givenSchema: JSONValue {
    guard kind == .word else { return schema }
    return ["type": "string", "enum": .array(Self.words.map { .string($0) })]
  }

  var values: [JSONValue] {
    switch kind {
    case .boolean: [false, true]
    case .integer(let max): (0...max).map { .integer($0) }
    case .word: Self.words.map { .string($0) }
    }
  }
}

/// A field as an expression reads it, such as `state.n`.
struct RandomPlace {
  let path: String
  let field: RandomField
}
