import ArgumentParser
import NavtreeFlow
import NavtreePersistence
import NavtreeText

/// A store on the command line: `sqlite:PATH`, `postgresql://…` or `memory:`, or `env:VARIABLE` with such a URL in the
/// environment, preceded by `NAME=` for a store that flows declare, which may be `host`, too.
struct StorePlace: ExpressibleByArgument {
  /// Nil for the store of the sessions.
  let name: String?
  let location: StoreLocation
  /// The reason why the URL is refused, with a hint.
  let fault: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // The text before the sign may be part of the path.
    let isNamed = parts.count == 2 && !parts[0].contains(":")
    name = isNamed ? String(parts[0]) : nil
    let url = isNamed ? String(parts[1]) : argument
    if name?.isEmpty == true { return nil }
    switch StoreLocation.reading(url) {
    case .success(let location):
      self.location = location
      fault =
        location == .host && !isNamed
        ? "--store host: a host keeps what flows give to a store of theirs: --store NAME=host" : nil
    case .failure(let refusal):
      location = .memory
      fault = refusal.sentence(about: "--store", name)
    case nil: return nil
    }
  }
}

extension [StorePlace] {
  /// The place of the store of the sessions.
  var main: StoreLocation? { first { $0.name == nil }?.location }

  /// The places of the stores that flows declare.
  var named: [String: StoreLocation] {
    Dictionary(compactMap { place in place.name.map { ($0, place.location) } }) { first, _ in first }
  }

  /// Refuses a store that is given twice.
  func validate() throws {
    if let fault = lazy.compactMap(\.fault).first { throw ValidationError(fault) }
    for (index, place) in enumerated() where self[..<index].contains(where: { $0.name == place.name }) {
      throw ValidationError(
        place.name.map { "--store \($0)=… is given twice" }
          ?? "--store is given twice: which one keeps the sessions?"
      )
    }
    guard main?.isDatabase == true else { return }
    for case let name? in map(\.name) where named[name]?.isDatabase == false {
      throw ValidationError(
        "--store \(name)=…: it must be in PostgreSQL too: another process that takes over a session hasn't got this one"
      )
    }
  }

  /// Refuses a name that no flow on the command line declares: fields meant for that store would be kept
  /// nowhere.
  ///
  /// - Parameter main: the store of sessions, some of which may use a store that no flow declares any more.
  func validate(for flows: [FlowDefinition], with main: StoreLocation?) throws {
    let known = flows.flatMap(\.stores).map(\.name)
    for case let name? in map(\.name) where !known.contains(name) {
      if let main, let store = try? main.readSessions(), try store.keepsFields(in: name) { continue }
      let hint = Spelling.hint(for: name, among: known).map { " (\($0))" } ?? ""
      throw ValidationError("--store \(name)=…: no flow of the command line has a store '\(name)'\(hint)")
    }
  }
}
