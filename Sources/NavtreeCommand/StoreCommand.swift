import ArgumentParser
import NavtreePersistence
import NavtreeEngine

/// `navtree store`: manages the sessions of `navtree serve --store`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Inspect, transfer and check stored sessions.",
    discussion: """
      STORE is the file's path, or a URL as for serve: sqlite:PATH, postgresql://HOST/DATABASE, env:VARIABLE. Commands that \
      only read may run while a process serves the store. A store that flows declare has a file of its own: verify and vacuum take it as STORE; show, export and \
      migrate, as --store NAME=sqlite:PATH.
      """,
    subcommands: [
      StoreListCommand.self, StoreShowCommand.self, StoreExportCommand.self, StoreImportCommand.self,
      StoreCopyCommand.self, StoreVacuumCommand.self, StoreVerifyCommand.self, StoreMigrateCommand.self,
    ])
}

/// A store on the command line: a file's path, or a URL.
struct StoreArgument: ExpressibleByArgument {
  let location: StoreLocation
  /// The reason why the URL is refused, with a hint.
  private let fault: String?

  init?(argument: String) {
    if argument.isEmpty || argument == "sqlite:" { return nil }
    let url = argument == "memory:" ? nil : StoreLocation.reading(argument)
    switch url ?? StoreLocation.file(argument, shown: argument) {
    case .success(let location): (self.location, fault) = (location, nil)
    case .failure(let refusal): (location, fault) = (.memory, refusal.sentence(about: "STORE"))
    }
  }

  /// Refuses a URL that can't be used.
  func validate() throws {
    if let fault { throw ValidationError(fault) }
  }

  /// Opens it for reading.
  ///
  /// - Parameter stores: the stores that flows declare, to be opened with it.
  /// - Throws: the exit status, after reporting why.
  func read(_ stores: NamedStores? = nil) throws -> SessionStore {
    let places = stores?.places.named ?? [:]
    try validate()
    return try Console.orFail { () throws(Failure) in try location.readSessions(places) }
  }

  /// Whether it is a flow's own store, which keeps fields and no sessions.
  var keepsFields: Bool {
    if case .file(let path) = location { SQLiteFieldStore.isOne(at: path) } else { false }
  }

  /// Opens a flow's own store for reading.
  func readFields() throws -> any FieldStore {
    try Console.orFail { () throws(Failure) in try location.readFields() }
  }

  /// Opens a flow's own store for writing.
  func writeFields() throws -> any FieldStore {
    try Console.orFail { () throws(Failure) in try location.openFields(.commit) }
  }

  /// Opens it for writing.
  func write() throws -> SessionStore {
    try validate()
    return try Console.orFail { () throws(Failure) in
      try location.openSessions(.commit) { Console.note($0) }
    }
  }

  /// The stored session with a name.
  func session(_ name: String, in store: SessionStore) throws -> StoredSession {
    try Console.orFail { () throws(Failure) in
      guard let entry = try store.find(name) else {
        throw Failure(.unknownSession, "no session named '\(name)' is stored")
          .hinting(name, among: try store.list().map(\.name))
      }
      return try store.readWithFields(entry)
    }
  }

  /// Gives all stored sessions, by name, a page at a time, since there may be millions.
  static func forEachPage(of store: SessionStore, _ body: ([StoredEntry]) throws -> Void) throws {
    var last: String?
    while true {
      let page = try Console.orFail { () throws(Failure) in try store.page(after: last) }
      guard let end = page.last else { return }
      try body(page)
      last = end.name
    }
  }
}
