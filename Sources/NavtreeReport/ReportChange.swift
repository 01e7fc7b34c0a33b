import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer

/// The line of a change, or of a request that changed nothing.
struct ReportChange {
  private let entry: ChangeWatch.Entry
  private let row: ReportStream.Shown
  private let input: ReportStream.Input
  private let notices: [Notice]
  private let expectedLine: Int
  private let isSensitive: Bool
  private var ruleNumbers: [JSONValue] = []

  /// - Parameter expectedLine: the number of the recording's line that needn't be written.
  init(
    _ entry: ChangeWatch.Entry, _ row: ReportStream.Shown, _ input: ReportStream.Input, _ notices: [Notice],
    expectedLine: Int, isSensitive: Bool
  ) {
    self.isSensitive = isSensitive
    self.entry = entry
    self.row = row
    self.input = input
    self.notices = notices
    self.expectedLine = expectedLine
  }

  /// The lines that the change's line refers to and that aren't written yet.
  mutating func definitions(_ rules: inout RuleNumbers, in flow: FlowDefinition) -> [JSONObject] {
    var definitions: [JSONObject] = []
    ruleNumbers = entry.rules.map { rule in
      [.integer(rules.number(of: rule, in: flow, &definitions)), .integer(rule.id.number)]
    }
    return definitions
  }

  private var kind: String {
    if entry.isRefused { return failure == nil ? "quiet" : "refused" }
    return entry.delta.isEmpty && entry.actions.isEmpty ? "quiet" : "seq"
  }

  /// The data of the error, if the request or a timer's change failed.
  private var failure: JSONObject? {
    if entry.isRefused, let error = input.failure { return error.data }
    guard let failure = entry.actions.lazy.compactMap(\.failure).first else { return nil }
    var data = failure.advisedData
    data["kind"] = .string(failure.kind.rawValue)
    data["message"] = .string(failure.message)
    return data
  }

  var line: JSONObject {
    var line: JSONObject = [kind: .integer(entry.seq)]
    if row.number > 0 { line["session"] = .integer(row.number) }
    if let number = input.line, number != expectedLine { line["line"] = .integer(number) }
    if input.line == nil { line["line"] = .null }
    if entry.now != row.now { line["now"] = .integer(entry.now) }
    if let step = input.step { line["step"] = .string(step) }
    if input.step != nil, !entry.actions.isEmpty {
      // The actions say what a step did.
    } else if let method = input.method {
      if method != "dispatch" { line["by"] = .string(method) }
      if let params = tellingParams(of: method) { line["params"] = .object(params) }
      if let answered { line["answered"] = .integer(answered) }
    } else {
      line["by"] = .null
    }
    if let origin = entry.actions.lazy.compactMap(\.origin).first { line["origin"] = .string(origin) }
    if !entry.actions.isEmpty { line["actions"] = .array(entry.actions.map(json)) }
    if !entry.delta.written.isEmpty { line["set"] = .object(entry.delta.written) }
    if !entry.delta.removed.isEmpty { line["gone"] = .array(entry.delta.removed.map { .string($0.text) }) }
    if !ruleNumbers.isEmpty { line["rules"] = .array(ruleNumbers) }
    if !entry.decliners.isEmpty {
      line["declined"] = .array(
        entry.decliners.map {
          ["at": .string($0.at), "id": .integer($0.id.number), "reason": .string($0.reason.rawValue)]
        }
      )
    }
    addNotices(to: &line)
    if let failure { line["error"] = .object(told(failure)) }
    return line
  }

  /// The params that the actions don't tell.
  private func tellingParams(of method: String) -> JSONObject? {
    var params = input.params
    params["session"] = nil
    params["origin"] = nil
    if method == "dispatch", let action = params["action"]?.object, let row = entry.actions.first,
      action["type"]?.string == row.name
    {
      var payload = action
      payload["type"] = nil
      let others = params.keys.filter { $0 != "action" && $0 != "at" && $0 != "window" }
      if payload == row.payload, others.isEmpty { return nil }
    }
    return params.isEmpty ? nil : params
  }

  /// The effect that the request answers.
  private var answered: Int? {
    guard let method = input.method, method.hasPrefix("effect."), let effect = input.params["effect"] else {
      return nil
    }
    // A key ends in the effect's number.
    return effect.integer ?? effect.string?.split(separator: "-").last.flatMap { Int($0) }
  }

