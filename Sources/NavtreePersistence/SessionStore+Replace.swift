package import NavtreeEngine
import NavtreeJSON

extension SessionStore {
  /// Persists a session in place of another one of its name; the next commit writes it as a whole.
  ///
  /// If changes are final only once they are committed, it commits.
  package func replace(_ former: Session, with session: Session) throws(Failure) {
    guard let old = attached[UTF8Key(session.name)] else { return }
    let places = try fieldStores.places(of: session.flow)
    let names = old.fields.map(\.session.store)
    let fields = places.map { place in
      AttachedFields(
        place,
        FieldSession(
          key: old.key, name: session.name, store: place.name, version: old.version,
          ownership: tables.ownership(of: old.id)), hasMore: true
      )
    }
    let new = attach(
      session, id: old.id, key: old.key, fields, fieldStores.scope(of: session.flow),
      epoch: old.version.epoch,
      snapshotSize: old.snapshotSize, byteCount: old.byteCount)
    new.needsSnapshot = true
    new.needsFields = true
    new.givenUp = names.filter { name in !fields.contains { $0.session.store == name } }
    let wasDirty = old.isDirty
    dirty.removeAll { $0 === old }
    new.whenDirty()
    if durability == .commit {
      do {
        try commit()
      } catch {
        dirty.removeAll { $0 === new }
        attached[UTF8Key(session.name)] = old
        // The other one's values may be in the flow's stores.
        for fields in old.fields {
          fields.wasRefused()
          fields.lastWrite = nil
        }
        if wasDirty { dirty.append(old) }
        session.endLog()
        throw error
      }
    }
    former.endLog()
  }
}
