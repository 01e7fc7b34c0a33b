import NavigationTree

/// Texts that several subscriptions to the same value are told, each written once.
struct ToldTexts {
  /// A change of a value from one report to the next.
  struct Key: Hashable {
    let aspect: ObjectIdentifier
    /// The followed screen.
    let target: ScreenID?
    /// The screen that was last reported.
    let before: ScreenID?
    /// The writes that it is told from.
    let touches: ObjectIdentifier
  }

  /// The texts; nil where there is nothing to tell.
  private var texts: [Key: [UInt8]?] = [:]
  /// Whether there is anything to tell, where no text is needed yet.
  private var isChanged: [Key: Bool] = [:]
  private var size = 0

  /// Texts of this size together are forgotten.
  private static let largest = 1 << 20

  /// The known text for a key, or the one that `write` makes.
  mutating func text(_ key: Key, _ write: () -> [UInt8]?) -> [UInt8]? {
    if let known = texts[key] { return known }
    let text = write()
    if size >= Self.largest { removeAll() }
    size += text?.count ?? 0
    texts[key] = .some(text)
    return text
  }

  /// Whether there is anything to tell, as known for a key or found by `look`.
  mutating func isChanged(_ key: Key, _ look: () -> Bool) -> Bool {
    if let known = isChanged[key] { return known }
    let found = look()
    isChanged[key] = found
    return found
  }

  mutating func removeAll() {
    if !texts.isEmpty { texts.removeAll() }
    if !isChanged.isEmpty { isChanged.removeAll() }
    size = 0
  }
}
