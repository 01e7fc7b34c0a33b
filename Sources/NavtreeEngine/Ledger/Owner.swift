package import NavigationTree
import NavtreeJSON

/// The screen or session with which a timer or an effect ends.
package enum Owner: Equatable, Sendable {
  case screen(ScreenID)
  /// The session itself; the work was begun in the window of that name.
  case session(window: String)

  /// The session, whose work was begun in a window that has closed since: no window has such a name.
  static let sessionAlone = Owner.session(window: "")

  /// Nil for the session.
  package var screen: ScreenID? {
    switch self {
    case .screen(let id): id
    case .session: nil
    }
  }
}

extension Owner {
  /// The members of a row of a screen or of the session, for people: `id`, or `of`.
  func shown(in members: JSONObject) -> JSONObject {
    var members = members
    switch self {
    case .screen(let id): members["id"] = .integer(id.number)
    case .session: members["of"] = "session"
    }
    return members
  }

  /// The members of a stored entry.
  func stored(in members: JSONObject) -> JSONObject {
    var members = members
    switch self {
    case .screen(let id): members["screen"] = .integer(id.number)
    case .session(let window):
      members["of"] = "session"
      members["window"] = .string(window)
    }
    return members
  }
}
