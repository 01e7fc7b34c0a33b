/// What a change has caused for the host to be told.
package enum Notice {
  case invariantBroken(session: String, seq: Int, invariant: String)
}

/// The notices of all sessions of a process, in order of cause, until they are written.
package final class Notices {
  @exclusivity(unchecked)
  package internal(set) var all: [Notice] = []

  package init() {}

  /// Gives them once.
  package func take() -> [Notice] {
    defer { all.removeAll() }
    return all
  }
}
