/// The numbers in a request that the parser can't hold.
///
/// An integer beyond 64 bits is valid only as an id, which keeps its value as any other number does.
struct RPCNumbers {
  /// The id, if it is such an integer.
  private(set) var id: Double?
  /// The first invalid number of the request.
  private(set) var excess: Excess?

  struct Excess {
    let isInteger: Bool
    /// The number of bytes of the request before it.
    let offset: Int

    var error: RPCError {
      isInteger
        ? .invalidRequest("the integer at byte \(offset) is out of range", limit: "integer")
        : .invalidRequest("the number at byte \(offset) is out of range", limit: "number")
    }
  }

  /// - Parameter request: a text that is known to be JSON.
  /// - Complexity: O(*n*)
  init(_ request: UnsafeRawBufferPointer) {
    var depth = 0
    var previous: JSONTokens.Token?
    var isID = false
    for token in JSONTokens(request) {
      switch token.kind {
      case .opening: depth += 1
      case .closing: depth -= 1
      case .colon where depth == 1:
        isID = previous.map { request[$0.range].elementsEqual("\"id\"".utf8) } ?? false
        // Of several ids the last one counts.
        if isID { id = nil }
      case .number:
        read(token.range, of: request, isID: isID && depth == 1)
      case .comma, .colon, .string, .literal: break
      }
      previous = token
    }
  }

  private mutating func read(_ range: Range<Int>, of request: UnsafeRawBufferPointer, isID: Bool) {
    let token = String(decoding: request[range], as: UTF8.self)
    let isInteger = !token.utf8.contains { ".eE".utf8.contains($0) }
    if isInteger && (Int(token) != nil || UInt64(token) != nil) { return }
    let number = Double(token).flatMap { $0.isFinite ? $0 : nil }
    if isInteger && isID && number != nil {
      id = number
    } else if isInteger || number == nil {
      excess = excess ?? Excess(isInteger: isInteger, offset: range.lowerBound)
    }
  }
}
