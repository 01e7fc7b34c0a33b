import NavtreeFlow
package import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  static let recordingMethods: [Method] = [
    Method(
      "recording.export", .reads, "The recording of a session, one input per line.",
      [
        .session,
        Parameter(.sensitive, .boolean, "include the sensitive values, which are zeros in the lines"),
      ],
      result: .record([
        Shape.Member("lines", .list(.object), "the lines of the recording"),
        Shape.Member("complete", .boolean, "false if the limit `recording` has cut it off"),
        Shape.Member(
          "secrets", .list(.object), "the sensitive values, `{line, values}`, if requested", optional: true),
      ]),
      examples: [
        Example(
          "Exports a session with one change", #"{"session":"second"}"#,
          after: [
            #"session.open {"flow":"mail","session":"second","record":true}"#,
            #"dispatch {"session":"second","action":{"type":"search","query":"Ada"}}"#,
          ])
      ]
    ) { server, params, output throws(Failure) in
      let recorder = try server.recorder(of: try server.session(params))
      output.append(#"{"lines":"#)
      recorder.writeLines(into: &output)
      output.append(#","complete":"#, recorder.isComplete)
      if try params.boolean(.sensitive) {
        output.append(#","secrets":"#)
        recorder.writeSecrets(into: &output)
      }
      output.append("}")
    },
    Method(
      "recording.replay", .process,
      "Replays a recording, apart from the open sessions, and says where it first differs.",
      [
        Parameter(.lines, .list(.object), required: true, "as exported"),
        Parameter(
          .secrets, .list(.object),
          "as exported; without them, other values that fit stand for the sensitive ones"),
      ],
      result: .record([
        Shape.Member("equal", .boolean, "whether all outcomes are the same"),
        Shape.Member("lines", .integer, "the number of lines with the same outcome"),
        Shape.Member("line", .integer, "the first line that differs, from 1", optional: true),
        Shape.Member(
          "place", .string,
          "the place in the state, a JSON Pointer; absent if the request's own outcome differs",
          optional: true),
        Shape.Member("recorded", .any, "the recorded value", optional: true),
        Shape.Member("replayed", .any, "the replayed value", optional: true),
        Shape.Member("zeroed", .integer, "the number of sensitive values that aren't known"),
        Shape.Member(
          "changedFlows", .list(.string), "the flows that differ from the recorded ones", optional: true),
        Shape.Member(
          "olderForm", .integer,
          "the number of the recording's form, if navtree's rules have changed since", optional: true),
      ]),
      errors: [.unknownFlow],
      examples: [
        Example(
          "Replays no lines", #"{"lines":[]}"#)
      ]
    ) { server, params, output throws(Failure) in
      var replay = Replay(secrets: try params.list(.secrets) ?? []) { (name, _) throws(Failure) in
        try server.flow(named: name)
      }
      let outcome = try replay.run(try params.list(.lines) ?? [])
      output.appendObject(outcome.json)
    },
  ]
}

extension Replay.Outcome {
  /// The answer of `recording.replay`.
  package var json: JSONObject {
    var json: JSONObject = ["equal": .boolean(difference == nil), "lines": .integer(lineCount)]
    if let difference {
      json["line"] = .integer(difference.line)
      if let place = difference.place { json["place"] = .string(place) }
      if let recorded = difference.recorded { json["recorded"] = recorded }
      if let replayed = difference.replayed { json["replayed"] = replayed }
    }
    json["zeroed"] = .integer(zeroedCount)
    if !changedFlows.isEmpty { json["changedFlows"] = .array(changedFlows.map { .string($0) }) }
    if let olderForm { json["olderForm"] = .integer(olderForm) }
    return json
  }
}
