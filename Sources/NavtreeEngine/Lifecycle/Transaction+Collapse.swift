import NavtreeFlow
import NavigationTree

/// Splits that collapse: one pane of theirs is shown while a condition holds.
///
/// Nothing of it is kept in the world. The conditions are looked at whenever a rule or a request is done, and what they
/// were then decides which screens are in sight until the next look.
extension Transaction {
  /// Records which screens come into sight and leave it as splits collapse or expand.
  ///
  /// - Complexity: O(number of splits) and the cost of their conditions; as one changes, O(number of visible screens).
  func observeCollapse() throws(Failure) {
    let former = listeners.sightings.collapsed
    let present = try collapsedSplits { (condition) throws(Failure) in try holds(condition) }
    guard former != present else { return }
    let before = everythingVisible()
    listeners.sightings.collapse(present)
    listeners.sightings.change(from: before, to: everythingVisible(), cause: change.currentCause)
    guard let log = listeners.transitions else { return }
    for split in former.symmetricDifference(present).sorted() { log.observeCollapse(of: split, in: self) }
  }

  /// The live splits whose condition holds.
  func collapsedSplits<Problem: Error>(
    _ holds: (CompiledExpression) throws(Problem) -> Bool
  ) throws(Problem) -> Set<ScreenID> {
    var collapsed: Set<ScreenID> = []
    for type in traits.splits {
      guard let condition = flow.screens[type].collapsed else { continue }
      for id in world.windows.ids(ofType: type) {
        scope.look(at: id)
        listeners.coverage?.count(.computed(ObjectIdentifier(condition)))
        if try holds(condition) { collapsed.insert(id) }
      }
    }
    return collapsed
  }
}
