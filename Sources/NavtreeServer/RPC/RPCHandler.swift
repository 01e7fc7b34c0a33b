package import NavtreeJSON
package import NavtreeJSONReading

/// What a JSON-RPC layer calls.
package protocol RPCHandler: AnyObject {
  /// Runs a method and writes its result into `output`, as a bare JSON value.
  ///
  /// Whether anybody waits for the answer isn't told: of a notification nothing that is written here stays.
  /// The same holds of what was written before an error was thrown.
  ///
  /// - Parameters:
  ///   - method: the method's name in UTF-8, valid during the call.
  ///   - params: an object or an array, valid during the call, or nil; all its integers fit `Int`.
  func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter) throws(RPCError)

  /// Writes the notifications, one a line, that calls since the last time have caused.
  func writeCaused(into output: inout JSONWriter)
}

extension RPCHandler {
  package func writeCaused(into output: inout JSONWriter) {}
}
