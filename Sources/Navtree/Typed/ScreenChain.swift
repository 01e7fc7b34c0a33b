import NavigationTree
import NavtreeEngine
import NavtreeFlow
public import Observation

/// A chain of screens, each pushed on the one before, as a navigator shows it: what it shows is read here, and what a
/// user does to it is set here.
///
/// ```swift
/// struct ScreenStack: View {
///   @Bindable var chain: ScreenChain
///   var body: some View {
///     NavigationStack(path: $chain.path) {
///       Page(chain.root).navigationDestination(for: Navtree.Screen.ID.self) { Page($0) }
///     }
///     .sheet(item: $chain.sheet) { ScreenStack(chain: $0) }
///   }
/// }
/// ```
/// A navigator writes what it shows, which may be behind the session. So what is set is compared with what was last read:
/// screens that are missing are those that the user took away, and nothing else goes with them. If the flow refuses, or
/// another screen has come meanwhile, nothing changes and the navigator is told to read again.
public final class ScreenChain: Observable, Identifiable {
  /// The session.
  public let session: Session
  /// The first screen, which isn't in the path.
  public let root: Screen.ID
  /// What the navigator has read last.
  private var shown = Shown()
  private var modals: [Screen.Style: ScreenChain] = [:]
  private var parts: [String: ScreenChain] = [:]

  private struct Shown {
    var path: [Screen.ID]?
    var modals: [Screen.Style: Screen.ID] = [:]
    var selection: String?
  }

  init(_ session: Session, root: Screen.ID) {
    self.session = session
    self.root = root
  }

  /// The first screen's id.
  public var id: Screen.ID { root }

  // MARK: Path

  /// The screens after the first one.
  ///
  /// Set without some of those that were read, it goes back.
  /// - Complexity: O(their number · number of slots).
  public var path: [Screen.ID] {
    get {
      let path = pushed(isRead: true)
      shown.path = path
      return path
    }
    set {
      let current = pushed()
      let gone = Set(shown.path ?? current).subtracting(newValue)
      shown.path = newValue
      if let first = current.firstIndex(where: gone.contains), gone.isSuperset(of: current[first...]),
        !hasUnknownModal(current[first...])
      {
        remove(current[first...])
      }
      if pushed() != newValue { tell(.path) }
    }
  }

  private func pushed(isRead: Bool = false) -> [Screen.ID] {
    if isRead { track(Touch(.place, screen: root.number), .path) }
    var path: [Screen.ID] = []
    var screen: Screen.ID? = root
    while let holder = screen {
      screen = occupant(of: holder, isRead: isRead) { $0 == .push }?.id
      if let screen { path.append(screen) }
    }
    return path
  }

  /// Goes back over screens at the end of the path.
  private func remove(_ screens: ArraySlice<Screen.ID>) {
    guard let first = screens.first else { return }
    let engine = session.engine
    let window = engine.windows.index(holding: ScreenID(first.number)).map { engine.windows[$0] }
    if screens.count == 1, let window, window.active.number == first.number {
      _ = try? session.back(in: window.window)
    } else {
      try? session.dismiss(Address(first))
    }
  }

  /// Whether a modal stands on screens that the navigator hasn't shown yet.
  private func hasUnknownModal(_ screens: ArraySlice<Screen.ID>) -> Bool {
    screens.contains { screen in
      guard let modal = occupant(of: screen, where: \.isModal) else { return false }
      return !shown.modals.values.contains(modal.id)
    }
  }

  // MARK: Modals

  /// The sheet on the chain. Set to nil, it is dismissed.
  public var sheet: ScreenChain? {
    get { modal(.sheet) }
    set { set(newValue, .sheet) }
  }

  /// The popover on the chain. Set to nil, it is dismissed.
  public var popover: ScreenChain? {
    get { modal(.popover) }
    set { set(newValue, .popover) }
  }

  /// The cover on the chain. Set to nil, it is dismissed.
  public var cover: ScreenChain? {
    get { modal(.cover) }
    set { set(newValue, .cover) }
  }

  private func modal(_ style: Screen.Style) -> ScreenChain? {
    let id = modalID(style, isRead: true)
    shown.modals[style] = id
    guard let id else {
      modals[style] = nil
      return nil
    }
    if let known = modals[style], known.root == id { return known }
    let chain = ScreenChain(session, root: id)
    modals[style] = chain
    return chain
  }

