import NavtreeTestSupport
import Testing
import NavtreeSystem

/// Pipes, sockets, devices and folders in place of files.
@Suite struct SpecialFileTests {
  private static let flow = Files.package + "/Specs/social.navtree.yaml"

  /// A folder with a pipe, a socket, a link to a device, and a file of a terabyte without content.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/pipe", 0o600)
    mknod(folder.path + "/socket", S_IFSOCK | 0o600, 0)
    symlink("/dev/zero", folder.path + "/device")
    Files.write("", to: folder.path + "/long")
    truncate(folder.path + "/long", 1 << 40)
    return folder
  }

  @Test(
    arguments: [
      ["check", "F"], ["serve", "F"], ["graph", "F"], ["links", "F"], ["call", "F", "ping"], ["replay", "F"],
      ["store", "import", "F.store", "s", "F"], ["coverage", flow, "F"], ["serve", flow, "--coverage", "F"],
    ], ["pipe", "socket", "device"])
  func aCommandReadsRegularFilesAlone(command: [String], file: String) throws {
    let folder = try Self.folder()
    let path = "\(folder.path)/\(file)"
    let outcome = try ChildProcess(command.map { $0.hasPrefix("F") ? path + $0.dropFirst() : $0 }).finish()
    #expect(outcome.errorText == "navtree: \(path): is no regular file (- reads standard input)\n")
    #expect(outcome.status == 74)
  }

  @Test(arguments: ["pipe", "socket", "device"])
  func aTestIsNoOtherFile(file: String) throws {
    let folder = try Self.folder()
    let outcome = try ChildProcess(["test", "\(folder.path)/\(file)"]).finish()
    #expect(outcome.text == "\(folder.path)/\(file): is no regular file\n\n0 passed, 1 file wrong\n")
  }

  @Test(
    arguments: ["flow.load", "flow.check"],
    [
      ("pipe", "is no regular file"), ("socket", "is no regular file"), ("device", "is no regular file"),
      ("/dev/stdin", "is no regular file"), ("/dev/tty", "is no regular file"), ("", "Is a directory"),
      ("-", "No such file or directory"),
    ])
  func aRequestReadsRegularFilesAlone(method: String, file: (path: String, reason: String)) throws {
    let folder = try Self.folder()
    let isApart = file.path.hasPrefix("/") || file.path == "-"
    let path = isApart ? file.path : "\(folder.path)/\(file.path)"
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"path":"\#(path)"}}"# + "\n"
    let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n"
    let outcome = try ChildProcess(["serve", "--root", "/"]).finish(sending: (line + ping).utf8)
    #expect(outcome.lines.first?.contains(#""message":"\#(path): \#(file.reason)""#) == true)
    #expect(outcome.lines.last == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
  }

  @Test func aScenarioNamesARegularFile() throws {
    let folder = try Self.folder()
    Files.write(
      "flow: pipe\nscenarios:\n  - name: a\n    steps: []\n",
      to: folder.path + "/a.scenarios.yaml")
    let outcome = try ChildProcess(["check", folder.path + "/a.scenarios.yaml"]).finish()
    #expect(outcome.text.contains("is no regular file"), "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.status == 1)
  }

  @Test func aRecordingNamesARegularFile() throws {
    let folder = try Self.folder()
    Files.write(#"{"navtree":1,"flow":"f","file":"/dev/stdin"}"# + "\n", to: folder.path + "/recording")
    let outcome = try ChildProcess(["replay", folder.path + "/recording"]).finish()
    #expect(outcome.errorText == "navtree: /dev/stdin: is no regular file (- reads standard input)\n")
  }

  /// `ulimit` bounds the program's address space: 200 MB, its own code included.
  @Test(.enabled(if: Files.text(of: "/proc/version") != nil, "no bound on memory here"))
  func aFileWithoutBoundIsRefusedUnread() throws {
    let folder = try Self.folder()
    let script = #"ulimit -v 200000; exec "$0" replay \#(folder.path)/long"#
    let outcome = try ChildProcess(["-c", script, ChildProcess.navtree], program: "/bin/sh").finish()
    #expect(outcome.errorText == "navtree: \(folder.path)/long: is longer than 1073741824 bytes\n")
    #expect(outcome.status == 74)
  }
}
