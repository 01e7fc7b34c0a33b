import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer

/// What help, the manual and `navtree schema --command` say of a command beside its options.
struct CommandFacts {
  /// The page of Docs that describes it.
  let page: String
  /// What its exit statuses mean, beside those that all commands have.
  let statuses: [(status: Int, meaning: String)]
  /// The shape of what `--format json` writes; nil for a command without.
  let output: Shape?

  private init(_ page: String, _ statuses: [Int: String] = [:], json output: Shape? = nil) {
    self.page = page
    let statuses = Self.common.merging(statuses) { $1 }
    self.statuses = statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.output = output
  }

  private static let common = [
    0: "success", 64: "wrong usage", 70: "a defect of navtree", 74: "a file or a pipe failed",
  ]

  /// The end of the command's help.
  var footer: String {
    let lines = statuses.map { status, meaning in
      "  \(status)\(String(repeating: " ", count: max(1, 6 - "\(status)".count)))\(meaning)\n"
    }
    return "\nEXIT STATUS:\n\(lines.joined())\nSEE: Docs/\(page)\n"
  }

  /// ArgumentParser's description of all commands, with each one's exit statuses and page.
  static func adding(to description: String) -> String {
    guard var table = try? JSONValue(parsing: Array(description.utf8), maximumDepth: 64).object,
      let root = table["command"]?.object
    else { return description }
    table["command"] = .object(adding(to: root, []))
    return JSONValue.object(table).prettyDescription + "\n"
  }

  /// Recursion is bounded by the nesting of commands.
  private static func adding(to command: JSONObject, _ words: [String]) -> JSONObject {
    var command = command
    if let facts = of(words) {
      command["page"] = .string(facts.page)
      command["statuses"] = .object(
        JSONObject(facts.statuses.map { ("\($0.status)", .string($0.meaning)) }) { $1 })
    }
    command["subcommands"] = command["subcommands"]?.array.map { commands in
      .array(
        commands.map { part in
          part.object.map { .object(adding(to: $0, words + [$0["commandName"]?.string ?? ""])) } ?? part
        })
    }
    return command
  }

  /// Those of a command, by its words behind `navtree`; empty words are the program itself.
  static func of(_ words: [String]) -> CommandFacts? { table[words.joined(separator: " ")] }

  /// The commands that write JSON, by their words.
  static let described = table.filter { $0.value.output != nil }

  private static let faultyFlow = [1: "the flow has errors"]

