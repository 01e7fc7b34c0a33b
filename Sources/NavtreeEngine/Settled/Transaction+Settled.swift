/// The telling of listeners.
extension Transaction {
  /// Tells all listeners of the final change.
  @inline(__always)
  func tellSettled() {
    tell(listeners.followers)
    tell(listeners.watch)
    tell(listeners.recording)
    tell(listeners.coverage)
    tell(listeners.archive)
    if change.digest != nil { change.digest = nil }
  }

  @inline(__always)
  private func tell(_ listener: (some ChangeListener)?) {
    if let listener { listener.settled(SettledChange(transaction: self)) }
  }

  /// Tells the listeners of actions that changed nothing.
  func tell(refused rows: [ActionRow]) {
    listeners.watch?.refused(rows, in: self)
    listeners.followers?.refused(rows, in: self)
  }

  /// The digest of the present change, read on first use.
  var digest: ChangeDigest {
    if let digest = change.digest { return digest }
    let digest = ChangeDigest(history.journal, in: world.windows, named: formerWindows)
    change.digest = digest
    return digest
  }

  /// The names of the windows of removed trees, by the indices of the steps, once the present change has closed a
  /// window or travels through the history; empty before.
  var formerWindows: [Int: String] {
    change.closed.seq < 0 && change.journey == nil ? [:] : history.journal.windowNames(in: world.windows)
  }
}
