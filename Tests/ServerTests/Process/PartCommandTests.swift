import NavtreeTestSupport
import Testing
import NavtreeSystem

/// The commands on flows of several files.
@Suite struct PartCommandTests {
  private static let head = "navtree: 1\nflow: f\nstart: home\nscreens: { home: {} }\n"

  /// A folder with a flow that includes a file, and parts.
  private static func folder(including file: String = "part.navtree.yaml") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    Files.write(head + "include: [\(file)]\n", to: folder.path + "/flow.navtree.yaml")
    Files.write(
      "navtree: 1\nshared: { n: integer }\nguards: { a: shared.n > 1 }\n",
      to: folder.path + "/part.navtree.yaml")
    return folder
  }

  private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> (
    text: String, status: Int32
  ) {
    let outcome = try ChildProcess(arguments.map { $0.replacing("F", with: folder.path) }).finish()
    return ((outcome.text + outcome.errorText).replacing(folder.path, with: "F"), Int32(outcome.status))
  }

  @Test func aFolderChecksPartsThroughTheirFlows() throws {
    let folder = try Self.folder()
    Files.write("navtree: 1\nscreens: { lost: {} }\n", to: folder.path + "/lost.navtree.yaml")
    let (text, status) = try Self.run(["check", "F"], in: folder)
    #expect(status == 0)
    #expect(
      text.split(separator: "\n").filter { $0.contains(": ok") } == [
        "F/flow.navtree.yaml: ok", "F/lost.navtree.yaml: ok, as a part: no flow that was checked includes it",
      ])
    #expect(try Self.run(["check", "F/part.navtree.yaml"], in: folder).status == 0)
  }

  /// A part of two flows is reported once.
  @Test func aFaultInACommonPartIsToldOnce() throws {
    let folder = try Self.folder()
    Files.write(
      Self.head.replacing("flow: f", with: "flow: g") + "include: [part.navtree.yaml]\n",
      to: folder.path + "/second.navtree.yaml")
    Files.write("navtree: 1\nguards: { a: shared.m }\n", to: folder.path + "/part.navtree.yaml")
    let (text, status) = try Self.run(["check", "F", "--format", "github"], in: folder)
    #expect(status == 1)
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.hasPrefix("::error file=F/part.navtree.yaml,line=2,col=21,"))
  }

  @Test func everyFormOfReportNamesThePart() throws {
    let folder = try Self.folder()
    Files.write("navtree: 1\nscreens: { home: {} }\n", to: folder.path + "/part.navtree.yaml")
    let expected = """
      F/part.navtree.yaml:2:12: error: 'home' is here twice: it is at F/flow.navtree.yaml:4:12 too [duplicate-key]
      screens: { home: {} }
                 ^~~~
        hint: only one of them can hold; take one out

      """
    #expect(try Self.run(["check", "F"], in: folder).text == expected)
    #expect(
      try Self.run(["check", "F", "--json"], in: folder).text.contains(
        #""file":"F/part.navtree.yaml","line":2"#))
    let sarif = try Self.run(["check", "F", "--format", "sarif"], in: folder).text
    #expect(sarif.contains(#""uri":"file://F/part.navtree.yaml""#))
  }

  @Test(arguments: ["serve", "call", "graph"]) func aPartIsRefusedByItself(command: String) throws {
    let folder = try Self.folder()
    let rest = command == "call" ? ["ping"] : []
    let (text, status) = try Self.run([command, "F/part.navtree.yaml"] + rest, in: folder)
    #expect(status == 1)
    #expect(
      text.contains(
        "F/part.navtree.yaml:1:1: error: without 'flow' and 'start' this is a part, which is loaded"))
  }

  @Test(arguments: ["serve", "call", "graph", "check"]) func aFlowIsReadWithItsParts(command: String) throws {
    let folder = try Self.folder()
    let rest = command == "call" ? ["state.outline"] : []
    #expect(try Self.run([command, "F/flow.navtree.yaml"] + rest, in: folder).status == 0)
  }

  // MARK: Files that are none

  @Test(arguments: [
    ("pipe", "is no regular file"), (".", "'.' names no file"), ("none.yaml", "No such file or directory"),
    ("outside.yaml", "leads out of the flow's folder"), ("zero", "leads out of the flow's folder"),
    ("itself.yaml", "Too many levels of symbolic links"), ("secret.yaml/x", "Not a directory"),
  ])
  func whatIsNoFileOfTheFolderIsRefused(name: String, reason: String) throws {
    let folder = try Self.folder(including: name)
    let other = try TemporaryFolder()
    Files.write("navtree: 1\nscreens: { secret: {} }\n", to: other.path + "/secret.yaml")
    Files.write("", to: folder.path + "/secret.yaml")
    mkfifo(folder.path + "/pipe", 0o600)
    symlink(other.path + "/secret.yaml", folder.path + "/outside.yaml")
    symlink("/dev/zero", folder.path + "/zero")
    symlink("itself.yaml", folder.path + "/itself.yaml")
    let (text, status) = try Self.run(["check", "F/flow.navtree.yaml"], in: folder)
    #expect(status == 1)
    #expect(text.contains("F/flow.navtree.yaml:5:11: error: "))
    #expect(text.contains("\(reason) [bad-include]"), "\(text)")
    #expect(!text.contains("secret: {}"))
  }

  @Test func aLinkInsideOfTheFolderIsFollowed() throws {
    let folder = try Self.folder(including: "link.yaml")
    symlink("part.navtree.yaml", folder.path + "/link.yaml")
    #expect(try Self.run(["check", "F/flow.navtree.yaml"], in: folder).status == 0)
  }

  // MARK: Other commands

  @Test func aChangedPartIsCheckedAgain() throws {
    let folder = try Self.folder()
    let part = folder.path + "/part.navtree.yaml"
    Files.write("navtree: 1\nshared: { n: integr }\n", to: part)
    let process = try ChildProcess(["check", "--watch", folder.path + "/flow.navtree.yaml"])
    for _ in 0..<4 { _ = try process.line() }
    Files.write("navtree: 1\nactions: { go: { reply: 1 } }\n", to: part)
    #expect(try process.line() == "\(folder.path)/flow.navtree.yaml: ok")
    process.killAtOnce()
  }

  /// What is recorded names the flow's own file; its parts are read again, and a change of one is told.
  @Test func aRecordingIsReplayedWithTheParts() throws {
    let folder = try Self.folder()
    Files.write("navtree: 1\nactions: { go: { reply: 1 } }\n", to: folder.path + "/part.navtree.yaml")
    let request = #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"go"}}}"# + "\n"
    let recording = folder.path + "/rec"
    let served = try ChildProcess(["serve", folder.path + "/flow.navtree.yaml", "--record", recording])
      .finish(sending: request.utf8)
    #expect(served.text.contains(#""reply":1"#))
    let same = try ChildProcess(["replay", recording]).finish()
    #expect(same.status == 0)
    #expect(same.errorText == "")
    let other = folder.path + "/other.navtree.yaml"
    Files.write("navtree: 1\nflow: other\nstart: a\nscreens: { a: {} }\n", to: other)
    let foreign = try ChildProcess(["replay", recording, other]).finish()
    #expect(foreign.errorText == "navtree: \(other): no session of \(recording) is one of the flow 'other'\n")
    Files.write("", to: folder.path + "/empty")
    #expect(try ChildProcess(["replay", folder.path + "/empty"]).finish().status == 1)
    Files.write("navtree: 1\nactions: { go: { reply: 2 } }\n", to: folder.path + "/part.navtree.yaml")
    let changed = try ChildProcess(["replay", recording]).finish()
    #expect(changed.errorText == "navtree: the flow 'f' isn't the one that was recorded\n")
  }
}
