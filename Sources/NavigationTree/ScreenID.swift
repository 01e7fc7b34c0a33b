/// The number of a live screen, never given to another one in its session.
public struct ScreenID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.number < right.number
  }

  /// The address form: `#17`.
  public var description: String { "#\(number)" }
}
