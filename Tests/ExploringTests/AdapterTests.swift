import NavtreeExploring
import NavtreeJSON
import Testing

/// Requests that are larger than a pipe.
@Suite struct AdapterTests {
  private static let request: JSONValue = ["open": .string(String(repeating: "a", count: 1 << 20))]

  private func ask(_ command: String) throws -> Adapter.Answer {
    try Adapter(Adapter.Settings(command: command, timeout: 600_000)).ask(Self.request)
  }

  @Test func aLargeRequestArrivesWhole() throws {
    let answer = try ask("read -r line; echo \"{\\\"cannot\\\":\\\"${#line}\\\"}\"")
    guard case .cannot(let length) = answer else { throw AdapterFault.interrupted }
    #expect(length == "\(Self.request.description.utf8.count + #"{"do":}"#.utf8.count)")
  }

  @Test func anAdapterThatReadsNothingIsDeaf() {
    #expect(throws: AdapterFault.deaf(milliseconds: 100)) {
      _ = try Adapter(Adapter.Settings(command: "exec sleep 60", timeout: 100)).ask(Self.request)
    }
  }

  @Test func anAnswerBeforeTheEndOfARequestIsASecondOne() {
    #expect(throws: AdapterFault.second("{}")) { _ = try ask("echo '{}'; exec sleep 60") }
  }

  @Test func anAdapterThatClosesItsInputHasEnded() {
    #expect(throws: AdapterFault.ended(status: 4)) { _ = try ask("exit 4") }
  }
}
