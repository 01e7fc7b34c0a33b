package import JSON

/// What a change has caused for the host to be told.
package enum Notice {
  case invariantBroken(session: String, seq: Int, invariant: String)
  /// A host is asked for an effect, on behalf of the screen at that address, as UTF-8.
  case effectRequested(session: String, EffectInFlight, at: [UInt8])
  /// What a host does for an effect is in vain.
  case effectCancelled(session: String, effect: Int, reason: String)
  /// What nobody asked about went wrong.
  case log(session: String, String, data: JSONValue)
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
