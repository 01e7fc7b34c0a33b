import NavigationTree

extension Session {
  /// A separate session that continues from here, or from any state in the history.
  ///
  /// Its next seq and ids are those that came next here, and its history ends there. Equal data is shared
  /// until one of the two changes it.
  /// - Complexity: O(1), or the size of the changes since then. The first change of either copies whatever it
  ///   writes to: the history's steps and, if it moves the focus or changes the tree, the path to that or the
  ///   index of the window's screens.
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of its effects; nil for the name.
  ///   - notices: takes its notifications to the host; nil for those that take this session's.
  package func fork(
    as name: String, keyPrefix: String? = nil, at seq: Int? = nil, notices: Notices? = nil
  ) throws(Failure) -> Session {
    var target = (steps: 0, nextIDs: nextIDs)
    if let seq { target = try distance(toSeq: seq) }
    let fork = Session(
      copying: self, name: name, keyPrefix: keyPrefix ?? name, notices: notices ?? self.notices)
    if let pausedAt { fork.postponeTimers(by: clock.now - pausedAt) }
    if let seq, seq != self.world.seq { fork.rewind(target.steps, toSeq: seq, nextIDs: target.nextIDs) }
    fork.setAlarm(for: fork.world.ledgers.timers.next())
    return fork
  }
}
