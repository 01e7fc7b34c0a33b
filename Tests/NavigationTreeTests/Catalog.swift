import NavtreeJSON
import NavigationTree

/// A list opens a detail, which opens a list; both open a sheet; the shell has two tabs, the pair two panes.
let catalog = ScreenCatalog([
  ScreenShape(
    name: "list", kind: .list,
    slots: [SlotShape(name: "detail", style: .push), SlotShape(name: "filter", style: .sheet)]),
  ScreenShape(
    name: "detail", kind: .detail,
    slots: [
      SlotShape(name: "list", style: .push), SlotShape(name: "other", style: .push),
      SlotShape(name: "cover", style: .cover), SlotShape(name: "hint", style: .popover),
    ]),
  ScreenShape(
    name: "shell", kind: .tabs,
    slots: [
      SlotShape(name: "home", style: .tab), SlotShape(name: "more", style: .tab),
      SlotShape(name: "sheet", style: .sheet),
    ]),
  ScreenShape(
    name: "pair", kind: .split,
    slots: [SlotShape(name: "left", style: .pane), SlotShape(name: "right", style: .pane)]),
  ScreenShape(name: "leaf", kind: .screen, slots: []),
])

/// The index of a type in `catalog`.
enum Types {
  static let list = 0
  static let detail = 1
  static let shell = 2
  static let pair = 3
  static let leaf = 4
}

extension NavigationState {
  /// A screen of `catalog` as a state.
  static func made(_ type: Int, _ id: Int, value: Int = 0) -> NavigationState {
    NavigationState(
      Screen(id: ScreenID(id), type: type, state: [.integer(value)]), kind: catalog.shapes[type].kind)
  }
}

extension NavigationZipper {
  var pathText: String { String(decoding: path, as: UTF8.self) }
  var activePathText: String { String(decoding: activePath, as: UTF8.self) }
}

/// Moves to a path.
func move(_ zipper: inout NavigationZipper, _ path: String) -> Bool {
  Array(path.utf8).withUnsafeBytes { zipper.move(to: $0) } == .found
}

/// Moves to an id.
func move(_ zipper: inout NavigationZipper, _ id: ScreenID) -> Bool {
  zipper.move(to: id)
}
