import NavtreeJSON
package import NavtreeJSONReading
import NavtreePersistence

/// Requests that wait to be called: sessions that they open are locked together.
extension NavtreeServer {
  /// After a failover hundreds of sessions may be opened at once.
  package var foresees: Bool { hasResumed && store?.takesTogether == true }

  package func foresee(
    _ requests: ((_ method: UnsafeRawBufferPointer, _ params: JSONElement?) -> Void) -> Void
  ) {
    hasResumed = false
    var names: [String] = []
    requests { method, params in
      guard method.elementsEqual("session.open".utf8), let params, params.kind == .object,
        let name = params["session"]?.string, sessions[name] == nil,
        names.count < SessionStore.pageSize
      else { return }
      names.append(name)
    }
    store?.takeTogether(names)
  }

  package func endForesight() { store?.giveTaken() }
}
