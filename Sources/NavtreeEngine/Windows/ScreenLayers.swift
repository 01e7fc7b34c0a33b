import NavigationTree

/// The layers at one screen: the screen with its tabs and panes, the screen pushed on it, the modal on top.
struct ScreenLayers {
  /// Whether a cover is presented on the screen.
  let isCovered: Bool
  private let isPushedOn: Bool
  private let isCollapsed: Bool
  /// The slot on the path to the active screen.
  let active: Int?

  /// - Parameter collapsed: the splits that show one pane alone.
  init(of screen: Screen, _ shape: ScreenShape, occupied: [Int], collapsed: Set<ScreenID>) {
    isCollapsed = !collapsed.isEmpty && collapsed.contains(screen.id)
    let modal = occupied.first { shape.slots[$0].style.isModal }
    let pushed = occupied.first { shape.slots[$0].style == .push }
    isCovered = modal.map { shape.slots[$0].style == .cover } ?? false
    isPushedOn = pushed != nil
    active = modal ?? pushed ?? occupied.first { $0 == screen.selection }
  }

  /// Whether the screen is hidden though its place is visible.
  var hidesScreen: Bool { isCovered || isPushedOn }

  /// Whether the content of a slot of a visible screen is visible.
  func shows(_ slot: Int, _ style: SlotStyle, selected: Int) -> Bool {
    switch style {
    case .sheet, .popover, .cover: true
    case .push: !isCovered
    case .tab: !hidesScreen && slot == selected
    case .pane: !hidesScreen && (!isCollapsed || slot == selected)
    }
  }

  /// The note on a slot after its name.
  func remark(on slot: SlotShape, isSelected: Bool) -> String {
    switch slot.style {
    case .push: ""
    case .sheet, .popover, .cover: " (\(slot.style.rawValue))"
    case .tab: isSelected ? " (tab, selected)" : " (tab)"
    case .pane: isSelected ? " (pane, in focus)" : " (pane)"
    }
  }
}
