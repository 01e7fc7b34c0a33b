import NavigationTree

/// The place where a link opens: `/main/home`, or `./home` in the window in which it is opened.
package struct LinkPlace: Sendable {
  /// Nil for the window in which the link is opened.
  package let window: String?
  package let slots: [String]

  init(window: String?, slots: [String]) {
    self.window = window
    self.slots = slots
  }

  /// Reads a path, or one that begins with `.`; nil for any other text.
  init?(_ text: String) {
    if text.first == "." {
      guard let path = NavigationPath("/main" + text.dropFirst()) else { return nil }
      guard path.window == "main" else { return nil }
      self.init(window: nil, slots: path.slots)
    } else {
      guard let path = NavigationPath(text) else { return nil }
      self.init(window: path.window, slots: path.slots)
    }
  }
}

extension LinkPlace: CustomStringConvertible {
  package var description: String {
    ([window.map { "/" + $0 } ?? "."] + slots).joined(separator: "/")
  }
}
