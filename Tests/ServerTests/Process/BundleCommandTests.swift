import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// `navtree bundle`, and bundles in place of flows.
@Suite struct BundleCommandTests {
  private static let feed = "Specs/feed.navtree.yaml"

  /// A bundle is taken wherever a flow is: the same conversations and scenarios have the same bytes.
  @Test func whatSpecsSayHoldsOfBundles() throws {
    let specs = try BundledSpecs()
    let tests =
      PlayedTranscript.right + Files.paths(below: "\(Files.package)/Specs", endingIn: ".scenarios.yaml")
    let paths = tests.map { String($0.dropFirst(Files.package.count + 1)) }
    let tested = try ChildProcess(["test"] + paths, in: specs.path).finish()
    #expect(tested.status == 0, "\(tested.text)\(tested.errorText)")
    #expect(specs.count > 100)
  }

  @Test func eachCommandTakesEither() throws {
    let folder = try TemporaryFolder()
    let bundle = "\(folder.path)/app.navtree.json"
    let written = try ChildProcess(["bundle", Self.feed, "-o", bundle]).finish()
    #expect(written.status == 0 && written.text == "" && written.errorText == "")
    for command in [
      ["check", "--strict"], ["graph"], ["links"], ["types", "--lang", "swift"], ["bundle"],
      ["plan", "--to", "screen:signIn"], ["diff", Self.feed], ["call", "flow.get"], ["call", "flow.list"],
    ] {
      func run(_ flow: String) throws -> ChildProcess.Outcome {
        let arguments = command[0] == "call" ? ["call", flow] + command.dropFirst() : command + [flow]
        return try ChildProcess(arguments).finish()
      }
      let (yaml, json) = (try run(Self.feed), try run(bundle))
      #expect(json.status == yaml.status, "\(command)")
      #expect(json.text.replacing(bundle, with: Self.feed) == yaml.text, "\(command)")
      #expect(json.errorText.replacing(bundle, with: Self.feed) == yaml.errorText, "\(command)")
    }
  }

  /// Standard output is the default; a file that is as it should be isn't written again.
  @Test func aBundleIsWrittenWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let bundle = "\(folder.path)/app.navtree.json"
    let text = try ChildProcess(["bundle", Self.feed, "-o", "-"]).finish().text
    #expect(text.hasPrefix(#"{"bundle":1,"digest":""#))
    #expect(try ChildProcess(["bundle", Self.feed]).finish().text == text)
    #expect(try ChildProcess(["bundle", Self.feed, "-o", bundle]).finish().status == 0)
    #expect(Files.text(of: bundle) == text)
    let named = try ChildProcess(["bundle", "\(Files.package)/\(Self.feed)", "--name", Self.feed]).finish()
    #expect(named.text == text)

