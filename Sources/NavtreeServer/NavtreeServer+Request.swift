package import NavtreeJSON
import NavtreeJSONReading

/// Requests of callers in the same process.
extension NavtreeServer {
  /// The deepest nesting of params.
  private static let deepest = 4096

  /// Calls a method, and gives its result. The notifications that it causes wait.
  package func request(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    var output = JSONWriter()
    if let error = request(method, params, into: &output) { throw error }
    let result = try? JSONValue(parsing: output.withUnsafeBytes { Array($0) }, maximumDepth: Self.deepest)
    return result ?? .null
  }

  /// Calls a method, and writes its result.
  func request(_ method: String, _ params: JSONObject, into output: inout JSONWriter) -> RPCError? {
    let text = Array("\(JSONValue.object(params))".utf8)
    let padded = text + Array(repeating: 0, count: JSONParser.padding)
    let parser = JSONParser(maximumDepth: Self.deepest)
    return padded.withUnsafeBytes { bytes in
      guard let element = try? parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<text.count])) else {
        return .invalidParams("the params nest too deeply")
      }
      var method = method
      return method.withUTF8 { name in
        do throws(RPCError) {
          try call(UnsafeRawBufferPointer(name), element, into: &output)
          return nil
        } catch {
          return error
        }
      }
    }
  }
}
