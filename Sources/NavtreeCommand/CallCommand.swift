import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeEngine

/// `navtree call`: sends one request to a flow's new session.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Open a flow and send it one request, without writing JSON.",
    discussion: """
      Parameters are written NAME=VALUE. A value that isn't JSON is a string. NAME.MEMBER=VALUE, or a JSON Pointer, \
      sets a member of an object. Writes the result as JSON, or as plain text if it is a string.

        navtree call my.navtree.yaml state.outline
        navtree call my.navtree.yaml push screen=detail params.id=7
        navtree call my.navtree.yaml explain action.type=select action.index=0

      Exits with 1 if the request is refused, with 64 if the method or a parameter doesn't exist.
      """)

  @Argument(help: ArgumentHelp("The flow's file; - is standard input.", valueName: "flow"))
  var file: InputFile

  @Argument(help: "The method.")
  var method: String

  @Argument(help: ArgumentHelp("Its parameters.", valueName: "name=value"))
  var parameters: [CallArgument] = []

  @Flag(help: "Write the whole answer and the notifications, as the protocol has them.")
  var json = false

  func run() throws {
    let params = try CallArgument.params(parameters)
    let server = NavtreeServer(readFile: InputFile.read)
    server.pass(to: SystemClock().now)
    try file.openSession(on: server)
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(params),
    ]
    var output = JSONWriter()
    // Notifications from opening the session come before the answer, which starts here.
    server.writeCaused(into: &output)
    let start = output.count
    let line = Array("\(request)".utf8)
    let padded = line + Array(repeating: 0, count: JSONParser.padding)
    padded.withUnsafeBytes { bytes in
      RPCLayer(maximumDepth: Limits()[.depth])
        .handle(UnsafeRawBufferPointer(rebasing: bytes[..<line.count]), with: server, into: &output)
    }
    let written = output.withUnsafeBytes { Array($0) }
    guard let answer = try? JSONValue(parsing: written[start...].prefix { $0 != 0x0A }, maximumDepth: 4096)
    else {
      throw Console.fail("the answer is no JSON", .software)
    }
    if json { try Console.write(String(decoding: written, as: UTF8.self)) }
    if let error = answer["error"] { throw refuse(error) }
    if json { return }
    let result = answer["result"] ?? .null
    try Console.write(result.string.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" } ?? "\(result)\n")
  }

  /// Reports why the request was refused.
  ///
  /// - Returns: the exit status, to be thrown.
  private func refuse(_ error: JSONValue) -> ExitCode {
    let data = error["data"]
    let kind = data?["kind"]?.string ?? ""
    let isUsage = kind == ErrorKind.invalidParams.rawValue || kind == "unknownMethod"
    let status = isUsage ? ExitCode.usage : ExitCode.failure
    if json { return status }
    var text = data?["message"]?.string ?? error["message"]?.string ?? ""
    if !kind.isEmpty { text += " [\(kind)]" }
    if let hint = data?["hint"]?.string { text += "\n  hint: \(hint)" }
    return Console.fail(text, status)
  }
}
