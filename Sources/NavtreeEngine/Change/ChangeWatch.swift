package import NavtreeJSON

/// The changes of a session, with how each came about, until they are taken.
///
/// It is kept for replayed sessions, which are looked at. It needs a recording of the session's changes.
package final class ChangeWatch {
  /// A change, or a request that changed nothing.
  package struct Entry {
    /// The seq of the change, or the one that the request met.
    package let seq: Int
    package let now: Int
    package let isRefused: Bool
    /// The actions and navigations, in order.
    package let actions: [ActionRow]
    package let delta: StateDelta
    /// The rules that were examined, in order.
    package let rules: [RuleTrace]
    package let decliners: [Decliner]
    /// The number of notices up to its end.
    package let noticeCount: Int

    package init(
      seq: Int, now: Int, isRefused: Bool, actions: [ActionRow] = [], delta: StateDelta = StateDelta(),
      rules: [RuleTrace] = [], decliners: [Decliner] = [], noticeCount: Int
    ) {
      self.seq = seq
      self.now = now
      self.isRefused = isRefused
      self.actions = actions
      self.delta = delta
      self.rules = rules
      self.decliners = decliners
      self.noticeCount = noticeCount
    }
  }

  /// The most rules of a change that are recorded.
  private static let mostRules = 100

  private var entries: [Entry] = []
  private var rules: [RuleTrace] = []
  private var decliners: [Decliner] = []
  let programs = ObservedPrograms()

  /// Whether the values of sensitive fields are shown.
  let isSensitive: Bool

  init(isSensitive: Bool) {
    self.isSensitive = isSensitive
  }

  var takesRules: Bool { rules.count < Self.mostRules }

  func note(_ rule: RuleTrace) { rules.append(rule) }

  func note(_ decliner: Decliner) {
    if decliners.count < Self.mostRules { decliners.append(decliner) }
  }

  func end(seq: Int, now: Int, refused: Bool, _ actions: [ActionRow], _ delta: StateDelta, noticeCount: Int) {
    entries.append(
      Entry(
        seq: seq, now: now, isRefused: refused, actions: actions, delta: delta, rules: rules,
        decliners: decliners, noticeCount: noticeCount))
    rules = []
    decliners = []
  }

  /// The changes since the last time.
  package func take() -> [Entry] {
    defer {
      entries = []
      rules = []
      decliners = []
    }
    return entries
  }
}

extension Session {
  /// Keeps each change from now on until it is taken.
  ///
  /// - Parameter isSensitive: whether the values of sensitive fields are shown.
  package func beginWatch(isSensitive: Bool = false) -> ChangeWatch {
    let watch = ChangeWatch(isSensitive: isSensitive)
    observers.watch = watch
    if observers.recording == nil { beginRecording() }
    change.isExamined = true
    observers.actions = ActionLog(PayloadMask(flow, hidesSecrets: !isSensitive))
    keepLogs()
    return watch
  }

  /// The session's document, with the effects, timers and links beside it.
  ///
  /// - Complexity: O(size of all screens).
  package func watchedDocument(isSensitive: Bool = false) -> JSONObject {
    var document = SessionDocument(of: self, sensitive: isSensitive).json.object ?? [:]
    var delta = StateDelta()
    for number in world.ledgers.effects.numbers { world.ledgers.effects.tell(number, to: &delta) }
    for number in world.ledgers.timers.numbers { world.ledgers.timers.tell(number, to: &delta) }
    for part in ["effects", "timers"] {
      var rows: JSONObject = [:]
      for (place, row) in delta.written where place.hasPrefix("/\(part)/") {
        rows[String(place.dropFirst(part.utf8.count + 2))] = row
      }
      document[part] = .object(rows)
    }
    document["links"] = .integer(world.ledgers.links.count)
    return document
  }

  /// Keeps the present change, which is settled.
  ///
  /// - Complexity: O(size of the written values).
  func watchChange(_ watch: ChangeWatch) {
    var writer = StateDeltaWriter(
      session: self, digest: digest, changes: StateDelta(), isSensitive: watch.isSensitive)
    writer.write()
    watch.end(
      seq: world.seq, now: now, refused: false, observers.actions?.rows ?? [], writer.changes,
      noticeCount: notices.all.count)
    observers.actions?.rows.removeAll()
  }
}
