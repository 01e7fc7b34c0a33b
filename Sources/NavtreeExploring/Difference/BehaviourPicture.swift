import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

/// The part of a session that its users see, with the outcome of the request before it.
struct BehaviourPicture {
  /// A screen's row.
  struct Row {
    let type: Int
    /// The address of the screen that holds it, and the name of the slot; nil for the root of a window.
    let place: (parent: String, slot: String)?
    let params: [JSONValue]
    let state: [JSONValue]
  }

  /// An effect that the host owes an answer.
  struct Owed: Equatable {
    let name: String
    /// The address of the screen that asked; empty for the session.
    let at: String
    let input: [JSONValue]
  }

  let flow: FlowDefinition
  /// The kind of the error, or nil for success.
  let error: String?
  let reply: JSONValue?
  /// The address of the active screen of each window.
  let active: [(window: String, address: String)]
  /// By address, parents before children.
  let rows: [(address: String, row: Row)]
  let shared: [JSONValue]
  let owed: [Owed]

  /// - Parameter session: nil for one that is closed.
  /// - Complexity: O(size of all screens × depth).
  init(of session: Session?, _ flow: FlowDefinition, error: String?, reply: JSONValue? = nil) {
    self.flow = flow
    self.error = error
    self.reply = reply
    guard let session else {
      (active, rows, shared, owed) = ([], [], [], [])
      return
    }
    let windows = session.windows
    active = windows.map { ($0.window, $0.address(of: $0.active)) }
    var addresses: [ScreenID: String] = [:]
    var rows: [(address: String, row: Row)] = []
    for window in windows {
      for (screen, place) in window.subtree() {
        var holder: (parent: String, slot: String)?
        if let parent = place.parent, let address = addresses[parent], let above = windows.place(of: parent) {
          holder = (address, flow.screens[above.type].slots[place.slot].name)
        }
        let address = holder.map { "\($0.parent)/\($0.slot)" } ?? "/\(window.window)"
        addresses[screen.id] = address
        rows.append(
          (address, Row(type: screen.type, place: holder, params: screen.params, state: screen.state)))
      }
    }
    self.rows = rows
    shared = session.shared
    owed = session.owed.map { effect in
      Owed(
        name: effect.definition.name, at: effect.screen.flatMap { addresses[$0] } ?? "", input: effect.input)
    }
  }
}
