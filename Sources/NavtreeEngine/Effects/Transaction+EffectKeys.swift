import NavtreeJSON
import NavtreeText

/// Effects by the keys that hosts know, which no two effects of any session share.
extension Transaction {
  /// The number of an effect in flight with this key; nil if there is none.
  ///
  /// - Complexity: O(length of the key)
  func effectInFlight(_ key: String) -> Int? {
    guard let (_, id) = Self.parts(of: key), world.ledgers.effects[id]?.hostKey == key else { return nil }
    return id
  }

  /// Whether an effect of this number is in flight, and requested here.
  func owes(_ id: Int) -> Bool {
    world.ledgers.effects[id].map { !$0.isQueued && !isHeld($0) } ?? false
  }

  /// The failure of a key that no effect in flight here has.
  func noEffect(_ key: String) -> Failure {
    if let (prefix, id) = Self.parts(of: key), prefix == keyPrefix {
      do {
        _ = try owedEffect(id)
      } catch {
        return error.with("key", .string(key.echo))
      }
    }
    return Failure(
      .unknownEffect, "no effect in flight has the key '\(key.echo)'", ["key": .string(key.echo)])
  }

  /// A key's prefix and number.
  private static func parts(of key: String) -> (prefix: Substring, id: Int)? {
    guard let dash = key.lastIndex(of: "-"), let id = Int(key[key.index(after: dash)...]) else { return nil }
    return (key[..<dash], id)
  }
}
