import ArgumentParser

/// `navtree completions`: writes the script by which a shell completes commands.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Write the script by which a shell completes navtree's commands and options.",
    discussion: """
        navtree completions bash > ~/.local/share/bash-completion/completions/navtree
        navtree completions zsh > ~/.zfunc/_navtree
        navtree completions fish > ~/.config/fish/completions/navtree.fish
      """)

  enum Shell: String, Choice {
    case bash, zsh, fish
  }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    try place.write(
      NavtreeCommand.completionScript(for: CompletionShell(rawValue: shell.rawValue) ?? .bash) + "\n")
  }
}
