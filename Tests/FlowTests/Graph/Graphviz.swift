import NavtreeSystem

/// The program `dot`, where it is installed.
enum Graphviz {
  static var isInstalled: Bool { run("command -v dot >/dev/null", input: "") }

  /// Whether it takes a text as a graph.
  static func reads(_ text: String) -> Bool { run("dot -Tcanon >/dev/null", input: text) }

  private static func run(_ command: String, input: String) -> Bool {
    guard let pipe = popen(command, "w") else { return false }
    fwrite(input, 1, input.utf8.count, pipe)
    return pclose(pipe) == 0
  }
}
