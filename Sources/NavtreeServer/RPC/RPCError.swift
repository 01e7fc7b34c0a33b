package import NavtreeJSON

/// The reason of a refused request: the error object of an answer (JSON-RPC 2.0, section 5.1).
package struct RPCError: Error, Sendable {
  package var code: Int
  package var message: String
  /// Always holds `kind`, the error's name for programs.
  package var data: JSONObject

  /// An error of the handler's own.
  ///
  /// - Parameter code: outside -32768 to -32000, which JSON-RPC reserves.
  package init(code: Int, message: String, data: JSONObject) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// An error that JSON-RPC defines: the message is the specification's, navtree's sentence goes into the
  /// data.
  private init(code: Int, kind: String, title: String, sentence: String) {
    self.code = code
    message = title
    data = ["kind": .string(kind), "message": .string(sentence)]
  }
}

extension RPCError {
  /// The error object.
  package var json: JSONValue {
    .object(["code": .integer(code), "message": .string(message), "data": .object(data)])
  }

  /// The line isn't JSON.
  package static func parseError(_ sentence: String) -> RPCError {
    RPCError(code: -32700, kind: "parseError", title: "Parse error", sentence: sentence)
  }

  /// The JSON isn't a request.
  package static func invalidRequest(_ sentence: String) -> RPCError {
    RPCError(code: -32600, kind: "invalidRequest", title: "Invalid Request", sentence: sentence)
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
      code: -32601, kind: "unknownMethod", title: "Method not found", sentence: "no method named '\(name)'")
    if let hint { error.data["hint"] = .string(hint) }
    return error
  }

  /// The params don't fit the method.
  ///
  /// - Parameter pointer: the place in the params.
  package static func invalidParams(
    _ sentence: String, at pointer: JSONPointer? = nil, hint: String? = nil
  ) -> RPCError {
    var error = RPCError(code: -32602, kind: "invalidParams", title: "Invalid params", sentence: sentence)
    if let pointer { error.data["pointer"] = .string(pointer.description) }
    if let hint { error.data["hint"] = .string(hint) }
    return error
  }

  /// A defect of the server.
  package static func `internal`(_ sentence: String) -> RPCError {
    RPCError(code: -32603, kind: "internal", title: "Internal error", sentence: sentence)
  }
}
