import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The actions of changes, recorded while a subscription follows them.
extension Session {
  /// Whether anyone follows the actions.
  package var isFollowingActions: Bool { observers.actions != nil }

  /// The name of whoever caused the changes from now on.
  package var origin: String? {
    get { change.origin }
    set { change.origin = newValue }
  }

  /// Records that an action is offered to the focus of a window.
  ///
  /// - Parameters:
  ///   - cause: the handled action whose rule sent it, as an index of the change's causes.
  ///   - root: the cause of an action that no rule sent.
  @inline(never)
  func noteAction(
    _ action: Int, _ payload: JSONObject?, in window: Int, cause: Int?, root: ActionRow.Cause
  ) {
    guard let log = observers.actions else { return }
    note(
      flow.actionNames[action], log.mask.shown(payload ?? [:], of: action), focusOf: window, .declined,
      cause: cause, root: root, log)
  }

  /// Records that a navigation begins at the focus of a window.
  ///
  /// - Parameter name: nil for the name of the change.
  func noteNavigation(
    _ request: NavigationRequest, named name: String?, force: Bool, in window: Int, cause: Int?,
    root: ActionRow.Cause
  ) {
    guard let log = observers.actions else { return }
    let payload = log.mask.shown(request, force: force, url: shown(url:))
    note(
      name ?? self.name(of: change.cause), payload, focusOf: window, .handled, cause: cause, root: root, log)
    log.rows[log.rows.count - 1].taker = log.rows[log.rows.count - 1].recipient
  }

  /// Records a request that belongs to no screen.
  func noteRequest(_ payload: (PayloadMask) -> JSONObject) {
    guard let log = observers.actions else { return }
    log.rows.append(
      ActionRow(
        request: name(of: change.cause), payload(log.mask), at: nil, cause: .request, origin: change.origin))
  }

  /// Records that a waiting link is opened, or was dropped because of a failure.
  func noteLink(_ link: PendingLink, failure: Failure? = nil) {
    guard let log = observers.actions else { return }
    log.isInLink = failure == nil
    var row = ActionRow(
      request: Cause.Request.linkOpen.rawValue,
      ["url": .string(log.mask.hidesSecrets ? shown(link) : link.url)],
      at: ActionRow.Party(at: "/\(link.window)", id: nil), cause: .link, origin: change.origin)
    if failure != nil { row.outcome = .refused }
    row.failure = failure
    log.rows.append(row)
  }

  private func note(
    _ name: String, _ payload: JSONObject, focusOf window: Int, _ outcome: ActionRow.Outcome, cause: Int?,
    root: ActionRow.Cause, _ log: ActionLog
  ) {
    var chain: [JSONValue] = []
    if cause != nil, case .array(let whole) = self.chain(to: [:], cause: cause) { chain = whole.dropLast() }
    let sender = cause.map { change.causes[$0].isLifecycle ? ActionRow.Cause.lifecycle : .send }
    log.rows.append(
      ActionRow(
        name: name, payload: payload, recipient: party(atFocusOf: window), taker: nil, outcome: outcome,
        cause: sender ?? (log.isInLink ? .link : root), chain: chain, origin: change.origin))
  }

  /// Records that a screen takes the action last offered: the focus of a window.
  @inline(never)
  func noteTaker(_ screen: ScreenID, in window: Int) {
    guard let log = observers.actions, !log.rows.isEmpty else { return }
    log.rows[log.rows.count - 1].outcome = .handled
    log.rows[log.rows.count - 1].taker = party(atFocusOf: window)
  }

  /// Records that the navigation last begun had nowhere to go.
  func noteNothing() {
    guard let log = observers.actions, !log.rows.isEmpty else { return }
    log.rows[log.rows.count - 1].outcome = .declined
    log.rows[log.rows.count - 1].taker = nil
  }

  /// Tells the followers of a navigation that had nowhere to go.
  func tellDeclined(_ request: NavigationRequest, in window: Int) {
    noteNavigation(request, named: nil, force: false, in: window, cause: nil, root: .request)
    noteNothing()
    guard let row = observers.actions?.rows.popLast() else { return }
    if change.isTraced, change.trace.isRehearsal { return }
    tell(refused: [row])
  }

  private func party(atFocusOf window: Int) -> ActionRow.Party {
    let id = world.windows[window].focus.id
    return ActionRow.Party(at: world.windows[window].address(of: id), id: id)
  }

  package func shown(url: String) -> String {
    if let match = try? match(url, .caller) { return shown(url, match) }
    return shown(unknown: url) ?? StateView.hidden.string ?? ""
  }

  // MARK: Refusals

  /// The actions of a failed change that no rule sent, as refused: what rules sent is in the failure's chain.
  func takeRefused(_ failure: Failure) -> [ActionRow] {
    guard let log = observers.actions else { return [] }
    defer {
      log.rows.removeAll()
      log.isInLink = false
    }
    if change.isTraced, change.trace.isRehearsal { return [] }
    var rows = log.rows.filter { $0.chain.isEmpty && $0.cause != .send && $0.cause != .link }
    if rows.isEmpty { rows = Array(log.rows.prefix(1)) }
    if rows.isEmpty, change.timer != nil {
      rows = [ActionRow(request: name(of: change.cause), [:], at: nil, cause: .timer, origin: nil)]
    }
    for index in rows.indices {
      rows[index].outcome = .refused
      rows[index].taker = nil
      rows[index].failure = failure
      if case .array(let chain)? = failure.data["chain"] { rows[index].chain = chain }
    }
    if failure.kind == .notHandled, failure.data["chain"] == nil, let last = rows.indices.last {
      rows[last].outcome = .declined
    }
    return rows
  }

  /// Tells the followers of an action whose request has failed before it reached a screen.
  ///
  /// - Parameter isPart: whether it is a part of a change, which fails with it.
  package func tellRefused(_ name: String, at address: String?, _ failure: Failure, isPart: Bool = false) {
    guard let log = observers.actions else { return }
    let recipient = address.map { ActionRow.Party(at: $0, id: nil) }
    var row = ActionRow(request: name, [:], at: recipient, cause: .request, origin: change.origin)
    if isPart { return log.rows.append(row) }
    row.outcome = failure.kind == .notHandled ? .declined : .refused
    row.failure = failure
    tell(refused: [row])
  }

  /// Tells the followers of actions that changed nothing.
  func tell(refused rows: [ActionRow]) {
    observers.watch?.end(
      seq: world.seq, now: now, refused: true, rows, StateDelta(), noticeCount: notices.all.count)
    guard let subscriptions = observers.subscriptions, !rows.isEmpty else { return }
    for (_, told) in notices(of: rows, subscriptions) { notices.all += told }
  }
}
