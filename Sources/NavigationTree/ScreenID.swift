/// The number of a live screen, never given to another one in its session.
public struct ScreenID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.number < right.number
  }

  /// Appends the address form as UTF-8.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "#"))
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// The address form: `#17`.
  public var description: String { "#\(number)" }
}