  private static let table: [String: CommandFacts] = [
    "": CommandFacts("reference/format.md", [1: "a flow, a test or a request failed"]),
    "serve": CommandFacts("reference/serve.md", [1: "a flow has errors, or a session can't be opened"]),
    "call": CommandFacts(
      "reference/protocol.md",
      [1: "a request was refused", 64: "wrong usage, or an unknown method or parameter"],
      json: .open([member("jsonrpc", .string, "2.0: each line is a message of the protocol")])),
    "repl": CommandFacts("reference/protocol.md", [1: "a line of a pipe or a file was refused"]),
    "check": CommandFacts(
      "reference/diagnostics.md",
      [1: "a flow has errors, or with --strict warnings, or --diff shows a change"],
      json: result(of: "flow.check")),
    "fmt": CommandFacts(
      "reference/fmt.md", [1: "a file isn't YAML, or --check or --diff tells of one that would change"]),
    "test": CommandFacts(
      "guides/testing.md",
      [1: "a test fails, or a file is wrong", 64: "wrong usage, or no test is selected"],
      json: tests),
    "fuzz": CommandFacts(
      "guides/exploring.md", [1: "something was found, or the flow has errors"], json: findings),
    "coverage": CommandFacts(
      "reference/coverage.md", [1: "a file isn't coverage of this flow, or --min isn't met"], json: coverage),
    "explore": CommandFacts(
      "guides/exploring.md", [1: "something was found or can't be reached, or the flow has errors"],
      json: exploration),
    "plan": CommandFacts(
      "guides/exploring.md", [0: "reached", 1: "unreachable, or the flow has errors", 2: "bounded"],
      json: result(of: "plan")),
    "eval": CommandFacts(
      "reference/cel.md", [1: "the evaluation failed", 64: "wrong usage, or the expression is wrong"],
      json: value),
    "graph": CommandFacts("reference/format.md", faultyFlow, json: graph),
    "links": CommandFacts(
      "reference/links.md", [1: "the flow has errors, or the file of --check differs"],
      json: .record([
        member("prefixes", .list(.string), "what may stand before the URLs"),
        member("links", .list(.open([member("url", .string, "the pattern")])), "the links in normal form"),
      ])),
    "schema": CommandFacts("reference/format.md", json: .object),
    "types": CommandFacts("reference/types.md", [1: "the flow has errors, or the file of --check differs"]),
    "bundle": CommandFacts("reference/bundle.md", [1: "the flow has errors, or its bundle is too large"]),
    "replay": CommandFacts(
      "reference/methods-state.md", [1: "something differs"], json: result(of: "recording.replay")),
    "report": CommandFacts("guides/inspector.md", [1: "a line went otherwise than it was recorded"]),
    "diff": CommandFacts(
      "reference/diff.md", [1: "a change is breaking, a behaviour differs, or a file is wrong"],
      json: difference),
    "lsp": CommandFacts("guides/editors.md", [1: "exit came before shutdown"]),
    "init": CommandFacts("reference/format.md", [74: "the file is there already, or can't be written"]),
    "mcp": CommandFacts("guides/agents.md", [1: "a session can't be opened"]),
    "skill": CommandFacts("guides/agents.md", [74: "a file differs and stays, or can't be written"]),
    "completions": CommandFacts("guides/installing.md"),
    "inspect": CommandFacts("guides/inspector.md", faultyFlow),
    "inspector": CommandFacts("guides/inspector.md"),
    "store": CommandFacts("guides/scale.md", storeFaults),
    "store ls": CommandFacts(
      "guides/scale.md",
      json: .list(
        .record([
          member("session", .string, "the session's name"), member("flow", .string, "the flow's name"),
          member("version", .integer, "the flow's version"), member("hash", .string, "the flow's hash"),
          member("seq", .integer, "the number of the last change"),
          member("bytes", .integer, "what is stored of it"),
        ]))),
    "store show": CommandFacts("guides/scale.md", storeFaults),
    "store export": CommandFacts("guides/scale.md", storeFaults),
    "store import": CommandFacts("guides/scale.md", [1: "it is no snapshot, or the name is taken"]),
    "store copy": CommandFacts(
      "guides/scale.md", [1: "a session was passed over"],
      json: .record([
        member("copied", .list(.string), "the sessions that were copied"),
        member(
          "passedOver",
          .list(
            .record([
              member("session", .string, "the session's name"), member("message", .string, "the reason"),
            ])), "those that were not"),
      ])),
    "store vacuum": CommandFacts("guides/scale.md", storeFaults),
    "store verify": CommandFacts(
      "guides/scale.md", storeFaults,
      json: .record([
        member("ok", .boolean, "whether nothing was found"),
        member("sound", .list(.string), "the sessions that are sound"),
        member(
          "findings",
          .list(
            .record([
              member("session", .either([.string, .null]), "the session's name; null for the file"),
              member("message", .string, "what is damaged"),
            ])), "what was found"),
      ])),
    "store migrate": CommandFacts(
      "guides/scale.md", [1: "a session can't be restored"],
      json: .list(
        .record([
          member("session", .string, "the session's name"),
          member("version", .integer, "the version of the flow that it was stored with"),
          member("whole", .boolean, "whether all is kept").ifAny,
          member("report", .any, "what becomes of the rest").ifAny,
          member("error", .string, "why it can't be restored").ifAny,
        ]))),
  ]

  private static let storeFaults = [1: "something is damaged, missing or doesn't fit"]
}

extension CommandFacts {
  private static func member(_ name: String, _ shape: Shape, _ summary: String) -> Shape.Member {
    Shape.Member(name, shape, summary)
  }

  private static func result(of name: String) -> Shape {
    MethodTable.methods.first { $0.name == name }?.result ?? .any
  }

  /// The members of what has a place in a file.
  private static let place = [
    member("file", .string, "the file's name"), member("line", .integer, "the line, from 1"),
    member("column", .integer, "the column, from 1"),
  ]

  private static let tests: Shape = .record([
    member("passed", .integer, "the scenarios that passed"), member("failed", .integer, "those that failed"),
    member("skipped", .integer, "those that weren't run").ifAny,
    member("seed", .integer, "the seed of the order").ifAny,
    member(
      "scenarios",
      .list(
        .open(
          [member("name", .string, "the name"), member("passed", .boolean, "whether it passed")] + place
            + [member("duration", .number, "in milliseconds")])), "each as `test.run` has it"),
    member("wrong", .list(.open([place[0]])), "the files that are wrong").ifAny,
  ])

  private static let findings: Shape = .record([
    member("runs", .integer, "the runs that were made"), member("steps", .integer, "their steps"),
    member(
      "findings",
      .list(
        .record([
          member("finding", .string, "what was found"),
          member("run", .integer, "the run that found it").ifAny,
          member("scenario", .string, "the scenario that shows it, as text"),
        ])), "what was found"),
    member(
      "ignored",
      .list(
        .record([
          member("finding", .string, "what was found"), member("reason", .string, "why a comment ignores it"),
        ])), "what comments of the flow ignore; not with --against"
    ).ifAny,
  ])

