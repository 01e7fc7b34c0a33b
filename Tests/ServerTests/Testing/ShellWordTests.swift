import NavtreeScenarios
import Testing

/// Words that a shell reads as they are meant.
@Suite struct ShellWordTests {
  private static let texts = [
    "plain", "two words", "", "it's", "'", "''", "a\"b", "$HOME", "`id`", "a;b", "!tag", "-x", "~", "*",
    "a\\b",
    "é ü", "#x", "a\tb", "new\nline", "{a,b}", "/^a\\.b$/", "a&&b", "<x>", "A=B",
  ]

  @Test func aShellReadsEachWordAsItIs() throws {
    let line = "printf '[%s]\\n' " + Self.texts.map(ShellWord.quoted).joined(separator: " ")
    let outcome = try ChildProcess(["-c", line], program: "/bin/sh").finish()
    #expect(outcome.text == Self.texts.map { "[\($0)]\n" }.joined())
  }

  @Test(arguments: texts) func aQuotedWordIsReadAgain(_ text: String) {
    #expect(ShellWord.words(of: "a \(ShellWord.quoted(text))  b") == ["a", text, "b"])
  }

  @Test func anOpenQuoteIsNoLine() {
    #expect(ShellWord.words(of: "a 'b") == nil)
    #expect(ShellWord.words(of: "a \"b") == nil)
    #expect(ShellWord.words(of: "a\\") == nil)
    #expect(ShellWord.words(of: #"a\ b "c \" d""#) == ["a b", #"c " d"#])
  }
}
