package import NavigationTree

/// The effect of a change so far.
///
/// Screens are rows with ids and parents, without paths, so that their size doesn't grow with the depth. A
/// screen that was made and removed in the same change is left out.
package struct Receipt {
  /// A screen that was made or removed.
  package struct Row: Equatable {
    package let id: ScreenID
    package let type: String
    /// Nil: it is the root of the window.
    package let parent: ScreenID?
    package let slot: String?
    package let window: String
  }

  /// A screen that was there before, and the places of it that differ.
  package struct Written: Equatable {
    package let at: String
    package let id: ScreenID
    package let pointers: [String]
  }

  package internal(set) var created: [Row] = []
  package internal(set) var removed: [Row] = []
  package internal(set) var changed: [Written] = []
  /// The places of the shared state that differ.
  package internal(set) var shared: [String] = []
  /// The effects that the host is asked for, each with the address of the screen that waits for it.
  package internal(set) var asked: [(effect: EffectInFlight, at: [UInt8])] = []
}
