import NavigationTree

/// The live screens of the types that queries are over, compared once a change for all queries.
struct ScreenCensus {
  /// The screens of a type that came and went.
  struct Movement {
    let new: [ScreenID]
    let gone: [ScreenID]
  }

  private var screens: [Int: Set<ScreenID>] = [:]
  /// Those of the present change.
  private var movements: [Int: Movement] = [:]

  /// Takes the screens of a type as they are when a query over it begins.
  mutating func begin(_ type: Int, in transaction: Transaction) {
    screens[type] = Set(transaction.world.windows.ids(ofType: type))
  }

  /// The screens of a type that the present change has brought and removed, if it was asked for those of each change
  /// before.
  ///
  /// - Complexity: O(number of screens of the type), once a change.
  mutating func movement(of type: Int, in transaction: Transaction) -> Movement {
    if let known = movements[type] { return known }
    let ids = transaction.world.windows.ids(ofType: type)
    let former = screens[type] ?? []
    let present = Set(ids)
    let movement = Movement(
      new: ids.filter { !former.contains($0) }, gone: former.filter { !present.contains($0) })
    screens[type] = present
    movements[type] = movement
    return movement
  }

  mutating func endChange() {
    if !movements.isEmpty { movements.removeAll(keepingCapacity: true) }
  }
}
