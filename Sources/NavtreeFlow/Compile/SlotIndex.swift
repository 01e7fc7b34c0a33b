import NavigationTree

/// The slots of all screens, by name and by the types that they take.
struct SlotIndex {
  private var byName: [String: Slots] = [:]
  /// The types in push slots, and those in modal slots, tabs and panes.
  private var pushed = Types()
  private var other = Types()
  /// The screens with a slot that takes a type, by type, and those with a slot that takes any.
  private var holders: [[Int]]
  private var holdersOfAny: [Int] = []
  /// The names of the screens that tabs start with, by the tab's name and of all tabs.
  private var tabRoots: [String: Set<String>] = [:]
  private var allTabRoots: Set<String> = []

  /// The slots of one name.
  private struct Slots {
    var slots: [ScreenDeclaration.Slot] = []
    var types = Types()
    var styles: Set<SlotStyle> = []

    mutating func add(_ slot: ScreenDeclaration.Slot) {
      slots.append(slot)
      types.formUnion(slot.presents)
      styles.insert(slot.style)
    }
  }

  /// A set of screen types, which may be all of them.
  private struct Types {
    var types: Set<Int> = []
    var isAny = false

    mutating func formUnion(_ set: ScreenSet) {
      if let types = set.types { self.types.formUnion(types) } else { isAny = true }
    }

    subscript(type: Int) -> Bool { isAny || types.contains(type) }
  }

  /// - Parameter types: The number of screen types.
  init(types: Int) {
    holders = Array(repeating: [], count: types)
  }

  mutating func add(_ screen: ScreenDeclaration) {
    for slot in screen.slots {
      byName[slot.name, default: Slots()].add(slot)
      if slot.style == .push { pushed.formUnion(slot.presents) } else { other.formUnion(slot.presents) }
      if slot.style == .tab {
        let root = slot.initial?.text(.screen) ?? ""
        tabRoots[slot.name, default: []].insert(root)
        allTabRoots.insert(root)
      }
      if let types = slot.presents.types {
        for type in types where holders[type].last != screen.type { holders[type].append(screen.type) }
      } else if holdersOfAny.last != screen.type {
        holdersOfAny.append(screen.type)
      }
    }
  }

  func slots(named name: String) -> [ScreenDeclaration.Slot] { byName[name]?.slots ?? [] }

  func isSlot(_ name: String, of style: SlotStyle) -> Bool {
    byName[name]?.styles.contains(style) == true
  }

  /// Whether a slot takes the type: any slot of that name, any push slot, or any slot of another style.
  func isTaken(_ type: Int, by name: String) -> Bool { byName[name]?.types[type] == true }
  func isPushed(_ type: Int) -> Bool { pushed[type] }
  func isHeldOtherwise(_ type: Int) -> Bool { other[type] }

  /// The names of the screens that the tabs of a name start with; nil stands for all tabs.
  func tabRoots(of tab: String?) -> Set<String> { tab.map { tabRoots[$0] ?? [] } ?? allTabRoots }

  // MARK: Holders

  /// The types whose screens may contain a screen of this type.
  func holders(of type: Int) -> [Int] {
    let own = ownHolders(of: type)
    if own.isEmpty { return holdersOfAny }
    return holdersOfAny.isEmpty ? own : Set(own).union(holdersOfAny).sorted()
  }

  /// Whether only slots for any type take it.
  func isHeldAsAny(_ type: Int) -> Bool { ownHolders(of: type).isEmpty }

  /// The types with a slot that names the type; none of -1, which no slot names.
  private func ownHolders(of type: Int) -> [Int] { holders.indices.contains(type) ? holders[type] : [] }

  /// The only type whose screens may contain a screen of this type, if there is exactly one.
  /// - Complexity: O(1).
  func onlyHolder(of type: Int) -> Int? {
    let own = ownHolders(of: type)
    guard own.count <= 1, holdersOfAny.count <= 1 else { return nil }
    let holder = own.first ?? holdersOfAny.first
    return (holdersOfAny.first ?? holder) == holder ? holder : nil
  }
}
