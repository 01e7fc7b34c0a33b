import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeText

/// The answer of a request that waits until transitions are shown: `{queued}`, its number.
enum QueuedAnswer {
  /// The shape of an answer that may be such a one: the other members are then missing, though hosts that acknowledge no
  /// transitions rely on them.
  static func shape(of answer: Shape) -> Shape {
    guard case .record(let members) = answer else { return answer }
    return .record(
      members + [
        Shape.Member(
          "queued", .integer,
          "without the other members: the number under which `request.done` tells the outcome, once transitions are shown",
          optional: true)
      ])
  }

  /// The JSON Schema of an answer of that shape: its own members, or that one.
  static func schema(of shape: Shape) -> JSONObject {
    var schema = shape.schema
    let required = schema.removeValue(forKey: "required") ?? []
    schema["anyOf"] = [["required": required], ["required": ["queued"]]]
    return schema
  }
}

/// Requests while transitions are pending.
extension NavtreeServer {
  /// Runs a method, unless it has to wait for transitions or is refused because of them.
  func runUnlessMoving(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    guard acknowledges, method.nature == .drives, let session = try? session(params) else {
      return try method.runAsOrigin(on: self, params, into: &output)
    }
    let requests = UserRequests(of: session)
    requests.run()
    let count = session.pendingTransitions
    var named = count == 0 ? [:] : try params.named(but: [.request])
    named["session"] = .string(session.name)
    let isFree = count == 0 || Self.isForced(named)
    let screens = isFree ? [] : Self.screens(of: named, in: session)
    switch isFree ? .run : requests.fate(at: screens, Self.type(ofBroadcast: named, in: session)) {
    case .run: try method.runAsOrigin(on: self, params, into: &output)
    case .drop:
      throw requests.refusal
    case .queue:
      if queues[UTF8Key(session.name)] == nil { queues[UTF8Key(session.name)] = [] }
      let name = session.name
      let digest = try digest(of: method, params)
      let asked = digest.map { RememberedAnswer(key: $0.key, content: $0.content, answer: [:]) }
      let number = try requests.enqueue(asked, at: screens) { [unowned self] number, failure in
        let place = notices.count
        let outcome = failure.map { .failure($0) } ?? answer(method, named)
        if let digest, case .success(let text) = outcome { sessions[name]?.remember(digest.answered(text)) }
        notices.insert(
          .requestDone(session: name, number: number, method: method.name, outcome), at: place)
      }
      output.append(#"{"queued":"#, number)
      output.append("}")
    }
  }

  /// Makes final what waits in each session.
  func commitQueues() {
    for name in queues.keys { queues[name] = sessions[name.text].map { UserRequests(of: $0).waiting } }
  }

  /// Takes back what waits in each session, because the requests since the last commit are undone.
  func takeBackQueues(because failure: Failure) {
    for (name, queued) in queues {
      guard let session = sessions[name.text] else { continue }
      UserRequests(of: session).takeBack(to: queued, because: failure)
    }
  }

  /// Runs a method that has waited, under the condition that its caller gave.
  private func answer(_ method: Method, _ named: JSONObject) -> Result<[UInt8], Failure> {
    var output = JSONWriter()
    let failure = reading(named, orElse: Failure(.invalidParams, "the params nest too deeply")) {
      (element) throws(Failure) in
      try queuedParams.take(element, for: method.signature)
      if let seq = try queuedParams.seqCondition() {
        try Failure.check(try session(queuedParams).seq, is: seq)
      }
      try method.runAsOrigin(on: self, queuedParams, into: &output)
    }
    return failure.map { .failure($0) } ?? .success(output.withUnsafeBytes { Array($0) })
  }

  /// Whether a request says 'force', in its own params or in all its navigations.
  private static func isForced(_ named: JSONObject) -> Bool {
    func isForced(_ action: JSONValue?) -> Bool {
      action?["force"]?.boolean == true && action?["type"]?.string?.hasPrefix("nav.") == true
    }
    if let actions = named["actions"]?.array { return actions.allSatisfy { isForced($0["action"]) } }
    return named["force"]?.boolean == true || isForced(named["action"])
  }

  /// The type of the screens that a broadcast is for; nil for another request.
  private static func type(ofBroadcast named: JSONObject, in session: Session) -> Int? {
    guard let type = named["screen"]?.string, named["action"] != nil else { return nil }
    return session.flow.screenNames.index(of: type)
  }

  /// The screens that a request is addressed to; none where it names no window among several, or is a broadcast.
  private static func screens(of named: JSONObject, in session: Session) -> [ScreenID] {
    if named["screen"] != nil, named["action"] != nil { return [] }
    let entries = named["actions"]?.array ?? [.object(named)]
    return entries.compactMap { entry in
      let window = entry["window"]?.string
      switch entry["at"] {
      case .string(var text)?:
        return text.withUTF8 { bytes in
          Address(UnsafeRawBufferPointer(bytes)).flatMap { try? session.find($0, window: nil).screen }
        }
      case .integer(let number)?: return ScreenID(number)
      default:
        // A request to the whole session is for what its first window shows.
        let first = named["actions"] == nil && named["action"] == nil ? session.windows.first?.window : nil
        return try? session.find(nil, window: window ?? first).screen
      }
    }
  }
}
