package import NavtreeJSON
internal import NavtreeText

/// The reason of a refused request: the error object of an answer (JSON-RPC 2.0, section 5.1).
package struct RPCError: Error, Sendable {
  package var code: Int
  package var message: String
  /// Always holds `kind`, the error's name for programs, `message`, navtree's sentence, and `retry`: whether the
  /// same request may succeed later.
  package var data: JSONObject

  /// - Parameters:
  ///   - code: outside -32768 to -32000, which JSON-RPC reserves, for an error of the handler's own.
  ///   - message: the specification's text for an error that JSON-RPC defines, else the sentence.
  package init(code: Int, message: String, kind: String, sentence: String, mayBeRetried: Bool = false) {
    self.code = code
    self.message = message
    data = ["kind": .string(kind), "message": .string(sentence), "retry": .boolean(mayBeRetried)]
  }
}

extension RPCError {
  /// The error object.
  package var json: JSONValue {
    .object(["code": .integer(code), "message": .string(message), "data": .object(data)])
  }

  /// The line isn't JSON.
  package static func parseError(_ sentence: String) -> RPCError {
    RPCError(code: -32700, message: "Parse error", kind: "parseError", sentence: sentence)
  }

  /// The JSON isn't a request.
  package static func invalidRequest(_ sentence: String) -> RPCError {
    RPCError(code: -32600, message: "Invalid Request", kind: "invalidRequest", sentence: sentence)
  }

  /// The request exceeds a fixed limit.
  package static func invalidRequest(_ sentence: String, limit: String) -> RPCError {
    var error = invalidRequest(sentence)
    error.data["limit"] = .string(limit)
    return error
  }

  /// The request exceeds a limit that was set for this process.
  package static func invalidRequest(_ sentence: String, limit: String, of value: Int) -> RPCError {
    var error = invalidRequest(sentence, limit: limit)
    error.data["value"] = .integer(value)
    error.data["hint"] = .string("start with --limit \(limit)=N to allow more")
    return error
  }

  /// No method has this name.
  package static func unknownMethod(_ name: String, hint: String? = nil) -> RPCError {
    var error = RPCError(
      code: -32601, message: "Method not found", kind: "unknownMethod",
      sentence: "no method named '\(name.echo)'")
    if let hint { error.data["hint"] = .string(hint) }
    return error
  }

  /// The params don't fit the method.
  ///
  /// - Parameter pointer: the place in the params.
  package static func invalidParams(
    _ sentence: String, at pointer: JSONPointer? = nil, hint: String? = nil
  ) -> RPCError {
    var error = RPCError(code: -32602, message: "Invalid params", kind: "invalidParams", sentence: sentence)
    if let pointer { error.data["pointer"] = .string(pointer.description) }
    if let hint { error.data["hint"] = .string(hint) }
    return error
  }

  /// A defect of the server.
  package static func `internal`(_ sentence: String) -> RPCError {
    RPCError(code: -32603, message: "Internal error", kind: "internal", sentence: sentence)
  }
}
