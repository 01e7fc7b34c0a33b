import ArgumentParser
import JSON
import Server

/// `navtree serve`: the loop of requests on standard input and answers on standard output.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answer JSON-RPC requests, one a line, until the input ends.")

  func run() throws {
    let streams = try StandardStreams.claim()
    var loop = ServeLoop(
      PingService(), on: streams, maximumDepth: 512, lineLimit: 16 << 20, unwrittenLimit: 1 << 20)
    switch loop.run() {
    case .done: return
    case .signal(let number): throw ExitCode(128 + number)
    case .inputFailed(let error): throw Console.fail("standard input: \(error)", .ioError)
    case .outputFailed(let error): throw Console.fail("standard output: \(error)", .ioError)
    case .waitingFailed(let error): throw Console.fail("poll: \(error)", .software)
    }
  }
}

final class PingService: Service {
  var isShutDown = false
  func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter
  ) throws(RPCError) {
    switch String(decoding: method, as: UTF8.self) {
    case "ping": output.append("{}")
    case "shutdown":
      isShutDown = true
      output.append("{}")
    default: throw .unknownMethod(String(decoding: method, as: UTF8.self))
    }
  }
}
