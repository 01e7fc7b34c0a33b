import ArgumentParser
import NavtreeEditor
import NavtreeFiles
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML
import NavtreeSystem

/// `navtree lsp`: the language server of editors.
struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: errors, completions and renaming while flows are written.",
    discussion: """
      An editor starts it, and speaks the Language Server Protocol 3.17 over standard input and output:

        navtree lsp
      """)

  @Flag(help: "Standard input and output, which it always uses; some editors give this.")
  var stdio = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    var output: [UInt8] = []
    let files = EditorFiles(
      read: { path in
        Result { () throws(FileFault) in try InputFile(named: path).bytes() }.mapError { PartFault("\($0)") }
      },
      list: { folder in
        let endings = [InputFile.flowEnding, ScenarioReader.ending]
        return ((try? InputFile(named: folder).files(endingIn: endings)) ?? []).map(\.path)
      },
      parts: { FlowFolder.parts(ofFlow: $0) })
    let server = LanguageServer(files: files) { message in
      let body = Array("\(message)".utf8)
      output += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    let (input, target) = (FileDescriptor(STDIN_FILENO), FileDescriptor(STDOUT_FILENO))
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { room.deallocate() }
    while !server.hasEnded {
      let isUnsettled = !input.isReadable() && server.settle()
      try output.withUnsafeBytes { bytes in try target.writeAll(bytes) }
      output.removeAll(keepingCapacity: true)
      if isUnsettled { continue }
      guard let count = try input.read(into: room) else { continue }
      if count == 0 { break }
      server.receive(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
    try output.withUnsafeBytes { bytes in try target.writeAll(bytes) }
    if server.status != 0 { throw ExitCode(server.status) }
  }
}
