import NavtreeTestSupport
import Testing

/// The programs of `Specs/hosts`: each answers the social flow's effects, and shows the user's screen.
@Suite
struct HostTests {
  private static let folder = "Specs/hosts"
  private static let hasBash = runs("((BASH_VERSINFO[0] >= 4))", in: "bash")
  private static let hasPython = runs("import sys; sys.exit(sys.version_info < (3, 6))", in: "python3")

  @Test(.enabled(if: hasBash, "no bash of version 4 or later"))
  func aHostInBashServesTheFlow() throws {
    try expectWalk(of: "bash", "social.bash")
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aHostInPythonServesTheFlow() throws {
    try expectWalk(of: "python3", "social.py")
  }

  private func expectWalk(of program: String, _ script: String) throws {
    let folder = ChildProcess.navtree.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let command = "PATH='\(folder.joined(separator: "/"))':$PATH; exec \(program) \(Self.folder)/\(script)"
    let outcome = try ChildProcess(["-c", command], program: "/bin/sh").finish()
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        Everyone: Ada, Grace
        and more: Ada, Grace, Alan, Edsger
        Ada's followers: Alan, Edsger, Barbara
        Alan's followers: Grace
        /main
        | userList #1  (hidden)
        | detail: userDetail #2  (hidden)
        | list: userList #3  (hidden)
        | detail: userDetail #4  (hidden)
        | list: userList #5  <- active

        """)
    #expect(outcome.status == 0)
  }

  private static func runs(_ text: String, in program: String) -> Bool {
    let outcome = try? ChildProcess(["-c", "exec \(program) -c '\(text)'"], program: "/bin/sh").finish()
    return outcome?.status == 0
  }
}
