package import NavtreeFlow
package import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The reason that a request changed nothing: a kind, one sentence, and data for programs and people.
package struct Failure: Error, Sendable {
  package let kind: ErrorKind
  package private(set) var message: String
  /// Further members of `error.data`, such as `at`, `pointer` and `hint`.
  package var data: JSONObject
  /// A remedy whose words depend on how the session is reached; nil if the data suffices.
  package private(set) var advice: Advice?
  /// The index of the advice in the data, once it has words.
  package private(set) var advicePlace = 0
  /// Whether the cause lies outside the process and may pass: the same request may succeed later.
  package private(set) var isTemporary = false
  /// Whether the process is to end; it is no answer to a request.
  package private(set) var isInterruption = false

  package init(_ kind: ErrorKind, _ message: String, _ data: JSONObject = [:], advice: Advice? = nil) {
    self.kind = kind
    self.message = message
    self.data = data
    self.advice = advice
    advicePlace = data.count
  }

  /// Whether a limit of navtree refused the change, which the flow allows.
  package var isByLimit: Bool {
    kind == .limitExceeded || (kind == .costExceeded && data["limit"] == .string(Limit.work.rawValue))
  }

  /// The reason that a change was broken off when the process is to end.
  package static var interruption: Failure {
    var failure = Failure(.limitExceeded, "the process ends")
    failure.isInterruption = true
    return failure
  }

  /// The same failure with a longer sentence.
  func saying(_ more: String) -> Failure {
    var failure = self
    failure.message += more
    return failure
  }

  /// The same failure, whose cause may pass.
  package func passing() -> Failure {
    var failure = self
    failure.isTemporary = true
    return failure
  }

  /// The same failure with advice, unless it has a hint already.
  package func advising(_ advice: Advice) -> Failure {
    guard self.advice == nil, data["hint"] == nil else { return self }
    var failure = self
    failure.advice = advice
    failure.advicePlace = data.count
    return failure
  }

  /// The same failure with one more member of data, unless it has it already.
  package func with(_ key: String, _ value: @autoclosure () -> JSONValue) -> Failure {
    guard data[key] == nil, key != "hint" || advice == nil else { return self }
    var failure = self
    failure.data[key] = value()
    return failure
  }

  /// The same failure with its pointer moved below this one.
  ///
  /// A pointer into the flow, or into a sent action, isn't a pointer into the request.
  package func inside(_ prefix: String) -> Failure {
    guard kind != .flowDefect, data["chain"] == nil, case .string(let pointer)? = data["pointer"] else {
      return self
    }
    var failure = self
    failure.data["pointer"] = .string(prefix + pointer)
    return failure
  }

  /// The same failure with its place in the flow.
  func at(_ location: SourceLocation, of flow: FlowDefinition) -> Failure {
    with("file", .string(flow.file(of: location))).with("line", .integer(location.line))
      .with("column", .integer(location.column))
  }

  /// The same failure with its place: in the flow, where that caused it, else the pointer of a request's member, if any.
  func caused(by origin: Origin, of flow: FlowDefinition, member pointer: String? = nil) -> Failure {
    if let location = origin.location { return at(location, of: flow) }
    return pointer.map { with("pointer", .string($0)) } ?? self
  }

  /// The same failure with the name that was probably meant, if one is near enough.
  ///
  /// - Parameter prefix: stands before that name.
  package func hinting(_ name: String, among names: some Sequence<String>, prefix: String = "") -> Failure {
    guard let hint = Spelling.hint(for: name, among: names, prefix: prefix) else { return self }
    return with("hint", .string(hint))
  }
}

extension FlowDefinition {
  /// The failure of an action that no screen declares, nor the flow.
  package func unknownAction(_ name: String) -> Failure {
    Failure(.notHandled, "no screen knows the action '\(name.echo)'", ["action": .string(name.echo)])
      .hinting(name, among: actionNames.names)
  }
}

/// What a caller says of a change before it is made.
extension Failure {
  /// Refuses a change if another one is the session's last than its caller takes for it.
  package static func check(_ seq: Int, is expected: Int) throws(Failure) {
    if seq == expected { return }
    throw Failure(
      .conflict, "the session's last change is \(seq), not \(expected)",
      ["pointer": "/ifSeq", "seq": .integer(seq)])
  }

  /// Refuses the name of an origin that is empty or long.
  package static func check(origin: String) throws(Failure) {
    if 1...64 ~= origin.utf8.count { return }
    throw Failure(.invalidParams, "'origin' must be a text of 1 to 64 bytes", ["pointer": "/origin"])
  }
}
