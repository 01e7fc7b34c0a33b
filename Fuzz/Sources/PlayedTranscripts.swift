import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeTestSupport

/// The sessions that the transcripts of `Specs` make: snapshots and recordings to start from.
enum PlayedTranscripts {
  /// A session at the end of its transcript.
  struct Base: @unchecked Sendable {
    /// The transcript's name.
    let name: String
    let flow: FlowDefinition
    let snapshot: JSONValue
    let recording: JSONValue
  }

  /// By the transcript's name.
  private static let all: [String: Base] = {
    var bases: [String: Base] = [:]
    for folder in ["Specs", "Specs/behaviour"] {
      for name in Files.names(in: "\(Files.package)/\(folder)", endingIn: ".transcript") {
        let base = String(name.dropLast(11))
        bases[base] = play("\(Files.package)/\(folder)/\(name)", as: base)
      }
    }
    guard !bases.isEmpty else { fatalError("no transcript can be played") }
    return bases
  }()

  private static let names = all.keys.sorted()

  /// The session that a header names; any other header stands for one of them too.
  static func base(of header: some Collection<UInt8>) -> Base {
    let name = names[header.reduce(0) { $0 + Int($1) } % names.count]
    guard let base = all[String(decoding: header, as: UTF8.self)] ?? all[name] else {
      fatalError("\(name) is missing")
    }
    return base
  }

  private static func play(_ path: String, as name: String) -> Base? {
    guard let lines = Files.text(of: path)?.split(separator: "\n"),
      let flow = lines.first(where: { $0.hasPrefix("$ navtree serve ") })?.split(separator: " ")
        .lazy.compactMap({ FlowShelf.only[file: String($0)] }).first
    else { return nil }
    let talk = Talk()
    talk.server.add(flow)
    talk.ask("session.open", ["flow": .string(flow.name), "record": true])
    for line in lines where line.hasPrefix("> ") {
      _ = talk.send(Array(line.utf8.dropFirst(2)), chunk: .max)
    }
    let session: JSONObject = ["session": .string(flow.name)]
    guard let snapshot = talk.ask("snapshot.save", session),
      let recording = talk.ask("recording.export", session)?["lines"]
    else { return nil }
    return Base(name: name, flow: flow, snapshot: snapshot, recording: recording)
  }
}
