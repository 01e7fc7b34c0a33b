import ArgumentParser
import NavtreeServer

/// The program: a name in front of its commands.
@main
struct NavtreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navtree",
    abstract: "Runs an app's navigation without a screen.",
    discussion: """
      A flow is written once, in YAML: its screens, what each may present, and what each does with an action. \
      navtree keeps the tree of screens that are open and answers requests, one JSON object a line:

        navtree init my.navtree.yaml
            writes a small flow to start from
        navtree check my.navtree.yaml
            says what is wrong with a flow, with line and column
        echo '{"jsonrpc":"2.0","id":1,"method":"state.active"}' |
            navtree serve my.navtree.yaml
            opens it and asks which screen is on top

      Exit status: 0 fine, 1 a flow failed, 64 wrong usage, 70 a defect in navtree, 74 a file or a pipe failed.
      """,
    version: Release.version,
    subcommands: [
      ServeCommand.self, CallCommand.self, CheckCommand.self, EvalCommand.self, GraphCommand.self,
      SchemaCommand.self, ReplayCommand.self, InitCommand.self, StoreCommand.self,
    ])
}
