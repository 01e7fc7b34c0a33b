import NavtreeEngine
package import NavtreeJSON
import NavtreeJSONReading

/// Requests of a caller in the same process that happen together or not at all.
extension NavtreeServer {
  /// The results of a group, and the notifications that it caused.
  package struct GroupOutcome {
    package let results: [JSONValue]
    package let notifications: [JSONValue]
  }

  /// The reason why nothing of a group has happened.
  package struct GroupFailure: Error {
    /// The number of the request that failed, from 0; nil if none of them did, but their commit.
    package let index: Int?
    package let error: RPCError
  }

  /// Calls methods one after another, and makes them durable together, or calls none of them.
  ///
  /// Several are rehearsed first, on copies of their sessions, so that one that fails leaves the histories alone. The
  /// server has a store that commits each change, if only in memory: what isn't committed can be undone.
  package func requestAll(
    _ requests: [(method: String, params: JSONObject)]
  ) throws(GroupFailure) -> GroupOutcome {
    _ = takeNotifications()
    if requests.count > 1, let failure = rehearse(requests) { throw failed(failure.index, failure.error) }
    let outcome = call(requests)
    if let failure = outcome.failure {
      if outcome.results.count > 0 { undo(because: failure.error) }
      throw failed(failure.index, failure.error)
    }
    if let error = commit() { throw failed(nil, error) }
    return GroupOutcome(results: outcome.results, notifications: takeNotifications())
  }

  /// Calls methods on copies of the sessions that they name, of which nobody learns.
  private func rehearse(_ requests: [(method: String, params: JSONObject)]) -> GroupFailure? {
    let (originals, recorded) = (sessions, isRecording)
    isRecording = false
    defer { (sessions, isRecording) = (originals, recorded) }
    for case let name? in requests.map({ $0.params["session"]?.string }) {
      guard let session = originals[name] else { continue }
      do {
        sessions[name] = try session.rehearsal()
      } catch {
        return GroupFailure(index: nil, error: RPCError(error))
      }
    }
    return call(requests).failure
  }

  /// Calls methods up to the first that fails.
  private func call(
    _ requests: [(method: String, params: JSONObject)]
  ) -> (results: [JSONValue], failure: GroupFailure?) {
    var results: [JSONValue] = []
    for (index, call) in requests.enumerated() {
      do throws(RPCError) {
        results.append(try request(call.method, call.params))
      } catch {
        return (results, GroupFailure(index: index, error: error))
      }
    }
    return (results, nil)
  }

  /// Ends a group of which nothing has happened: nobody learns of it.
  private func failed(_ index: Int?, _ error: RPCError) -> GroupFailure {
    _ = commit()
    _ = takeNotifications()
    return GroupFailure(index: index, error: error)
  }

  /// The notifications that wait to be written, as values.
  package func takeNotifications() -> [JSONValue] {
    var output = JSONWriter()
    writeCaused(into: &output)
    return output.withUnsafeBytes { Array($0) }.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: $0, maximumDepth: 4096)
    }
  }
}
