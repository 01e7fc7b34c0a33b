import NavtreeJSON
import NavtreeJSONReading
import Testing

/// The commands for writers of flows.
@Suite struct InitTests {
  /// Runs a shell script in an empty folder; `$0` is navtree.
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let inFolder = #"folder=$(mktemp -d) && cd "$folder" && trap 'rm -r "$folder"' EXIT; "# + script
    return try ChildProcess(["-c", inFolder, ChildProcess.navtree], program: "/bin/sh").finish()
  }

  @Test func theFlowPassesTheStrictCheck() throws {
    let outcome = try Self.run(#""$0" init shop.navtree.yaml && "$0" check --strict shop.navtree.yaml"#)
    #expect(
      outcome.text == """
        shop.navtree.yaml: written
          check it:        navtree check shop.navtree.yaml
          for the editor:  navtree lsp --help, or navtree schema > flow.schema.json
        shop.navtree.yaml: ok

        """)
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("shop.navtree.yaml", "shop"), ("./a/my-shop.yaml", "my-shop"), ("2nd.yaml", "notes"), (".yaml", "notes"),
  ])
  func theFlowIsNamedAsItsFile(file: String, name: String) throws {
    let outcome = try Self.run(#"mkdir a; "$0" init \#(file) >&2 && sed -n 's/^flow: //p' \#(file)"#)
    #expect(outcome.text == "\(name)\n")
  }

  @Test func withoutANameTheFileIsThatOfTheNotes() throws {
    let outcome = try Self.run(#""$0" init >&2; ls; "$0" init - | "$0" check --strict -"#)
    #expect(outcome.text == "notes.navtree.yaml\n<stdin>: ok\n")
  }

  @Test(arguments: ["notes", "shop", "mail", "onboarding", "tabs"])
  func aTemplateIsWrittenUnderItsName(template: String) throws {
    let outcome = try Self.run(
      #""$0" init --template \#(template) >&2; ls; "$0" check --strict *; sed -n 's/^flow: //p' *"#)
    #expect(
      outcome.text == """
        \(template).navtree.yaml
        \(template).navtree.yaml: ok
        \(template)

        """)
  }

  @Test func aTemplateIsNamedAsItsFile() throws {
    let outcome = try Self.run(#""$0" init --template shop tea.yaml >&2; "$0" call tea.yaml session.list"#)
    #expect(outcome.text.hasPrefix(#"[{"session":"tea","flow":"tea","#))
  }

  @Test(arguments: [
    ("shp", "no template named 'shp' (did you mean 'shop'?)"),
    ("bank", "no template named 'bank' (known: notes, shop, mail, onboarding, tabs)"),
    ("", "no template named '' (known: notes, shop, mail, onboarding, tabs)"),
  ])
  func anUnknownTemplateIsWrongUsage(name: String, sentence: String) throws {
    let outcome = try Self.run(#""$0" init --template '\#(name)' a.yaml; echo $?; ls"#)
    #expect(outcome.text == "64\n")
    #expect(outcome.errorText.contains(sentence))
    #expect(outcome.errorText.contains("Usage: navtree init"))
  }

  @Test func theHelpListsTheTemplates() throws {
    let outcome = try Self.run(#""$0" init --help; "$0" --generate-completion-script bash"#)
    #expect(outcome.text.contains("notes, shop, mail, onboarding, tabs"))
    #expect(outcome.text.contains("notes shop mail onboarding tabs") || outcome.text.contains("notes'$'"))
  }

  @Test func aFileThatIsThereStaysAsItIs() throws {
    let outcome = try Self.run(
      #"echo mine >a.yaml; "$0" init a.yaml; echo $?; "$0" init --template shop a.yaml 2>/dev/null; cat a.yaml"#
    )
    #expect(outcome.text == "74\nmine\n")
    #expect(outcome.errorText == "navtree: a.yaml: File exists\n")
  }

  @Test func theModelineNamesTheSchemaThatIsWritten() throws {
    let outcome = try Self.run(
      #""$0" init >&2; "$0" schema >"$(sed -n 's/^# yaml-language-server: $schema=//p' *.yaml)"; cat *.json"#)
    let schema = try JSONValue(parsing: outcome.text)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["properties"]?["screens"]?["description"] == "The screen types, by name.")
  }
}
