import ArgumentParser
import NavtreeFlow

/// `navtree fuzz`: random sessions that look for what goes wrong.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Walk a flow at random beside the real app, and find where the two differ.",
    discussion: """
      Does at random what users, hosts and time may do, in the flow and through an adapter in the app, and compares \
      what the flow's 'observe' names. What differs is shrunk and printed as a scenario. Exits with 1 if something \
      differs.

        navtree fuzz my.navtree.yaml --against 'python3 adapter.py'
            walks 100 times 50 steps
        navtree fuzz my.navtree.yaml --against ./adapter --for 5m --regressions found
            writes what it finds into a folder, whose scenarios come first the next time
      """)

  @Argument(help: ArgumentHelp("The flow's file.", valueName: "flow"))
  var file: InputFile

  @OptionGroup var walk: WalkOptions

  @OptionGroup var against: AgainstOptions

  func validate() throws {
    try walk.validate()
    try against.validate()
    if against.command == nil { throw ValidationError("--against names the adapter of the app") }
  }

  func run() throws {
    let flow = try file.loadedFlow()
    try AgainstRun(file, flow, walk, against).run()
  }
}
