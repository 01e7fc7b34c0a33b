/// The number of a live screen, never given to another one in its session.
public struct ScreenID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.number < right.number
  }

  /// One multiplication: screens are numbered in order, and the standard hash takes 180 instructions more.
  public func _rawHashValue(seed: Int) -> Int {
    let product = UInt(bitPattern: number ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return Int(bitPattern: product.high ^ product.low)
  }

  /// The address form: `#17`.
  public var description: String { "#\(number)" }
}
