import ArgumentParser
import NavtreeJSON

/// A method and its params on the command line.
struct CallStep {
  let method: String
  let arguments: [CallArgument]
  let params: JSONObject

  /// - Parameter words: the method, then its params as `NAME=VALUE`.
  init(_ words: some Sequence<String>) throws(ValidationError) {
    var words = Array(words)
    guard !words.isEmpty else { throw ValidationError("a method is missing") }
    method = words.removeFirst()
    if CallArgument(argument: method) != nil {
      throw ValidationError("'\(method)' stands where a method is expected")
    }
    arguments = try Self.arguments(words)
    params = try CallArgument.params(arguments)
  }

  static func arguments(_ words: [String]) throws(ValidationError) -> [CallArgument] {
    var arguments: [CallArgument] = []
    for word in words {
      guard let argument = CallArgument(argument: word) else {
        throw ValidationError("'\(word)' is no parameter: write NAME=VALUE")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// The steps that colons separate.
  static func steps(_ words: [String]) throws(ValidationError) -> [CallStep] {
    var steps: [CallStep] = []
    for part in words.split(separator: ":", omittingEmptySubsequences: false) {
      steps.append(try CallStep(part))
    }
    return steps
  }
}

extension [CallArgument] {
  /// The remedy for a text that was read as another JSON value: `text=5`.
  func hint(for error: JSONValue) -> String? {
    guard let pointer = error["data"]?["pointer"]?.string,
      error["data"]?["message"]?.string?.contains("a string") == true,
      let argument = first(where: { JSONPointer($0.path).description == pointer }),
      argument.value.string == nil
    else { return nil }
    switch argument.value {
    case .array, .object: return nil
    case .null, .boolean, .integer, .number, .string: break
    }
    // The value may be a secret.
    return "a text that reads as JSON is written in quotes: \(argument.text)='\"…\"'"
  }
}
