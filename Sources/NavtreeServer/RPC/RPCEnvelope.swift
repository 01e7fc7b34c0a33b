internal import NavtreeJSONReading

/// The members of a request that JSON-RPC defines (section 4), as written.
///
/// Other members are ignored; of several with one name the last one counts.
struct RPCEnvelope {
  /// Nil in a notification.
  private(set) var id: RPCID?
  /// Empty if there is none.
  private(set) var method = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var params: JSONElement?
  private var fault: Fault?

  /// The reason why this isn't a request.
  private enum Fault {
    case notAnObject
    case version
    case id
    case method
    case params
    /// An integer in the params that doesn't fit `Int`.
    case integer
  }

  /// The members of a request; it isn't an initializer, which wouldn't be inlined: 60 instructions.
  ///
  /// - Complexity: O(1) for nearly all requests, else O(*n*) in the number of values.
  @inline(__always)
  static func read(_ element: JSONElement) -> RPCEnvelope {
    guard let request = element.request else { return RPCEnvelope(element) }
    return RPCEnvelope(id: .integer(request.id), method: request.method, params: request.params)
  }

  private init(id: RPCID, method: UnsafeRawBufferPointer, params: JSONElement) {
    self.id = id
    self.method = method
    self.params = params
  }

  /// - Complexity: O(*n*) in the number of values.
  @inline(never)
  init(_ element: JSONElement) {
    guard element.kind == .object else {
      fault = .notAnObject
      return
    }
    var version, idElement, methodElement: JSONElement?
    for member in element.members {
      switch member.keyBytes.count {
      case 2: if member.keyIs("id") { idElement = member.value }
      case 6:
        if member.keyIs("method") {
          methodElement = member.value
        } else if member.keyIs("params") {
          params = member.value
        }
      case 7: if member.keyIs("jsonrpc") { version = member.value }
      default: break
      }
    }
    if let idElement {
      id = RPCID(idElement)
      if id == nil { fault = .id }
    }
    let name = methodElement?.stringBytes
    if let name { method = name }
    if fault != nil { return }
    // Here, since a function of its own isn't inlined: 30 instructions.
    if version?.is("2.0") != true {
      fault = .version
    } else if name == nil {
      fault = .method
    } else if let params {
      if params.kind != .object, params.kind != .array {
        fault = .params
      } else if params.holdsUnsigned {
        fault = .integer
      }
    }
  }

  /// - Parameter number: the id, if it is a number that the parser couldn't hold.
  init(_ element: JSONElement, id number: Double?) {
    self.init(element)
    if let number { id = .number(number) }
  }

  /// Whether this isn't a request.
  var isFaulty: Bool { fault != nil }

  /// The reason why this isn't a request; nil if it is one.
  var error: RPCError? {
    switch fault {
    case nil: nil
    case .notAnObject: .invalidRequest("a request is an object")
    case .version: .invalidRequest("'jsonrpc' must be \"2.0\"")
    case .id: .invalidRequest("'id' must be a string, a number or null")
    case .method: .invalidRequest("'method' must be a string")
    case .params: .invalidRequest("'params' must be an object or an array")
    case .integer: integerError
    }
  }

  private var integerError: RPCError {
    var sentence = "an integer in 'params' is out of range"
    do {
      _ = try params?.value()
    } catch {
      sentence = "\(error)"
    }
    return .invalidRequest(sentence, limit: "integer")
  }
}
