import NavtreeJSON
import NavigationTree
import Testing
import NavtreeTestSupport

/// The expected tree, kept as plainly as possible: a dictionary of paths.
private struct Model {
  struct Entry: Equatable {
    var id: Int
    var type: Int
    var value: Int
    var selection = 0
  }

  var screens: [String: Entry] = [:]

  /// The tabs whose selected one isn't made, which the tree alone doesn't prevent.
  var faults: Set<String> {
    var faults: Set<String> = []
    for (path, entry) in screens {
      let slots = catalog.shapes[entry.type].slots
      guard slots.indices.contains(entry.selection), slots[entry.selection].style == .tab else { continue }
      let name = slots[entry.selection].name
      if screens["\(path)/\(name)"] == nil { faults.insert("\(path): the selected tab '\(name)' isn't made") }
    }
    return faults
  }

  mutating func remove(_ path: String) {
    for other in screens.keys where other == path || other.hasPrefix(path + "/") { screens[other] = nil }
  }

  func isOccupied(_ path: String, slot: Int, of type: Int) -> Bool {
    let slots = catalog.shapes[type].slots
    return slots.contains { other in
      let sameSort =
        slots[slot].style.isModal && other.style.isModal
        || slots[slot].style == .push && other.style == .push || other == slots[slot]
      return sameSort && screens["\(path)/\(other.name)"] != nil
    }
  }
}

private func contents(of zipper: NavigationZipper) -> [String: Model.Entry] {
  var screens: [String: Model.Entry] = [:]
  for (screen, _) in zipper.subtree() {
    guard case .integer(let value)? = screen.state.first else { continue }
    screens[zipper.address(of: screen.id)] = Model.Entry(
      id: screen.id.number, type: screen.type, value: value, selection: screen.selection)
  }
  return screens
}

@Suite struct RandomWalkTests {
  /// 4 seeds, 25,000 steps each: 100,000 in all. A fifth of them in debug.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aTreeIsWhatADictionaryOfPathsSaysAfterEachRandomStep(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var zipper = try #require(
      NavigationZipper(.made(Types.shell, 1), window: "main", catalog: catalog))
    var model = Model(screens: ["/main": .init(id: 1, type: Types.shell, value: 0)])
    var nextID = 2
    for step in 0..<rounds(25_000, inDebug: 5_000) {
      let path = try #require(model.screens.keys.sorted().randomElement(using: &random))
      let entry = try #require(model.screens[path])
      let slots = catalog.shapes[entry.type].slots
      // Half of the moves by path, half by id: both must lead to the same screen.
      if Bool.random(using: &random) {
        try #require(move(&zipper, path))
      } else {
        try #require(move(&zipper, ScreenID(entry.id)))
      }
      #expect(zipper.focus.id.number == entry.id && zipper.pathText == path)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4 where !slots.isEmpty && model.screens.count < 12:
        let slot = Int.random(in: slots.indices, using: &random)
        let type = Int.random(in: catalog.shapes.indices, using: &random)
        let state = NavigationState.made(type, nextID, value: step)
        if model.isOccupied(path, slot: slot, of: entry.type) {
          #expect(throws: TreeError.self) { try zipper.present(state, in: slot) }
        } else {
          try zipper.present(state, in: slot)
          model.screens["\(path)/\(slots[slot].name)"] = .init(id: nextID, type: type, value: step)
          nextID += 1
        }
      case 4..<6 where !slots.isEmpty:
        let slot = Int.random(in: slots.indices, using: &random)
        let removed = zipper.dismiss(slot)
        #expect(removed.screen?.id.number == model.screens["\(path)/\(slots[slot].name)"]?.id)
        model.remove("\(path)/\(slots[slot].name)")
      case 6:
        let type = Int.random(in: catalog.shapes.indices, using: &random)
        _ = try zipper.replace(with: .made(type, nextID, value: step))
        model.remove(path)
        model.screens[path] = .init(id: nextID, type: type, value: step)
        nextID += 1
      case 7 where !slots.isEmpty:
        let slot = Int.random(in: slots.indices, using: &random)
        zipper.select(slot)
        model.screens[path]?.selection = slot
      case 8:
        zipper.moveToActive()
        #expect(zipper.pathText == zipper.activePathText)
      default:
        zipper.state[0] = .integer(step)
        model.screens[path]?.value = step
      }
      let faults = zipper.faults()
      #expect(Set(faults) == model.faults, "seed \(seed), step \(step): \(faults)")
      let found = contents(of: zipper)
      #expect(found == model.screens, "seed \(seed), step \(step)")
      if Set(faults) != model.faults || found != model.screens { return }
    }
  }
}
