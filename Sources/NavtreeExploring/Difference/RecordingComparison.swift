package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeServer

/// A recording that is replayed under two versions of its flow.
package enum RecordingComparison {
  /// The place of the first difference.
  package struct Finding: Sendable {
    /// The line of the recording, from 1.
    package let line: Int
    /// The request; empty for what happens without one.
    package let request: String
    package let difference: BehaviourDifference
  }

  /// - Returns: the first difference, if any.
  /// - Throws: the reason that the recording can't be replayed.
  /// - Complexity: that of the requests, and O(number of lines × size of all screens).
  package static func compare(
    _ lines: [JSONValue], secrets: [JSONValue], from old: FlowDefinition, to new: FlowDefinition
  ) throws(Failure) -> Finding? {
    var replays = [old, new].map { flow in
      Replay(secrets: secrets) { (name, _) throws(Failure) in
        if name == old.name || name == new.name { return flow }
        throw Failure(
          .unknownFlow, "the recording is of the flow '\(name)', and the versions are of '\(old.name)'")
      }
    }
    for index in replays.indices { replays[index].begin(lines) }
    for (index, line) in lines.enumerated() {
      var pictures: [BehaviourPicture] = []
      for (number, flow) in [old, new].enumerated() {
        let done: JSONValue?
        do throws(Failure) {
          done = try replays[number].repeatLine(line, number: index + 1)
        } catch {
          // The old version tells whether the recording is one at all.
          if number == 0 || index == 0 && line["navtree"] == nil { throw error }
          done = ["error": .string(error.message)]
        }
        let error = done.map { $0["error"].map { $0.string ?? $0["kind"]?.string ?? "\($0)" } } ?? "nothing"
        pictures.append(
          BehaviourPicture(of: replays[number].session(of: line), flow, error: error))
      }
      if let difference = BehaviourComparison(pictures[0], pictures[1]).difference {
        return Finding(
          line: index + 1, request: line["method"]?.string ?? (line["navtree"] == nil ? "" : "session.open"),
          difference: difference)
      }
    }
    return nil
  }
}
