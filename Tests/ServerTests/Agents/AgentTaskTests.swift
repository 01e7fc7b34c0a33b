import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// The tasks of the guide for agents, solved by a scripted client.
@Suite struct AgentTaskTests {
  @Test func thereAreTwelveTasksOnUnlikeFlows() {
    #expect(AgentTask.all.count == 12)
    #expect(Set(AgentTask.all.map(\.flow)).count == 12)
  }

  @Test(arguments: AgentTask.all) func aTaskIsSolvedInFewCalls(task: AgentTask) throws {
    let run = try task.run()
    #expect(task.calls.count <= task.shortest + 3)
    #expect(run.tokens <= 5_000)
    switch task.check {
    case .session(let words, let expected):
      let file = "\(task.flow.split(separator: "/").last ?? "").navtree.yaml"
      let command = ["call", file, "--store", "sqlite:agent.db"] + words
      let outcome = try ChildProcess(command, in: run.folder.path).finish()
      #expect(outcome.text.contains(expected), "\(outcome.text)\(outcome.errorText)")
    case .answer(let texts):
      let answer = run.answers.last?["result"]?["content"]?[0]?["text"]?.string ?? ""
      for text in texts { #expect(answer.contains(text), "\(answer)") }
    case .tests:
      let outcome = try ChildProcess(["test"], in: run.folder.path).finish()
      #expect(outcome.status == 0, "\(outcome.text)")
    }
  }

  /// The client guesses nothing: what it says stands in the task, in the tools, or in an earlier answer.
  @Test(arguments: AgentTask.all) func eachTextOfACallWasReadBefore(task: AgentTask) throws {
    let run = try task.run()
    var known = KnownTexts()
    known.read(.string(task.text))
    known.read(run.tools)
    for (call, answer) in zip(task.calls, run.answers) {
      #expect(known.unread(in: try JSONValue(parsing: call.1)) == [], "\(call.0)")
      known.read(answer)
    }
  }

  @Test(arguments: ["#7", "/main/b", "mail", "read all of it", "a: 1\nc: [dear, 7]\n"])
  func aTextThatWasReadIsKnown(text: String) {
    #expect(Self.readBefore.unread(in: ["open": .string(text)]) == [])
  }

  @Test(arguments: ["ma", "all it", "/main/c", "a: 1\nc: [deer, 7]\n", "a: 7\nc: [dear, 1]\n", "#8"])
  func aTextThatWasntReadIsNone(text: String) {
    #expect(Self.readBefore.unread(in: ["open": .string(text)]) != [])
  }

  private static var readBefore: KnownTexts {
    var known = KnownTexts()
    known.read(["at": "/main/b#7", "text": "{\"open\":\"read all of it\"}", "n": 7])
    known.read("mail\na: 1\nc: [dear]")
    return known
  }

  @Test func theGuideHasTheirTable() throws {
    var rows = ["| task | flow | fewest calls | calls | tokens |", "| --- | --- | --- | --- | --- |"]
    for task in AgentTask.all {
      let title = task.text.split(separator: "\n")[0].drop { $0 == "#" || $0 == " " }
      let tools = task.calls.map { "`\($0.0)`" }.joined(separator: ", ")
      rows.append("| \(title) | \(task.flow) | \(task.shortest) | \(tools) | \(try task.run().tokens) |")
    }
    try Document.expect(
      [GeneratedPart(name: "tasks", text: rows.joined(separator: "\n"))],
      in: [Document(path: "Docs/guides/agents.md")])
  }
}