    let wrong = "\(folder.path)/wrong.navtree.yaml"
    Files.write("navtree: 1\nflow: a\nstart: b\nscreens: { c: {} }\n", to: wrong)
    let refused = try ChildProcess(["bundle", wrong, "-o", bundle]).finish()
    #expect(refused.status == 1 && refused.errorText.contains(":3:8: error: no screen named 'b'"))
    #expect(Files.text(of: bundle) == text)
    Files.write("navtree: 1\nscreens: { c: {} }\n", to: wrong)
    let part = try ChildProcess(["bundle", wrong]).finish()
    #expect(part.status == 1 && part.text == "" && part.errorText.contains("this is a part"))
    let nowhere = try ChildProcess(["bundle", Self.feed, "-o", "\(folder.path)/no/a.json"]).finish()
    #expect(nowhere.status == 74)
    #expect(nowhere.errorText == "navtree: \(folder.path)/no/a.json: No such file or directory\n")
    let full = try ChildProcess(["bundle", Self.feed, "-o", "/dev/full"]).finish()
    #expect(full.status == 74 && full.errorText.hasPrefix("navtree: /dev/full: "))
    let none = try ChildProcess(["bundle", "\(folder.path)/none.yaml", "-o", bundle]).finish()
    #expect(none.status == 74 && Files.text(of: bundle) == text)
  }

  /// An error while the flow runs names the line of the YAML.
  @Test func placesAreThoseOfTheYAML() throws {
    let folder = try TemporaryFolder()
    let yaml = """
      navtree: 1
      flow: division
      start: home
      screens:
        home:
          state: { n: integer }
          actions:
            go: { set: { n: '${1 / state.n}' } }

      """
    Files.write(yaml, to: "\(folder.path)/division.navtree.yaml")
    Files.write(
      """
      flow: app.navtree.json
      scenarios:
        - name: nothing is divided by zero
          steps: [{ do: go, expect: { error: expressionFailed } }]

      """, to: "\(folder.path)/division.scenarios.yaml")
    func run(_ arguments: String...) throws -> ChildProcess.Outcome {
      try ChildProcess(arguments, in: folder.path).finish()
    }
    #expect(try run("bundle", "-o", "app.navtree.json").status == 0)
    let failed = "navtree: division.navtree.yaml:8:26: division by zero [expressionFailed]\n"
    #expect(try run("call", "division.navtree.yaml", "dispatch", "action.type=go").errorText == failed)
    #expect(try run("call", "app.navtree.json", "dispatch", "action.type=go").errorText == failed)
    let tested = try run("test", "division.scenarios.yaml")
    #expect(tested.status == 0, "\(tested.text)\(tested.errorText)")
  }

  /// The hash is the flow's: what was stored with the one is opened with the other.
  @Test func aStoreOfTheFlowIsOpenedWithItsBundle() throws {
    let folder = try TemporaryFolder()
    let bundle = "\(folder.path)/app.navtree.json"
    #expect(try ChildProcess(["bundle", Self.feed, "-o", bundle]).finish().status == 0)
    func hash(_ flow: String) throws -> String? {
      let store = "\(folder.path)/store.sqlite"
      let called = try ChildProcess(["call", flow, "state.get", "--store", "sqlite:\(store)"]).finish()
      #expect(called.status == 0, "\(called.errorText)")
      let listed = try ChildProcess(["store", "ls", store, "--json"]).finish().text
      return try JSONValue(parsing: listed).array?.first?["hash"]?.string
    }
    let stored = try hash(Self.feed)
    #expect(stored != nil)
    #expect(try hash(bundle) == stored)
    let text = try #require(Files.text(of: bundle))
    #expect(try JSONValue(parsing: text)["hash"]?.string == stored)
  }

  @Test(arguments: [["fmt"], ["check", "--fix"], ["check", "--diff"]])
  func aBundleIsNotEdited(command: [String]) throws {
    let folder = try TemporaryFolder()
    let bundle = "\(folder.path)/app.navtree.json"
    #expect(try ChildProcess(["bundle", Self.feed, "-o", bundle]).finish().status == 0)
    let text = Files.text(of: bundle)
    let refused = try ChildProcess(command + [bundle]).finish()
    #expect(refused.status == 1 && refused.errorText.contains("a bundle isn't changed; "))
    #expect(Files.text(of: bundle) == text)
  }

  @Test func aDamagedBundleIsRefused() throws {
    let folder = try TemporaryFolder()
    let bundle = "\(folder.path)/app.navtree.json"
    let text = try ChildProcess(["bundle", Self.feed]).finish().text
    Files.write(text.replacing("state", with: "stale"), to: bundle)
    let changed = try ChildProcess(["serve", bundle]).finish()
    #expect(changed.status == 1)
    #expect(
      changed.errorText.contains("\(bundle):1:1: error: the bundle is damaged, or was changed: its digest"))
    #expect(changed.errorText.contains("  hint: make it again: navtree bundle FLOW -o FILE\n"))
    Files.write("", to: bundle)
    let empty = try ChildProcess(["serve", bundle]).finish()
    #expect(empty.status == 1 && empty.errorText.contains("there is no flow in the file"))
  }
}
