#if Inspector
  import ArgumentParser
  import NavtreeSystem

  /// The process that `navtree inspect` starts beside the host's.
  struct InspectorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspector", abstract: "Show the sessions of another process.", shouldDisplay: false)

    @Flag var drive = false

    @Flag var sensitive = false

    @OptionGroup(title: "The page") var place: PagePlace

    func run() throws {
      // The host comes first.
      _ = nice(5)
      place.serve(FollowedRecording(drives: drive, isSensitive: sensitive))
    }
  }
#endif
