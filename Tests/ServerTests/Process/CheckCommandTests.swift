import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// `navtree check` of several files, for people and machines.
@Suite struct CheckCommandTests {
  private static let wrong = "navtree: 1\nflow: a\nstart: hme\nscreens: { home: {} }\n"
  private static let right = "navtree: 1\nflow: b\nstart: home\nscreens: { home: {} }\n"

  /// A folder with a wrong flow, a right one, one that is hidden, and a file that is no flow.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    Files.write(right, to: folder.path + "/b.navtree.yaml")
    Files.write(wrong, to: folder.path + "/a,b.navtree.yaml")
    Files.write(wrong, to: folder.path + "/.hidden.navtree.yaml")
    Files.write(wrong, to: folder.path + "/notes.yaml")
    return folder
  }

  private static func check(_ folder: TemporaryFolder, _ arguments: [String]) throws -> String {
    let outcome = try ChildProcess(["check", folder.path] + arguments).finish()
    #expect(outcome.status == 1)
    return outcome.text.replacing(folder.path, with: "F")
  }

  @Test func theFlowsBelowAFolderAreCheckedInOrder() throws {
    let expected = """
      F/a,b.navtree.yaml:3:8: error: no screen named 'hme' [unknown-screen]
      start: hme
             ^~~
        hint: did you mean 'home'?
      F/b.navtree.yaml: ok

      """
    #expect(try Self.check(Self.folder(), []) == expected)
  }

  @Test func annotationsOfGitHub() throws {
    let expected =
      "::error file=F/a%2Cb.navtree.yaml,line=3,col=8,endColumn=11,title=unknown-screen::no screen named 'hme'%0A"
      + "hint: did you mean 'home'?\n"
    #expect(try Self.check(Self.folder(), ["--format", "github"]) == expected)
  }

  @Test func resultsOfSARIF() throws {
    let text = try Self.check(Self.folder(), ["--format", "sarif"])
    let log = try JSONValue(parsing: text)
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?[0])
    #expect(run["tool"]?["driver"]?["rules"] == [["id": "unknown-screen"]])
    let expected: JSONValue = [
      "ruleId": "unknown-screen", "ruleIndex": 0, "level": "error",
      "message": ["text": "no screen named 'hme'\nhint: did you mean 'home'?"],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "file://F/a%2Cb.navtree.yaml"],
            "region": ["startLine": 3, "startColumn": 8, "endColumn": 11],
          ]
        ]
      ],
    ]
    #expect(run["results"] == [expected])
  }

  @Test func aFolderWithoutFlowsIsAnError() throws {
    let folder = try TemporaryFolder()
    let outcome = try ChildProcess(["check", folder.path]).finish()
    #expect(outcome.status == 1)
    #expect(outcome.errorText == "navtree: \(folder.path): no flow (*.navtree.yaml) is in this folder\n")
  }

  @Test func aFileThatCannotBeReadStopsNoOther() throws {
    let folder = try Self.folder()
    let outcome = try ChildProcess(["check", folder.path + "/none", folder.path + "/b.navtree.yaml"]).finish()
    #expect(outcome.status == 74)
    #expect(outcome.text == "\(folder.path)/b.navtree.yaml: ok\n")
  }

  @Test func aChangedFileIsCheckedAgain() throws {
    let folder = try Self.folder()
    let process = try ChildProcess(["check", "--watch", folder.path + "/a,b.navtree.yaml"])
    for _ in 0..<4 { _ = try process.line() }
    Files.write(Self.right, to: folder.path + "/a,b.navtree.yaml")
    #expect(try process.line() == "\(folder.path)/a,b.navtree.yaml: ok")
    process.killAtOnce()
  }
}
