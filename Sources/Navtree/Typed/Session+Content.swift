import NavigationTree
import NavtreeEngine
import NavtreeFlow

extension Session {
  /// The content of the screen at an address, for a type of the program; nil if there is none, or none of that type.
  ///
  /// It is observed: whoever tracks it is told when another screen is there.
  /// - Parameters:
  ///   - address: The screen; by default the active one of the first window.
  ///   - type: The name of the screen type; by default any.
  /// - Complexity: O(length of the address + number of slots).
  public func content(at address: Address = .active, of type: String? = nil) -> ScreenContent? {
    let observed = observing
    let isTracking = observed.isTracking
    if isTracking {
      observed.follow(engine)
      for touch in touches(on: address) { observed.track(touch) }
    }
    guard let id = screenID(at: address),
      let snapshot = ScreenSnapshot(of: id, in: engine, at: address.isPath ? address.description : nil),
      type == nil || engine.flow.screens[snapshot.type].name == type
    else { return nil }
    return ScreenContent(snapshot, observed, isTracking ? observed.beginReading() : nil)
  }

  private func screenID(at address: Address) -> ScreenID? {
    if case .active(nil) = address.form { return engine.windows.first?.active }
    return try? engine.find(address).screen
  }

  /// The shared state, for a type of the program; it is observed by field.
  public var sharedContent: RecordFields {
    let observed = observing
    guard observed.isTracking else { return RecordFields(shared: engine.shared, observed, nil) }
    observed.follow(engine)
    return RecordFields(shared: engine.shared, observed, observed.beginReading())
  }

  /// What the session's readers track.
  var observing: Observed {
    if let observed { return observed }
    let new = Observed()
    observed = new
    whenChanged.append { [unowned engine] in new.report(engine) }
    return new
  }

  /// The places that decide which screen is at an address.
  private func touches(on address: Address) -> [Touch] {
    switch address.form {
    case .id(let number): return [Touch(.place, screen: number)]
    case .active: return [Touch(.structure)]
    case .text(let text):
      guard let path = NavigationPath(text) else { return [Touch(.structure)] }
      var touches = [Touch(.windows)]
      var id = engine.windows.index(named: path.window).map { engine.windows[$0].rootID }
      for name in path.slots {
        guard let parent = id, let type = engine.windows.place(of: parent)?.type,
          let slot = engine.flow.screens[type].slots.firstIndex(where: { $0.name == name })
        else { break }
        touches.append(Touch(.slot, of: parent, slot))
        id = engine.windows.child(of: parent, in: slot)?.id
      }
      return touches
    }
  }
}

extension Address {
  /// Whether its text is a path alone.
  fileprivate var isPath: Bool {
    guard case .text(let text) = form else { return false }
    return text.utf8.first == UInt8(ascii: "/") && !text.utf8.contains(UInt8(ascii: "#"))
  }
}