  private func set(_ chain: ScreenChain?, _ style: Screen.Style) {
    let seen = shown.modals[style]
    shown.modals[style] = chain?.root
    if chain == nil, let seen, modalID(style) == seen, !(modals[style]?.hasUnknownModals ?? false) {
      try? session.dismiss(Address(seen))
    }
    if modalID(style) != chain?.root { tell(.modal(style)) }
  }

  /// The modal on top: that of the first screen of the chain that has one.
  private func modalID(_ style: Screen.Style, isRead: Bool = false) -> Screen.ID? {
    if isRead { track(Touch(.place, screen: root.number), .modal(style)) }
    let holders = [root] + pushed(isRead: isRead)
    for holder in holders {
      guard let modal = occupant(of: holder, isRead: isRead, where: \.isModal) else { continue }
      return modal.style.rawValue == style.rawValue ? modal.id : nil
    }
    return nil
  }

  private var hasUnknownModals: Bool { hasUnknownModal(([root] + pushed())[...]) }

  // MARK: Tabs and panes

  /// The selected tab of the first screen, or its pane in focus; empty for other kinds of screens.
  public var selection: String {
    get {
      track(Touch(.selection, screen: root.number), .selection)
      let selection = selected
      shown.selection = selection
      return selection
    }
    set {
      let seen = shown.selection
      shown.selection = newValue
      // A navigator that is behind writes what it shows.
      if newValue != seen || newValue == selected { select(newValue) }
      if selected != newValue { tell(.selection) }
    }
  }

  /// The chain in a tab or a pane of the first screen; nil if none is there.
  public func chain(in slot: String) -> ScreenChain? {
    guard let number = definition(of: root)?.slots.firstIndex(where: { $0.name == slot }) else { return nil }
    track(Touch(.slot, screen: root.number, number), nil)
    guard let child = session.engine.windows.child(of: ScreenID(root.number), in: number) else { return nil }
    if let known = parts[slot], known.root.number == child.id.number { return known }
    let chain = ScreenChain(session, root: Screen.ID(child.id.number))
    parts[slot] = chain
    return chain
  }

  private var selected: String { screen(root).selected ?? "" }

  private func select(_ name: String) {
    let slot = definition(of: root)?.slots.first { $0.name == name }
    switch slot?.style {
    case .tab: _ = try? session.select(tab: name, at: Address(root))
    case .pane: try? session.focus(pane: name, at: Address(root))
    case .push, .sheet, .popover, .cover, nil: break
    }
  }

  // MARK: Reading

  private func screen(_ id: Screen.ID) -> Screen {
    Screen(engine: session.engine, number: ScreenID(id.number))
  }

  private func definition(of id: Screen.ID) -> ScreenDefinition? {
    session.engine.windows.place(of: ScreenID(id.number)).map { session.flow.definition.screens[$0.type] }
  }

  /// The screen in the first occupied slot of some styles.
  private func occupant(
    of id: Screen.ID, isRead: Bool = false, where isOne: (SlotStyle) -> Bool
  ) -> (id: Screen.ID, style: SlotStyle)? {
    for (number, slot) in (definition(of: id)?.slots ?? []).enumerated() where isOne(slot.style) {
      if isRead { track(Touch(.slot, screen: id.number, number), nil) }
      if let child = session.engine.windows.child(of: ScreenID(id.number), in: number) {
        return (Screen.ID(child.id.number), slot.style)
      }
    }
    return nil
  }

  // MARK: Observation

  /// A property that a navigator sets.
  private enum Property {
    case path, selection
    case modal(Screen.Style)
  }

  private func track(_ touch: Touch, _ property: Property?) {
    let observed = session.observing
    guard observed.isTracking else { return }
    observed.follow(session.engine)
    observed.track(touch)
    if let property { observed.track(place(of: property)) }
  }

  /// Tells the navigator that it shows something else than is there.
  private func tell(_ property: Property) { session.observing.tell(place(of: property)) }

  private func place(of property: Property) -> Touch {
    switch property {
    case .path: Touch(.other, screen: root.number, 0)
    case .selection: Touch(.other, screen: root.number, 1)
    case .modal(let style):
      Touch(.other, screen: root.number, 2 + (Screen.Style.allCases.firstIndex(of: style) ?? 0))
    }
  }
}

extension Session {
  /// The chain that begins with the screen at an address; nil if no screen is there. It is observed.
  ///
  /// - Parameter address: The screen; by default the root of the first window.
  /// - Complexity: O(length of the address).
  public func chain(at address: Address? = nil) -> ScreenChain? {
    let first = address ?? Address("/" + (engine.windows.first?.window ?? ""))
    return content(at: first).map { ScreenChain(self, root: $0.id) }
  }
}
