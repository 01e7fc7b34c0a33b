import NavigationTree

/// What lies over what at one screen: on the screen with its tabs and panes the one pushed on it, over both
/// the modal.
struct ScreenLayers {
  private let isCovered: Bool
  private let isPushedOn: Bool
  private let kind: ScreenKind
  /// The slot in which the way to the active screen goes on.
  let active: Int?

  init(of screen: Screen, _ shape: ScreenShape, occupied: [Int]) {
    kind = shape.kind
    let modal = occupied.first { shape.slots[$0].style.isModal }
    let pushed = occupied.first { shape.slots[$0].style == .push }
    isCovered = modal.map { shape.slots[$0].style == .cover } ?? false
    isPushedOn = pushed != nil
    active = modal ?? pushed ?? occupied.first { $0 == screen.selection }
  }

  /// Whether the screen is out of sight though its place isn't.
  var hidesScreen: Bool { isCovered || isPushedOn }

  /// Whether what is presented in a slot of a screen in sight is in sight.
  func shows(_ slot: Int, _ style: SlotStyle, selected: Int) -> Bool {
    switch style {
    case .sheet, .popover, .cover: true
    case .push: !isCovered
    case .tab: !hidesScreen && slot == selected
    case .pane: !hidesScreen
    }
  }

  /// What is told of a slot behind its name.
  func remark(on slot: SlotShape, isSelected: Bool) -> String {
    switch slot.style {
    case .push: ""
    case .sheet, .popover, .cover: " (\(slot.style.rawValue))"
    case .tab: isSelected ? " (tab, selected)" : " (tab)"
    case .pane: isSelected ? " (pane, in focus)" : " (pane)"
    }
  }
}
