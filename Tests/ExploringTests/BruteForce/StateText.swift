import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

/// The whole state of a session as text, in which equal states are equal: screens are numbered as they come, and
/// times are those that are left.
enum StateText {
  static func of(_ session: Session) -> String {
    var screens: [ScreenID: Int] = [:]
    var lines: [String] = []
    for window in session.windows {
      for (screen, place) in window.subtree() {
        screens[screen.id] = screens.count
        let parent = place.parent.flatMap { screens[$0] } ?? -1
        let visits = screen.visits.map { "\($0.slot)" }.joined(separator: ",")
        lines.append(
          "\(parent).\(place.slot) \(screen.type) \(text(screen.params)) \(text(screen.state)) "
            + "\(screen.selection) \(visits)")
      }
    }
    lines.append(text(session.shared))
    for effect in session.owed {
      let screen = effect.screen.flatMap { screens[$0] } ?? -1
      lines.append("\(effect.definition.name) \(screen) \(text(effect.input))")
    }
    for timer in session.timers {
      let screen = timer.screen.flatMap { screens[$0] } ?? -1
      lines.append("\(timer.due - session.now) \(screen) \(timer.key ?? "") \(timer.work)")
    }
    let links = LinkReader(session)
    for link in links.waiting { lines.append("\(link.window) \(links.shown(link))") }
    return lines.joined(separator: "\n")
  }

  /// The types, slots and selections of all screens.
  static func tree(of session: Session) -> String {
    var lines: [String] = []
    for window in session.windows {
      for (screen, place) in window.subtree() {
        lines.append("\(place.depth) \(place.slot) \(screen.type) \(screen.selection)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ values: [JSONValue]) -> String {
    values.map(\.description).joined(separator: ",")
  }
}
