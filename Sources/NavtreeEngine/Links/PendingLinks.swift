import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// An opened link that waits for its `when`.
package struct PendingLink: Sendable {
  /// The URL as given.
  let url: String
  let match: LinkMatch
  /// The window that it was opened in.
  package let window: String
  let force: Bool
  /// The screens that hold it, from below: those that its `otherwise` opened, or that replaced them. Without
  /// any it waits until it is dropped.
  var screens: [ScreenID] = []
  /// Whether the current change has removed those screens: the link is dropped unless the change opens it.
  var isGivenUp = false
  /// The screen that refused to make way for it, if any: the link waits until that is gone.
  var refuser: ScreenID?
}

/// Waiting links, in the order in which they were opened.
///
/// They are changed and stored as one list: removing one changes the positions of others.
struct PendingLinks {
  var all: [PendingLink] = []

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }
}

extension StoredPart {
  package static let links = StoredPart("links", key: "position")
}

extension PendingLinks: Ledger {
  static var part: StoredPart { .links }

  mutating func put(_ links: [PendingLink]?, for key: Void) -> [PendingLink]? {
    defer { all = links ?? [] }
    return all
  }

  static func byteCount(of links: [PendingLink]) -> Int { links.count * MemoryLayout<PendingLink>.stride }

  func tell(_ key: Void, to changes: inout StateDelta) {
    changes.write(.integer(count), at: "/links")
  }

  var numbers: [Int] { Array(all.indices) }

  func numbers(touchedAt key: Void, former: [PendingLink]?) -> [Int] {
    Array(0..<max(former?.count ?? 0, count))
  }

  func division(of position: Int, _ form: EntryForm) -> StoredDivision? {
    guard all.indices.contains(position) else { return nil }
    let link = all[position]
    var entry: JSONObject = [
      Self.part.key: .integer(position), "url": .string(link.url), "window": .string(link.window),
      "force": .boolean(link.force),
    ]
    if !link.screens.isEmpty { entry["screens"] = .array(link.screens.map { .integer($0.number) }) }
    if let refuser = link.refuser { entry["refuser"] = .integer(refuser.number) }
    var division = StoredDivision(.object(entry))
    let record = form.flow.links.record(of: link.match.route)
    division.divide(["url"], form.scope.destination(of: record.fields))
    return division
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    try stored.checkWhole()
    let reader = stored.reader
    let url = try reader.member("url")
    guard let match = stored.match(try url.string()) else {
      throw url.fault("is no link of the flow")
    }
    var link = PendingLink(
      url: try url.string(), match: match, window: try reader.string("window"),
      force: try reader.member("force").boolean())
    let screens = try reader.ifAny("screens") { (it) throws(StoredFault) in try it.elements() } ?? []
    link.screens = try screens.map { (it) throws(StoredFault) in ScreenID(try it.id()) }
      .filter { stored.windows.contains($0) }
    link.refuser = try reader.ifAny("refuser") { (it) throws(StoredFault) in ScreenID(try it.id()) }
    all.append(link)
  }
}
