package import NavtreeEngine
import NavtreeJSON

/// A session that another process has taken over while it was open here.
package struct LostSession {
  package let name: String
  package let owner: SessionOwner?
  /// The first answered change that isn't stored; nil if all are.
  package let since: Int?

  /// The failure of a request to it.
  package var failure: Failure {
    let members = owner?.members ?? [:]
    let place = owner.map { "belongs to the process \($0.name)" } ?? "isn't this process's any more"
    return Failure(
      .conflict, "the session '\(name)' \(place)",
      members.merging(["session": .string(name)]) { own, _ in own }
    ).passing()
  }
}

extension SessionStore {
  /// The sessions that other processes have taken over since the last time. They are forgotten here, and what they
  /// have changed since their last commit with them.
  package func takeLost() -> [LostSession] {
    tables.takeLost().compactMap { lock in
      guard let session = attached.values.first(where: { $0.id == lock.id }) else { return nil }
      // Those of a group that is refused were never answered.
      let isStored = durability == .commit || session.session.seq == session.version.seq
      let lost = LostSession(
        name: session.session.name, owner: lock.owner, since: isStored ? nil : session.version.seq + 1)
      abandon(lost.name)
      return lost
    }
  }
}
