import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine

/// What a dispatch is asked to answer besides.
enum Return: String, CaseIterable {
  case receipt, patch, state

  static let parameter = Parameter(
    .return, .list(.choice(allCases.map(\.rawValue))),
    "what to answer besides: the screens that were made, removed, changed or declined; the way from the window's "
      + "old state to the new one; the new one")
}

extension Params {
  /// The parts of an answer that are asked for; nil: none.
  func returns() throws(Failure) -> Set<Return>? {
    guard let element = self[.return] else { return nil }
    guard element.kind == .array else { throw misfit(.return) }
    var parts: Set<Return> = []
    for element in element.elements {
      guard let part = element.string.flatMap(Return.init) else { throw misfit(.return) }
      parts.insert(part)
    }
    return parts
  }
}

extension Session {
  /// Sends an action to the focus of a window, and writes what is asked for besides.
  ///
  /// - Complexity: as without, and for a patch or a state O(size of the window's state).
  func dispatch(
    _ call: ActionCall, in window: Int, returning parts: Set<Return>, into output: inout JSONWriter
  ) throws(Failure) {
    var before: JSONValue?
    if parts.contains(.patch) { before = try state(of: window) }
    var scratch = JSONWriter()
    let trace = try trace { () throws(Failure) in try dispatch(call, in: window, into: &scratch) }
    var members: JSONObject = [:]
    if parts.contains(.receipt) {
      members["declined"] = .array(trace.declined)
      members.merge(trace.effects) { own, _ in own }
    }
    if before != nil || parts.contains(.state) {
      let after = try state(of: window)
      if let before { members["patch"] = JSONPatch(from: before, to: after).value }
      if parts.contains(.state) { members["state"] = after }
    }
    // The answer without its closing brace, and what was asked for behind it.
    scratch.truncate(to: scratch.count - 1)
    scratch.withUnsafeBytes { output.append($0) }
    for (name, value) in members {
      output.append(",")
      output.appendString(name)
      output.append(":")
      output.appendValue(value)
    }
    output.append("}")
  }

  /// What `state.get` answers for the root of a window.
  ///
  /// - Complexity: O(size of the state).
  func state(of window: Int) throws(Failure) -> JSONValue {
    guard let root = world.windows[window].screen(world.windows[window].rootID) else { return .null }
    var output = JSONWriter()
    try StateWriter(session: self, window: window, view: StateView()).write(root, to: &output)
    // What was just written is JSON, deeper by two levels a screen than the deepest value.
    return (try? JSONValue(parsing: output.withUnsafeBytes { Array($0) }, maximumDepth: 4096)) ?? .null
  }
}
