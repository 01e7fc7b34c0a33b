/// A place in a session: a window, then slots, such as `/main/detail/list`. It doesn't know the screen there.
public struct NavigationPath: Hashable, Sendable {
  public var window: String
  public var slots: [String]

  public init(window: String, slots: [String] = []) {
    self.window = window
    self.slots = slots
  }

  /// Reads `/window/slot/slot…`; nil for any other text.
  ///
  /// - Complexity: O(length of the text).
  public init?(_ text: some StringProtocol) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard parts.isEmpty ? Self.isWindow(part) : Self.isName(bytes: part.utf8) else { return nil }
      parts.append(String(part))
    }
    guard let window = parts.first else { return nil }
    self.init(window: window, slots: Array(parts.dropFirst()))
  }

  /// The most bytes of a window's name.
  package static let longestWindow = 128

  /// Whether a text may name a window: a host may take what it has at hand, such as a UUID.
  ///
  /// It has no `/` and no `#`, which addresses are written with, no control characters, and no spaces at its ends.
  package static func isWindow(_ text: some StringProtocol) -> Bool {
    let (bytes, scalars) = (text.utf8, text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last, bytes.count <= longestWindow else {
      return false
    }
    return !first.properties.isWhitespace && !last.properties.isWhitespace
      && scalars.allSatisfy { $0 != "/" && $0 != "#" && $0.properties.generalCategory != .control }
  }

  /// What `isWindow` asks of a name, for people.
  package static let windowRule =
    "1 to \(longestWindow) bytes without '/', '#', control characters or spaces at its ends"

  /// Whether a text may name a slot, a screen or a field: `[A-Za-z][A-Za-z0-9_-]*`.
  package static func isName(_ text: String) -> Bool { isName(bytes: text.utf8) }

  package static func isName(_ text: Substring) -> Bool { isName(bytes: text.utf8) }

  private static func isName(bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  public func appending(_ slot: String) -> NavigationPath {
    NavigationPath(window: window, slots: slots + [slot])
  }
}

extension NavigationPath: CustomStringConvertible {
  public var description: String {
    "/" + ([window] + slots).joined(separator: "/")
  }
}
