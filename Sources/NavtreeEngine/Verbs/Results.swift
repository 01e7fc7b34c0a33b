import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// A presenter waiting for the end of the screen that it presented.
final class Waiting: Sendable {
  let presenter: ScreenID
  let awaiting: Awaiting

  init(presenter: ScreenID, awaiting: Awaiting) {
    self.presenter = presenter
    self.awaiting = awaiting
  }
}

/// The reason that a screen was removed, as its presenter gets it.
package enum RemovalReason: String, Sendable, CaseIterable {
  case dismissed, replaced, reset, windowClosed, sessionClosed, undone
}

/// Awaited results, by the screen that gives them.
struct Results {
  private var waiting: [ScreenID: Waiting] = [:]

  var isEmpty: Bool { waiting.isEmpty }

  subscript(screen: ScreenID) -> Waiting? { waiting[screen] }
}

extension StoredPart {
  package static let waiting = StoredPart("waiting", key: "screen")
}

extension Results: Ledger {
  static var part: StoredPart { .waiting }

  mutating func put(_ entry: Waiting?, for screen: ScreenID) -> Waiting? {
    guard let entry else { return waiting.removeValue(forKey: screen) }
    return waiting.updateValue(entry, forKey: screen)
  }

  var numbers: [Int] { waiting.keys.map(\.number).sorted() }

  func numbers(touchedAt screen: ScreenID, former: Waiting?) -> [Int] { [screen.number] }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    // The presenter of a screen that has moved may be gone, and waits no more.
    guard let waiting = waiting[ScreenID(number)], form.windows.contains(waiting.presenter) else {
      return nil
    }
    var entry: JSONObject = [
      Self.part.key: .integer(number), "presenter": .integer(waiting.presenter.number),
    ]
    entry.merge(form.navigations.json(waiting.awaiting)) { own, _ in own }
    return StoredDivision(.object(entry))
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let screen = try stored.screen("screen")
    guard stored.windows.contains(ScreenID(try stored.reader.id("presenter"))) else { return }
    waiting[screen] = Waiting(
      presenter: try stored.screen("presenter"), awaiting: try stored.navigations.awaiting(stored.reader))
  }
}
