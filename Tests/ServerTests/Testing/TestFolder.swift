import NavtreeTestSupport

/// A folder with a flow and tests of it, in which `navtree test` is run.
struct TestFolder {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  /// Adding notes and opening them: three scenarios pass, one fails.
  static let notes = """
    flow: notes.navtree.yaml
    parts:
      addMilk: [{ do: { add: { text: milk } } }]
    scenarios:
      - name: add a note
        tags: [smoke]
        steps:
          - do: { add: { text: milk } }
            expect: { reply: 1, state: { notes: [milk] } }
      - name: open note ${example.index}
        tags: [rows, slow]
        examples: [{ index: 0 }, { index: 5, error: rejected }]
        steps:
          - part: addMilk
          - do: { open: { index: "${example.index}" } }
            expect: { error: "${example.?error}" }
      - name: open a note that isn't there
        tags: [rows]
        steps:
          - part: addMilk
          - do: { open: { index: 1 } }
            expect: { active: /main/note }

    """

  static let passing = """
    flow: notes.navtree.yaml
    scenarios:
      - { name: add, tags: [smoke], steps: [{ do: { add: { text: milk } } }] }
      - { name: add twice, steps: [{ do: { add: { text: a } } }, { do: { add: { text: b } } }] }

    """

  static let transcript = """
    # The first note.
    $ navtree serve notes.navtree.yaml --clock virtual
    > {"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"add","text":"milk"}}}
    < {"jsonrpc":"2.0","id":1,"result":{"seq":1,"handledBy":"/main","active":"/main","reply":1}}

    """

  /// With the flow and the given files.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    let flow = Files.text(of: Files.package + "/Specs/templates/notes.navtree.yaml")
    write(flow ?? "", to: "notes.navtree.yaml")
    for (name, text) in files { write(text, to: name) }
  }

  func write(_ text: String, to name: String) { Files.write(text, to: "\(path)/\(name)") }

  func text(of name: String) -> String? { Files.text(of: "\(path)/\(name)") }

  /// Runs `navtree test` in the folder.
  func test(_ arguments: String...) throws -> ChildProcess.Outcome {
    try shell(#"exec "$0" test "$@""#, arguments)
  }

  /// Runs a line of a shell in the folder; `$0` is navtree.
  func shell(_ line: String, _ arguments: [String] = []) throws -> ChildProcess.Outcome {
    try start(line, arguments).finish()
  }

  func start(_ line: String, _ arguments: [String] = []) throws -> ChildProcess {
    try ChildProcess(
      ["-c", "cd '\(path)' && \(line)", ChildProcess.navtree] + arguments, program: "/bin/sh")
  }
}
