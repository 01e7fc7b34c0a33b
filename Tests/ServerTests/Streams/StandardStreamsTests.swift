import NavtreeFiles
import NavtreeServer
import Testing

struct StandardStreamsTests {
  @Test
  func aStrayPrintGoesToStandardError() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let streams = try StandardStreams.claim()
      print("stray")
      try streams.output.writeAll("{}\n")
    }
    #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } == "{}\n")
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("stray\n") } == true)
  }
}
