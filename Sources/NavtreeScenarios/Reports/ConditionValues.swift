package import NavtreeCEL
package import NavtreeEngine
package import NavtreeJSON

/// The values that a condition reads, for people. Sensitive ones are masked.
package struct ConditionValues {
  /// The parts of the condition in the order of evaluation; the whole is none of them.
  let parts: [(text: String, value: JSONValue)]

  /// The most parts that are told, and the longest value, in bytes.
  private static let most = 10
  private static let longest = 100

  /// - Parameter constants: The values of its further variables, by their numbers.
  package init(of condition: CELProgram, in session: Session, constants: [Int: JSONValue] = [:]) {
    parts = ConditionReader(session).parts(of: condition, constants: constants.mapValues { ("example", $0) })
      .dropLast()
  }

  /// Such as `shared.total is -1, shared.total >= 0 is false`.
  var sentence: String { Self.sentence(parts) }

  /// The paths that it reads, without those to what they lead through: `shared.total is -1`.
  package var paths: String {
    Self.sentence(
      parts.filter { part in
        part.text.contains { $0 == "." || $0 == "[" } && part.value.object == nil
          && part.text.allSatisfy { $0.isLetter || $0.isNumber || "._[]'\"".contains($0) }
      })
  }

  private static func sentence(_ parts: [(text: String, value: JSONValue)]) -> String {
    var sentences: [String] = []
    for part in parts {
      let sentence = "\(part.text) is \(brief(part.value))"
      if !sentences.contains(sentence), sentences.count < most { sentences.append(sentence) }
    }
    return sentences.joined(separator: ", ")
  }

  static func brief(_ value: JSONValue) -> String {
    let text = "\(value)"
    guard text.utf8.count > longest else { return text }
    return switch value {
    case .array(let elements): "a list of \(elements.count)"
    case .object(let members): "an object of \(members.count)"
    case .string(let text): "a text of \(text.unicodeScalars.count)"
    case .null, .boolean, .integer, .number: text
    }
  }
}
