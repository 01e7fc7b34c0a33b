#if Inspector
  import ArgumentParser
  import NavtreeFiles
  import NavtreeInspector
  import NavtreeReport

  /// `navtree inspect`: shows sessions live in a browser.
  struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspect",
      abstract: "Show sessions live in a browser: those of a host, or one of a flow alone.",
      discussion: """
        With 'serve' after two dashes it takes the place of 'navtree serve' for a host, and answers the same. A second \
        process shows a page, whose URL is written to standard error: the timeline, trees, state and reasons, and what \
        would happen if. With a flow alone it is a playground, which begins again when the file is saved.

          navtree inspect -- serve my.navtree.yaml
          navtree inspect my.navtree.yaml
        """)

    @Argument(help: ArgumentHelp("The flow of a playground.", valueName: "flow"), completion: .file())
    var file: InputFile?

    @Flag(
      help:
        "Let the page act on the host's sessions, with origin 'inspector'; else it acts on forks in its own process."
    )
    var drive = false

    @Flag(help: "Show sensitive values.")
    var sensitive = false

    @OptionGroup(title: "The page") var place: PagePlace

    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp(
        "The command whose sessions are shown: serve, and its arguments.", valueName: "command"))
    var command: [String] = []

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
      switch (file, command.first) {
      case (nil, nil): throw ValidationError("give a flow, or a command: navtree inspect -- serve FLOW")
      case (.some, .some): throw ValidationError("give either a flow or a command")
      case (nil, "serve"): break
      case (nil, .some(let name)):
        throw ValidationError("'\(name)' can't be inspected: the command after -- is serve")
      case (let file?, nil):
        if drive {
          throw ValidationError("--drive is for the sessions of a host: in a playground there is none")
        }
        if file.isStandardInput {
          throw ValidationError("a playground needs a file, which it can read again")
        }
      }
    }

    func run() throws {
      if let file { return try Playground(file, isSensitive: sensitive).run(at: place) }
      let serve = try ServeCommand.parseAsRoot(Array(command.dropFirst())) as? ServeCommand
      guard var settings = serve?.settings else { throw ExitCode.usage }
      settings.inspection = InspectorLink.Settings(
        arguments: place.arguments, drives: drive, isSensitive: sensitive)
      try settings.run()
    }
  }

  /// The address of the page, and the bytes that it is made from.
  struct PagePlace: ParsableArguments {
    @Option(help: ArgumentHelp("The loopback address of the page: 127.0.0.1 or ::1.", valueName: "address"))
    var address = InspectorServer.Address.v4

    @Option(help: ArgumentHelp("The port of the page; by default one that is free.", valueName: "port"))
    var port = 0

    @Option(
      help: ArgumentHelp(
        "The bytes that are kept for a page that comes late; when they are full, the oldest go.",
        valueName: "bytes"))
    var history = 64 << 20

    func validate() throws {
      guard 0...65_535 ~= port else { throw ValidationError("--port \(port): a port is at most 65535") }
      guard history >= 0 else { throw ValidationError("--history \(history): it is less than nothing") }
    }

    var arguments: [String] {
      ["--address", address.rawValue, "--port", "\(port)", "--history", "\(history)"]
    }

    /// Serves the page on this thread until the process ends.
    func serve(_ inspected: any Inspected) {
      let page = ReportFile.page
      InspectorServer.run(
        InspectorServer.Settings(
          address: address, port: port, page: page.live,
          policy: page.livePolicy + "; frame-ancestors 'none'", history: history),
        inspected,
        started: { Console.note("the page is at \($0)") },
        failed: { InspectCommand.exit(withError: Console.fail("the page can't be served: \($0)", .ioError)) },
        ended: { InspectCommand.exit() })
    }
  }

  extension InspectorServer.Address: Choice {}
#endif
