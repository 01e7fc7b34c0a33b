import ArgumentParser
import NavtreePersistence

/// Where a store is, as the command line gives it: `sqlite:PATH` or `memory:`, and before it `NAME=` for one that
/// flows name.
struct StorePlace: ExpressibleByArgument {
  /// Nil: the one that keeps the sessions.
  let name: String?
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // What is before the sign may be a part of the path.
    let isNamed = parts.count == 2 && !parts[0].contains(":")
    name = isNamed ? String(parts[0]) : nil
    let url = isNamed ? String(parts[1]) : argument
    if url == "memory:" {
      path = SessionStore.memory
    } else if url.hasPrefix("sqlite:"), url.utf8.count > 7 {
      path = String(url.dropFirst(7))
    } else {
      return nil
    }
    if name?.isEmpty == true { return nil }
  }
}

extension [StorePlace] {
  /// The path of the store that keeps the sessions.
  var main: String? { first { $0.name == nil }?.path }

  /// The paths of those that flows name.
  var named: [String: String] {
    Dictionary(compactMap { place in place.name.map { ($0, place.path) } }) { first, _ in first }
  }

  /// Refuses one that is given twice.
  func validate() throws {
    for (index, place) in enumerated() where self[..<index].contains(where: { $0.name == place.name }) {
      throw ValidationError(
        place.name.map { "--store \($0)=… is given twice" }
          ?? "--store is given twice: which one keeps the sessions?"
      )
    }
  }
}
