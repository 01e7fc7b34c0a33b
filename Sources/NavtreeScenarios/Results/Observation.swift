package import NavtreeJSON

/// The least that an expectation must say to pin what a step did.
package struct Observation: Sendable {
  /// The kind of the error, if the step was refused.
  package var error: String?
  /// The address of the active screen.
  package var active: String?
  /// Whether a tab or a pane was selected, which the active screen tells.
  package var selects = false
  /// The screens by their paths: those that were made, with their type, params and state, and the members of params and
  /// state that have changed in the others; nil for those that were removed.
  package var screens: [(path: String, screen: JSONObject?)] = []
  /// The effects that the step asked for: their names and inputs; nil if it isn't known.
  package var effects: [JSONValue]?
  /// The condition that the timers meet; nil if they are as before.
  package var timers: String?
  package var reply: JSONValue?
  /// The members of the shared state that have changed.
  package var shared: JSONObject = [:]
  /// The invariants that were broken, and the sentences that were logged.
  package var broken: [String] = []
  package var logs: [String] = []

  /// It as the value of `expect`.
  package var expectation: JSONObject {
    var members: JSONObject = [:]
    if let error { members["error"] = .string(error) }
    if let active { members["active"] = .string(active) }
    if !screens.isEmpty {
      var paths: JSONObject = [:]
      for (path, screen) in screens { paths[path] = screen.map { .object($0) } ?? .null }
      members["screens"] = .object(paths)
    }
    if !shared.isEmpty { members["shared"] = .object(shared) }
    if let effects { members["effects"] = .array(effects) }
    if let reply { members["reply"] = reply }
    if let timers { members["that"] = .string(timers) }
    if let name = broken.first {
      members["broken"] = broken.count == 1 ? .string(name) : .array(broken.map { .string($0) })
    }
    if let log = logs.first {
      members["log"] = logs.count == 1 ? .string(log) : .array(logs.map { .string($0) })
    }
    return members
  }
}
