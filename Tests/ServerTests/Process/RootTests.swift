import NavtreeTestSupport
import Testing
import NavtreeSystem

/// The files that requests may read.
@Suite struct RootTests {
  private static let flow = "navtree: 1\nflow: f\nstart: home\ninclude: [screens/home.yaml]\nscreens: {}\n"
  private static let part = "navtree: 1\nscreens: { home: {} }\n"

  /// `inside` with a flow and links that lead out of it, `outside` with the same flow.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["inside", "outside"] {
      let root = "\(folder.path)/\(name)"
      mkdir(root, 0o700)
      mkdir(root + "/screens", 0o700)
      Files.write(flow, to: root + "/f.navtree.yaml")
      Files.write(part, to: root + "/screens/home.yaml")
    }
    symlink("../outside", folder.path + "/inside/away")
    symlink("../outside/f.navtree.yaml", folder.path + "/inside/link.navtree.yaml")
    symlink("f.navtree.yaml", folder.path + "/inside/same.navtree.yaml")
    symlink("../inside/f.navtree.yaml", folder.path + "/outside/back.navtree.yaml")
    return folder
  }

  private static func answer(
    _ path: String, in folder: TemporaryFolder, _ arguments: [String], method: String = "flow.load"
  ) throws -> String {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"path":"\#(path)"}}"# + "\n"
    let outcome = try ChildProcess(
      ["-c", #"cd "$1" && shift && exec "$0" serve "$@""#, ChildProcess.navtree, folder.path + "/inside"]
        + arguments,
      program: "/bin/sh"
    ).finish(sending: line.utf8)
    return outcome.text.replacing(folder.path, with: "FOLDER")
  }

  @Test(
    arguments: [[], ["--root", "."], ["--root", "../inside"]],
    ["f.navtree.yaml", "./f.navtree.yaml", "same.navtree.yaml", "../inside/f.navtree.yaml"])
  func filesBelowTheRootAreRead(arguments: [String], path: String) throws {
    let text = try Self.answer(path, in: Self.folder(), arguments)
    #expect(text.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"flow":"f""#), "\(text)")
  }

  @Test(
    arguments: ["flow.load", "flow.check"],
    [
      "../outside/f.navtree.yaml", "../outside/missing.yaml", "link.navtree.yaml", "away/f.navtree.yaml",
      "away/back.navtree.yaml", "/etc/passwd", "/etc/missing", "..",
    ])
  func otherFilesAreNotRead(method: String, path: String) throws {
    let text = try Self.answer(path, in: Self.folder(), [], method: method)
    let sentence = "\(path): it is outside of the folder that requests may read, ."
    #expect(text.contains(#""message":"\#(sentence)","retry":false"#), "\(text)")
    #expect(text.contains(#""hint":"serve --root DIR names the folder""#), "\(text)")
  }

  @Test(arguments: ["missing.yaml", "nowhere/missing.yaml"])
  func aFileThatIsMissingBelowTheRootIsToldSo(path: String) throws {
    #expect(try Self.answer(path, in: Self.folder(), []).contains("\(path): No such file or directory"))
  }

  @Test(
    arguments: ["flow.load", "flow.check"],
    [
      (#"f.navtree.yaml\u0000"#, "has a NUL in its path"),
      (#"f.navtree.yaml\u0000/../../outside/f.navtree.yaml"#, "has a NUL in its path"),
      (String(repeating: "a/", count: 400_000), "File name too long"),
    ])
  func aPathThatIsNoneIsRefused(method: String, path: (text: String, reason: String)) throws {
    let text = try Self.answer(path.text, in: Self.folder(), [], method: method)
    #expect(text.contains(#" \#(path.reason)","retry":false"#), "\(text.suffix(200))")
  }

  @Test func aPartHasNoNULInItsPath() throws {
    let folder = try Self.folder()
    let text = Self.flow.replacing("screens/home.yaml", with: #""screens/home.yaml\0""#)
    Files.write(text, to: folder.path + "/inside/nul.navtree.yaml")
    #expect(try Self.answer("nul.navtree.yaml", in: folder, []).contains("a path has no control characters"))
  }

  /// A link in `inside` leads again and again to another file or folder there, and to one outside.
  @Test(arguments: [
    (
      path: "link.navtree.yaml", link: "link.navtree.yaml", inside: "f.navtree.yaml",
      outside: "/f.navtree.yaml"
    ),
    (path: "folder/f.navtree.yaml", link: "folder", inside: "apart", outside: ""),
    (path: "f.navtree.yaml", link: "screens", inside: "own", outside: "/screens"),
  ])
  func aLinkThatIsExchangedMeanwhileLeadsNowhereElse(
    path: String, link: String, inside: String, outside: String
  ) throws {
    let folder = try Self.folder()
    let (root, other) = (folder.path + "/inside", folder.path + "/outside")
    rename(root + "/screens", root + "/own")
    symlink("own", root + "/screens")
    // A flow's parts lie in its own folder.
    for place in ["/apart", "/apart/screens"] { mkdir(root + place, 0o700) }
    Files.write(Self.flow, to: root + "/apart/f.navtree.yaml")
    Files.write(Self.part, to: root + "/apart/screens/home.yaml")
    Files.write(Self.flow.replacing("flow: f", with: "flow: secret"), to: other + "/f.navtree.yaml")
    Files.write("navtree: 1\nscreens: { secret: {}, home: {} }\n", to: other + "/screens/home.yaml")
    let server = try ChildProcess(["serve", "--root", root])
    let load = #"{"jsonrpc":"2.0","id":1,"method":"flow.load","params":{"path":"\#(root)/\#(path)"}}"#
    let get = #"{"jsonrpc":"2.0","id":1,"method":"flow.get","params":{"flow":"f"}}"#
    var output: [UInt8] = []
    func lead(to target: String) {
      symlink(target, root + "/next")
      rename(root + "/next", "\(root)/\(link)")
    }
    func ask(_ count: Int, meanwhile exchange: () -> Void) throws {
      var rest = Array(String(repeating: "\(load)\n\(get)\n", count: count).utf8)
      var lineCount = 0
      var turns = 0
      while lineCount < 2 * count {
        turns += 1
        try #require(turns < 5_000_000, "the server answers no more")
        exchange()
        let (sent, received) = server.exchange(rest, waiting: 0)
        rest.removeFirst(sent)
        output += received
        lineCount += received.count { $0 == UInt8(ascii: "\n") }
      }
    }
    try ask(2_000) {
      lead(to: inside)
      lead(to: "../outside" + outside)
    }
    // Beside other work the server may have found each time the one outside.
    lead(to: inside)
    try ask(1) {}
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains(#""flow":"f""#) })
    let leak = lines.first { $0.contains("secret") }
    #expect(leak == nil)
  }

  @Test func anotherRootIsNamed() throws {
    let folder = try Self.folder()
    let path = "../outside/f.navtree.yaml"
    #expect(try Self.answer(path, in: folder, ["--root", "/"]).contains(#""result":{"flow":"f""#))
    #expect(try Self.answer(path, in: folder, ["--root", "../outside"]).contains(#""result":{"flow":"f""#))
  }

  @Test func filesOfTheCommandLineAreNotLimited() throws {
    let folder = try Self.folder()
    let outcome = try ChildProcess([
      "serve", folder.path + "/outside/f.navtree.yaml", "--root", folder.path + "/inside",
    ]).finish()
    #expect(outcome.status == 0)
  }

  @Test(arguments: [("nowhere", "No such file or directory"), ("f.navtree.yaml", "Not a directory")])
  func aRootIsAFolder(name: String, reason: String) throws {
    let folder = try Self.folder()
    let root = "\(folder.path)/inside/\(name)"
    let outcome = try ChildProcess(["serve", "--root", root]).finish()
    #expect(outcome.errorText.hasPrefix("Error: --root \(root): \(reason)\n"))
    #expect(outcome.status == 64)
  }
}
