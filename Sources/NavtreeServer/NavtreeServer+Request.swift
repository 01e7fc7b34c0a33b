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
    var method = method
    return method.withUTF8 { name in
      reading(params, orElse: .invalidParams("the params nest too deeply")) { (element) throws(RPCError) in
        try call(UnsafeRawBufferPointer(name), element, into: &output)
      }
    }
  }

  /// Reads params as those of a line are read.
  ///
  /// - Parameter problem: stands for params that can't be read.
  /// - Returns: what `body` has thrown.
  func reading<Problem: Error>(
    _ params: JSONObject, orElse problem: Problem, _ body: (JSONElement) throws(Problem) -> Void
  ) -> Problem? {
    let text = Array("\(JSONValue.object(params))".utf8)
    let padded = text + Array(repeating: 0, count: JSONParser.padding)
    let parser = JSONParser(maximumDepth: Self.deepest)
    return padded.withUnsafeBytes { bytes in
      guard let element = try? parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<text.count])) else {
        return problem
      }
      do throws(Problem) {
        try body(element)
        return nil
      } catch {
        return error
      }
    }
  }
}
