/// The bytes of an address as a request writes them: a path, an id, or both (`/main/detail#17`).
///
/// It is valid as long as the bytes are.
public struct Address {
  /// `/main/detail`; nil when only an id is given.
  public let path: UnsafeRawBufferPointer?
  public let id: ScreenID?

  public init(_ id: ScreenID) {
    path = nil
    self.id = id
  }

  /// Nil when the bytes aren't an address.
  ///
  /// The names in the path aren't checked: no screen is at a path with an invalid name.
  /// - Complexity: O(length).
  public init?(_ bytes: UnsafeRawBufferPointer) {
    var pathEnd = bytes.count
    var id: ScreenID?
    // An id is at the end and short: searching it from there costs nothing for a long path without one.
    var place = bytes.count - 1
    while place >= 0, bytes.count - place <= 20, Self.isDigit(bytes[place]) { place -= 1 }
    if place >= 0, bytes[place] == UInt8(ascii: "#") {
      guard let number = Self.number(UnsafeRawBufferPointer(rebasing: bytes[(place + 1)...])) else {
        return nil
      }
      id = ScreenID(number)
      pathEnd = place
    }
    let path = UnsafeRawBufferPointer(rebasing: bytes[..<pathEnd])
    guard path.isEmpty ? id != nil : path[0] == UInt8(ascii: "/") && path.count > 1 else { return nil }
    self.path = path.isEmpty ? nil : path
    self.id = id
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func number(_ digits: UnsafeRawBufferPointer) -> Int? {
    guard !digits.isEmpty, digits.count <= 19, digits.count == 1 || digits[0] != UInt8(ascii: "0") else {
      return nil
    }
    var number = 0
    for digit in digits {
      let (tens, over) = number.multipliedReportingOverflow(by: 10)
      let (sum, overToo) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !over, !overToo else { return nil }
      number = sum
    }
    return number
  }
}