  private static let coverage: Shape = .record([
    member("flow", .string, "the flow's name"), member("hash", .string, "its hash"),
    member("files", .list(.string), "its files"),
    member("sessions", .integer, "the sessions that were counted"),
    member(
      "totals",
      .map(
        .record([
          member("covered", .integer, "how many are covered"), member("of", .integer, "of how many"),
          member("percent", .integer, "in whole percent"),
          member("ignored", .integer, "left out by a comment").ifAny,
        ])), "by kind"),
    member(
      "items",
      .list(
        .open(
          [member("kind", .string, "its kind"), member("name", .string, "its name")] + place + [
            member("covered", .boolean, "whether each of its outcomes was seen")
          ])), "each thing that counts"),
    member(
      "pairs",
      .list(
        .record([
          member("first", .string, "a screen"), member("second", .string, "the one that followed it"),
          member("count", .integer, "how often"),
        ])), "transitions between screens"),
  ])

  private static let exploration: Shape = .record([
    member("flow", .string, "the flow's name"), member("states", .integer, "the states that were looked at"),
    member("moves", .integer, "the moves that were tried"), member("depth", .integer, "the longest way"),
    member("bounds", .list(.string), "why some state may have been missed; empty where all were seen"),
    member(
      "goals",
      .list(
        .record(
          [
            member("verdict", .choice(["reached", "unreachable", "bounded"]), "what became of it"),
            member("kind", .string, "screen, rule, guard, link or goal"), member("name", .string, "its name"),
            member("way", .list(.string), "the moves that reach it").ifAny,
            member(
              "forged", .string, "the first move without which no way leads there, and that no user makes"
            ).ifAny,
            member("ignored", .string, "why a comment says to ignore that it is unreachable").ifAny,
          ] + place.map(\.ifAny))), "what can be reached"),
    member(
      "properties",
      .list(
        .record(
          [
            member("name", .string, "its name"),
            member("verdict", .choice(["holds", "broken", "undecided"]), "whether it holds"),
          ] + place)), "the invariants and properties over time"),
    member(
      "findings",
      .list(
        .record(
          [
            member("kind", .string, "the kind"), member("name", .string, "where"),
            member("message", .string, "the sentence for people"),
            member("way", .list(.string), "the moves that lead there"),
            member("forged", .string, "the first of them that no user makes, if no other way leads there")
              .ifAny,
            member("circle", .list(.string), "the moves that come again and again after them").ifAny,
            member("ignored", .string, "why a comment of the flow says to ignore it").ifAny,
          ] + place.map(\.ifAny))), "what goes wrong"),
    member("acknowledged", .integer, "how many of these a comment ignores"),
    member(
      "unused",
      .list(
        .record(
          [
            member("kind", .string, "the kind that it names"), member("reason", .string, "its reason"),
            member("stale", .boolean, "whether nothing of that kind can be found there any more"),
          ] + place)), "the comments for which nothing was found"),
    member(
      "inputs",
      .list(
        .record([
          member("name", .string, "the input"), member("values", .array, "the values that were tried"),
          member("complete", .boolean, "whether these are all that differ"),
        ])), "the values that moves were tried with"),
  ])

  private static let value: Shape = .open([
    member("type", .string, "the type of the value").ifAny,
    member("text", .string, "the value as CEL writes it").ifAny,
    member("value", .any, "the value, if JSON has a form for it").ifAny,
    member("cost", .integer, "with --cost, the cost").ifAny,
    member("errors", .list(.object), "in place of these, what is wrong with the expression").ifAny,
  ])

  private static let graph: Shape = .record([
    member("nodes", .list(.object), "the screens, and where windows start"),
    member("edges", .list(.object), "the ways between them"),
  ])

  private static let difference: Shape = .record([
    member("breaking", .integer, "the number of breaking changes"),
    member("differing", .integer, "the number of runs that differ"),
    member(
      "changes",
      .list(
        .record(
          [
            member("breaking", .boolean, "whether it breaks something"),
            member("subject", .string, "the part that has changed"), member("name", .string, "its name"),
            member("message", .string, "the change"),
          ] + place)), "the changes of the flow"),
    member(
      "runs",
      .list(
        .record([
          place[0], place[1].ifAny, member("same", .boolean, "whether both versions do the same"),
          member("run", .string, "the scenario or request").ifAny,
          member("place", .string, "where they differ").ifAny,
          member("old", .any, "what the old one did").ifAny,
          member("new", .any, "what the new one does").ifAny,
        ])), "recordings and scenarios under both versions"),
  ])
}
