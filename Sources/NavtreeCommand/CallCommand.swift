import ArgumentParser
import NavtreeEngine
import NavtreeJSON
import NavtreeText

/// `navtree call`: sends requests to a flow's session.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Open a flow and send it requests, without writing JSON.",
    discussion: """
      Parameters are written NAME=VALUE. A value that isn't JSON is a string. NAME.MEMBER=VALUE, or a JSON Pointer, \
      sets a member of an object. A colon stands between several requests. Writes each result as JSON, or as plain \
      text if it is a string; at a terminal, explanations as text, and the outline after a change.

        navtree call my.navtree.yaml state.outline
        navtree call my.navtree.yaml push screen=detail params.id=7 : state.outline
        navtree call my.navtree.yaml explain action.type=select action.index=0
        navtree call my.navtree.yaml --store sqlite:my.db state.active

      Ends with the first request that is refused.
      """)

  @Argument(help: ArgumentHelp("The flow's file; - is standard input.", valueName: "flow"))
  var file: InputFile

  @Argument(help: ArgumentHelp("A method and its parameters; a colon, and the next.", valueName: "method"))
  var words: [String] = []

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @Option(
    help: ArgumentHelp(
      "The store in which the session goes on and is kept: sqlite:PATH.", valueName: "[name=]url"))
  var store: [StorePlace] = []

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try store.validate()
    if words.isEmpty { throw ValidationError("Missing expected argument '<method>'") }
    _ = try CallStep.steps(words)
  }

  func run() throws {
    let steps = try CallStep.steps(words)
    let server = try LocalServer(file, stores: store)
    let report = Report(isColoured: Console.isColoured(Console.output))
    let isForPeople = !form.isJSON && Console.isTerminal(Console.output)
    var seq = isForPeople ? server.seq : 0
    if form.isJSON { try write(server.opening) }
    for step in steps {
      let reply = server.call(step.method, step.params)
      if form.isJSON { try write(reply.lines) }
      if let error = reply.error {
        let status = refuse(error, step, server)
        try server.finish()
        throw status
      }
      if form.isJSON { continue }
      let isExplained = isForPeople && step.method == "explain"
      try Console.write(isExplained ? report.explanation(reply.result) : report.result(reply.result))
      if isForPeople, server.seq != seq {
        seq = server.seq
        try Console.write(report.outline(server.call("state.outline").result.string ?? ""))
      }
    }
    try server.finish()
  }

  private func write(_ lines: [JSONValue]) throws {
    for line in lines { try Console.write("\(line)".escapingControls + "\n") }
  }

  /// Reports why a request was refused.
  ///
  /// - Returns: the exit status, to be thrown.
  private func refuse(_ error: JSONValue, _ step: CallStep, _ server: LocalServer) -> ExitCode {
    let kind = error["data"]?["kind"]?.string ?? ""
    let isUnknown = kind == "unknownMethod"
    let status: ExitCode = isUnknown || kind == ErrorKind.invalidParams.rawValue ? .usage : .failure
    if form.isJSON { return status }
    let hint =
      isUnknown && server.hasAction(step.method)
      ? "'\(step.method)' is an action: dispatch action.type=\(step.method)"
      : step.arguments.hint(for: error)
    Console.complain("navtree: " + Report(isColoured: false).error(error, hint: hint))
    return status
  }
}
