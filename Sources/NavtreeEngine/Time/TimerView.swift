package import NavigationTree
package import NavtreeFlow

/// A set timer, as a reader sees it.
package struct TimerView {
  package enum Work {
    /// Sends the action of that name.
    case action(String)
    /// Ends an effect.
    case giveUp(effect: Int)
  }

  /// The instant at which it runs, in milliseconds since 1970.
  package let due: Int
  /// The address of its screen; nil if the screen is gone, or it belongs to the session.
  package let at: String?
  /// Nil if it belongs to the session.
  package let screen: ScreenID?
  /// The key that cancels it.
  package let key: String?
  /// Whose requests begin its time anew; nil for none.
  package let idle: IdleScope?
  package let work: Work
}

/// A timer whose change failed, with the reason. It is spent.
package struct FailedTimer {
  package let timer: TimerView
  package let failure: Failure
}
