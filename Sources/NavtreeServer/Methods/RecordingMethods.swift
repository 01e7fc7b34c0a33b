import NavtreeFlow
package import NavtreeJSON
import OrderedCollections
import NavtreeEngine

extension MethodTable {
  static let recordingMethods: [Method] = [
    Method(
      "recording.export", "What was asked of a session that is recorded, one input a line.",
      [
        .session,
        Parameter(.sensitive, .boolean, "with the sensitive values, which stand as zeros in the lines"),
      ],
      result: .record([
        Shape.Member("lines", .list(.object), "what a recording's file has, line by line"),
        Shape.Member("complete", .boolean, "false: the limit `recording` has cut it off"),
        Shape.Member(
          "secrets", .list(.object), "the sensitive values, `{line, values}`, if asked for", optional: true),
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
      output.append(#","complete":"#)
      output.appendBoolean(recorder.isComplete)
      if try params.boolean(.sensitive) {
        output.append(#","secrets":"#)
        recorder.writeSecrets(into: &output)
      }
      output.append("}")
    },
    Method(
      "recording.replay",
      "Does once more what was recorded, apart from the open sessions, and says where it first differs.",
      [
        Parameter(.lines, .list(.object), required: true, "as exported"),
        Parameter(.secrets, .list(.object), "as exported; without them, sensitive values are zeros"),
      ],
      result: .record([
        Shape.Member("equal", .boolean, "whether all came out the same"),
        Shape.Member("lines", .integer, "how many lines did"),
        Shape.Member("line", .integer, "the first line that didn't, from 1", optional: true),
        Shape.Member(
          "place", .string, "where in the state, a JSON Pointer; without it, the request's own outcome",
          optional: true),
        Shape.Member("recorded", .any, "what was there", optional: true),
        Shape.Member("replayed", .any, "what is there now", optional: true),
        Shape.Member("zeroed", .integer, "how many sensitive values were zeros"),
        Shape.Member(
          "changedFlows", .list(.string), "the flows that aren't those that were recorded", optional: true),
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
  /// As `recording.replay` answers it.
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
    return json
  }
}
