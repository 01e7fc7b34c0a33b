package import NavtreeJSON
internal import NavtreeText

/// The reason of a refused request: the error object of an answer (JSON-RPC 2.0, section 5.1).
package struct RPCError: Error, Sendable {
  package let code: Int
  package let message: String
  /// The error's name for programs.
  package let kind: String
  /// navtree's sentence.
  package let sentence: String
  /// Whether the same request may succeed later.
  package let mayBeRetried: Bool
  /// The members of its data beside `kind`, `message` and `retry`. Those three aren't kept as an object, which an
  /// answer would make only to write it: 3,000 instructions.
  package var details = JSONObject()
  /// The error object as an answer has it, for an error that is final and often told.
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - code: outside -32768 to -32000, which JSON-RPC reserves, for an error of the handler's own.
  ///   - message: the specification's text for an error that JSON-RPC defines, else the sentence.
  package init(code: Int, message: String, kind: String, sentence: String, mayBeRetried: Bool = false) {
    self.code = code
    self.message = message
    self.kind = kind
    self.sentence = sentence
    self.mayBeRetried = mayBeRetried
  }

  /// `kind`, `message` (navtree's sentence) and `retry`, and the details.
  package var data: JSONObject {
    var data: JSONObject = [
      "kind": .string(kind), "message": .string(sentence), "retry": .boolean(mayBeRetried),
    ]
    data.merge(details) { own, _ in own }
    return data
  }

  /// Writes the error object.
  func write(into output: inout JSONWriter) {
    if !text.isEmpty { return text.withUnsafeBytes { output.append($0) } }
    output.append(#"{"code":"#, code)
    output.append(#","message":"#, message)
    output.append(#","data":{"kind":"#, kind)
    output.append(#","message":"#, sentence)
    output.append(#","retry":"#, mayBeRetried)
    for (key, value) in details {
      output.append(",")
      output.appendString(key)
      output.append(":")
      output.appendValue(value)
    }
    output.append("}}")
  }

  /// The same error, which is written once for all answers.
  func prepared() -> RPCError {
    var error = self
    var writer = JSONWriter()
    write(into: &writer)
    error.text = writer.withUnsafeBytes { Array($0) }
    return error
  }
}

extension RPCError {
  /// The errors that any request may get, whatever its method, and what they mean.
  package static let standard: [(error: RPCError, meaning: String)] = [
    (parseError(""), "the line isn't JSON"), (invalidRequest(""), "the JSON is no request"),
    (unknownMethod(""), "there is no such method"), (`internal`(""), "a defect in navtree"),
  ]

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
    error.details["limit"] = .string(limit)
    return error
  }

  /// The request exceeds a limit that was set for this process.
  package static func invalidRequest(_ sentence: String, limit: String, of value: Int) -> RPCError {
    var error = invalidRequest(sentence, limit: limit)
    error.details["value"] = .integer(value)
    error.details["hint"] = .string("start with --limit \(limit)=N to allow more")
    return error
  }

  /// No method has this name.
  ///
  /// - Parameter name: in UTF-8.
  package static func unknownMethod(_ name: UnsafeRawBufferPointer, hint: String? = nil) -> RPCError {
    var error = RPCError(
      code: -32601, message: "Method not found", kind: "unknownMethod", sentence: sentence(unknown: name))
    if let hint { error.details["hint"] = .string(hint) }
    return error
  }

  /// No method has this name.
  package static func unknownMethod(_ name: String, hint: String? = nil) -> RPCError {
    var name = name
    return name.withUTF8 { unknownMethod(UnsafeRawBufferPointer($0), hint: hint) }
  }

  /// An interpolation makes a string of the name first, and copies it twice: 1,400 instructions.
  private static func sentence(unknown name: UnsafeRawBufferPointer) -> String {
    // A longer name is clipped, if it has as many characters.
    if name.count > 200 { return "no method named '\(String(decoding: name, as: UTF8.self).echo)'" }
    let start: StaticString = "no method named '"
    let nameEnd = start.utf8CodeUnitCount + name.count
    return String(unsafeUninitializedCapacity: nameEnd + 1) { text in
      let bytes = UnsafeMutableRawBufferPointer(text)
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount))
      UnsafeMutableRawBufferPointer(rebasing: bytes[start.utf8CodeUnitCount...]).copyMemory(from: name)
      bytes[nameEnd] = UInt8(ascii: "'")
      return nameEnd + 1
    }
  }

  /// The params don't fit the method.
  ///
  /// - Parameter pointer: the place in the params.
  package static func invalidParams(
    _ sentence: String, at pointer: JSONPointer? = nil, hint: String? = nil
  ) -> RPCError {
    var error = RPCError(code: -32602, message: "Invalid params", kind: "invalidParams", sentence: sentence)
    if let pointer { error.details["pointer"] = .string(pointer.description) }
    if let hint { error.details["hint"] = .string(hint) }
    return error
  }

  /// A defect of the server.
  package static func `internal`(_ sentence: String) -> RPCError {
    RPCError(code: -32603, message: "Internal error", kind: "internal", sentence: sentence)
  }
}
