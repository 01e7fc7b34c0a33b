import ArgumentParser
import NavtreeJSON
import NavtreeJSONReading

/// A parameter on the command line: `NAME=VALUE`, `NAME.MEMBER=VALUE`, or `/NAME/MEMBER=VALUE`.
///
/// A value that isn't JSON is a string.
struct CallArgument: ExpressibleByArgument {
  let text: String
  /// The names on the path to the value, the parameter's own first.
  let path: [String]
  let value: JSONValue

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    text = String(parts[0])
    if text.hasPrefix("/") {
      guard let pointer = try? JSONPointer(parsing: text) else { return nil }
      path = pointer.tokens
    } else {
      path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
    guard !path.contains(""), path.count <= 100 else { return nil }
    value = (try? JSONValue(parsing: parts[1])) ?? .string(String(parts[1]))
  }

  private init(text: String, path: [String], value: JSONValue) {
    self.text = text
    self.path = path
    self.value = value
  }

  /// The same argument inside another parameter.
  func inside(_ name: String) -> CallArgument { CallArgument(text: text, path: [name] + path, value: value) }

  /// The params of a request.
  ///
  /// - Throws: where two arguments set the same value.
  static func params(_ arguments: [CallArgument]) throws(ValidationError) -> JSONObject {
    var params: JSONObject = [:]
    for argument in arguments {
      guard put(argument.value, at: argument.path[...], in: &params) else {
        throw ValidationError("'\(argument.text)' is given twice")
      }
    }
    return params
  }

  /// Sets a value; false where there is one already. The length of the path bounds the recursion.
  private static func put(_ value: JSONValue, at path: ArraySlice<String>, in object: inout JSONObject)
    -> Bool
  {
    guard let name = path.first else { return false }
    guard path.count > 1 else { return object.updateValue(value, forKey: name) == nil }
    guard case .object(var inner) = object[name] ?? [:] else { return false }
    defer { object[name] = .object(inner) }
    return put(value, at: path.dropFirst(), in: &inner)
  }
}
