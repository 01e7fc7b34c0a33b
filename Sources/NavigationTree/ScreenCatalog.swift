/// A named place in a screen where another screen may be presented.
public struct SlotShape: Sendable, Hashable {
  public let name: String
  public let style: SlotStyle
  /// A path's step into the slot, `/detail`, as UTF-8.
  let step: [UInt8]

  public init(name: String, style: SlotStyle) {
    self.name = name
    self.style = style
    step = Array("/\(name)".utf8)
  }
}

/// A screen type: its name, its kind and its slots.
public struct ScreenShape: Sendable, Hashable {
  public let name: String
  public let kind: ScreenKind
  /// In declared order; the tabs of a `tabs` screen and the panes of a `split` are slots too.
  public let slots: [SlotShape]

  public init(name: String, kind: ScreenKind, slots: [SlotShape]) {
    self.name = name
    self.kind = kind
    self.slots = slots
  }

  /// The occupied slot that prevents filling another one, and the screen in it, among the trees that a screen presents.
  ///
  /// - Complexity: O(number of slots).
  package func occupant(ofTheSortOf slot: Int, in trees: Slots) -> (slot: Int, id: ScreenID)? {
    for other in slots.indices {
      let sameSort =
        switch slots[slot].style {
        case .push: slots[other].style == .push
        case .sheet, .popover, .cover: slots[other].style.isModal
        case .tab, .pane: other == slot
        }
      if sameSort, let id = trees[other].id { return (other, id) }
    }
    return nil
  }
}

/// The screen types that a tree is made of, by index.
///
/// A tree holds indexes; the catalog turns them into names where a person or a path needs them.
public final class ScreenCatalog: Sendable {
  public let shapes: [ScreenShape]

  public init(_ shapes: [ScreenShape]) {
    self.shapes = shapes
  }

  /// The index of the screen type with this name.
  /// - Complexity: O(number of types).
  public func type(named name: String) -> Int? {
    shapes.firstIndex { $0.name == name }
  }
}
