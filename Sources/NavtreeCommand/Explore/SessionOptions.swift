import ArgumentParser

/// The options of random sessions without an app.
struct SessionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Files of scenarios, whose 'always' is checked.", valueName: "scenarios"))
  var scenarios: [InputFile] = []

  @OptionGroup var beginnings: BeginningOptions

  @OptionGroup var threads: ThreadOptions

  @Flag(help: "Count an expression of the flow that fails as a failure too; else it is only noted.")
  var defects = false

  @Flag(help: "List what comments in the flow acknowledge, too: # explore: ignore KIND REASON.")
  var ignored = false

  @Flag(help: "Navigate as a host may, too: present and push any screen, give other params, reset the root.")
  var hostNavigation = false

  @Flag(help: "Send actions to covered screens too, and actions that navtree itself sends.")
  var forged = false

  /// Checks that none is given that says nothing about an app.
  func validateAgainstApp() throws {
    if threads.jobs != nil { throw ValidationError("--jobs isn't for --against: there is one app") }
    if defects { throw ValidationError("--defects isn't for --against, which compares") }
    if ignored { throw ValidationError("--ignored isn't for --against: no line of the flow is at fault") }
    if hostNavigation { throw ValidationError("--host-navigation isn't for --against: the app has no host") }
    if forged {
      throw ValidationError("--forged isn't for --against: the app has covered screens of its own")
    }
    if !beginnings.from.isEmpty {
      throw ValidationError("--from isn't for --against: the app begins at its start")
    }
    if !scenarios.isEmpty { throw ValidationError("--against takes no scenarios: only --regressions") }
  }
}
