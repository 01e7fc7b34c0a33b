import NavtreeJSON
import NavigationTree
import NavtreeEngine

/// The whole visible state of a session: its windows, their screens in pre-order, the shared state.
struct Snapshot: Equatable {
  struct Row: Equatable {
    let id: ScreenID
    let place: Place
    let params: [JSONValue]
    let state: [JSONValue]
    let selection: Int
    let visits: [TabVisit]
  }

  struct Window: Equatable {
    let name: String
    let active: ScreenID
    var rows: [Row] = []
  }

  private(set) var windows: [Window] = []
  let shared: [JSONValue]
  private(set) var seq: Int
  let pendingLinks: [[String]]

  init(of session: Session) {
    shared = session.shared
    seq = session.seq
    pendingLinks = LinkReader(session).waiting.map { [LinkReader(session).shown($0), $0.window] }
    for zipper in session.windows {
      var window = Window(name: zipper.window, active: zipper.active)
      for (screen, place) in zipper.subtree() {
        window.rows.append(
          Row(
            id: screen.id, place: place, params: screen.params, state: screen.state,
            selection: screen.selection, visits: screen.visits))
      }
      windows.append(window)
    }
  }

  /// The same state after another change.
  func after(_ seq: Int) -> Snapshot {
    var snapshot = self
    snapshot.seq = seq
    return snapshot
  }

  /// The limits that it exceeds.
  func excesses(of limits: Limits) -> [String] {
    var excesses: [String] = []
    if windows.count > limits[.windows] { excesses.append("\(windows.count) windows") }
    if screenCount > limits[.screens] { excesses.append("\(screenCount) screens") }
    if deepest >= limits[.levels] { excesses.append("a screen at depth \(deepest)") }
    return excesses
  }

  private var screenCount: Int { windows.reduce(0) { $0 + $1.rows.count } }

  private var deepest: Int { windows.reduce(0) { $1.rows.reduce($0) { max($0, $1.place.depth) } } }

  var ids: [ScreenID] { windows.flatMap { $0.rows.map(\.id) } }
}
