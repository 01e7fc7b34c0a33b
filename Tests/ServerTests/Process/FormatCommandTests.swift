import NavtreeTestSupport
import Testing

/// `navtree fmt` and `navtree check --fix`, which write files.
@Suite struct FormatCommandTests {
  private static let flow = "navtree: 1\nflow: a\nstart: home\nscreens: {home: {titel: \"A\"}}\n"
  private static let form = "navtree: 1\nflow: a\nstart: home\nscreens: { home: { titel: A } }\n"

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    Files.write(flow, to: "\(folder.path)/a.navtree.yaml")
    Files.setMode(of: "\(folder.path)/a.navtree.yaml", to: 0o640)
    return folder
  }

  @Test func aFileIsWrittenInItsFormAndKeepsItsMode() throws {
    let folder = try Self.folder()
    let path = "\(folder.path)/a.navtree.yaml"
    let check = try ChildProcess(["fmt", "--check", folder.path]).finish()
    #expect(check.status == 1)
    #expect(check.text == "\(path)\n")
    let diff = try ChildProcess(["fmt", "--diff", path]).finish()
    #expect(diff.status == 1)
    #expect(diff.text.hasSuffix("-screens: {home: {titel: \"A\"}}\n+screens: { home: { titel: A } }\n"))
    #expect(Files.text(of: path) == Self.flow)
    #expect(try ChildProcess(["fmt", path]).finish().status == 0)
    #expect(Files.text(of: path) == Self.form)
    #expect(Files.mode(of: path) == 0o640)
    #expect(try ChildProcess(["fmt", "--check", path]).finish().status == 0)
  }

  @Test func aWrongFileStaysAndTheOthersAreFormatted() throws {
    let folder = try Self.folder()
    Files.write("a: [1\n", to: "\(folder.path)/0.navtree.yaml")
    let outcome = try ChildProcess(["fmt", folder.path]).finish()
    #expect(outcome.status == 1)
    #expect(Files.text(of: "\(folder.path)/0.navtree.yaml") == "a: [1\n")
    #expect(Files.text(of: "\(folder.path)/a.navtree.yaml") == Self.form)
  }

  @Test func aMistakeIsMendedInTheFileInWhichItStands() throws {
    let folder = try TemporaryFolder()
    let flow = "navtree: 1\nflow: a\nstart: home\ninclude: [part.yaml]\n"
    let scenarios = "flow: a.navtree.yaml\nscenarios:\n  - name: a\n    stpes: [{ back: true }]\n"
    Files.write(flow, to: "\(folder.path)/a.navtree.yaml")
    Files.write("navtree: 1\nscreens: { home: { titel: A } }\n", to: "\(folder.path)/part.yaml")
    Files.write(scenarios, to: "\(folder.path)/a.scenarios.yaml")
    let shown = try ChildProcess(["check", "--fix", "--diff", folder.path]).finish()
    #expect(shown.status == 1)
    #expect(shown.text.contains("+screens: { home: { title: A } }\n"))
    #expect(Files.text(of: "\(folder.path)/a.scenarios.yaml") == scenarios)
    let outcome = try ChildProcess(["check", "--fix", folder.path]).finish()
    #expect(outcome.status == 0)
    #expect(Files.text(of: "\(folder.path)/a.navtree.yaml") == flow)
    #expect(Files.text(of: "\(folder.path)/part.yaml") == "navtree: 1\nscreens: { home: { title: A } }\n")
    #expect(
      Files.text(of: "\(folder.path)/a.scenarios.yaml")
        == scenarios.replacing("stpes", with: "steps"))
  }
}
