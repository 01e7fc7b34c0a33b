import NavtreeEngine
import NavigationTree
import NavtreeFlow
import NavtreeJSON

/// The fuzzer's equivalence class of states: screens exactly, data only by size.
///
/// Small numbers and short texts count as they are, so that each step towards a bound is something new; large ones by
/// their magnitude, so that there is an end to the new.
enum StateClass {
  private static let mostScreens = 12
  private static let mostElements = 3
  private static let longestText = 12
  private static let largestNumber = 16

  /// - Complexity: O(size of the first screens).
  static func key(of session: Session) -> StateKey {
    var hasher = StateHasher()
    for window in session.windows {
      hasher.combine(window.window)
      var count = 0
      for (screen, place) in window.subtree() {
        count += 1
        if count > mostScreens { break }
        hasher.combine(
          screen.type << 24 | place.slot << 12 | min(place.depth, 255) << 4 | screen.selection & 15)
        hasher.combine(screen.id == window.active)
        for value in screen.params { combine(value, &hasher) }
        for value in screen.state { combine(value, &hasher) }
      }
    }
    for value in session.shared { combine(value, &hasher) }
    let owed = session.owed
    hasher.combine(min(owed.count, mostElements))
    for effect in owed.prefix(mostElements) { hasher.combine(effect.definition.name) }
    hasher.combine(session.nextTimer == nil)
    return hasher.finish()
  }

  /// Recursion is bounded by the depth of JSON.
  private static func combine(_ value: JSONValue, _ hasher: inout StateHasher) {
    switch value {
    case .null: hasher.combine(1)
    case .boolean(let flag): hasher.combine(flag ? 2 : 3)
    case .integer(let number): combine(number, &hasher)
    case .number(let number):
      hasher.combine(4)
      combine(Int(exactly: number.rounded()) ?? .max, &hasher)
    case .string(let text):
      hasher.combine(5)
      if text.utf8.count <= longestText { hasher.combine(text) } else { combine(text.utf8.count, &hasher) }
    case .array(let elements):
      hasher.combine(6)
      combine(elements.count, &hasher)
      for element in elements.prefix(mostElements) { combine(element, &hasher) }
    case .object(let members):
      hasher.combine(7)
      combine(members.count, &hasher)
      for value in members.values.prefix(mostElements) { combine(value, &hasher) }
    }
  }

  private static func combine(_ number: Int, _ hasher: inout StateHasher) {
    let isSmall = number.magnitude <= UInt(largestNumber)
    hasher.combine(isSmall ? number : 1_000 + number.signum() * (64 - number.magnitude.leadingZeroBitCount))
  }
}
