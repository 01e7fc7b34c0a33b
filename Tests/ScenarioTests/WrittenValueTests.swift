import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML
import Testing

/// Values as lines of YAML, read back.
@Suite struct WrittenValueTests {
  /// A small generator that gives the same values each time.
  private struct Dice {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private static let texts = [
    "", "a", "null", "- a", "a: b", "#", "1", "é😀", "\n", " x ", "{", "it's", "${a}",
    String(repeating: "long ", count: 40), "x\ty", "\"", "\\",
  ]

  private func value(_ dice: inout Dice, depth: Int) -> JSONValue {
    switch dice.below(depth == 0 ? 4 : 7) {
    case 0: return .null
    case 1: return .integer(dice.below(1_000) - 500)
    case 2: return .boolean(dice.below(2) == 0)
    case 3: return .string(Self.texts[dice.below(Self.texts.count)])
    case 4: return .array((0..<dice.below(5)).map { _ in value(&dice, depth: depth - 1) })
    default:
      var members: JSONObject = [:]
      for _ in 0..<dice.below(6) {
        let name = Self.texts[dice.below(Self.texts.count)] + "\(dice.below(9))"
        members[name] = value(&dice, depth: depth - 1)
      }
      return .object(members)
    }
  }

  @Test func randomValuesReadBackEqual() throws {
    var dice = Dice(state: 7)
    for _ in 0..<500 {
      let written = value(&dice, depth: 5)
      let indent = 2 * dice.below(4)
      let margin = String(repeating: " ", count: indent)
      let text = "\(margin)\(YAMLText.member("given", .object(["snapshot": written]), indent: indent))\n"
        .replacing("$${", with: "${")
      let source = SourceText(file: "", bytes: Array(text.utf8))
      let read = YAMLComposer.compose(source, FlowVocabulary()).document?.root.json
      #expect(read?["given"]?["snapshot"] == written, "\(text)")
    }
  }
}
