import NavtreeFlow
import NavigationTree

/// The trees of a session as text for people, a screen a line, as `state.outline` answers it.
///
/// A chain runs down without indentation; a chain of its own (in a modal, a tab, a pane) is indented below
/// the screen that holds it. A `|` marks each screen on the path to the active one.
package struct Outline {
  /// A screen to be drawn.
  private struct Line {
    let screen: Screen
    /// The text before the screen: its slot.
    let slot: String
    let level: Int
    let isOnTheWay: Bool
    let isShown: Bool
  }

  private enum Step {
    case screen(Line)
    /// A tab or a pane without a screen.
    case empty(String, level: Int)
  }

  /// Levels beyond this are shown by a number, so that modals over modals don't make a triangle.
  private static let deepestIndent = 12

  /// Behind the active screen.
  package static let activeMark = "<- active"

  private let flow: FlowDefinition
  private let collapsed: Set<ScreenID>
  package private(set) var text = ""
  private var pending: [Step] = []

  /// - Complexity: O(number of screens), and no line grows with the depth.
  package init(of session: Session) {
    flow = session.flow
    collapsed = session.collapsed
    for window in session.world.windows { draw(window) }
  }

  private mutating func draw(_ window: NavigationZipper) {
    text += "/\(window.window)\n"
    guard let root = window.screen(window.rootID) else { return }
    pending = [.screen(Line(screen: root, slot: "", level: 0, isOnTheWay: true, isShown: true))]
    while let step = pending.popLast() {
      switch step {
      case .screen(let line): draw(line, in: window)
      case .empty(let slot, let level): begin(level: level, isOnTheWay: false, "\(slot)\n")
      }
    }
  }

  private mutating func begin(level: Int, isOnTheWay: Bool, _ rest: String) {
    text += isOnTheWay ? "| " : "  "
    text += String(repeating: "  ", count: min(level, Self.deepestIndent))
    if level > Self.deepestIndent { text += "+\(level - Self.deepestIndent) " }
    text += rest
  }

  private mutating func draw(_ line: Line, in window: NavigationZipper) {
    let screen = line.screen
    let shape = flow.catalog.shapes[screen.type]
    var children: [(slot: Int, screen: Screen)] = []
    for slot in shape.slots.indices {
      if let child = window.child(of: screen, in: slot) { children.append((slot, child)) }
    }
    let layers = ScreenLayers(of: screen, shape, occupied: children.map(\.slot), collapsed: collapsed)
    let isShown = line.isShown && !layers.hidesScreen
    let mark = screen.id == window.active ? "  \(Self.activeMark)" : isShown ? "" : "  (hidden)"
    begin(
      level: line.level, isOnTheWay: line.isOnTheWay, "\(line.slot)\(shape.name) \(screen.id)\(mark)\n")

    var pushed: [Step] = []
    var held: [Step] = []
    var next = children[...]
    for (index, slot) in shape.slots.enumerated() {
      let child = next.first?.slot == index ? next.popFirst()?.screen : nil
      let name = "\(slot.name)\(layers.remark(on: slot, isSelected: index == screen.selection)): "
      guard let child else {
        if let nothing = Self.nothing(in: slot.style) {
          held.append(.empty(name + nothing, level: line.level + 1))
        }
        continue
      }
      let isPushed = slot.style == .push
      let step = Step.screen(
        Line(
          screen: child, slot: name, level: isPushed ? line.level : line.level + 1,
          isOnTheWay: line.isOnTheWay && index == layers.active,
          isShown: line.isShown && layers.shows(index, slot.style, selected: screen.selection)))
      if isPushed { pushed.append(step) } else { held.append(step) }
    }
    // Held screens come first, so that the chain continues below them: the last one is drawn next.
    pending += pushed
    pending += held.reversed()
  }

  /// The text for an empty slot; nil for one that isn't a tab or a pane, since most of those are empty.
  private static func nothing(in style: SlotStyle) -> String? {
    switch style {
    case .push, .sheet, .popover, .cover: nil
    case .tab: "not made yet"
    case .pane: "empty"
    }
  }
}
