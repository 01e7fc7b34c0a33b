import NavigationTree

extension Session {
  /// A session of its own that goes on from here, or from any state that the history reaches.
  ///
  /// It is as this one was at that seq: its next seq and ids are those that came next here, and its history
  /// ends there. What is equal is shared until one of the two changes it.
  /// - Complexity: O(1), or what the changes since then did. The first change of either copies what it writes
  ///   to: the history's steps, and where it moves the focus or changes the tree, the way to it or the index
  ///   of the window's screens.
  /// - Parameter keyPrefix: the beginning of the keys of its effects; nil: the name.
  package func fork(as name: String, keyPrefix: String? = nil, at seq: Int? = nil) throws(Failure) -> Session
  {
    var target = (steps: 0, nextIDs: nextIDs)
    if let seq { target = try distance(toSeq: seq) }
    let fork = Session(copying: self, name: name, keyPrefix: keyPrefix ?? name)
    if let pausedAt { fork.postponeTimers(by: clock.now - pausedAt) }
    if let seq, seq != self.world.seq { fork.rewind(target.steps, toSeq: seq, nextIDs: target.nextIDs) }
    fork.setAlarm(for: fork.world.ledgers.timers.next())
    return fork
  }
}
