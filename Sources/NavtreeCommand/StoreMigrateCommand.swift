import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine
import NavtreeText
import NavtreeYAML

/// `navtree store migrate --check`: reports how stored sessions would open under a flow.
struct StoreMigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Report how the stored sessions of a flow would open.",
    discussion: """
      Nothing is changed: a session is migrated when it is opened.
      """)

  @Flag(help: "Only report.")
  var check = false

  @Argument(help: "The flow's file.")
  var flow: InputFile

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @OptionGroup
  var named: NamedStores

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if !check { throw ValidationError("give --check: sessions are migrated when they are opened") }
  }

  func run() throws {
    let outcome = try flow.load()
    guard let flow = outcome.flow else {
      Console.complain(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text)
      throw ExitCode.failure
    }
    try named.places.validate(for: [flow], with: store.location)
    let store = try store.read(named)
    var isFine = true
    var separator = ""
    var count = 0
    let progress = ProgressLine()
    defer { progress.end() }
    if form.isJSON { try Console.write("[") }
    try StoreArgument.forEachPage(of: store) { page in
      var text = ""
      for entry in page where entry.flow == flow.name {
        let report = Self.check(entry, in: store, flow)
        isFine = isFine && report.isFine
        text += form.isJSON ? separator + "\(report.json)".escapingControls : report.text
        separator = ","
        count += 1
        progress.show("\(count.counted("session"))")
      }
      if !text.isEmpty { progress.end() }
      try Console.write(text)
    }
    try form.isJSON ? Console.write("]\n") : Console.report("\(count.counted("session"))\n")
    if !isFine { throw ExitCode.failure }
  }

  /// How a stored session would open.
  private static func check(_ entry: StoredEntry, in store: SessionStore, _ flow: FlowDefinition) -> (
    json: JSONValue, text: String, isFine: Bool
  ) {
    var answer: JSONObject = ["session": .string(entry.name), "version": .integer(entry.version)]
    do throws(Failure) {
      var report = RestoreReport()
      let (stored, scope) = try store.read(entry, of: flow)
      _ = try Session(
        restoring: stored, flow, name: entry.name, limits: Limits(), clock: SessionClock(.virtual),
        scope: scope, report: &report)
      answer["whole"] = .boolean(report.isWhole)
      answer["report"] = report.json
      return (.object(answer), text(entry.name, report), true)
    } catch {
      answer["error"] = .string(error.message)
      return (.object(answer), "\(entry.name): \(error.message)".escapingControls + "\n", false)
    }
  }

  /// A session's report for people: a line for each fate.
  private static func text(_ name: String, _ report: RestoreReport) -> String {
    let name = name.escapingControls
    if report.isWhole { return "\(name): all is kept\n" }
    return "\(name):\n" + report.sentences.map { "  \($0.escapingControls)\n" }.joined()
  }
}
