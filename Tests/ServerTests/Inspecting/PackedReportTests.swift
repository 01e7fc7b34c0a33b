import NavtreeTestSupport
import Testing

/// Long reports: their lines are packed.
@Suite struct PackedReportTests {
  /// Refusals of ever other values, whose lines are longest beside those of the recording.
  @Test func aLongReportIsPackedIntoHalfOfItsRecording() throws {
    let requests = (1...2_000).map { number in
      #"{"jsonrpc":"2.0","id":\#(number),"method":"dispatch","params":"#
        + #"{"action":{"type":"open","name":"</script>\#(number)"}}}"#
    }
    let folder = try TestFolder([
      "shop.navtree.yaml": Files.text(of: Files.package + "/Specs/shop.navtree.yaml") ?? "",
      "requests": requests.joined(separator: "\n") + "\n",
    ])
    let outcome = try folder.shell(
      #"""
      "$0" serve shop.navtree.yaml --clock virtual --record a.rec < requests > answers || exit
      "$0" report a.rec -o a.html
      printf %s "$(sed -n 's,.*id="data">\(H4sI[^<]*\)</script>.*,\1,p' a.html)" | base64 -d | gzip -d > lines || exit
      grep -c '^{"refused"' lines
      tail -n 1 lines
      """#, [])
    #expect(outcome.text == "2000\n{\"sent\":true}\n")
    #expect(outcome.errorText == "")
    let recording = try #require(Files.size(of: "\(folder.path)/a.rec"))
    let page = try #require(Files.size(of: "\(folder.path)/a.html"))
    #expect(page < 300_000 + recording / 2)
  }
}
