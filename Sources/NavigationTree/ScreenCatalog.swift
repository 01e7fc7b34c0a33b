/// A named place in a screen where another screen may be presented.
public struct SlotShape: Sendable, Hashable {
  public let name: String
  public let style: SlotStyle

  public init(name: String, style: SlotStyle) {
    self.name = name
    self.style = style
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
