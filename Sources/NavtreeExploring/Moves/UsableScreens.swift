import NavigationTree
import NavtreeEngine
import NavtreeFlow

/// The screens of a window that a user can use: those on which nothing is pushed or presented, in selected tabs, and
/// within the topmost modal.
struct UsableScreens {
  /// By screen, in pre-order.
  let areUsable: [Bool]
  /// By screen, in pre-order: whether it belongs to what is on top, though another may be pushed on it.
  let areOnTop: [Bool]

  private struct Node {
    let screen: Screen
    let parent: Int
    let depth: Int
    let slot: (number: Int, style: SlotStyle)?
    var hasModal = false
    var hasPushed = false
  }

  /// - Complexity: O(number of screens).
  init(of window: NavigationZipper, in session: Session) {
    let (flow, collapsed) = (session.flow, session.collapsed)
    var nodes: [Node] = []
    var numbers: [ScreenID: Int] = [:]
    for (screen, place) in window.subtree() {
      numbers[screen.id] = nodes.count
      guard let parent = place.parent.flatMap({ numbers[$0] }) else {
        nodes.append(Node(screen: screen, parent: -1, depth: place.depth, slot: nil))
        continue
      }
      let style = flow.screens[nodes[parent].screen.type].slots[place.slot].style
      if style.isModal { nodes[parent].hasModal = true }
      if style == .push { nodes[parent].hasPushed = true }
      nodes.append(Node(screen: screen, parent: parent, depth: place.depth, slot: (place.slot, style)))
    }
    var areShown: [Bool] = []
    for node in nodes {
      guard let slot = node.slot else {
        areShown.append(true)
        continue
      }
      let parent = nodes[node.parent]
      let isShown =
        switch slot.style {
        case .sheet, .popover, .cover: true
        case .push: !parent.hasModal
        case .pane:
          !parent.hasModal && !parent.hasPushed
            && (parent.screen.selection == slot.number || !collapsed.contains(parent.screen.id))
        case .tab: !parent.hasModal && !parent.hasPushed && parent.screen.selection == slot.number
        }
      areShown.append(areShown[node.parent] && isShown)
    }
    var top = numbers[window.active] ?? 0
    while top > 0, nodes[top].slot?.style.isModal != true { top = nodes[top].parent }
    let end = nodes[(top + 1)...].firstIndex { $0.depth <= nodes[top].depth } ?? nodes.count
    areOnTop = nodes.indices.map { areShown[$0] && (top..<end).contains($0) }
    areUsable = zip(nodes, areOnTop).map { $1 && !$0.hasModal && !$0.hasPushed }
  }
}
