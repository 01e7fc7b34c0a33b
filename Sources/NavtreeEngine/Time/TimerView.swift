package import NavigationTree

/// A timer that is set, as a reader is told of it.
package struct TimerView {
  package enum Work {
    /// Sends the action of that name.
    case action(String)
    /// Gives up on an effect.
    case giveUp(effect: Int)
  }

  /// The instant at which it runs, in milliseconds since 1970.
  package let due: Int
  /// The address of its screen; nil: the screen is gone, or it is the session's.
  package let at: String?
  /// Nil: it is the session's.
  package let screen: ScreenID?
  /// What it is cancelled by.
  package let key: String?
  package let work: Work
}

/// A timer whose change failed, and why. It is spent.
package struct FailedTimer {
  package let timer: TimerView
  package let failure: Failure
}
