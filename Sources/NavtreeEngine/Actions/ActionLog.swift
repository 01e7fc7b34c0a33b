import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The actions of the current change, kept while a subscription follows them.
///
/// Each followed dispatch writes to it, so it is exempt from exclusivity checks, except in debug builds.
final class ActionLog {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var rows: [ActionRow] = []
  /// Hides the secrets of payloads.
  let mask: PayloadMask
  /// Whether a waiting link is being opened.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isInLink = false

  init(_ mask: PayloadMask) {
    self.mask = mask
  }

  /// Records that an action is offered to a screen.
  ///
  /// - Parameters:
  ///   - cause: the handled action whose rule sent it, as an index of the change's causes.
  ///   - root: the cause of an action that no rule sent.
  @inline(never)
  func note(
    _ action: Int, _ payload: JSONObject?, at screen: ScreenID, of transaction: Transaction, cause: Int?,
    root: ActionRow.Cause
  ) {
    note(
      transaction.flow.actionNames[action], mask.shown(payload ?? [:], of: action), at: screen,
      of: transaction,
      .declined, cause: cause, root: root)
  }

  /// Records that a navigation begins at a screen.
  ///
  /// - Parameter name: nil for the name of the change.
  func note(
    _ request: NavigationRequest, named name: String?, force: Bool, at screen: ScreenID,
    of transaction: Transaction, cause: Int?, root: ActionRow.Cause
  ) {
    let payload = mask.shown(request, force: force, url: transaction.shown(url:))
    note(
      name ?? transaction.name(of: transaction.change.cause), payload, at: screen, of: transaction, .handled,
      cause: cause, root: root)
    rows[rows.count - 1].taker = rows[rows.count - 1].recipient
  }

  /// Records a request that belongs to no screen.
  func noteRequest(of transaction: Transaction, _ payload: (PayloadMask) -> JSONObject) {
    rows.append(
      ActionRow(
        request: transaction.name(of: transaction.change.cause), payload(mask), at: nil, cause: .request,
        origin: transaction.change.origin))
  }

  /// Records that a waiting link is opened, or was dropped because of a failure.
  func note(_ link: PendingLink, in transaction: Transaction, failure: Failure? = nil) {
    isInLink = failure == nil
    var row = ActionRow(
      request: Cause.Request.linkOpen.rawValue,
      ["url": .string(mask.hidesSecrets ? transaction.shown(link) : link.url)],
      at: ActionRow.Party(at: "/\(link.window)", id: nil, window: link.window), cause: .link,
      origin: transaction.change.origin)
    if failure != nil { row.outcome = .refused }
    row.failure = failure
    rows.append(row)
  }

  private func note(
    _ name: String, _ payload: JSONObject, at screen: ScreenID, of transaction: Transaction,
    _ outcome: ActionRow.Outcome, cause: Int?, root: ActionRow.Cause
  ) {
    var chain: [JSONValue] = []
    if cause != nil, case .array(let whole) = transaction.chain(to: [:], cause: cause) {
      chain = whole.dropLast()
    }
    let sender = cause.map { transaction.change.causes[$0].isLifecycle ? ActionRow.Cause.lifecycle : .send }
    rows.append(
      ActionRow(
        name: name, payload: payload, recipient: party(screen, of: transaction), taker: nil,
        outcome: outcome, cause: sender ?? (isInLink ? .link : root), chain: chain,
        origin: transaction.change.origin))
  }

  /// Records that a screen takes the action last offered.
  @inline(never)
  func noteTaker(_ screen: ScreenID, of transaction: Transaction) {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].outcome = .handled
    rows[rows.count - 1].taker = party(screen, of: transaction)
  }

  /// Records that the navigation last begun had nowhere to go.
  func noteNothing() {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].outcome = .declined
    rows[rows.count - 1].taker = nil
  }

  private func party(_ screen: ScreenID, of transaction: Transaction) -> ActionRow.Party {
    ActionRow.Party(
      at: transaction.address(of: screen), id: screen,
      window: transaction.world.windows.name(ofWindowHolding: screen))
  }

  // MARK: Refusals

  /// The actions of a failed change that no rule sent, as refused: what rules sent is in the failure's chain.
  func takeRefused(_ failure: Failure, in transaction: Transaction) -> [ActionRow] {
    defer {
      rows.removeAll()
      isInLink = false
    }
    if transaction.change.isTraced, transaction.change.trace.isRehearsal { return [] }
    var rows = rows.filter { $0.chain.isEmpty && $0.cause != .send && $0.cause != .link }
    if rows.isEmpty { rows = Array(rows.prefix(1)) }
    if rows.isEmpty, transaction.change.timer != nil {
      rows = [
        ActionRow(
          request: transaction.name(of: transaction.change.cause), [:], at: nil, cause: .timer, origin: nil)
      ]
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
}
