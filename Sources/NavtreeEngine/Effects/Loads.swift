import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The requests of a list or a detail from which its next one follows.
struct LoadMemory {
  /// The input of the request in progress or, once that has failed, of the one that a retry repeats.
  var request: [JSONValue]?
  /// Whether that asks for the first page, which replaces the present items.
  var isFirst = false
  /// The input of the loaded pages, with null as its cursor.
  var pages: [JSONValue]?
}

/// What lists and details remember of their requests, as far as their state doesn't tell it.
struct Loads {
  private var memories: [ScreenID: LoadMemory] = [:]

  var isEmpty: Bool { memories.isEmpty }

  subscript(screen: ScreenID) -> LoadMemory? { memories[screen] }
}

extension StoredPart {
  package static let loads = StoredPart("loads", key: "screen", isSeldom: true)
}

extension Loads: Ledger {
  static var part: StoredPart { .loads }

  mutating func put(_ entry: LoadMemory?, for screen: ScreenID) -> LoadMemory? {
    guard let entry else { return memories.removeValue(forKey: screen) }
    return memories.updateValue(entry, forKey: screen)
  }

  static func byteCount(of entry: LoadMemory) -> Int {
    (entry.request?.heldByteCount ?? 0) + (entry.pages?.heldByteCount ?? 0)
  }

  var numbers: [Int] { memories.keys.map(\.number).sorted() }

  func numbers(touchedAt screen: ScreenID, former: LoadMemory?) -> [Int] { [screen.number] }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    guard let memory = memories[ScreenID(number)],
      let type = form.windows.place(of: ScreenID(number))?.type,
      let record = form.flow.screens[type].loader?.ask.definition.input
    else { return nil }
    var entry = memory.stored(record)
    entry[Self.part.key] = .integer(number)
    var division = StoredDivision(.object(entry))
    LoadMemory.divide(&division, record, at: [], form.scope)
    return division
  }

  /// The memory of a screen that doesn't load any more isn't a loss.
  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let screen = ScreenID(try stored.reader.id("screen"))
    guard let type = stored.windows.place(of: screen)?.type,
      let record = stored.flow.screens[type].loader?.ask.definition.input
    else { return }
    memories[screen] = LoadMemory(StoredDivision.known(of: stored.reader.value), record)
  }
}

extension LoadMemory {
  private static let names = (request: "request", isFirst: "isFirst", pages: "pages")

  /// The stored members.
  func stored(_ record: RecordDefinition) -> JSONObject {
    var members: JSONObject = [:]
    members[Self.names.request] = request.map { .object(record.object($0)) }
    if isFirst { members[Self.names.isFirst] = true }
    members[Self.names.pages] = pages.map { .object(record.object($0)) }
    return members
  }

  /// Records the destinations of the stored inputs.
  static func divide(
    _ division: inout StoredDivision, _ record: RecordDefinition, at pointer: JSONPointer,
    _ scope: StoredScope
  ) {
    for name in [names.request, names.pages] { division.divide(record, at: pointer.appending(name), scope) }
  }

  /// - Parameter known: the stored members, without those that weren't found. Pages whose input isn't known any more are
  ///   those of another one.
  init(_ known: JSONValue, _ record: RecordDefinition) {
    func input(_ name: String) -> [JSONValue]? {
      guard let values = try? record.bind(known[name]?.object), !values.contains(nil) else { return nil }
      return values.compactMap(\.self)
    }
    request = input(Self.names.request)
    isFirst = known[Self.names.isFirst] == true
    pages = known[Self.names.pages].map { _ in input(Self.names.pages) ?? [] }
  }
}

extension Transaction {
  /// Changes what a list or a detail remembers of its requests.
  func remember(_ memory: LoadMemory?, for screen: ScreenID) {
    if memory == nil, world.ledgers.loads.isEmpty || world.ledgers.loads[screen] == nil { return }
    history.journal.append(world.ledgers.loads.put(memory, for: screen), at: screen, of: Loads.self)
  }
}
