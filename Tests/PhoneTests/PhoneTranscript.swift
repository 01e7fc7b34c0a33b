import NavtreeEngine
import NavtreeExploring
import NavtreeFiles
import NavtreeSystem
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeScenarios
import NavtreeServer
import NavtreeTestSupport

/// A transcript that is played in this process: `navtree serve` with limits, a clock and flows.
struct PhoneTranscript {
  private let transcript: Transcript

  init(_ path: String) throws {
    guard let text = Files.text(of: PhoneSpecs.path(path)) else { throw Failure.unread(path) }
    transcript = Transcript(text)
  }

  enum Failure: Error {
    case unread(String)
    case unknown(Substring)
  }

  /// The first line that isn't as it is written, and what came in its place.
  func difference() throws -> String? {
    var output: [Int: [Substring]] = [:]
    var service: Service?
    for (number, line) in transcript.content.enumerated() {
      switch line {
      case .command(let text):
        let next = try Service(text.split(separator: " ").dropFirst(2))
        output[number] = next.pending()
        service = next
      case .request(let text): output[number] = service?.answer(Array(text.utf8))
      case .expected, .other, .unmarked: break
      }
    }
    return transcript.difference(to: transcript.played { output[$0] }).map {
      "line \($0.line)\n  expected \($0.expected ?? "nothing more")\n  found    \($0.found ?? "nothing more")"
    }
  }

  /// A server as a command line describes it.
  private final class Service {
    private let server: NavtreeServer
    private let layer: RPCLayer

    init(_ arguments: ArraySlice<Substring>) throws {
      var limits = Limits()
      var clock = SessionClock.Kind.real
      var flows: [String] = []
      var words = arguments.makeIterator()
      while let word = words.next() {
        switch word {
        case "--clock":
          guard let kind = words.next().flatMap({ SessionClock.Kind(rawValue: String($0)) }) else {
            throw Failure.unknown(word)
          }
          clock = kind
        case "--limit":
          let parts = (words.next() ?? "").split(separator: "=")
          guard parts.count == 2, let limit = Limit(rawValue: String(parts[0])),
            let value = Int(parts[1]) ?? DurationTemplate.milliseconds(of: .string(String(parts[1])))
          else { throw Failure.unknown(word) }
          limits[limit] = value
        default:
          if word.hasPrefix("-") { throw Failure.unknown(word) }
          flows.append(String(word))
        }
      }
      server = NavtreeServer(
        limits: limits, clock: clock, tester: ScenarioTests.tester, planner: SessionPlans.planner,
        readParts: { FlowFolder.parts(ofFlow: PhoneSpecs.path($0)) }, readFile: Self.read)
      layer = RPCLayer(
        maximumDepth: limits[.depth],
        batchLimits: RPCBatchLimits(requests: limits[.requests], answers: limits[.answers]))
      server.pass(to: SystemClock().now)
      for path in flows {
        let outcome = FlowLoader.load(
          Files.bytes(of: PhoneSpecs.path(path)) ?? [], file: path,
          parts: FlowFolder.parts(ofFlow: PhoneSpecs.path(path)))
        let flow = try server.load(outcome, file: path)
        _ = try server.open(flow, as: flow.name)
      }
    }

    private static func read(_ path: String) -> Result<[UInt8], NavtreeServer.FileFailure> {
      guard let bytes = Files.bytes(of: PhoneSpecs.path(path)) else {
        return .failure(NavtreeServer.FileFailure(message: "No such file or directory"))
      }
      return .success(bytes)
    }

    /// The lines written before the first request.
    func pending() -> [Substring] {
      var output = JSONWriter()
      server.writeCaused(into: &output)
      return Self.lines(of: output)
    }

    func answer(_ line: [UInt8]) -> [Substring] {
      server.pass(to: SystemClock().now)
      var output = JSONWriter()
      server.writeCaused(into: &output)
      (line + Array(repeating: 0, count: JSONParser.padding)).withUnsafeBytes { bytes in
        layer.handle(UnsafeRawBufferPointer(rebasing: bytes[..<line.count]), with: server, into: &output)
      }
      _ = server.commit()
      return Self.lines(of: output)
    }

    private static func lines(of output: borrowing JSONWriter) -> [Substring] {
      output.withUnsafeBytes { Array($0) }
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        .map { Substring(decoding: $0, as: UTF8.self) }
    }
  }
}
