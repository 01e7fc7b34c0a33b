import DequeModule
import NavigationTree
import NavtreeEngine
import NavtreeJSONReading

/// A change of the tree of screens, as a host that draws them makes it.
public struct Transition: Sendable {
  /// The kind of a transition.
  public enum Operation: String, Sendable, CaseIterable {
    /// A screen came on top of a chain, or left it.
    case push, pop
    /// A screen came in another slot, or left it.
    case present, dismiss
    /// A screen took the place of another one.
    case replace
    /// A tab was selected, or a pane put in focus.
    case select, focus
    /// A tree took the place of another one.
    case reset
    /// A window was opened or closed.
    case open, close
    /// A screen moved to another place, with everything that it holds.
    case moved
    /// A split shows only the pane in focus, or all of them again.
    case collapse, expand
    /// Several changes in sum, such as those of an undo, or those that a slow reader has missed.
    case travel
  }

  /// A screen that came, or stands elsewhere than before.
  public struct Row: Sendable, Hashable {
    /// The id.
    public let id: Screen.ID
    /// The screen type's name.
    public let screen: String
    /// The presenter; nil for the root of a window.
    public let parent: Screen.ID?
    /// The slot of the presenter; nil for the root of a window.
    public let slot: String?
    /// The window's name.
    public let window: String
    /// The selected tab, or the pane in focus.
    public let selected: String?
    /// Of a split that may collapse: whether only the pane in focus is shown.
    public let isCollapsed: Bool?
    /// The params, without the values of sensitive ones.
    public let params: JSONObject
  }

  /// The number of the change.
  public let seq: Int
  /// The first of several changes in sum, of which ``seq`` is the last; nil if it is one.
  public let since: Int?
  /// The kind.
  public let operation: Operation
  /// The screen that was there or presents.
  public let from: Screen.ID?
  /// The screen that is there now.
  public let to: Screen.ID?
  /// The slot; nil for the root of a window, and for changes in sum.
  public let slot: String?
  /// The slot's style.
  public let style: Screen.Style?
  /// The screens that came or stand elsewhere, each before those that it presents.
  public let created: [Row]
  /// The screens that are gone.
  public let removed: [Screen.ID]
  /// The name of the action, lifecycle event or call that asked for it; nil for changes in sum.
  public let by: String?
  /// The hint that whoever asked for it passed on.
  public let hint: JSONValue?
}

extension Session {
  /// The transitions of all windows, or of one, from now on.
  ///
  /// One change may have several. A reader that misses more than 1,000 of them gets those that it hasn't read as one
  /// ``Transition/Operation/travel``.
  /// - Parameters:
  ///   - window: The window's name.
  ///   - acknowledging: Whether the host says ``transitionsDone(through:)`` when it has shown them. Until then they are
  ///     pending, and the flow's `duringTransition` decides what happens to calls that do what users do: where it isn't
  ///     `run` they throw ``NavtreeError/Kind/moving``, since a call returns its outcome and can't wait. Only the first of
  ///     several such sequences at a time acknowledges.
  /// - Complexity: O(number of screens) now, then the number of screens that come and go.
  public func transitions(in window: String? = nil, acknowledging: Bool = false) -> Updates<Transition> {
    let follower = TransitionFollower(
      number: followers.nextNumber(), session: self, window: window, acknowledging: acknowledging)
    if mode != .open { follower.end() } else { follower.begin(in: self) }
    return Updates(session: self, follower: follower)
  }

  /// The number of transitions that an acknowledging host hasn't shown yet.
  public var pendingTransitions: Int {
    dropGone()
    return engine.pendingTransitions
  }

  /// Takes the transitions of the changes up to one as shown.
  public func transitionsDone(through seq: Int) { engine.acknowledge(through: seq) }

  /// Refuses what a user does at screens, or a broadcast to those of a type, while transitions are pending, unless the flow
  /// lets it run.
  @inline(__always)
  func admit(
    at screens: @autoclosure () -> [ScreenID], broadcast: Int? = nil, force: Bool = false
  ) throws(Failure) {
    if engine.pendingTransitions > 0, !force, pendingTransitions > 0 {
      try UserRequests(of: engine).check(at: screens(), broadcast)
    }
  }

  /// The screen that the first window shows.
  var shown: [ScreenID] { engine.windows.first.map { [$0.active] } ?? [] }
}

/// Keeps transitions until they are read.
final class TransitionFollower: Follower<Transition> {
  /// The most transitions that wait one by one.
  private static let most = 1_000

