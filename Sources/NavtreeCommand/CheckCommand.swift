import ArgumentParser
import NavtreeFlow
import NavtreeJSON

/// `navtree check`: reports the errors and warnings of flows.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the errors and warnings of flows.",
    discussion: "Exits with 1 if a flow has errors.")

  @Argument(help: ArgumentHelp("The flow files; - is standard input.", valueName: "flow"))
  var files: [InputFile]

  @Flag(help: "Fail on warnings too.")
  var strict = false

  @Flag(help: "Write one JSON object, as flow.check answers.")
  var json = false

  func run() throws {
    var diagnostics: [JSONValue] = []
    var isGood = true
    for file in files {
      let outcome = try file.load()
      let isFine =
        outcome.flow != nil && !(strict && outcome.diagnostics.contains { $0.severity == .warning })
      isGood = isGood && isFine
      let report = DiagnosticReport(
        outcome.diagnostics, in: outcome.source, coloured: Console.isColoured(Console.output))
      if json {
        diagnostics += report.json.array ?? []
      } else {
        try Console.write(report.text + (isFine ? "\(file.name): ok\n" : ""))
      }
    }
    if json {
      let answer: JSONObject = ["ok": .boolean(isGood), "diagnostics": .array(diagnostics)]
      try Console.write("\(JSONValue.object(answer))\n")
    }
    if !isGood { throw ExitCode.failure }
  }
}
