import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// A recording: the first line names a transcript, and the rest edits the recording of its session.
///
/// One that isn't edited comes out equal.
enum RecordingTarget {
  static func run(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return }
    let base = PlayedTranscripts.base(of: bytes[..<end])
    let edits = Edits(bytes[(end + 1)...])
    guard let lines = edits.applied(to: base.recording).array else { return }
    let flow = base.flow
    var replay = Replay(secrets: []) { (_, _) throws(Failure) in flow }
    let outcome = try? replay.run(lines)
    if edits.isEmpty, let outcome, outcome.zeroedCount == 0, outcome.changedFlows.isEmpty,
      let difference = outcome.difference
    {
      fatalError("a recording comes out otherwise: \(difference.line): \(difference.sentence)")
    }
  }
}