  private weak var session: Session?
  private let window: String?
  private let acknowledging: Bool
  private var unread: Deque<Transition> = []
  private var staleSince: Int?
  /// The last change in a sum.
  private var summed = -1
  /// The screens as the reader knows them.
  private var rows: [Screen.ID: Transition.Row] = [:]

  init(number: Int, session: Session, window: String?, acknowledging: Bool) {
    self.session = session
    self.acknowledging = acknowledging
    self.window = window
    super.init(number: number)
  }

  func begin(in session: Session) {
    session.add(self)
    rows = Dictionary(subscribe(in: session).map { ($0.id, $0) }) { $1 }
  }

  override func resume(in session: Session) { _ = subscribe(in: session) }

  private func subscribe(in session: Session) -> [Transition.Row] {
    var text = JSONWriter()
    let acknowledges = acknowledging && session.engine.acknowledging == nil
    _ = try? session.engine.subscribe(
      .transitions(window: window, acknowledges: acknowledges), as: number, into: &text)
    return (Session.value(text).array ?? []).compactMap(Transition.Row.init)
  }

  override func tell(_ notice: Notice) {
    guard case .transitions(let change) = notice, staleSince == nil, change.seq > summed,
      case .array(let transitions)? = try? JSONValue(parsing: change.text)
    else { return }
    unread += transitions.compactMap { Transition($0, change) }
    if unread.count > Self.most {
      staleSince = unread[0].seq
      unread = []
    }
    bell.ring()
  }

  override func take() -> Transition? {
    if let since = staleSince { return takeSum(since) }
    guard let next = unread.popFirst() else { return nil }
    for row in next.created { rows[row.id] = row }
    for id in next.removed { rows[id] = nil }
    if next.operation == .select || next.operation == .focus, let id = next.from, let row = rows[id] {
      rows[id] = row.selecting(next.slot)
    }
    return next
  }

  override func end() {
    if let since = staleSince, let sum = takeSum(since) { unread = [sum] }
    super.end()
  }

  /// All transitions since one, in sum; nil if every screen stands where it did.
  private func takeSum(_ since: Int) -> Transition? {
    staleSince = nil
    guard let session else { return nil }
    session.engine.unsubscribe(number)
    let standing = subscribe(in: session)
    summed = session.seq
    let before = rows
    rows = Dictionary(standing.map { ($0.id, $0) }) { $1 }
    let created = standing.filter { !(before[$0.id]?.standsAs($0) ?? false) }
    let removed = before.keys.filter { rows[$0] == nil }.sorted()
    if created.isEmpty, removed.isEmpty { return nil }
    return Transition(
      seq: session.seq, since: since, operation: .travel, from: nil, to: nil, slot: nil, style: nil,
      created: created, removed: removed, by: nil, hint: nil)
  }
}

extension Transition {
  fileprivate init?(_ value: JSONValue, _ change: TransitionChange) {
    guard let operation = value["op"]?.string.flatMap(Operation.init) else { return nil }
    seq = change.seq
    since = change.since
    self.operation = operation
    from = value["from"]?.integer.map(Screen.ID.init)
    to = value["to"]?.integer.map(Screen.ID.init)
    slot = value["slot"]?.string
    style = value["style"]?.string.flatMap(Screen.Style.init)
    created = (value["created"]?.array ?? []).compactMap(Row.init)
    removed = (value["removed"]?.array ?? []).compactMap { $0["id"]?.integer.map(Screen.ID.init) }
    by = value["by"]?.string
    hint = value["hint"]
  }
}

extension Transition.Row {
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.integer, let screen = value["screen"]?.string,
      let window = value["window"]?.string
    else { return nil }
    self.init(
      id: Screen.ID(id), screen: screen, parent: value["parent"]?.integer.map(Screen.ID.init),
      slot: value["slot"]?.string, window: window,
      selected: value["selected"]?.string ?? value["focus"]?.string,
      isCollapsed: value["collapsed"]?.boolean, params: value["params"]?.object ?? [:])
  }

  fileprivate func selecting(_ slot: String?) -> Transition.Row {
    Transition.Row(
      id: id, screen: screen, parent: parent, slot: self.slot, window: window, selected: slot,
      isCollapsed: isCollapsed, params: params)
  }

  /// Whether both stand at one place with one selection.
  fileprivate func standsAs(_ other: Transition.Row) -> Bool {
    parent == other.parent && slot == other.slot && window == other.window && selected == other.selected
      && isCollapsed == other.isCollapsed
  }
}
