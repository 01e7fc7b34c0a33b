import NavtreeEngine
import NavtreeJSON
import NavtreePersistence

/// The fate of the effects in flight in a fork.
enum ForkedEffects: String, CaseIterable {
  case hold, ask
}

extension NavtreeServer {
  /// Opens a session that continues from a state of another one.
  func fork(_ original: Session, at seq: Int?, as name: String?, effects: ForkedEffects, isStored: Bool)
    throws(Failure) -> Session
  {
    if isStored, store == nil {
      throw Failure(
        .invalidParams, "there is no store", ["pointer": "/store", "hint": "start with --store sqlite:PATH"])
    }
    let name = if let name { name } else { try freeName(after: original.name) }
    try admit(name, "as")
    if !isStored, try store?.find(name) != nil {
      throw Failure(.nameTaken, "a session named '\(name)' is stored already")
        .with("hint", "give it another name with 'as'")
    }
    return try apart { () throws(Failure) -> Session in
      let keyPrefix = keyPrefixes.next(for: name, on: original.clock.kind)
      let fork = try original.fork(as: name, keyPrefix: keyPrefix, at: seq)
      if effects == .hold { fork.holdEffects() }
      if isStored { try enter(fork) } else { enterUnstored(fork) }
      if effects == .ask { fork.askForAll() }
      record(fork, from: original)
      return fork
    }
  }

  /// The name with the lowest appended number that no session has, open or stored.
  private func freeName(after name: String) throws(Failure) -> String {
    var number = 2
    while true {
      let free = "\(name)-\(number)"
      if sessions[free] == nil, try store?.find(free) == nil { return free }
      number += 1
    }
  }
}

/// The open sessions that no store keeps, in a server that has one.
///
/// A commit that fails undoes all requests since the last one, those to these sessions too.
final class UnstoredSessions {
  private struct Member {
    let session: Session
    let log: Archive
  }

  private var members = UTF8Dictionary<Member>()
  /// The names of those that have changed since the last commit.
  private var changed: [String] = []

  func add(_ session: Session) {
    let log = session.beginLog(StoredScope(), keepsSteps: true)
    members[session.name] = Member(session: session, log: log)
    log.wake = { [unowned self, name = session.name] in changed.append(name) }
  }

  /// Removes a session; false if it isn't one of them.
  @discardableResult
  func remove(_ name: String) -> Bool {
    guard let member = members[name] else { return false }
    member.session.endLog()
    members[name] = nil
    return true
  }

  /// Makes their changes final.
  func commit() { end { $0.session.logIsStored($0.log) } }

  /// Undoes their changes since the last commit.
  func takeBack() { end { $0.session.takeBackUnstored($0.log) } }

  private func end(_ body: (Member) -> Void) {
    if changed.isEmpty { return }
    for name in changed { if let member = members[name] { body(member) } }
    changed.removeAll()
  }
}
