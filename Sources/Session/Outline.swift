import Flow
import NavigationTree

/// The trees of a session as text for people: chains run down without indent, what opens a chain of its
/// own (a modal, a tab, a pane) is indented under the screen that holds it.
struct Outline {
  private let flow: FlowDefinition
  private var text = ""

  init(flow: FlowDefinition) {
    self.flow = flow
  }

  /// - Complexity: O(number of screens), and no line grows with the depth.
  static func draw(_ session: Session) -> String {
    var outline = Outline(flow: session.flow)
    for window in session.windows { outline.draw(window) }
    return outline.text
  }

  private mutating func draw(_ window: NavigationZipper) {
    text += "/\(window.window)\n"
    guard let root = window.screen(window.rootID) else { return }
    var pending = [(screen: root, slot: "", indent: 1)]
    while let (screen, slot, indent) = pending.popLast() {
      let shape = flow.catalog.shapes[screen.type]
      text += String(repeating: "  ", count: indent)
      text += "\(slot)\(shape.name) \(screen.id)\(screen.id == window.active ? "  <- active" : "")\n"
      var pushed: [(Screen, String, Int)] = []
      var held: [(Screen, String, Int)] = []
      for (index, slot) in shape.slots.enumerated() {
        guard let child = window.child(of: screen, in: index) else { continue }
        switch slot.style {
        case .push: pushed.append((child, "\(slot.name) > ", indent))
        case .sheet, .popover, .cover:
          held.append((child, "\(slot.name) (\(slot.style.rawValue)) > ", indent + 1))
        case .tab, .pane:
          let mark = index == screen.selection ? "*" : ""
          held.append((child, "\(slot.name)\(mark) (\(slot.style.rawValue)) > ", indent + 1))
        }
      }
      // What is held comes first, so that the chain goes on below it: the stack gives the last one first.
      pending += pushed
      pending += held.reversed()
    }
  }
}

extension Session {
  /// The trees of all windows as text for people.
  ///
  /// - Complexity: O(number of screens).
  package func outline() -> String { Outline.draw(self) }
}
