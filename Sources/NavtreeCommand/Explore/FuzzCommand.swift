import ArgumentParser

/// `navtree fuzz`: random sessions that look for what goes wrong.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Look for what goes wrong by random sessions, in a flow or between it and the real app.",
    discussion: """
      Does at random what users, hosts and time may do. Checked after each step: the flow's invariants, 'always' of the \
      scenarios that are given, and what navtree promises; with --against what the flow's 'observe' names, in the flow \
      and through an adapter in the app. A failure is shrunk and printed as a scenario.

        navtree fuzz my.navtree.yaml my.scenarios.yaml --for 60s
            looks for a minute
        navtree fuzz my.navtree.yaml --runs 500 --regressions found
            writes what it finds into a folder, whose scenarios come first the next time
        navtree fuzz my.navtree.yaml --against 'python3 adapter.py'
            walks the flow and the app side by side
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @OptionGroup(title: "Sessions") var sessions: SessionOptions

  @OptionGroup(title: "Runs") var walk: WalkOptions

  @OptionGroup(title: "An app to compare with") var against: AgainstOptions

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try walk.validate()
    try sessions.threads.validate()
    try against.validate()
    if against.command != nil { try sessions.validateAgainstApp() }
    try ([file].compactMap(\.self) + sessions.scenarios).validate()
  }

  func run() throws {
    let file = try file.orOnlyFlow()
    let flow = try file.loadedFlow()
    let report = FuzzReport(isJSON: form.isJSON, place: place, flow: file)
    if against.command != nil {
      var run = AgainstRun(file: file, flow: flow, options: walk, against: against, report: report)
      try run.run()
    } else {
      var run = SessionRun(file: file, flow: flow, options: walk, sessions: sessions, report: report)
      try run.run()
    }
  }
}