  private func json(of row: ActionRow) -> JSONValue {
    var members: JSONObject = ["action": .string(row.name)]
    if row.outcome != .handled { members["outcome"] = .string(row.outcome.rawValue) }
    if let recipient = row.recipient {
      members["at"] = .string(recipient.at)
      if let id = recipient.id { members["id"] = .integer(id.number) }
    }
    if let taker = row.taker, taker.id != row.recipient?.id {
      members["handledBy"] = .string(taker.at)
      if let id = taker.id { members["handler"] = .integer(id.number) }
    }
    if row.cause != .request { members["cause"] = .string(row.cause.rawValue) }
    if !row.chain.isEmpty { members["chain"] = .array(row.chain) }
    if !row.payload.isEmpty, !isAnswer(row) { members["payload"] = .object(row.payload) }
    return .object(members)
  }

  /// Whether the payload is the answer of an effect, which stands in the params.
  private func isAnswer(_ row: ActionRow) -> Bool {
    guard row.cause == .effect, row.payload.count == 1, let (key, value) = row.payload.first else {
      return false
    }
    return input.params[key] == value
  }

  /// The members of an error's data that people read.
  private func told(_ data: JSONObject) -> JSONObject {
    // The recording has the kind alone.
    if input.hasStandIns, entry.isRefused {
      let sentence = "the reason isn't known, since sensitive values aren't"
      return ["kind": data["kind"] ?? .null, "message": .string(sentence)]
    }
    return data.filter { ["kind", "message", "hint", "file", "line", "column", "pointer"].contains($0.key) }
  }

  // MARK: Notices

  private func addNotices(to line: inout JSONObject) {
    let effects = Self.effects(in: notices, of: row.session, isSensitive: isSensitive)
    if !effects.isEmpty { line["effects"] = .array(effects) }
    var cancelled: [JSONValue] = []
    var others: [JSONValue] = []
    for notice in notices {
      switch notice {
      case .effectCancelled(_, let effect, let reason): cancelled.append([.integer(effect), .string(reason)])
      case .invariantBroken, .linkFailed, .ofSession, .restoringFailed, .answerFailed, .timerFailed,
        .dismissalFailed, .commitFailed, .requestDone:
        if let json = Self.json(of: notice) { others.append(json) }
      case .effectRequested, .stateChanged, .changeHeld, .transitions, .action, .subscriptionEnded,
        .lifecycle:
        break
      }
    }
    if !cancelled.isEmpty { line["cancelled"] = .array(cancelled) }
    if !others.isEmpty { line["notices"] = .array(others) }
  }

  private static func json(of notice: Notice) -> JSONValue? {
    var text = JSONWriter()
    notice.write(into: &text)
    let bytes = text.withUnsafeBytes { Array($0) }
    guard case .object(var json)? = try? JSONValue(parsing: bytes, maximumDepth: 4_096) else { return nil }
    json["jsonrpc"] = nil
    return .object(json)
  }

  /// The effects of a session that were requested.
  static func effects(in notices: [Notice], of session: Session, isSensitive: Bool) -> [JSONValue] {
    notices.compactMap { notice in
      guard case .effectRequested(session.name, let effect, let address) = notice else { return nil }
      let input = effect.definition.input.object(effect.input, sensitive: isSensitive)
      var members: JSONObject = [
        "effect": .integer(effect.id), "name": .string(effect.definition.name),
        "key": .string(effect.hostKey),
      ]
      if let screen = effect.screen {
        members["at"] = .string(String(decoding: address, as: UTF8.self))
        members["id"] = .integer(screen.number)
      }
      if !input.isEmpty { members["input"] = .object(input) }
      if effect.isAgain { members["again"] = true }
      return .object(members)
    }
  }

  /// The session that a notice is about; nil for those of subscriptions.
  static func session(of notice: Notice) -> String? {
    switch notice {
    case .invariantBroken(let session, _, _), .effectRequested(let session, _, _),
      .effectCancelled(let session, _, _), .ofSession(let session, _, _, _),
      .linkFailed(let session, _, _, _), .restoringFailed(let session, _),
      .answerFailed(let session, _, _), .timerFailed(let session, _), .dismissalFailed(let session, _),
      .commitFailed(let session, _), .requestDone(let session, _, _, _):
      session
    case .stateChanged, .changeHeld, .transitions, .action, .subscriptionEnded, .lifecycle: nil
    }
  }
}
