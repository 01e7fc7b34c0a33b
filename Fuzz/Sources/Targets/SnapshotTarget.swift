import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer

/// A snapshot: the first line names a transcript, and the rest edits the snapshot of its session; after the header
/// `json` the rest is the snapshot itself.
///
/// What is restored is saved as a snapshot that is restored and saved as the same again.
enum SnapshotTarget {
  static func run(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return }
    let header = bytes[..<end]
    let rest = bytes[(end + 1)...]
    let base = PlayedTranscripts.base(of: header)
    let snapshot: JSONValue
    if header.elementsEqual("json".utf8) {
      guard let value = try? JSONValue(parsing: rest) else { return }
      snapshot = value
    } else {
      snapshot = Edits(rest).applied(to: base.snapshot)
    }
    guard let talk = restore(snapshot, base.flow), let saved = talk.ask("snapshot.save") else { return }
    guard let again = restore(saved, base.flow)?.ask("snapshot.save") else {
      fatalError("a saved snapshot isn't restored: \(saved)")
    }
    // Rules of the flow may run when a session is restored.
    if again["seq"] == saved["seq"], !again.isIdentical(to: saved) {
      fatalError("a restored snapshot is saved as another: \(saved) and \(again)")
    }
    use(talk)
  }

  private static func restore(_ snapshot: JSONValue, _ flow: FlowDefinition) -> Talk? {
    let talk = Talk()
    talk.server.add(flow)
    let params: JSONObject = ["snapshot": snapshot, "flow": .string(flow.name), "session": "restored"]
    return talk.ask("snapshot.restore", params) == nil ? nil : talk
  }

  /// Does what any session can do.
  private static func use(_ talk: Talk) {
    for method in ["state.outline", "state.get", "effect.list", "timer.list", "link.pending", "window.list"] {
      talk.ask(method)
    }
    for action in (talk.ask("state.actions")?["actions"]?.array ?? []).prefix(4) {
      guard let type = action["type"] ?? action["action"] else { continue }
      talk.ask("dispatch", ["action": ["type": type]])
    }
    talk.ask("clock.advance", ["by": "1h"])
    for method in ["back", "history.undo", "history.redo", "dismiss", "popToRoot"] { talk.ask(method) }
    _ = talk.send([], chunk: 1)
  }
}
