/// A request without its id.
struct Request {
  let method: String
  let params: String

  init(_ method: String, _ params: String) {
    self.method = method
    self.params = params
  }
}

/// The requests of a run: those that prepare it, and those that are measured.
struct Conversation {
  private(set) var setup = ""
  private var identifier = 0

  /// One request, a line.
  mutating func prepare(_ method: String, _ params: String) {
    setup += line(method, params)
  }

  /// Presents lists and details in turn until this many screens are on the root.
  mutating func push(_ count: Int, session: String? = nil) {
    let session = session.map { #""session":"\#($0)","# } ?? ""
    for index in 0..<count {
      prepare("push", #"{\#(session)"screen":"\#(index.isMultiple(of: 2) ? "detail" : "list")"}"#)
    }
  }

  /// - Returns: the whole input, with this many measured requests, whose params are those given, in turn.
  func input(dispatching params: [String], times count: Int) -> [UInt8] {
    input(params.map { Request("dispatch", $0) }, times: count)
  }

  /// - Returns: the whole input, with this many measured requests, those given in turn.
  func input(_ requests: [Request], times count: Int) -> [UInt8] {
    var copy = self
    var text: [UInt8] = Array(setup.utf8)
    for index in 0..<count {
      let request = requests[index % requests.count]
      text += copy.line(request.method, request.params).utf8
    }
    return text
  }

  /// - Returns: the whole input, with this many effects requested and answered in turn.
  func input(asking params: String, answering output: String, times count: Int) -> [UInt8] {
    var copy = self
    var text: [UInt8] = Array(setup.utf8)
    for effect in 1...count {
      text += copy.line("dispatch", params).utf8
      text += copy.line("effect.done", #"{"effect":\#(effect),"output":\#(output)}"#).utf8
    }
    return text
  }

  private mutating func line(_ method: String, _ params: String) -> String {
    identifier += 1
    return #"{"jsonrpc":"2.0","id":\#(identifier),"method":"\#(method)","params":\#(params)}"# + "\n"
  }
}
