package import NavtreeJSON
package import NavtreeJSONReading

/// The receiver of a JSON-RPC layer's calls.
package protocol RPCHandler: AnyObject {
  /// Runs a method and writes its result into `output`, as a bare JSON value.
  ///
  /// The handler doesn't know whether the request is a notification, whose output is discarded. Output
  /// written before an error was thrown is discarded as well.
  ///
  /// - Parameters:
  ///   - method: the method's name in UTF-8, valid during the call.
  ///   - params: an object or an array, valid during the call, or nil; all its integers fit `Int`.
  func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter) throws(RPCError)

  /// Writes the notifications caused by calls since the last time, one per line.
  ///
  /// - Returns: whether the client asked to be told the end of each answer.
  @discardableResult
  func writeCaused(into output: inout JSONWriter) -> Bool
}
