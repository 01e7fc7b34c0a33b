/// A sort of numbers, each of which a session assigns once.
package enum StoredCounter: String, Sendable, CaseIterable {
  case screen, timer, effect
}
