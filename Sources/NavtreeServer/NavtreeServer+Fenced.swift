import NavtreeEngine
import NavtreeJSON
import NavtreePersistence

/// Sessions that another process has taken over.
extension NavtreeServer {
  /// The milliseconds until it must keep up what it owns, also while its output waits; nil if never.
  package var upkeepDelay: Int? { store?.tables.upkeepDelay }

  /// Renews the ownership of sessions, and closes those of others.
  package func keepUp() {
    renew()
    closeLost()
  }

  /// Renews the ownership of sessions, if that is due. A long request does it too; no session closes under it.
  func renew() { store?.tables.keepUp() }

  /// Closes the sessions that belong to other processes. Their effects aren't cancelled: the new owner asks for them.
  func closeLost() {
    guard let store else { return }
    for lost in store.takeLost() {
      guard let session = sessions[lost.name] else { continue }
      var params: JSONObject = ["reason": "fenced"]
      params.merge((lost.owner?.members ?? [:]).filter { $0.key != "expires" }) { own, _ in own }
      if let since = lost.since { params["since"] = .integer(since) }
      notices.append(.ofSession(lost.name, method: "session.closed", params: params, isLasting: true))
      session.leave()
      sessions[lost.name] = nil
      if fenced.count >= limits[.sessions] { fenced.removeAll() }
      fenced[lost.name] = lost
      log(
        .info, "the session '\(lost.name)' belongs to another process",
        about: ["session": .string(lost.name)])
    }
  }

  /// The failure of a request to a session that another process has taken over; nil if it isn't one.
  ///
  /// - Parameter name: nil for the only one.
  func conflict(_ name: String?) -> Failure? {
    if fenced.isEmpty { return nil }
    guard let name else { return fenced.count == 1 ? fenced.values.first?.failure : nil }
    return fenced[name]?.failure
  }

  /// The failure of an answer to an effect that such a session has asked for.
  func conflict(ofEffect key: String) -> Failure? {
    fenced.values.first { key.hasPrefix($0.name) }?.failure
  }
}
